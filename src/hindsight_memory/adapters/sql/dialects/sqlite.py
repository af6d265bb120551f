"""SQLite: one file in the data folder, shared by any number of processes.

WAL lets readers and the one writer work side by side. Writers begin with BEGIN IMMEDIATE: a transaction that
reads first and asks for the lock later fails at once when another wrote in between, however long the timeout.
``synchronous=NORMAL`` in WAL mode: a killed process loses nothing that was committed; on power loss or a
crash of the operating system the last commits may be missing, but the file is consistent, never damaged.
"""

from __future__ import annotations

import fcntl
import os
import sqlite3
import weakref
from collections.abc import Generator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from datetime import timedelta
from pathlib import Path
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Engine,
    Insert,
    QueuePool,
    Table,
    create_engine,
    event,
    func,
    select,
    text,
)
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.engine import ExceptionContext
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import TimeoutError as PoolTimeout

from hindsight_memory.adapters.sql.archive import FOLDER, ArchiveFiles, unusable
from hindsight_memory.adapters.sql.dialects import Weighed, postings
from hindsight_memory.adapters.sql.dialects.texts import SqliteTexts
from hindsight_memory.adapters.sql.schema import memories
from hindsight_memory.adapters.sql.states import attach
from hindsight_memory.domain.errors import (
    Corrupt,
    HindsightError,
    StoreBusy,
    StoreFull,
    StoreReadOnly,
    StoreUnusable,
    Unavailable,
)

FILE_NAME = "hindsight.db"
_READERS = 4
_MORE_READERS = 28
_PURGE_PATIENCE_MS = 200
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"

# Names of https://sqlite.org/rescode.html, without their extended part.
_BUSY = ("SQLITE_BUSY", "SQLITE_LOCKED", "SQLITE_PROTOCOL")
_FULL = ("SQLITE_FULL", "SQLITE_IOERR_WRITE", "SQLITE_IOERR_SHMSIZE")
_READ_ONLY = ("SQLITE_READONLY", "SQLITE_PERM")
_UNUSABLE = ("SQLITE_CANTOPEN",)
_DAMAGED = ("SQLITE_CORRUPT", "SQLITE_NOTADB")

_PRAGMAS = ("foreign_keys = ON", "synchronous = NORMAL", "trusted_schema = OFF", "cache_size = -16384")
_READER_PRAGMAS = ("query_only = ON",)
# What is deleted is overwritten in the file. The log is copied into the file every 16 MB (a commit touches some
# fifty pages, and each copying waits for the disk); one that grew by a large import is cut again.
_WRITER_PRAGMAS = (
    "journal_mode = WAL",
    "secure_delete = ON",
    "wal_autocheckpoint = 4000",
    "journal_size_limit = 67108864",
)


