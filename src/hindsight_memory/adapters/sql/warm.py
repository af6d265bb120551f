"""The form of warm states: one Zstandard frame each, compressed against words that such states have in common.

The words are fixed and part of the format: names of fields and a few values, nothing that anybody wrote. A dictionary
trained on a store would hold pieces of its texts, and what is purged would live on in it.
"""

from __future__ import annotations

import threading

import zstandard

from hindsight_memory.adapters.sql.states import WARM
from hindsight_memory.domain.errors import Corrupt

_LEVEL = 9
# What is most frequent stands last. Never edit: a changed text needs another number before the frame.
_NUMBER = b"\x01"
_WORDS = b"""\
{"memory_id":"0199","scope":{"space":"default","visibility":"global","agent":"local","group":""},"type":"fact",\
"content":"","source":"user","status":"active","tier":"long","confidence":0.8,"importance":0.5,"pinned":false,\
"revision":1,"tags":[],"created_at":"2026-01-01T00:00:00.000000Z","last_confirmed_at":"2026-01-01T00:00:00Z",\
"expires_at":"2026-01-01T00:00:00Z","valid_from":"2026-01-01T00:00:00Z","valid_until":"2026-01-01T00:00:00Z",\
"provenance":{"task_id":"","session_id":"","event_sequences":[],"evidence":1,"derived_from":[],"reviewer":"rules"},\
"claim":{"subject":"","relation":"","value":""},"usage":{"recalled":0,"used":0,"helped":0,"harmed":0,"ignored":0},\
"generation":"","superseded_by":"","supersedes":[],"reason":"","type":"procedure","type":"preference",\
"type":"negative","type":"boundary","source":"tool","source":"inferred","source":"agent","status":"superseded",\
{"sequence":1,"kind":"tool_result","text":"","at":"2026-01-01T00:00:00Z","name":"","args":{"path":"","query":"",\
"command":""},"status":"error","status":"ok","session_id":"","memory_ids":[],"truncated":0}\
{"sequence":1,"kind":"tool_call","kind":"assistant","kind":"user","kind":"thought","kind":"decision","text":"",\
{"decision_id":"0199","space":"default","agent":"local","kind":"belief_update","kind":"violation","kind":"branch",\
"intent":"","intent_type":"","belief":{"subject":"","relation":"","object":"","text":""},"observation":"",\
"expectation":{"text":"","kind":"status"},"expectation":{"text":"","kind":"contains"},"action":"","options":[],\
"choice_reason":"","confidence":0.8,"memory_ids":[],"task_id":"","session_id":"","step":1,\
"decided_at":"2026-01-01T00:00:00.000000Z","outcome":{"text":"","source":"tool_result","source":"system","at":"2026-\
01-01T00:00:00Z","status":"ok","exit_code":0,"event":1,"claim":""},"claimed":"met","delta":{"result":"violated",\
"magnitude":1.0,"reason":"no_outcome","expected":"","actual":""},"delta":{"result":"met","magnitude":0.0,"reason":\
"status","expected":"","actual":""},"closed_at":"2026-01-01T00:00:00Z","inferred":false,"suspicious":[]}\
"""


class _Zstandard(threading.local):
    """Compressors are not shared between threads."""

    def __init__(self) -> None:
        words = zstandard.ZstdCompressionDict(_WORDS, dict_type=zstandard.DICT_TYPE_RAWCONTENT)
        self.compressor = zstandard.ZstdCompressor(level=_LEVEL, dict_data=words, write_dict_id=False)
        self.decompressor = zstandard.ZstdDecompressor(dict_data=words)


_zstandard = _Zstandard()


def warmed(json: bytes) -> bytes:
    """Return the warm form of a JSON text."""
    return WARM + _NUMBER + _zstandard.compressor.compress(json)


def unwarmed(stored: bytes) -> bytes:
    """Return the JSON text of a warm form. Raises Corrupt when it cannot be read."""
    if not stored.startswith(WARM + _NUMBER):
        raise Corrupt("A stored value cannot be read: its form is not known.")
    try:
        return _zstandard.decompressor.decompress(stored[len(WARM + _NUMBER) :])
    except zstandard.ZstdError as error:
        raise Corrupt(f"A stored value cannot be read: {error}") from error
