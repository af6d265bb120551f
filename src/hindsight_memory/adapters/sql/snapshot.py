"""What every group of reads stands on: one connection inside one transaction."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from sqlalchemy import Connection

from hindsight_memory.adapters.sql.dialects import Dialect
from hindsight_memory.ports.records import Corpus


class Snapshot:
    """One consistent state of the store; ``now`` decides what has run out."""

    def __init__(self, connection: Connection, dialect: Dialect, now: Callable[[], datetime]) -> None:
        self._connection = connection
        self._dialect = dialect
        self._now_is = now
        # Nothing changes inside one state, and a search asks for the same statistics more than once.
        self._corpora: dict[tuple[tuple[str, ...], frozenset[str]], Corpus] = {}