class Sqlite:
    """A store in one file. See ``Dialect`` for the contract of each method."""

    def __init__(self, folder: Path, patience: timedelta) -> None:
        self.patience = patience
        self.folder = folder
        self.file = folder / FILE_NAME
        self.memory_texts = SqliteTexts("memory_text")
        self.decision_texts = SqliteTexts("decision_text")
        self.writer = _engine(self.file, patience, "BEGIN IMMEDIATE", readers=0)
        self.reader = _engine(self.file, patience, "BEGIN", readers=_READERS)
        self.archive = ArchiveFiles(folder / FOLDER, self._archive_file)
        for engine in (self.reader, self.writer):
            attach(engine, self.archive)
        _forget_in_children(self)

    def is_there(self) -> bool:
        """Whether the store was built before. Raises StoreUnusable when the folder may not be looked into."""
        try:
            return self.file.exists()
        except OSError as error:
            raise unusable(self.folder, error) from error

    def building(self) -> AbstractContextManager[None]:
        """Hold the build lock of the folder, which is made (mode 0700) if needed. Raises StoreUnusable, StoreFull."""
        return _build_lock(self.folder)

    @contextmanager
    def building_new(self) -> Generator[Connection]:
        """Build the file aside and put it in place when the block ends: whoever sees it sees all of it."""
        aside = self.file.with_suffix(".new")
        for suffix in ("", "-wal", "-shm", "-journal"):
            aside.with_name(aside.name + suffix).unlink(missing_ok=True)
        os.close(os.open(aside, os.O_CREAT | os.O_WRONLY, 0o600))
        engine = _engine(aside, self.patience, "BEGIN IMMEDIATE", readers=0)
        try:
            with engine.begin() as connection:
                yield connection
        finally:
            engine.dispose()
        aside.rename(self.file)

    def create_text_index(self, connection: Connection) -> None:
        """Make the FTS5 tables."""
        self.memory_texts.create(connection)
        self.decision_texts.create(connection)

    def next_row_key(self, connection: Connection) -> int:
        """Return one more than the highest key; the write lock keeps others from taking it."""
        return (connection.execute(select(func.max(memories.c.row_key))).scalar() or 0) + 1

    def insert_missing(self, table: Table) -> Insert:
        """INSERT … ON CONFLICT DO NOTHING."""
        return insert(table).on_conflict_do_nothing()

    def count_terms(self, connection: Connection, terms: Table, space_key: int, changes: Mapping[str, int]) -> None:
        """One upsert per token, straight through the driver: there are some thirty to a hundred of them in a commit."""
        rows = [(space_key, token, count) for token, count in changes.items()]
        connection.exec_driver_sql(f"INSERT INTO {terms.name}{_COUNT_TERM}", rows)

    def word(self, scope_key: int, token: str) -> str:
        """Return ``<scope key in base 36>_<token>``; tokens have no underscore, so no two pairs meet."""
        digits = ""
        while scope_key:
            scope_key, digit = divmod(scope_key, 36)
            digits = _DIGITS[digit] + digits
        return f"{digits}_{token}"

    def _archive_file(self, file_id: int) -> str | None:
        """As it is committed now: also for a reader that has an older state in view."""
        try:
            with self.reader.connect() as connection:
                return connection.execute(_FILE_NAMED, {"file_id": file_id}).scalar()
        except PoolTimeout as error:
            raise StoreBusy("All connections for reading are in use.") from error

    def number(self, statement: str, values: tuple[object, ...]) -> int:
        """Straight through the driver, without a transaction: a search asks twice whether anything changed."""
        try:
            connection = self.reader.raw_connection()
        except PoolTimeout as error:
            raise StoreBusy("All connections for reading are in use.") from error
        try:
            cursor = connection.cursor()
            try:
                cursor.execute(statement, values)
                row = cursor.fetchone()
            finally:
                cursor.close()
        except sqlite3.Error as error:
            raise translated(error) from error
        finally:
            connection.close()
        return int(row[0]) if row else 0

    def heaviest(
        self,
        connection: Connection,
        words: Sequence[Weighed],
        wanted: ColumnElement[bool],
        scope_keys: Sequence[int],
        limit: int,
    ) -> list[tuple[int, str]]:
        """Sum over the postings alone, then look at rows, the best first, until there are enough.

        A row costs five times a posting. Only when the filter leaves too few of the newest postings are all
        postings filtered, so that old memories of a rare kind are found too."""
        search = postings.Search(connection, self.memory_texts, wanted, scope_keys)
        weights, cut = search.weights(words)
        best = search.best(weights, limit)
        if len(best) < limit and cut:
            weights, _ = search.weights(words, only_wanted=True)
            best = search.best(weights, limit)
        return best

    def after_purge(self) -> None:
        """Copy the write-ahead log into the file and cut it to nothing, unless a reader still needs it."""
        with suppress(StoreBusy), self.writer.connect() as connection:
            driver: Any = connection.connection.driver_connection
            # While it waits for readers no other writer gets on, so it does not wait long.
            driver.execute(f"PRAGMA busy_timeout = {_PURGE_PATIENCE_MS}")
            try:
                driver.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            finally:
                driver.execute(f"PRAGMA busy_timeout = {round(self.patience.total_seconds() * 1000)}")

    def close(self) -> None:
        """Close all connections; the last one of all processes folds the write-ahead log into the file."""
        self.reader.dispose()
        self.writer.dispose()


