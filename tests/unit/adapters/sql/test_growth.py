"""What a growing store costs each new piece of work: counted in steps of SQLite's own machine, not in time."""

import sqlite3
from collections.abc import Callable, Generator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import Engine, event
from sqlalchemy.engine.interfaces import DBAPIConnection

from hindsight_memory.adapters.sql.records import SqlRecords
from hindsight_memory.domain.events import Change, JobDone, JobQueued, MemoryChanged
from hindsight_memory.domain.job import JobState
from hindsight_memory.domain.lifecycle import archive
from hindsight_memory.domain.memory import Memory, Status
from tests.contracts.making import NOW, VIEW, commit, job, later, memory, store

_MORE = 400


class Steps:
    """Counts the steps that all connections take."""

    def __init__(self) -> None:
        self.taken = 0

    def watch(self, connection: DBAPIConnection, _: object) -> None:
        """Count from here on."""
        assert isinstance(connection, sqlite3.Connection)
        connection.set_progress_handler(self._count, 1)

    def of(self, call: Callable[[], object]) -> int:
        """How many a call takes."""
        before = self.taken
        call()
        return self.taken - before

    def _count(self) -> int:
        self.taken += 1
        return 0


@pytest.fixture
def steps() -> Generator[Steps]:
    counted = Steps()
    event.listen(Engine, "connect", counted.watch)
    yield counted
    event.remove(Engine, "connect", counted.watch)


@pytest.fixture
def records(tmp_path: Path, steps: Steps) -> Generator[SqlRecords]:
    opened = SqlRecords.open(tmp_path / "home")
    yield opened
    opened.close()


def queued_and_taken(records: SqlRecords, name: str, space: str | None = None) -> None:
    commit(records, JobQueued(job(name, created_at=later(days=1))))
    assert records.claim(["review"], "w1", NOW, later(seconds=60), space=space) is not None


@pytest.mark.parametrize("space", [None, "alpha"])
def test_jobs_that_are_finished_are_not_gone_through_for_the_next(
    records: SqlRecords, steps: Steps, space: str | None
) -> None:
    queued_and_taken(records, "first", space)
    commit(records, JobDone("alpha", "first"))
    few = steps.of(lambda: queued_and_taken(records, "second", space))
    commit(records, JobDone("alpha", "second"))
    names = [f"j{n}" for n in range(_MORE)]
    commit(records, *(JobQueued(job(name)) for name in names))
    commit(records, *(JobDone("alpha", name) for name in names))
    assert steps.of(lambda: queued_and_taken(records, "third", space)) < few + _MORE


def test_the_oldest_of_many_waiting_jobs_is_taken_without_looking_at_the_others(
    records: SqlRecords, steps: Steps
) -> None:
    def take() -> None:
        assert records.claim(["review"], "w1", NOW, later(seconds=60), space="alpha") is not None

    commit(records, JobQueued(job("j")))
    few = steps.of(take)
    commit(records, *(JobQueued(job(f"j{n}")) for n in range(_MORE)))
    assert steps.of(take) < few + _MORE


def test_running_jobs_are_found_without_going_through_the_finished_ones(records: SqlRecords, steps: Steps) -> None:
    def look() -> None:
        with records.reading() as reading:
            reading.jobs(VIEW, frozenset({JobState.RUNNING}), limit=10)

    few = steps.of(look)
    names = [f"j{n}" for n in range(_MORE)]
    commit(records, *(JobQueued(job(name)) for name in names))
    commit(records, *(JobDone("alpha", name) for name in names))
    assert steps.of(look) < few + _MORE


def test_what_has_run_out_once_is_not_looked_at_again(records: SqlRecords, steps: Steps) -> None:
    def expired() -> list[Memory]:
        with records.reading() as reading:
            return reading.expired(NOW, space="alpha", limit=_MORE)

    few = steps.of(expired)
    gone = [memory(f"m{n}", expires_at=NOW - timedelta(days=1)) for n in range(_MORE)]
    store(records, *gone)
    assert len(expired()) == _MORE
    commit(records, *(MemoryChanged(archive(each), Change.ARCHIVED, "its time has run out") for each in gone))
    assert expired() == []
    assert steps.of(expired) < few + _MORE
    again = replace(archive(gone[0]), status=Status.ACTIVE, revision=gone[0].revision + 2)
    commit(records, MemoryChanged(again, Change.UPDATED, "it is needed again"))
    assert [each.memory_id for each in expired()] == [again.memory_id]
