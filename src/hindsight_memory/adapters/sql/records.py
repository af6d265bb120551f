"""The record store: reads, work, the job queue and the audit check over one database."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

from sqlalchemy import Connection
from sqlalchemy.exc import TimeoutError as PoolTimeout

from hindsight_memory.adapters.sql import archive_rows, audit, queue, schema_version
from hindsight_memory.adapters.sql.archive import unusable
from hindsight_memory.adapters.sql.dialects import Dialect
from hindsight_memory.adapters.sql.dialects.sqlite import Sqlite
from hindsight_memory.adapters.sql.reading import SqlReading
from hindsight_memory.adapters.sql.work import SqlWork
from hindsight_memory.domain.actor import View
from hindsight_memory.domain.errors import StoreBusy, StoreClosed, StoreReadOnly
from hindsight_memory.domain.job import Job
from hindsight_memory.ports.clock import Clock

_LATEST_CHANGE = "SELECT change_sequence FROM spaces WHERE name = ?"


class SqlRecords:
    """Implements the ports ``Records`` and ``JobQueue``; all methods are safe from several threads."""

    def __init__(self, dialect: Dialect, clock: Clock | None = None) -> None:
        self._dialect = dialect
        self._clock = clock
        self._closed = False

    @classmethod
    def open(
        cls, path: Path, *, busy_timeout: timedelta = timedelta(seconds=10), clock: Clock | None = None
    ) -> SqlRecords:
        """Open the SQLite store in the data folder ``path``; the folder (0700) and its file are made if needed.

        ``clock`` (the machine's, if None) decides in reads which discards have run out. Opening a store whose
        schema is current takes no write lock; one that may only be read is opened for that. Raises SchemaTooNew,
        StoreUnusable, StoreFull, StoreBusy, Corrupt."""
        dialect = Sqlite(path, busy_timeout)
        try:
            if not dialect.is_there():
                _build(dialect)
            if not schema_version.is_current(dialect.reader):
                with dialect.building(), dialect.writer.begin() as connection:
                    schema_version.upgrade(connection)
            _tidy(dialect)
        except BaseException:
            dialect.close()
            raise
        return cls(dialect, clock)

    @property
    def dialect(self) -> Dialect:
        """The open database, for the parts of this adapter."""
        return self._dialect

    @contextmanager
    def reading(self) -> Generator[SqlReading]:
        """Open a consistent read. Never takes the write lock."""
        with self.connected() as connection:
            yield SqlReading(connection, self._dialect, self._now)

    @contextmanager
    def work(self, actor: str, space: str, now: datetime) -> Generator[SqlWork]:
        """Open a transaction that may write to ``space``. Raises StoreBusy after the busy timeout."""
        with self._writing() as connection:
            work = SqlWork(connection, self._dialect, space=space, actor=actor, now=now)
            yield work
        # What a kill leaves here is removed when the store is opened next.
        self._dialect.archive.remove(work.left_files)
        if work.erased_texts:
            self._dialect.after_purge()

    def verify_audit(self, space: str | None = None) -> int:
        """Check the audit chains and what they cover, also in the archive, and return the number of entries. Raises
        AuditBroken, ArchiveDamaged."""
        with self.connected() as connection:
            archive_rows.check_files(connection, self._dialect.archive, space)
            return audit.verify(connection, space)

    def close(self) -> None:
        """Release all connections. What is asked afterwards raises StoreClosed."""
        self._closed = True
        self._dialect.close()

    def claim(
        self,
        kinds: Sequence[str],
        owner: str,
        now: datetime,
        lease_until: datetime,
        *,
        space: str | None = None,
        key: str | None = None,
    ) -> Job | None:
        """Take the oldest job that is queued, or running with a lease that has run out; None if there is none."""
        wanted = queue.Wanted(kinds, space, key)
        with self.connected() as connection:
            if connection.execute(queue.waiting(wanted, now)).first() is None:
                return None
        with self.changing() as connection:
            return queue.claim(connection, wanted, owner, now, lease_until)

    def release(self, job_id: str, owner: str) -> bool:
        """Put a running job back in the queue; False if not the owner's."""
        with self.changing() as connection:
            return queue.release(connection, job_id, owner)

    def renew(self, job_id: str, owner: str, lease_until: datetime) -> bool:
        """Extend the lease; False when it is no longer the owner's."""
        with self.changing() as connection:
            return queue.renew(connection, job_id, owner, lease_until)

    def fail(self, job_id: str, owner: str, error: str, now: datetime) -> None:
        """End it as failed with the reason; nothing happens when the lease is no longer the owner's."""
        with self.changing() as connection:
            queue.fail(connection, job_id, owner, error, now)

    def retry(self, view: View, job_id: str) -> bool:
        """Queue a failed or cancelled job again; False when there is none in such a state."""
        with self.changing() as connection:
            return queue.retry(connection, view, job_id)

    def cancel(self, view: View, job_id: str, now: datetime) -> bool:
        """Cancel a queued job; False when it is not queued."""
        with self.changing() as connection:
            return queue.cancel(connection, view, job_id, now)

    def latest_change(self, space: str) -> int:
        """Return the last change sequence of a space; 0 for one that holds nothing."""
        self._must_be_open()
        return self._dialect.number(_LATEST_CHANGE, (space,))

    @contextmanager
    def connected(self) -> Generator[Connection]:
        """Open a read of one state for the parts of this adapter."""
        self._must_be_open()
        try:
            connection = self._dialect.reader.connect()
        except PoolTimeout as error:
            raise StoreBusy("All connections for reading are in use.") from error
        with connection:
            yield connection

    @contextmanager
    def changing(self) -> Generator[Connection]:
        """Open a transaction for the parts of this adapter; it holds the write lock and commits at the end."""
        with self._writing() as connection:
            yield connection
            connection.commit()

    @contextmanager
    def _writing(self) -> Generator[Connection]:
        self._must_be_open()
        try:
            connection = self._dialect.writer.connect()
        except PoolTimeout as error:
            raise StoreBusy("Another thread of this process is writing for too long.") from error
        with connection:
            # Begins the transaction, and with it takes the write lock.
            connection.begin()
            yield connection

    def _must_be_open(self) -> None:
        if self._closed:
            raise StoreClosed

    def _now(self) -> datetime:
        return datetime.now(UTC) if self._clock is None else self._clock.now()


def _tidy(dialect: Sqlite) -> None:
    """Remove files of the archive that a stopped process left behind: one may hold what was erased since. Mostly
    there are none, and nothing is locked."""
    with dialect.reader.connect() as connection:
        strays = archive_rows.strays(connection, dialect.archive)
    if strays:
        with suppress(StoreBusy, StoreReadOnly), dialect.writer.begin() as connection:
            archive_rows.tidy(connection, dialect.archive)


def _build(dialect: Sqlite) -> None:
    with dialect.building():
        if dialect.is_there():
            return
        try:
            with dialect.building_new() as connection:
                schema_version.build(connection)
                dialect.create_text_index(connection)
        except OSError as error:
            raise unusable(dialect.folder, error) from error