_FILE_NAMED = text("SELECT name FROM archive_files WHERE file_id = :file_id")
_COUNT_TERM = """(space_key, token, documents) VALUES (?, ?, ?)
ON CONFLICT (space_key, token) DO UPDATE SET documents = documents + excluded.documents"""


def translated(error: BaseException) -> HindsightError:
    """Return what a driver's error means to a caller."""
    name = getattr(error, "sqlite_errorname", "")
    if name.startswith(_BUSY):
        return StoreBusy()
    if name.startswith(_FULL):
        return StoreFull(f"The store cannot be written: {error}.")
    if name.startswith(_READ_ONLY):
        return StoreReadOnly(f"The store cannot be written: {error}.")
    if name.startswith(_UNUSABLE):
        return StoreUnusable(f"The store cannot be opened: {error}.")
    if name.startswith(_DAMAGED):
        return Corrupt(f"The store's file is damaged: {error}.")
    return Unavailable(f"The store failed: {error}.")


def _forget_in_children(store: Sqlite) -> None:
    """A forked process opens connections of its own: SQLite's must not be carried over a fork."""
    there = weakref.ref(store)

    def forget() -> None:
        forked = there()
        if forked is not None:
            forked.reader.dispose(close=False)
            forked.writer.dispose(close=False)

    os.register_at_fork(after_in_child=forget)


@contextmanager
def _build_lock(folder: Path) -> Generator[None]:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        folder.chmod(0o700)
        lock = os.open(folder / "build.lock", os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise unusable(folder, error) from error
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
    finally:
        os.close(lock)


def _engine(file: Path, patience: timedelta, begin: str, *, readers: int) -> Engine:
    """Return an engine whose transactions start with ``begin``: one connection that writes, or a pool of readers."""

    def connect() -> sqlite3.Connection:
        address = file.absolute().as_uri() + _access(file, writing=not readers)
        return sqlite3.connect(
            address,
            uri=True,
            timeout=patience.total_seconds(),
            isolation_level=None,
            check_same_thread=False,
            cached_statements=256,
        )

    engine = create_engine(
        "sqlite://",
        creator=connect,
        poolclass=QueuePool,
        pool_size=readers or 1,
        max_overflow=_MORE_READERS if readers else 0,
        pool_timeout=patience.total_seconds(),
    )

    def prepare(connection: DBAPIConnection, _: object) -> None:
        cursor = connection.cursor()
        for pragma in _PRAGMAS + (_READER_PRAGMAS if readers else _WRITER_PRAGMAS):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    def start(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    event.listen(engine, "connect", prepare)
    event.listen(engine, "begin", start)
    event.listen(engine, "handle_error", _translate)
    return engine


def _access(file: Path, *, writing: bool) -> str:
    """How to open the file. Raises StoreReadOnly.

    ``mode=rw``: a store that was removed under us does not come back empty. Where nothing may be written, what other
    processes share with a writer is only there while one is at work; without it the file is read as it stands."""
    if not file.exists() or _may_write(file.parent, file):
        return "?mode=rw"
    if writing:
        raise StoreReadOnly(f"The store in {file.parent} can be read, not written.")
    log = file.with_name(f"{file.name}-wal")
    return "?mode=ro" if log.exists() and log.stat().st_size else "?mode=ro&immutable=1"


def _may_write(*paths: Path) -> bool:
    own = os.access in os.supports_effective_ids
    return all(os.access(path, os.W_OK, effective_ids=own) for path in paths)


def _translate(context: ExceptionContext) -> BaseException | None:
    error = context.original_exception
    return translated(error) if isinstance(error, sqlite3.Error) and _is_of_the_store(error) else None


def _is_of_the_store(error: sqlite3.Error) -> bool:
    """Whether the store failed, not the statement (a broken constraint, a wrong number of values)."""
    return isinstance(error, sqlite3.DatabaseError) and not isinstance(
        error, sqlite3.IntegrityError | sqlite3.ProgrammingError | sqlite3.DataError
    )
