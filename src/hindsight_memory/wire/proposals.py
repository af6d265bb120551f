"""The approval queue at the edge: what waits and why, its diff and evidence, a person's yes or no, and the purge."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Annotated

from pydantic import Field

from hindsight_memory.domain.memory import Memory, MemoryType, Source, Status
from hindsight_memory.domain.proposal import ApprovalMode, Pending, Proposal, ProposalKind, ProposalState
from hindsight_memory.domain.report import Considered, LeftOut
from hindsight_memory.domain.trace import Event, EventKind
from hindsight_memory.domain.verdict import Verdict
from hindsight_memory.wire.body import Body, ReasonBody, Several
from hindsight_memory.wire.memories import MemoryBody
from hindsight_memory.wire.moment import Moment
from hindsight_memory.wire.reviews import ConsideredBody, PassedOverBody

_MOST_QUOTED = 600
_SPACE = "The space it is in."


class ProposalsBody(Body):
    """Which proposals to list, newest first; those that wait when no state is named."""

    state: Annotated[tuple[ProposalState, ...], Several] = Field(default=(), description="Only these states.")
    space: str | None = Field(default=None, description="The space.")
    limit: int = Field(default=50, ge=1, le=1000, description="Most proposals of one page.")
    cursor: str | None = Field(default=None, description="Where the last page ended.")


class ApproveBody(Body):
    """A yes to proposals of one space, all or none."""

    proposal_ids: Annotated[tuple[str, ...], Several] = Field(
        min_length=1, max_length=200, description="The proposals, or the memories that wait, by id."
    )
    content: str = Field(default="", description="An edited wording, for one proposal alone.")
    reason: str = Field(default="", description="Why, for the history.")
    space: str | None = Field(default=None, description=_SPACE)


class RejectBody(Body):
    """A no to proposals of one space, all or none, with its reason."""

    proposal_ids: Annotated[tuple[str, ...], Several] = Field(
        min_length=1, max_length=200, description="The proposals, or the memories that wait, by id."
    )
    reason: str = Field(description="Why; a review of the same evidence does not propose it again.")
    space: str | None = Field(default=None, description=_SPACE)


class UndoBody(Body):
    """Proposals of one space whose yes or no is taken back, all or none: they wait again."""

    proposal_ids: Annotated[tuple[str, ...], Several] = Field(
        min_length=1, max_length=200, description="The proposals, or their memories, by id."
    )
    reason: str = Field(default="", description="Why, for the history.")
    space: str | None = Field(default=None, description=_SPACE)


class ApprovalModeBody(Body):
    """Who decides in a space from now on; without ``mode`` the setting decides again."""

    mode: ApprovalMode | None = Field(
        default=None,
        description="`auto` (the gate), `risky` (a person about what is inferred or unclear), `manual` (a person).",
    )
    reason: str = Field(default="", description="Why, for the audit log.")
    space: str | None = Field(default=None, description="The space.")


class ApprovalModeAnswer(Body):
    """Who decides in a space; ``own`` is false where the setting decides."""

    space: str
    mode: ApprovalMode
    own: bool


class CandidateBody(Body):
    """A candidate that was made elsewhere: one self-contained statement."""

    content: str = Field(description="One self-contained statement that the trace supports.")
    memory_type: MemoryType | None = Field(default=None, description="What kind it is; inferred when absent.")
    source: Source = Field(default=Source.INFERRED, description="Who says so; checked against the trace.")
    confidence: float = Field(default=0.8, ge=0, le=1, description="How sure its maker is.")
    tags: tuple[str, ...] = Field(default=(), description="Words to filter by.")


class ProposeBody(Body):
    """Candidates of an agent's own review for one task."""

    candidates: tuple[CandidateBody, ...] = Field(min_length=1, max_length=50, description="The candidates.")
    space: str | None = Field(default=None, description="The space of the task.")


class ProposeAnswer(Body):
    """What became of the candidates: those that reached the gate, and those that did not."""

    task_id: str
    items: list[ConsideredBody]
    left_out: list[PassedOverBody]
    next_cursor: str | None

    @classmethod
    def of(cls, task_id: str, considered: Sequence[Considered], left_out: Sequence[LeftOut]) -> ProposeAnswer:
        """Return the body of what became of candidates."""
        passed = [
            PassedOverBody(
                text=one.text,
                evidence=list(one.evidence),
                reason=ReasonBody(code=one.reason.code, text=one.reason.text),
            )
            for one in left_out
        ]
        items = [ConsideredBody.of(one) for one in considered]
        return cls(task_id=task_id, items=items, left_out=passed, next_cursor=None)


class RulingBody(Body):
    """What a person said, and when."""

    granted: bool
    actor: str
    at: datetime
    reason: str


