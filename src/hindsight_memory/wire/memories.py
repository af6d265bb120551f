"""Memories at the edge: the write, its verdict, a memory, its revisions, the discard log."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from pydantic import Field

from hindsight_memory.domain.events import Discard
from hindsight_memory.domain.memory import (
    Memory,
    MemoryType,
    Revision,
    Scores,
    Source,
    Status,
    Tier,
    Visibility,
)
from hindsight_memory.domain.verdict import Verdict, VerdictKind
from hindsight_memory.wire.body import Body, ReasonBody
from hindsight_memory.wire.moment import Moment


class WriteBody(Body):
    """One statement that is offered for storing."""

    content: str = Field(description="One self-contained statement, a few words to about 600 characters.")
    memory_type: MemoryType | None = Field(default=None, description="Its kind; inferred when absent.")
    source: Source = Field(default=Source.INFERRED, description="Who says so.")
    confidence: float = Field(default=0.8, ge=0, le=1, description="How sure the caller is.")
    tags: tuple[str, ...] = Field(default=(), description="Words to filter by.")
    metadata: dict[str, Any] = Field(default_factory=dict[str, Any], description="Anything else.")
    space: str | None = Field(default=None, description="The wall it stays behind.")
    visibility: Visibility = Field(default=Visibility.GLOBAL, description="Who in the space may see it.")
    group: str = Field(default="", description="Which group, when `shared`.")
    pinned: bool = Field(default=False, description="Never archive it unasked.")
    speaker: str = Field(default="", description="Who said it.")
    said_at: Moment | None = Field(default=None, description="When it was said, if not now.")
    valid_from: Moment | None = Field(default=None, description="From when it is true.")
    valid_until: Moment | None = Field(default=None, description="Until when it is true.")
    expires_at: Moment | None = Field(default=None, description="When it is archived.")
    task_id: str = Field(default="", description="The task it comes from.")
    session_id: str = Field(default="", description="The session it comes from.")
    channel: str = Field(default="", description="How it came: `user_input`, `tool_result`, …")


class ScoresBody(Body):
    """The gate's scores, each in [0, 1]."""

    reusability: float
    certainty: float
    timeliness: float
    value: float

    @classmethod
    def of(cls, scores: Scores | None) -> ScoresBody | None:
        """Return the body of scores, if there are any."""
        if scores is None:
            return None
        return cls(
            reusability=round(scores.reusability, 4),
            certainty=round(scores.certainty, 4),
            timeliness=round(scores.timeliness, 4),
            value=round(scores.value, 4),
        )


class WriteAnswer(Body):
    """The final verdict on one write. ``memory_id`` is empty only when it was discarded."""

    verdict: VerdictKind
    memory_id: str
    existing: bool
    reasons: list[ReasonBody]
    scores: ScoresBody | None
    superseded: list[str]
    disputed: list[str]
    discard_id: str
    degraded: list[str]

    @classmethod
    def of(cls, verdict: Verdict) -> WriteAnswer:
        """Return the body of a verdict."""
        return cls(
            verdict=verdict.kind,
            memory_id=verdict.memory_id,
            existing=verdict.existing,
            reasons=ReasonBody.each(verdict.reasons),
            scores=ScoresBody.of(verdict.scores),
            superseded=list(verdict.superseded),
            disputed=list(verdict.disputed),
            discard_id=verdict.discard_id,
            degraded=list(verdict.degraded),
        )


class WriteManyBody(Body):
    """Several statements of one space: all or nothing."""

    items: tuple[WriteBody, ...] = Field(min_length=1, max_length=200, description="The statements, in their order.")


class WriteManyAnswer(Body):
    """The verdicts, in the order of the statements."""

    items: list[WriteAnswer]


class ClaimBody(Body):
    """A statement as a triple."""

    subject: str
    relation: str
    object: str


class ConditionBody(Body):
    """When it holds; an empty field does not restrict."""

    tool: str
    task_type: str
    version: str
    environment: str


class ProvenanceBody(Body):
    """Where a memory came from."""

    task_id: str
    session_id: str
    step: int | None
    agent: str
    channel: str
    task_type: str
    speaker: str


class UsageBody(Body):
    """How often it was recalled, used, and helped or harmed."""

    recalled: int
    used: int
    helped: int
    harmed: int
    ignored: int


