"""Moving rows through the tiers. See ``ports.tiers`` for the contract.

What takes long (compressing, writing files) is done from a read, before the write lock is taken; the transaction then
changes only rows that still say what was read.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Connection, select

from hindsight_memory.adapters.sql import archive_rows, codec, schema
from hindsight_memory.adapters.sql.archive import Written
from hindsight_memory.adapters.sql.journal import Journal
from hindsight_memory.adapters.sql.records import SqlRecords
from hindsight_memory.adapters.sql.states import Place
from hindsight_memory.adapters.sql.tier_rows import ROWS, Batch
from hindsight_memory.adapters.sql.tier_storage import stored_in
from hindsight_memory.adapters.sql.warm import warmed
from hindsight_memory.domain.actor import View
from hindsight_memory.domain.errors import StoreBusy
from hindsight_memory.domain.tiering import Kept, StorageTier, Stored

_TRIES = 5


class _OvertakenError(Exception):
    """Something else changed the same rows, or took the file away."""


class SqlTiers:
    """Implements ``TierStore`` over the record store."""

    def __init__(self, records: SqlRecords) -> None:
        self._records = records
        self._dialect = records.dialect

    def warm(self, space: str, kind: Kept, until: datetime, *, limit: int) -> int:
        """Compress what is due, the oldest first; returns how many rows."""
        rows, tier = ROWS[kind], StorageTier.WARM
        while True:
            key, batch = self._due(space, kind, tier, until, limit)
            if batch.empty:
                return 0
            to = [warmed(codec.unpack(row.state)) for row in batch.rows]
            with self._records.changing() as connection:
                moved = rows.move(connection, self._dialect, key, tier, batch, to)
            if moved:
                return moved
            # Traces without an event left to move are only marked; then the next are looked at.
            if batch.rows:
                raise StoreBusy("What is to be compressed is changed by others at the same time.")

    def archive(self, actor: str, space: str, kind: Kept, until: datetime, now: datetime, *, limit: int) -> int:
        """Move what is due into one new file; returns how many rows."""
        for _ in range(_TRIES):
            key, batch = self._due(space, kind, StorageTier.ARCHIVE, until, limit)
            if batch.empty:
                return 0
            lines = [codec.unpack(row.state) for row in batch.rows]
            written = self._dialect.archive.write(kind.value, lines) if lines else None
            try:
                with self._records.changing() as connection:
                    journal = Journal(connection, self._dialect, space=space, actor=actor, now=now)
                    self._hand_over(journal, key, kind, batch, written)
            except _OvertakenError:
                self._dialect.archive.remove([written.name] if written else [])
                continue
            self._dialect.archive.step("committed")
            if batch.rows:
                return len(batch.rows)
        raise StoreBusy("What is to be archived is changed by others all the time.")

    def tidy(self) -> int:
        """Remove files that a stopped process left behind; returns how many."""
        with self._records.connected() as connection:
            if not archive_rows.strays(connection, self._dialect.archive):
                return 0
        with self._records.changing() as connection:
            return archive_rows.tidy(connection, self._dialect.archive)

    def storage(self, view: View) -> Sequence[Stored]:
        """Return how much of each kind lies in each tier."""
        with self._records.connected() as connection:
            return stored_in(connection, view)

    def _due(self, space: str, kind: Kept, tier: StorageTier, until: datetime, limit: int) -> tuple[int, Batch]:
        with self._records.connected() as connection:
            key = _space_key(connection, space)
            return key, ROWS[kind].due(connection, key, tier, until, limit) if key else Batch(())

    def _hand_over(self, journal: Journal, key: int, kind: Kept, batch: Batch, written: Written | None) -> None:
        """Let rows name their place in the file instead of what they say. Raises _OvertakenError, changing nothing."""
        connection, rows = journal.connection, ROWS[kind]
        to: list[bytes] = []
        if written is not None:
            # Under the write lock nobody takes it away any more.
            if not self._dialect.archive.has(written.name):
                raise _OvertakenError
            file_id = archive_rows.enter(journal, kind, written, [row.at for row in batch.rows])
            to = [Place(file_id, frame, entry).stored() for frame, entry in written.places]
        if rows.move(connection, self._dialect, key, StorageTier.ARCHIVE, batch, to) != len(batch.rows):
            raise _OvertakenError
        self._dialect.archive.step("handed over")
        if written is not None:
            journal.close()


def _space_key(connection: Connection, space: str) -> int:
    return connection.execute(select(schema.spaces.c.space_key).where(schema.spaces.c.name == space)).scalar() or 0
