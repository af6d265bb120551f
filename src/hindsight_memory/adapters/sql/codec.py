"""Domain values as stored bytes: JSON, compressed when it is long."""

from __future__ import annotations

import threading
from typing import TypeVar

import zstandard
from pydantic import TypeAdapter
from pydantic_core import PydanticSerializationError

from hindsight_memory.adapters.sql.states import WARM, Away
from hindsight_memory.adapters.sql.warm import unwarmed
from hindsight_memory.domain.decision import Decision
from hindsight_memory.domain.errors import Corrupt, Invalid
from hindsight_memory.domain.events import Discard
from hindsight_memory.domain.job import Job
from hindsight_memory.domain.memory import Memory, Usage
from hindsight_memory.domain.proposal import Proposal
from hindsight_memory.domain.report import ReviewReport
from hindsight_memory.domain.trace import Event, Task

T = TypeVar("T")

# Shorter JSON gains little from compression, and stays readable with any SQLite tool.
_LONG = 1024
_LEVEL = 3
# RFC 8878, section 3.1.1: every Zstandard frame begins with these; no JSON text does.
_FRAME = b"\x28\xb5\x2f\xfd"

MEMORY = TypeAdapter(Memory)
USAGE = TypeAdapter(Usage)
DISCARD = TypeAdapter(Discard)
TASK = TypeAdapter(Task)
EVENT = TypeAdapter(Event)
REPORT = TypeAdapter(ReviewReport)
JOB = TypeAdapter(Job)
PROPOSAL = TypeAdapter(Proposal)
DECISION = TypeAdapter(Decision)


class _Zstandard(threading.local):
    """Compressors are not shared between threads."""

    def __init__(self) -> None:
        self.compressor = zstandard.ZstdCompressor(level=_LEVEL)
        self.decompressor = zstandard.ZstdDecompressor()


_zstandard = _Zstandard()


def encode(adapter: TypeAdapter[T], value: T) -> bytes:
    """Return the JSON (UTF-8) of a domain value; absent (None) fields are left out.

    Raises Invalid when it holds something that JSON cannot say, such as an object in ``metadata``."""
    try:
        return adapter.dump_json(value, exclude_none=True)
    except (PydanticSerializationError, UnicodeEncodeError) as error:
        raise Invalid(f"The value cannot be written as JSON: {error}") from error


def decode(adapter: TypeAdapter[T], stored: bytes) -> T:
    """Return the domain value of stored bytes. Raises Corrupt when they cannot be read."""
    try:
        return adapter.validate_json(unpack(stored))
    except ValueError as error:
        raise Corrupt(f"A stored value cannot be read: {error}") from error


def pack(json: bytes) -> bytes:
    """Return the bytes to store for a JSON text."""
    return json if len(json) < _LONG else _zstandard.compressor.compress(json)


def unpack(stored: bytes) -> bytes:
    """Return the JSON text of stored bytes, wherever it lies. Raises Corrupt when they cannot be decompressed,
    ArchiveDamaged when they stand for something in the archive that cannot be read."""
    if isinstance(stored, Away):
        return stored.fetch()
    if stored.startswith(WARM):
        return unwarmed(stored)
    try:
        return _zstandard.decompressor.decompress(stored) if stored.startswith(_FRAME) else stored
    except zstandard.ZstdError as error:
        raise Corrupt(f"A stored value cannot be read: {error}") from error