class MemoryBody(Body):
    """One memory, whole."""

    memory_id: str
    content: str
    memory_type: MemoryType
    source: Source
    status: Status
    tier: Tier
    confidence: float
    space: str
    visibility: Visibility
    group: str
    pinned: bool
    tags: list[str]
    metadata: dict[str, Any]
    scores: ScoresBody | None
    claim: ClaimBody | None
    applies_when: ConditionBody | None
    evidence_count: int
    created_at: datetime
    last_confirmed_at: datetime
    last_used_at: datetime | None
    valid_from: datetime | None
    valid_until: datetime | None
    expires_at: datetime | None
    superseded_by: str | None
    revision: int
    provenance: ProvenanceBody
    usage: UsageBody

    @classmethod
    def of(cls, memory: Memory) -> MemoryBody:
        """Return the body of a memory."""
        claim, when = memory.claim, memory.applies_when
        return cls(
            memory_id=memory.memory_id,
            content=memory.content,
            memory_type=memory.type,
            source=memory.source,
            status=memory.status,
            tier=memory.tier,
            confidence=round(memory.confidence, 4),
            space=memory.scope.space,
            visibility=memory.scope.visibility,
            group=memory.scope.group,
            pinned=memory.pinned,
            tags=list(memory.tags),
            metadata=dict(memory.metadata),
            scores=ScoresBody.of(memory.scores),
            claim=ClaimBody.model_validate(claim, from_attributes=True) if claim else None,
            applies_when=ConditionBody.model_validate(when, from_attributes=True) if when else None,
            evidence_count=memory.evidence_count,
            created_at=memory.created_at,
            last_confirmed_at=memory.last_confirmed_at,
            last_used_at=memory.last_used_at,
            valid_from=memory.valid_from,
            valid_until=memory.valid_until,
            expires_at=memory.expires_at,
            superseded_by=memory.superseded_by,
            revision=memory.revision,
            provenance=ProvenanceBody.model_validate(memory.provenance, from_attributes=True),
            usage=UsageBody.model_validate(memory.usage, from_attributes=True),
        )


class MemoryList(Body):
    """Part of a list of memories; ``next_cursor`` is null at its end."""

    items: list[MemoryBody]
    next_cursor: str | None

    @classmethod
    def of(cls, memories: Sequence[Memory], next_cursor: str | None) -> MemoryList:
        """Return the body of a page."""
        return cls(items=[MemoryBody.of(m) for m in memories], next_cursor=next_cursor)


class RevisionBody(Body):
    """One state of a memory: who made it, when and why."""

    revision: int
    change: str
    actor: str
    reason: str
    recorded_at: datetime
    memory: MemoryBody

    @classmethod
    def of(cls, revision: Revision) -> RevisionBody:
        """Return the body of a revision."""
        return cls(
            revision=revision.number,
            change=revision.change,
            actor=revision.actor,
            reason=revision.reason,
            recorded_at=revision.recorded_at,
            memory=MemoryBody.of(revision.state),
        )


class HistoryBody(Body):
    """All revisions of a memory, oldest first."""

    memory_id: str
    items: list[RevisionBody]
    next_cursor: str | None

    @classmethod
    def of(cls, memory_id: str, revisions: Sequence[Revision]) -> HistoryBody:
        """Return the body of a history."""
        return cls(memory_id=memory_id, items=[RevisionBody.of(r) for r in revisions], next_cursor=None)


class DiscardBody(Body):
    """A draft that the gate left out, kept until ``expires_at``."""

    discard_id: str
    space: str
    content: str
    memory_type: MemoryType
    source: Source
    reasons: list[ReasonBody]
    scores: ScoresBody | None
    discarded_at: datetime
    expires_at: datetime

    @classmethod
    def of(cls, discard: Discard) -> DiscardBody:
        """Return the body of a discard."""
        return cls(
            discard_id=discard.discard_id,
            space=discard.space,
            content=discard.memory.content,
            memory_type=discard.memory.type,
            source=discard.memory.source,
            reasons=ReasonBody.each(discard.reasons),
            scores=ScoresBody.of(discard.memory.scores),
            discarded_at=discard.discarded_at,
            expires_at=discard.expires_at,
        )


class DiscardList(Body):
    """Part of the discard log, newest first."""

    items: list[DiscardBody]
    next_cursor: str | None

    @classmethod
    def of(cls, discards: Sequence[Discard], next_cursor: str | None) -> DiscardList:
        """Return the body of a page."""
        return cls(items=[DiscardBody.of(d) for d in discards], next_cursor=next_cursor)
