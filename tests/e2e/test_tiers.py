"""A run through the tiers, and a purge in the archive, killed after each of their steps."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import zstandard

from hindsight_memory.adapters.sql.records import SqlRecords
from hindsight_memory.domain.actor import Actor
from hindsight_memory.domain.events import EventsAppended, MemoryPurged
from hindsight_memory.testing import FrozenClock
from tests.contracts.making import NOW, VIEW, commit, event, later, memory, stored
from tests.contracts.tiering import SECRET, everything, fill, lying, reworded, tiers

ANN = Actor(agent="ann", any_space=True, default_space="alpha")
ROOT = Path(__file__).parents[2]


def opened(folder: Path) -> SqlRecords:
    return SqlRecords.open(folder, clock=FrozenClock(NOW))


def killed(role: str, folder: Path, after: int) -> bool:
    """Kill the process after so many steps; False when it came to its end before."""
    command = [sys.executable, "-m", "tests.e2e.tier_process", role, str(folder)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for _ in range(after):
            if not process.stdout.readline():
                return False
            process.stdin.write("\n")
            process.stdin.flush()
        if not process.stdout.readline():
            return False
        process.kill()
    return True


def says_teal(folder: Path) -> bool:
    return any(
        b"teal" in zstandard.ZstdDecompressor().stream_reader(file.read_bytes(), read_across_frames=True).read()
        for file in (folder / "archive").glob("*")
    )


@pytest.fixture
def filled(tmp_path: Path) -> Path:
    """A store with something of every age, and a memory whose text also stands in an old trace."""
    folder = tmp_path / "filled"
    records = opened(folder)
    fill(records, (0, 20, 120))
    at = later(days=-150)
    secret = memory("secret", SECRET, created_at=at)
    commit(records, stored(secret), now=at)
    commit(records, reworded(secret, "it is gold"), now=at)
    commit(records, EventsAppended("alpha", "t2-120", (event(4, f"He said: {SECRET}.", at=at),)), now=at)
    records.close()
    return folder


@pytest.mark.requirement("DEC-10")
def test_a_run_that_is_killed_after_any_step_loses_nothing(filled: Path, tmp_path: Path) -> None:
    records = opened(filled)
    before = everything(records)
    records.close()
    steps = 0
    while True:
        folder = tmp_path / f"run{steps}"
        shutil.copytree(filled, folder)
        was_killed = killed("retier", folder, steps)
        records = opened(folder)
        assert everything(records) == before
        records.verify_audit()
        tiers(records, FrozenClock(NOW)).retier(ANN)
        assert everything(records) == before
        assert lying(records)["traces", "archive"] == 4
        records.verify_audit()
        records.close()
        if not was_killed:
            break
        steps += 1
    assert steps > 10


@pytest.mark.requirement("DEC-10")
def test_a_purge_that_is_killed_after_any_step_happened_whole_or_not_at_all(filled: Path, tmp_path: Path) -> None:
    records = opened(filled)
    tiers(records, FrozenClock(NOW)).retier(ANN)
    whole = everything(records)
    records.close()
    steps = 0
    ends: set[bool] = set()
    while True:
        folder = tmp_path / f"purge{steps}"
        shutil.copytree(filled, folder)
        was_killed = killed("purge", folder, steps)
        records = opened(folder)
        records.verify_audit()
        with records.reading() as reading:
            there = reading.memory(VIEW, "secret") is not None
        ends.add(there)
        if there:
            assert everything(records) == whole
            commit(records, MemoryPurged("alpha", "secret", "asked for"))
        assert not says_teal(folder)
        records.verify_audit()
        records.close()
        if not was_killed:
            break
        steps += 1
    assert steps > 3
    assert ends == {True, False}
