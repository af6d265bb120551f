"""Candidates that an agent's own review hands in for a task: the same trace, the same gate, the same limit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from hindsight_memory.domain.actor import Actor, Role
from hindsight_memory.domain.errors import Invalid, NotFound
from hindsight_memory.domain.memory import Draft, MemoryType, Provenance, Scope, Source, Status
from hindsight_memory.domain.report import Considered, LeftOut
from hindsight_memory.domain.review.handed_in import Supported, supported
from hindsight_memory.domain.tags import tags_of
from hindsight_memory.domain.trace import Trace
from hindsight_memory.domain.verdict import Reason
from hindsight_memory.ports.clock import Clock
from hindsight_memory.ports.records import MemoryFilter, Reading, Records
from hindsight_memory.services.admission import Admission
from hindsight_memory.services.batch import Batch

CHANNEL = "handed_in"
"""The channel of memories whose candidates were made elsewhere."""
_MOST = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """One candidate: a self-contained statement and what its maker says of it."""

    content: str
    memory_type: MemoryType | None = None
    source: Source = Source.INFERRED
    confidence: float = 0.8
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Taken:
    """What became of the candidates: those that reached the gate, with their verdicts, and the others."""

    considered: tuple[Considered, ...]
    left_out: tuple[LeftOut, ...]


@dataclass(frozen=True, slots=True)
class OutsideReviews:
    """Takes candidates in. At most ``limit`` memories come from one task this way, over all calls."""

    records: Records
    admission: Admission
    clock: Clock
    limit: int = 5

    def propose(self, actor: Actor, task_id: str, candidates: Sequence[Candidate], space: str | None = None) -> Taken:
        """Judge candidates for a task; what the trace does not support is left out with the reason.

        Nothing passes by the approval of the space. Raises NotFound, Invalid, EmptyContent, ContentTooLong."""
        actor.require(Role.WRITE)
        if not 1 <= len(candidates) <= _MOST:
            raise Invalid(f"Hand in 1 to {_MOST} candidates.")
        name = actor.space(space)
        view = actor.view(name)
        with self.records.reading() as reading:
            trace = reading.trace(view, task_id)
            if trace is None:
                raise NotFound(f"There is no task {task_id!r} here.")
            before = self._before(reading, actor, name, task_id)
        drafts, left = self._supported(candidates, trace, actor, before)
        prepared = self.admission.prepare(drafts)
        now, batch = self.clock.now(), Batch()
        scope = Scope(space=name, agent=actor.agent)
        with self.records.work(actor.agent, name, now) as work:
            verdicts = [self.admission.judge(work, one, scope, now, batch) for one in prepared]
            batch.commit(work)
        considered: list[Considered] = []
        for one, verdict in zip(prepared, verdicts, strict=True):
            state = batch.states.get(verdict.memory_id)
            considered.append(
                Considered(
                    content=one.draft.content,
                    type=state.type if state else one.draft.type or MemoryType.FACT,
                    source=one.draft.source,
                    evidence=one.draft.evidence,
                    verdict=verdict,
                )
            )
        return Taken(tuple(considered), tuple(left))

    def _supported(
        self, candidates: Sequence[Candidate], trace: Trace, actor: Actor, before: int
    ) -> tuple[list[Draft], list[LeftOut]]:
        drafts: list[Draft] = []
        left: list[LeftOut] = []
        for candidate in candidates:
            draft = _draft(candidate, trace, actor)
            found = supported(draft, trace)
            if not isinstance(found, Supported):
                left.append(LeftOut(text=candidate.content, evidence=(), reason=found.reason))
            elif before + len(drafts) >= self.limit:
                reason = Reason("over_limit", f"At most {self.limit} memories come from one task.")
                left.append(LeftOut(text=candidate.content, evidence=found.draft.evidence, reason=reason))
            else:
                drafts.append(found.draft)
        return drafts, left

    def _before(self, reading: Reading, actor: Actor, space: str, task_id: str) -> int:
        """How many memories came from the task this way already."""
        wanted = MemoryFilter(statuses=frozenset(Status), task_id=task_id)
        page = reading.list_memories(actor.view(space), wanted, limit=1000)
        return sum(memory.provenance.channel == CHANNEL for memory in page.entries)


def _draft(candidate: Candidate, trace: Trace, actor: Actor) -> Draft:
    if not 0.0 <= candidate.confidence <= 1.0:
        raise Invalid(f"confidence is {candidate.confidence}; it lies between 0 and 1.")
    task = trace.task
    last = max((event.at for event in trace.events), default=task.started_at)
    origin = Provenance(task_id=task.task_id, agent=actor.agent, channel=CHANNEL, task_type=task.task_type)
    return Draft(
        content=candidate.content,
        said_at=last,
        source=candidate.source,
        type=candidate.memory_type,
        confidence=candidate.confidence,
        tags=tags_of(candidate.tags),
        provenance=replace(origin, session_id=task.session_ids[-1] if task.session_ids else ""),
        reasons=("handed_in",),
    )
