"""Encoded text that, once decoded, is an attack; and orders to decode and obey."""

from __future__ import annotations

import re
from dataclasses import replace

from hindsight_memory.domain.defence import exfiltration, overriding, persona, request, role_forging
from hindsight_memory.domain.defence.offered import Action, Finding, Offered, Rule
from hindsight_memory.domain.defence.unmasking import decoded, unleeted

code = "encoded_payload"

_INNER: tuple[Rule, ...] = (overriding, role_forging, persona, exfiltration, request)
_OBEY = re.compile(
    r"\bdecod(?:e|ing)\b[^.!?\n]{0,60}\b(?:and|then|to)\b[^.!?\n]{0,30}\b(?:do|follow|execute|obey|run|act|tell|instruction)|解码.{0,20}(?:执行|照做|遵循|按照)"
    r"|\b(?:execute|run|follow|obey)\b[^.!?\n]{0,30}\b(?:decoded|base64|hex|encoded|rot13)\b"
)
_DECODE_REQUEST = re.compile(
    r"\b(?:decode|decipher|decrypt)\b.{0,40}\b(?:morse|rot ?13|caesar|cipher|base ?\d\d|hex|binary|string|code)\b"
)


def find(offered: Offered) -> Finding | None:
    """Decode base64, base32, base85, hex, binary, Morse, escapes, shifted, reversed and leet text and inspect it."""
    text = offered.inspected
    asked = _OBEY.search(offered.folded) or (offered.untrusted and _DECODE_REQUEST.search(offered.folded))
    if asked or any(_attacks(offered, plain) for _, plain in decoded(text)) or _leet_attacks(offered, text):
        return Finding(code, "It hides an instruction in an encoding.", Action.QUARANTINE)
    return None


def _attacks(offered: Offered, plain: str) -> bool:
    hidden = replace(offered, text=plain)
    return any(rule.find(hidden) for rule in _INNER)


def _leet_attacks(offered: Offered, text: str) -> bool:
    plain = unleeted(text)
    return plain != text and any(rule.find(replace(offered, text=plain)) for rule in (overriding, exfiltration))
