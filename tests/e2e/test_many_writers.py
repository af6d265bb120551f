"""Several processes on one folder, and processes that are killed in the middle of a commit."""

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from hindsight_memory.adapters.sql.dialects.sqlite import FILE_NAME
from hindsight_memory.adapters.sql.records import SqlRecords
from hindsight_memory.ports.records import MemoryFilter
from tests.e2e.store_processes import MEMORIES, VIEW

PROCESSES = Path(__file__).with_name("store_processes.py")
WRITERS = 6
ROUNDS = 5


def start(role: str, folder: Path, name: str) -> subprocess.Popen[str]:
    command = [sys.executable, str(PROCESSES), role, str(folder), name]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def end(process: subprocess.Popen[str]) -> tuple[int, str]:
    """Wait for a process; return its exit code and what it complained about."""
    complaint = process.communicate()[1]
    return process.returncode, complaint


def agree(folder: Path) -> int:
    """Check that rows, revisions, full text, statistics, vectors, audit and outbox tell of the same memories."""
    with closing(sqlite3.connect(folder / FILE_NAME)) as connection:
        connection.execute("INSERT INTO memory_text(memory_text) VALUES ('integrity-check')")
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []

        def count(what: str) -> int:
            return connection.execute(f"SELECT {what}").fetchone()[0]

        memories = count("count(*) FROM memories")
        assert memories == count("count(DISTINCT memory_id) FROM memories")
        assert memories == count("count(*) FROM memory_text JOIN memories ON row_key = memory_text.rowid")
        assert memories == count("count(*) FROM memory_text")
        assert memories == count("count(*) FROM vectors") == count("count(*) FROM salts")
        assert memories == count("sum(documents) FROM spaces")
        assert count("sum(revision) FROM memories") == count("count(*) FROM revisions")
        assert count("count(*) FROM revisions") == count("count(*) FROM audit_entries") == count("count(*) FROM outbox")
        assert count("max(change_sequence) FROM memories") == count("change_sequence FROM spaces")
        assert count("sum(length) FROM memories") == count("total_length FROM spaces")
    return memories


@pytest.mark.requirement("RUN-1")
@pytest.mark.requirement("RUN-2")
def test_six_processes_write_while_two_read_and_nothing_is_lost(tmp_path: Path) -> None:
    folder = tmp_path / "store"
    processes = [start("write", folder, f"w{n}") for n in range(WRITERS)]
    readers = [start("read", folder, f"r{n}") for n in range(2)]
    ends = [end(process) for process in processes]
    (folder / "stop").touch()
    assert ends + [end(reader) for reader in readers] == [(0, "")] * (WRITERS + 2)
    assert agree(folder) == WRITERS * MEMORIES
    records = SqlRecords.open(folder)
    assert records.verify_audit() == WRITERS * MEMORIES
    with records.reading() as reading:
        assert reading.count_memories(VIEW, MemoryFilter()) == WRITERS * MEMORIES
    records.close()


@pytest.mark.requirement("INV-1A")
def test_processes_killed_in_the_middle_of_commits_leave_a_store_that_is_whole(tmp_path: Path) -> None:
    folder = tmp_path / "store"
    said = 0
    for number in range(ROUNDS):
        writers = [start("write_until_killed", folder, f"w{number}-{n}") for n in range(2)]
        for writer in writers:
            assert writer.stdout is not None
            for _ in range(3 + number):
                assert writer.stdout.readline().strip()
        for writer in writers:
            writer.kill()
        # The last line may be cut; the first ones were printed after their commit.
        said += sum(3 + number + writer.communicate()[0].count("\n") for writer in writers)
        stored = agree(folder)
        assert stored % 3 == 0
        assert stored >= said * 3
        records = SqlRecords.open(folder)
        assert records.verify_audit() == stored // 3 * 4
        records.close()


@pytest.mark.requirement("RUN-1")
def test_a_folder_that_many_processes_open_first_at_once_is_built_once(tmp_path: Path) -> None:
    folder = tmp_path / "store"
    code = "import sys; from pathlib import Path; from hindsight_memory.adapters.sql.records import SqlRecords;"
    code += "SqlRecords.open(Path(sys.argv[1])).close()"
    command = [sys.executable, "-c", code, str(folder)]
    processes = [subprocess.Popen(command, stderr=subprocess.PIPE, text=True) for _ in range(WRITERS)]
    assert [process.communicate()[1] for process in processes] == [""] * WRITERS
    assert sorted(path.name for path in folder.iterdir()) == ["build.lock", FILE_NAME]


@pytest.mark.requirement("RUN-1")
def test_a_forked_process_writes_by_connections_of_its_own(tmp_path: Path) -> None:
    folder = tmp_path / "store"
    done = subprocess.run(
        [sys.executable, str(PROCESSES), "write_in_forks", str(folder), "w"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert agree(folder) == 3 * MEMORIES