class ProposalBody(Body):
    """A proposal in short. ``age_days`` counts from when it was made, while it waits."""

    proposal_id: str
    kind: ProposalKind
    state: ProposalState
    memory_id: str
    content: str
    memory_type: MemoryType
    source: Source
    space: str
    task_id: str
    made_at: datetime
    age_days: float | None
    reasons: list[ReasonBody]
    against: list[str]
    ruling: RulingBody | None

    @classmethod
    def of(cls, proposal: Proposal, memory: Memory, state: ProposalState, now: datetime) -> ProposalBody:
        """Return the body of a proposal."""
        said = proposal.approval
        waits = state is ProposalState.WAITING
        return cls(
            proposal_id=proposal.proposal_id,
            kind=proposal.kind,
            state=state,
            memory_id=memory.memory_id,
            content=memory.content,
            memory_type=memory.type,
            source=memory.source,
            space=proposal.space,
            task_id=proposal.task_id,
            made_at=proposal.made_at,
            age_days=_days(now - proposal.made_at) if waits else None,
            reasons=ReasonBody.each(proposal.reasons),
            against=list(proposal.against),
            ruling=RulingBody(granted=said.granted, actor=said.actor, at=said.at, reason=said.reason) if said else None,
        )


class ProposalList(Body):
    """Part of the queue, newest first."""

    items: list[ProposalBody]
    next_cursor: str | None


class AgainstBody(Body):
    """A known memory and what the other statement means for it: ``replaced``, ``disputes``, ``fuller``, ``same`` or
    ``outdated`` (it was said later and stands)."""

    memory_id: str
    content: str
    memory_type: MemoryType
    source: Source
    status: Status
    pinned: bool
    stance: str
    reason: str

    @classmethod
    def of(cls, memory: Memory, stance: str, reason: str) -> AgainstBody:
        """Return the body of a known memory and its stance."""
        return cls(
            memory_id=memory.memory_id,
            content=memory.content,
            memory_type=memory.type,
            source=memory.source,
            status=memory.status,
            pinned=memory.pinned,
            stance=stance,
            reason=reason,
        )


class QuoteBody(Body):
    """An event of the trace that speaks for it; ``cut`` counts the characters that were left off."""

    sequence: int
    kind: EventKind
    at: datetime
    text: str
    cut: int

    @classmethod
    def of(cls, event: Event) -> QuoteBody:
        """Return the body of an event, cut to what a person reads at a glance."""
        text = event.text[:_MOST_QUOTED]
        return cls(sequence=event.sequence, kind=event.kind, at=event.at, text=text, cut=len(event.text) - len(text))


class ProposalDetail(Body):
    """A proposal in full: what it stands against now, line by line what would change, and its evidence."""

    proposal: ProposalBody
    memory: MemoryBody
    against: list[AgainstBody]
    diff: list[str]
    evidence: list[QuoteBody]


class SettledBody(Body):
    """What became of one proposal; ``superseded`` gave way to it."""

    proposal: ProposalBody
    memory: MemoryBody
    reasons: list[ReasonBody]
    superseded: list[str]

    @classmethod
    def of(cls, proposal: ProposalBody, memory: Memory, verdict: Verdict | None) -> SettledBody:
        """Return the body of a settled proposal."""
        return cls(
            proposal=proposal,
            memory=MemoryBody.of(memory),
            reasons=ReasonBody.each(verdict.reasons) if verdict else [],
            superseded=list(verdict.superseded) if verdict else [],
        )


class SettledList(Body):
    """What became of several proposals, in the order they were named."""

    items: list[SettledBody]
    next_cursor: str | None


class RolledBackBody(MemoryBody):
    """A memory that was rolled back, with what says the same or stands against it now."""

    against: list[AgainstBody]


class PurgeBody(Body):
    """That a memory is to be erased for good."""

    confirm: bool = Field(default=False, description="True: it is understood that a purge cannot be undone.")
    reason: str = Field(
        default="", description="Why, for the audit log, which keeps it for good: do not repeat the text."
    )
    space: str | None = Field(default=None, description=_SPACE)


class PurgeAnswer(Body):
    """What was erased."""

    memory_id: str
    purged: bool


class PastQuery(Body):
    """Where a memory is, and as of when it is wanted."""

    as_of: Moment | None = Field(default=None, description="As it was believed at this time.")
    valid_at: Moment | None = Field(default=None, description="Only if it held at this time of the world.")
    space: str | None = Field(default=None, description=_SPACE)


class PendingBody(Body):
    """How many proposals wait, since when the oldest does, and its age in days."""

    waiting: int
    oldest_at: datetime | None
    age_days: float | None

    @classmethod
    def of(cls, pending: Pending, now: datetime) -> PendingBody:
        """Return the body of what waits."""
        age = _days(now - pending.oldest_at) if pending.oldest_at else None
        return cls(waiting=pending.waiting, oldest_at=pending.oldest_at, age_days=age)


def _days(age: timedelta) -> float:
    return round(age / timedelta(days=1), 2)
