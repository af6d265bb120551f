"""A sweep that is stopped after any commit leaves a consistent store; a further one completes it."""

from collections.abc import Generator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from uuid import UUID

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hindsight_memory.bootstrap import App
from hindsight_memory.domain.events import Change, MemoryChanged
from hindsight_memory.domain.memory import Memory, MemoryType, Source, Status
from hindsight_memory.ports.records import MemoryFilter, Reading, Records, Work
from hindsight_memory.services.memories import WriteRequest
from hindsight_memory.testing import throw_away_app

STATEMENTS = (
    "The staging gateway listens on port 9077.",
    "the staging gateway listens on port 9077",
    "The staging gateway has moved, it listens on port 9717 now.",
    "Uploads to the media bucket are capped at 10 MB.",
    "The cap for uploads to the media bucket was raised to 50 MB.",
    "周报每周五下午发给我",
    "周报改成每周一上午发",
    "The retry limit of the mailer is 5.",
    "We keep the nightly backups of the shop.",
    "We keep the nightly backups of the shop because auditors ask.",
    "Lunch is at noon.",
)


class Stopped(Exception):
    """The process is gone."""


@dataclass
class StoppingRecords:
    """``Records`` of a process that dies instead of its next transaction, after ``left`` more."""

    records: Records
    left: int

    def reading(self) -> object:
        return self.records.reading()

    @contextmanager
    def work(self, actor: str, space: str, now: datetime) -> Generator[Work]:
        if not self.left:
            raise Stopped
        self.left -= 1
        with self.records.work(actor, space, now) as work:
            yield work


def stored(app: App, texts: list[str]) -> None:
    first = app.memories.write(app.actor, WriteRequest(content="A pattern for memories.", source=Source.USER))
    pattern = app.memories.get(app.actor, first.memory_id)
    app.memories.forget(app.actor, pattern.memory_id, "only a pattern")
    made: list[Memory] = []
    for number, text in enumerate(texts, 1):
        at = pattern.created_at + timedelta(minutes=number)
        identity = str(UUID(int=UUID(pattern.memory_id).int + number))
        made.append(
            replace(
                pattern,
                memory_id=identity,
                content=text,
                type=MemoryType.FACT,
                created_at=at,
                last_confirmed_at=at,
                claim=None,
            )
        )
    indexed, _ = app.upkeep.indexer.index(made)
    with app.records.work("test", pattern.scope.space, app.clock.now()) as work:
        work.commit(*[MemoryChanged(m, Change.STORED, "", i) for m, i in zip(made, indexed, strict=True)])


def all_of(reading: Reading, app: App) -> list[Memory]:
    wanted = MemoryFilter(statuses=frozenset(Status) - {Status.FORGOTTEN})
    page = reading.list_memories(app.actor.view(), wanted, limit=100)
    return sorted(page.entries, key=lambda m: m.created_at)


def swept(texts: list[str], stops: list[int]) -> list[tuple[str, Status]]:
    """The outcome of sweeps that are stopped after so many transactions each, and then of one that is not."""
    with throw_away_app(lexical_only=True) as app:
        stored(app, texts)
        for left in stops:
            stopping = replace(app.sweep, records=StoppingRecords(app.records, left))
            with suppress(Stopped):
                stopping.run(app.actor)
            with app.records.reading() as reading:
                consistent(all_of(reading, app))
        app.sweep.run(app.actor)
        with app.records.reading() as reading:
            after = all_of(reading, app)
        assert app.sweep.run(app.actor).acts == ()
        app.records.verify_audit()
        consistent(after)
        return [(m.content, m.status) for m in after]


def consistent(memories: list[Memory]) -> None:
    """Whatever gave way has a successor, and following successors ends at something that holds."""
    by_id = {m.memory_id: m for m in memories}
    for memory in memories:
        seen: set[str] = set()
        while memory.status is Status.SUPERSEDED:
            assert memory.superseded_by and memory.memory_id not in seen
            seen.add(memory.memory_id)
            memory = by_id[memory.superseded_by]
        assert memory.status in (Status.ACTIVE, Status.DISPUTED)


@settings(max_examples=5, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.lists(st.sampled_from(STATEMENTS), min_size=2, max_size=5),
    st.lists(st.integers(min_value=0, max_value=5), min_size=1, max_size=3),
)
def test_a_sweep_stopped_after_any_commit_is_completed_by_the_next_and_a_third_changes_nothing(
    texts: list[str], stops: list[int]
) -> None:
    assert swept(texts, stops) == swept(texts, [])
