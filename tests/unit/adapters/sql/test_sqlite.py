"""The SQLite side of the record store: files, pragmas, errors, and what a purge leaves on the disk."""

import os
import shutil
import sqlite3
import stat
import tempfile
from collections.abc import Callable, Generator
from contextlib import AbstractContextManager, closing, contextmanager
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import text

from hindsight_memory.adapters.sql.dialects.sqlite import FILE_NAME, Sqlite, translated
from hindsight_memory.adapters.sql.records import SqlRecords
from hindsight_memory.domain.errors import Corrupt, StoreBusy, StoreFull, StoreReadOnly, StoreUnusable, Unavailable
from hindsight_memory.domain.events import MemoryPurged
from tests.contracts.making import VIEW, commit, memory, store


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "a" / "folder"


def test_the_folder_and_its_files_are_for_the_owner_alone(folder: Path) -> None:
    mask = os.umask(0)
    try:
        records = SqlRecords.open(folder)
        store(records, memory("m1"))
        modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()}
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        assert set(modes) > {FILE_NAME, f"{FILE_NAME}-wal"}
        assert set(modes.values()) == {0o600}
        records.close()
    finally:
        os.umask(mask)


def test_a_path_with_odd_characters_is_a_path(tmp_path: Path) -> None:
    folder = tmp_path / "50% off? #1 ünï 数据"
    records = SqlRecords.open(folder)
    store(records, memory("m1"))
    records.close()
    assert (folder / FILE_NAME).exists()


def test_connections_keep_the_rules_of_the_store(folder: Path) -> None:
    SqlRecords.open(folder).close()
    dialect = Sqlite(folder, timedelta(seconds=1))
    with dialect.writer.connect() as connection:
        pragmas = ("journal_mode", "foreign_keys", "synchronous", "secure_delete", "trusted_schema")
        values = [connection.execute(text(f"PRAGMA {name}")).scalar() for name in pragmas]
        assert values == ["wal", 1, 1, 1, 0]
    with dialect.reader.connect() as connection, pytest.raises(StoreReadOnly):
        connection.execute(text("DELETE FROM spaces"))
    dialect.close()


def test_a_full_disk_is_said_and_leaves_the_store_as_it_was(folder: Path) -> None:
    SqlRecords.open(folder).close()
    dialect = Sqlite(folder, timedelta(seconds=1))
    with dialect.writer.connect() as connection:
        pages = connection.execute(text("PRAGMA page_count")).scalar_one()
        connection.execute(text(f"PRAGMA max_page_count = {pages}"))
    records = SqlRecords(dialect)
    with pytest.raises(StoreFull):
        store(records, memory("m1", "x " * 20000))
    with records.reading() as reading:
        assert reading.memory(VIEW, "m1") is None
    records.close()


def test_a_place_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StoreUnusable, match="cannot be used"):
        SqlRecords.open(tmp_path / "file" / "below")


@pytest.fixture
def bystander() -> Generator[Callable[[], AbstractContextManager[Path]]]:
    """A folder of somebody who is not root, and what makes this process a user that may only read."""
    place = Path(tempfile.mkdtemp(prefix="hindsight-read-only-"))
    place.chmod(0o755)
    folder = place / "store"

    @contextmanager
    def reading() -> Generator[Path]:
        for path in folder.iterdir():
            path.chmod(0o444)
        folder.chmod(0o555)
        root = os.geteuid() == 0
        if root:
            os.seteuid(65534)
        try:
            yield folder
        finally:
            if root:
                os.seteuid(0)
            folder.chmod(0o755)

    SqlRecords.open(folder).close()
    yield reading
    shutil.rmtree(place)


def test_a_store_that_may_only_be_read_is_read(bystander: Callable[[], AbstractContextManager[Path]]) -> None:
    with bystander() as folder:
        with closing(SqlRecords.open(folder)) as records:
            with records.reading() as reading:
                assert reading.spaces() == []
            with pytest.raises(StoreReadOnly, match="can be read"):
                store(records, memory("m1"))
        assert sorted(path.name for path in folder.iterdir()) == ["build.lock", FILE_NAME]


