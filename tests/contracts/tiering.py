"""A store with something of every kind and age, and what can be read of it."""

from collections.abc import Sequence
from dataclasses import replace

from hindsight_memory.adapters.sql.records import SqlRecords
from hindsight_memory.adapters.sql.tiers import SqlTiers
from hindsight_memory.domain.events import Change, EventsAppended, MemoryChanged, TaskBegun, TaskEnded
from hindsight_memory.domain.memory import Memory
from hindsight_memory.domain.text.tokens import tokenize
from hindsight_memory.domain.tiering import Kept, Retiered, StorageTier, TierPolicy
from hindsight_memory.domain.trace import OutcomeStatus
from hindsight_memory.ports.decisions import DecisionFilter
from hindsight_memory.services.tiers import Tiers
from hindsight_memory.testing import FrozenClock
from tests.contracts.making import (
    EVERY,
    VIEW,
    changed,
    commit,
    decided,
    decision,
    event,
    indexed,
    later,
    memory,
    stored,
    task,
)

SECRET = "the colour of the vault door is teal"
AGES = (0, 10, 40, 100, 400)
"""In days before now: one is hot, two are warm, two belong into the archive."""


def fill(records: SqlRecords, ages: Sequence[int] = AGES) -> None:
    """Store, at each age in days, a decision, a trace of three events, and a memory that was changed twice."""
    for number, days in enumerate(ages):
        at = later(days=-days)
        name = f"{number}-{days}"
        begun = task(f"t{name}", started_at=at, ended_at=at, outcome=OutcomeStatus.SUCCESS)
        events = tuple(event(n, f"event {n} of {name} 第 {n} 件", at=at) for n in (1, 2, 3))
        first = memory(f"m{name}", f"the port of {name} is 80", created_at=at)
        second = reworded(first, f"the port of {name} is 81")
        third = changed(second.memory, Change.CONFIRMED)
        commit(
            records,
            TaskBegun(begun),
            EventsAppended("alpha", begun.task_id, events),
            TaskEnded(begun),
            decided(decision(f"d{name}", task_id=begun.task_id, decided_at=at), belief=b"\0\x3c", intent=b"\0\x3c"),
            stored(first),
            now=at,
        )
        commit(records, second, now=at)
        commit(records, third, now=at)


def reworded(state: Memory, content: str) -> MemoryChanged:
    """The event of the next state of a memory with another text."""
    return replace(changed(state, content=content), indexed=indexed(content))


def everything(records: SqlRecords) -> object:
    """All that readers can see of the space alpha."""
    with records.reading() as reading:
        tasks = reading.tasks(VIEW, limit=1000).entries
        listed = reading.decisions(VIEW, DecisionFilter(), limit=1000).entries
        found = reading.decision_lexical(VIEW, tokenize("holds"), DecisionFilter(), limit=1000)
        memories = sorted(each.memory_id for each in reading.states_at(VIEW, later(days=1), EVERY))
        return (
            tasks,
            [reading.trace(VIEW, each.task_id) for each in tasks],
            [reading.decisions_of_task(VIEW, each.task_id) for each in tasks],
            listed,
            sorted(match.decision_id for match in found),
            [reading.decision(VIEW, each.decision_id) for each in listed],
            [reading.revisions(VIEW, each) for each in memories],
            reading.states_at(VIEW, later(days=-20), EVERY),
        )


def tiers(records: SqlRecords, clock: FrozenClock, policy: TierPolicy | None = None) -> Tiers:
    """The service over a store."""
    return Tiers(SqlTiers(records), clock, policy or TierPolicy())


def lying(records: SqlRecords) -> dict[tuple[str, str], int]:
    """How many rows of each kind lie in each tier."""
    return {(s.kind.value, s.tier.value): s.rows for s in SqlTiers(records).storage(VIEW)}


def total(run: Retiered, kind: Kept, tier: StorageTier) -> int:
    """How many rows of a kind a run moved into a tier."""
    return sum(each.rows for each in run.moved if (each.kind, each.tier) == (kind, tier))
