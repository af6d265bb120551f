"""A review that is stopped after any commit leaves a consistent store; a second run completes it and a third changes
nothing."""

from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hindsight_memory.bootstrap import App
from hindsight_memory.domain.decision import ExpectedKind, OutcomeSource
from hindsight_memory.domain.events import DomainEvent
from hindsight_memory.domain.job import Job, JobState
from hindsight_memory.domain.memory import Source, Status
from hindsight_memory.domain.trace import EventKind, OutcomeStatus
from hindsight_memory.entrypoints.reviewing import drain
from hindsight_memory.ports.decisions import DecisionFilter
from hindsight_memory.ports.records import JobQueue, MemoryFilter, Records, Work
from hindsight_memory.services.decisions import OutcomeRequest, RecordRequest
from hindsight_memory.services.memories import WriteRequest
from hindsight_memory.services.tasks import NewEvent
from hindsight_memory.testing import FrozenClock, throw_away_app

SAID = (
    "Remember: the staging gateway listens on port 9077.",
    "The staging gateway has moved, it listens on port 9717 now.",
    "From now on keep commit messages under 50 characters.",
    "以后周报都用中文写，每周一上午发给我。",
    "Remember that uploads to the media bucket are capped at 10 MB.",
)
HOUR = timedelta(hours=1)


class Killed(BaseException):
    """The process is gone: nothing that it runs may catch this."""


@dataclass
class _Fuse:
    """Burns down with every transaction; ``after`` says whether the last one is committed still."""

    left: int
    after: bool = False

    def burn(self, transaction: Callable[[], object]) -> object:
        if self.left <= 0 and not self.after:
            raise Killed
        done = transaction()
        if self.left <= 0:
            raise Killed
        self.left -= 1
        return done


@dataclass
class _MortalWork:
    work: Work
    fuse: _Fuse

    def __getattr__(self, name: str) -> object:
        return getattr(self.work, name)

    def commit(self, first: DomainEvent, *rest: DomainEvent) -> None:
        self.fuse.burn(lambda: self.work.commit(first, *rest))


@dataclass
class _MortalStore:
    """``Records`` and ``JobQueue`` of a process that dies at one of its transactions."""

    store: Records
    queue: JobQueue
    fuse: _Fuse

    def __getattr__(self, name: str) -> object:
        return getattr(self.store, name)

    @contextmanager
    def work(self, actor: str, space: str, now: datetime) -> Generator[_MortalWork]:
        with self.store.work(actor, space, now) as work:
            yield _MortalWork(work, self.fuse)

    def claim(self, *args: object, **more: object) -> Job | None:
        return self.fuse.burn(lambda: self.queue.claim(*args, **more))  # type: ignore[arg-type, return-value]


def mortal(app: App, fuse: _Fuse) -> App:
    store = _MortalStore(app.records, app.queue, fuse)
    return replace(app, reviews=replace(app.reviews, records=store, queue=store))


def tasks_in(app: App, said: list[str], *, violated: bool) -> None:
    """Finished tasks of every kind: told things, an open intent, a decision that relied on a memory and was wrong."""
    known = app.memories.write(
        app.actor, WriteRequest(content="The importer does not need the ledger.", source=Source.USER)
    )
    for number, text in enumerate(said):
        task = f"told-{number}"
        app.tasks.begin(app.actor, task_id=task)
        app.tasks.append(app.actor, task, [NewEvent(kind=EventKind.USER, text=text)])
        app.tasks.end(app.actor, task, OutcomeStatus.SUCCESS)
    app.tasks.begin(app.actor, task_id="decided")
    outcome = OutcomeRequest(outcome="done", outcome_source=OutcomeSource.SYSTEM, exit_code=1 if violated else 0)
    for belief, ended in (("importer is independent of ledger", outcome), ("nobody else deploys", None)):
        app.decisions.record(
            app.actor,
            RecordRequest(
                intent="deploy the importer",
                belief_text=belief,
                expected="0",
                expected_kind=ExpectedKind.EXIT_CODE,
                memory_ids=(known.memory_id,),
                task_id="decided",
                outcome=ended,
            ),
        )
    app.tasks.end(app.actor, "decided", OutcomeStatus.FAILURE if violated else OutcomeStatus.SUCCESS)


def picture(app: App) -> dict[str, object]:
    """What the store holds, without the ids that differ from run to run."""
    view = app.actor.view()
    with app.records.reading() as reading:
        every = MemoryFilter(statuses=frozenset(Status))
        memories = reading.list_memories(view, every, limit=200).entries
        decisions = reading.decisions(view, DecisionFilter(), limit=200).entries
        return {
            "memories": sorted(
                (m.content, m.status.value, m.revision, m.confidence, m.evidence_count, m.usage.used) for m in memories
            ),
            "decisions": sorted((d.belief.statement, d.delta.result.value, d.is_open, d.inferred) for d in decisions),
            "reviewed": sorted(t.task_id for t in reading.tasks(view, reviewed=True, limit=200).entries),
            "jobs": sorted((j.key, j.state.value) for j in reading.jobs(view, frozenset(JobState), limit=200).entries),
        }


def undisturbed(said: list[str], *, violated: bool) -> tuple[dict[str, object], int]:
    """What a review that nothing stops leaves, and how many transactions it needs."""
    fuse = _Fuse(10_000)
    with throw_away_app() as app:
        tasks_in(app, said, violated=violated)
        drain(mortal(app, fuse), app.actor)
        return picture(app), 10_000 - fuse.left


@pytest.mark.timeout(120)
@pytest.mark.requirement("REV-13")
@settings(max_examples=3, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(said=st.lists(st.sampled_from(SAID), min_size=1, max_size=2, unique=True), violated=st.booleans())
def test_a_review_stopped_at_any_transaction_is_completed_by_a_second_run_and_a_third_changes_nothing(
    said: list[str], violated: bool
) -> None:
    wanted, transactions = undisturbed(said, violated=violated)
    assert transactions >= 2 * (len(said) + 1)
    for left in range(transactions):
        for after in (False, True):
            with TemporaryDirectory(prefix="hindsight-") as folder:
                clock = FrozenClock()
                with throw_away_app(Path(folder), clock=clock) as app:
                    tasks_in(app, said, violated=violated)
                    with suppress(Killed):
                        drain(mortal(app, _Fuse(left, after)), app.actor)
                        raise AssertionError("it should have been stopped")
                    assert app.upkeep.verify_audit(app.actor) > 0
                # Another process, after the leases have run out.
                clock.advance(HOUR)
                with throw_away_app(Path(folder), clock=clock) as app:
                    drain(app, app.actor)
                    assert picture(app) == wanted
                    drain(app, app.actor)
                    assert picture(app) == wanted
