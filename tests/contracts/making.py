"""Values for contract tests, and the few writes that every test begins with."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from hindsight_memory.domain.actor import View
from hindsight_memory.domain.decision import Belief, Decision, DecisionKind, Delta, DeltaResult, Outcome, OutcomeSource
from hindsight_memory.domain.decision_words import decision_tokens
from hindsight_memory.domain.events import (
    Change,
    DecisionChange,
    DecisionChanged,
    DecisionIndexed,
    Discard,
    DomainEvent,
    Indexed,
    MemoryChanged,
)
from hindsight_memory.domain.job import Job
from hindsight_memory.domain.memory import Memory, MemoryType, Scope, Source, Visibility
from hindsight_memory.domain.report import ReviewReport
from hindsight_memory.domain.text.tokens import tokenize
from hindsight_memory.domain.trace import Event, EventKind, OutcomeStatus, Task
from hindsight_memory.domain.verdict import Reason
from hindsight_memory.ports.records import MemoryFilter, Records

NOW = datetime(2026, 5, 1, 9, 30, 0, 123456, tzinfo=UTC)
EVERY = MemoryFilter()
GENERATION = "test-model-4"
FAILED = Outcome(text="the build broke", source=OutcomeSource.SYSTEM, at=NOW + timedelta(seconds=5), status="error")
VIOLATED = Delta(result=DeltaResult.VIOLATED, magnitude=0.75, reason="status", expected="ok", actual="error")
VIEW = View(spaces=("alpha",), agent="ann", groups=("crew",))


def later(*, days: float = 0, seconds: float = 0) -> datetime:
    """A time after ``NOW``."""
    return NOW + timedelta(days=days, seconds=seconds)


def scope(space: str = "alpha", *, private: str = "", group: str = "", agent: str = "ann") -> Scope:
    """The global scope of a space, an agent's private one, or a group's shared one."""
    if private:
        return Scope(space, Visibility.PRIVATE, agent=private)
    if group:
        return Scope(space, Visibility.SHARED, agent=agent, group=group)
    return Scope(space, agent=agent)


def memory(memory_id: str, content: str = "", **fields: object) -> Memory:
    """An active fact of the space alpha; any field can be given."""
    plain = Memory(
        memory_id=memory_id,
        scope=scope(),
        type=MemoryType.FACT,
        content=content or f"the statement of {memory_id}",
        source=Source.USER,
        created_at=NOW,
        last_confirmed_at=NOW,
    )
    return replace(plain, **fields)


def indexed(content: str, vector: bytes | None = None, generation: str = GENERATION) -> Indexed:
    """How a text is found."""
    return Indexed(tokens=tuple(tokenize(content)), vector=vector, generation=generation)


def stored(state: Memory, *, vector: bytes | None = None, change: Change = Change.STORED) -> MemoryChanged:
    """The event of a state whose text is new."""
    return MemoryChanged(state, change, "because of a test", indexed(state.content, vector))


def changed(state: Memory, change: Change = Change.UPDATED, **fields: object) -> MemoryChanged:
    """The event of the next state of a memory whose text stays."""
    following = replace(state, revision=state.revision + 1, **fields)
    return MemoryChanged(following, change, "because of a test")


def commit(records: Records, *happened: DomainEvent, space: str = "alpha", now: datetime = NOW) -> None:
    """Commit events as ann."""
    with records.work("ann", space, now) as work:
        work.commit(*happened)


def store(records: Records, *states: Memory) -> None:
    """Store new memories, each in its space."""
    for name in dict.fromkeys(state.scope.space for state in states):
        commit(records, *(stored(state) for state in states if state.scope.space == name), space=name)


def ids(found: Sequence[Memory]) -> list[str]:
    """Their ids, in order."""
    return [each.memory_id for each in found]


def task(task_id: str, **fields: object) -> Task:
    """A task of ann in the space alpha; any field can be given."""
    return replace(Task(task_id=task_id, space="alpha", agent="ann", started_at=NOW), **fields)


def event(sequence: int, text: str = "hello", **fields: object) -> Event:
    """An event that the user made; any field can be given."""
    return replace(Event(sequence=sequence, kind=EventKind.USER, text=text, at=later(seconds=sequence)), **fields)


def report(task_id: str, events_seen: int, outcome: OutcomeStatus = OutcomeStatus.SUCCESS) -> ReviewReport:
    """A report of a task of the space alpha."""
    return ReviewReport(
        task_id=task_id, space="alpha", agent="ann", outcome=outcome, events_seen=events_seen, reviewed_at=NOW
    )


def discard(discard_id: str, of: Memory, **fields: object) -> Discard:
    """A discarded draft that is kept for 14 days; any field can be given."""
    plain = Discard(
        discard_id=discard_id,
        space=of.scope.space,
        memory=of,
        reasons=(Reason("low_value", "It says nothing of use."),),
        discarded_at=NOW,
        expires_at=later(days=14),
    )
    return replace(plain, **fields)


def job(job_id: str, **fields: object) -> Job:
    """A queued review of the space alpha; any field can be given."""
    plain = Job(job_id=job_id, kind="review", space="alpha", key=job_id, actor="ann", created_at=NOW)
    return replace(plain, **fields)


def decision(decision_id: str, **fields: object) -> Decision:
    """An open decision of ann in the space alpha; any field can be given."""
    plain = Decision(
        decision_id=decision_id,
        space="alpha",
        agent="ann",
        kind=DecisionKind.BRANCH,
        intent=f"do what {decision_id} says",
        belief=Belief(text=f"what {decision_id} says holds"),
        decided_at=NOW,
    )
    return replace(plain, **fields)


def decided(
    state: Decision,
    change: DecisionChange = DecisionChange.RECORDED,
    *,
    belief: bytes | None = None,
    intent: bytes | None = None,
) -> DecisionChanged:
    """The event of a decision with its words, and its vectors if they are given."""
    found_by = DecisionIndexed(decision_tokens(state), belief, intent, GENERATION if belief else "")
    return DecisionChanged(state, change, "because of a test", found_by)


def ended(state: Decision, outcome: Outcome = FAILED, delta: Delta = VIOLATED) -> Decision:
    """The decision with an outcome: it went otherwise."""
    return replace(state, outcome=outcome, delta=delta, closed_at=later(seconds=5))
