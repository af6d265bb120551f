"""The forms in which a state lies in its column, told by its first byte: as written, warm, or away in the archive.

Readers never see a difference: a column of type ``State`` gives the reference as ``Away``, and ``codec`` fetches what
it stands for when the state is read.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Any, NamedTuple, Protocol
from weakref import WeakKeyDictionary

from sqlalchemy import Engine, LargeBinary
from sqlalchemy.engine import Dialect
from sqlalchemy.types import TypeDecorator

# No JSON text and no Zstandard frame begins with one of these.
WARM = b"\x01"
AWAY = b"\x02"
_PLACE = struct.Struct(">IIH")


class Place(NamedTuple):
    """Where in the archive: the file's number, the frame in it, the entry in that."""

    file_id: int
    frame: int
    entry: int

    def stored(self) -> bytes:
        """Return the bytes that stand in the state's column for it."""
        return AWAY + _PLACE.pack(*self)


class Archive(Protocol):
    """What a reference is resolved by."""

    def read(self, place: Place) -> bytes:
        """Return the JSON at a place. Raises ArchiveDamaged."""
        ...


class Away(bytes):
    """The stored bytes of a state that lies in the archive."""

    fetch: Callable[[], bytes]
    """Return the JSON. Raises ArchiveDamaged."""
    place: Place

    @classmethod
    def at(cls, stored: bytes, archive: Archive) -> Away:
        """Return a reference that can be followed."""
        away = cls(stored)
        away.place = Place(*_PLACE.unpack(stored[len(AWAY) :]))
        away.fetch = lambda: archive.read(away.place)
        return away


_archives: WeakKeyDictionary[Dialect, Archive] = WeakKeyDictionary()


def attach(engine: Engine, archive: Archive) -> None:
    """Let the states that this engine reads be found in an archive."""
    _archives[engine.dialect] = archive


class State(TypeDecorator[bytes]):
    """What a row says, in any of its forms."""

    impl = LargeBinary
    cache_ok = True

    def process_bind_param(self, value: bytes | None, dialect: Dialect) -> Any:
        """Write it as it is."""
        return value

    def process_result_value(self, value: bytes | None, dialect: Dialect) -> bytes | None:
        """Read it; a reference knows its archive."""
        if value is None or value[:1] != AWAY:
            return value
        return Away.at(value, _archives[dialect])