def test_what_a_writer_has_not_folded_into_the_file_is_read_too(
    bystander: Callable[[], AbstractContextManager[Path]],
) -> None:
    with bystander() as folder:
        pass
    (folder / FILE_NAME).chmod(0o644)
    with closing(SqlRecords.open(folder)) as writing:
        store(writing, memory("m1"))
        with bystander(), closing(SqlRecords.open(folder)) as records, records.reading() as reading:
            assert reading.memory(VIEW, "m1") is not None


def test_a_folder_that_may_not_be_looked_into_is_said_and_not_worth_a_repetition(
    bystander: Callable[[], AbstractContextManager[Path]],
) -> None:
    with bystander() as folder:
        place = folder / "new"
        with pytest.raises(StoreUnusable) as raised:
            SqlRecords.open(place)
    assert (raised.value.retryable, raised.value.hint != "") == (False, True)


def test_a_file_that_is_no_database_is_said(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_bytes(b"this is not a database at all, just some text " * 100)
    with pytest.raises(Corrupt):
        SqlRecords.open(tmp_path)


def test_a_store_that_was_removed_does_not_come_back_empty(folder: Path) -> None:
    records = SqlRecords.open(folder)
    (folder / FILE_NAME).unlink()
    with pytest.raises(StoreUnusable):
        store(records, memory("m1"))
    assert not (folder / FILE_NAME).exists()
    records.close()


def test_what_was_left_by_a_build_that_was_killed_is_in_nobodys_way(folder: Path) -> None:
    folder.mkdir(parents=True)
    (folder / "hindsight.new").write_bytes(b"half a store")
    SqlRecords.open(folder).close()
    assert sorted(path.name for path in folder.iterdir()) == ["build.lock", FILE_NAME]


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("SQLITE_BUSY", StoreBusy),
        ("SQLITE_BUSY_SNAPSHOT", StoreBusy),
        ("SQLITE_LOCKED", StoreBusy),
        ("SQLITE_FULL", StoreFull),
        ("SQLITE_READONLY", StoreReadOnly),
        ("SQLITE_PERM", StoreReadOnly),
        ("SQLITE_CANTOPEN", StoreUnusable),
        ("SQLITE_IOERR_WRITE", StoreFull),
        ("SQLITE_IOERR_SHMSIZE", StoreFull),
        ("SQLITE_CORRUPT", Corrupt),
        ("SQLITE_IOERR_READ", Unavailable),
        ("", Unavailable),
    ],
)
def test_driver_errors_become_errors_a_caller_knows(name: str, kind: type[Exception]) -> None:
    error = sqlite3.OperationalError("something")
    error.sqlite_errorname = name
    assert type(translated(error)) is kind


@pytest.mark.requirement("INV-2A")
def test_a_purged_text_is_in_no_file_of_the_folder(folder: Path) -> None:
    records = SqlRecords.open(folder)
    store(records, *(memory(f"m{n}", f"some other text number {n} of many") for n in range(300)))
    store(records, memory("secret", "the zanzibarquux opens the third plughplover"))
    commit(records, MemoryPurged("alpha", "secret", "asked for"))
    left = [
        (path.name, word)
        for path in folder.iterdir()
        for word in (b"zanzibarquux", b"plughplover")
        if word in path.read_bytes()
    ]
    records.close()
    assert left == []


def test_the_full_text_index_agrees_with_its_rows(folder: Path) -> None:
    records = SqlRecords.open(folder)
    store(records, *(memory(f"m{n}", f"text number {n}") for n in range(50)))
    commit(records, *(MemoryPurged("alpha", f"m{n}", "") for n in range(0, 50, 3)))
    records.close()
    with closing(sqlite3.connect(folder / FILE_NAME)) as connection:
        connection.execute("INSERT INTO memory_text(memory_text) VALUES ('integrity-check')")
