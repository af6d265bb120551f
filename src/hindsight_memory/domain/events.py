"""What can happen. A commit names one or more of these; the record store writes rows, full text, audit and
outbox from them in one transaction, so that nothing changes without saying so."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from hindsight_memory.domain.decision import Decision
from hindsight_memory.domain.job import Job
from hindsight_memory.domain.memory import Memory, Usage
from hindsight_memory.domain.proposal import ApprovalMode, Proposal
from hindsight_memory.domain.report import ReviewReport
from hindsight_memory.domain.trace import Event, Task
from hindsight_memory.domain.verdict import Reason


class Change(StrEnum):
    """Why a memory has a new state."""

    STORED = "stored"
    CONFIRMED = "confirmed"
    WEAKENED = "weakened"
    MERGED = "merged"
    UPDATED = "updated"
    SUPERSEDED = "superseded"
    DISPUTED = "disputed"
    HELD = "held"
    QUARANTINED = "quarantined"
    FORGOTTEN = "forgotten"
    ARCHIVED = "archived"
    ROLLED_BACK = "rolled_back"
    PROMOTED = "promoted"
    RESTORED = "restored"
    APPROVED = "approved"
    REJECTED = "rejected"
    REOPENED = "reopened"


@dataclass(frozen=True, slots=True)
class Indexed:
    """How a text is found: its tokens and its vector (little-endian float16 bytes), if there is a model."""

    tokens: tuple[str, ...]
    vector: bytes | None
    generation: str


@dataclass(frozen=True, slots=True)
class MemoryChanged:
    """A memory has a new state (``memory.revision`` is its number). ``indexed`` is given when its text is new."""

    memory: Memory
    change: Change
    reason: str
    indexed: Indexed | None = None


@dataclass(frozen=True, slots=True)
class MemoryPurged:
    """A memory was erased for good: rows, revisions, index, salt. A tombstone with its fingerprint stays."""

    space: str
    memory_id: str
    reason: str


@dataclass(frozen=True, slots=True)
class UsageCounted:
    """Use counters of a memory grow by ``delta``; no new revision. With ``task_type`` also those of the memory in
    tasks of this type."""

    space: str
    memory_id: str
    delta: Usage
    reason: str
    task_type: str = ""


@dataclass(frozen=True, slots=True)
class VectorAdded:
    """A vector for a memory that was stored while the model was not there. No new revision."""

    space: str
    memory_id: str
    vector: bytes
    generation: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Discard:
    """A draft that the gate left out, kept until ``expires_at`` and restorable. ``draft`` is what was offered."""

    discard_id: str
    space: str
    memory: Memory
    reasons: tuple[Reason, ...]
    discarded_at: datetime
    expires_at: datetime
    restored_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class DraftDiscarded:
    """The gate left a draft out."""

    discard: Discard


@dataclass(frozen=True, slots=True)
class DiscardRestored:
    """A discarded draft was made a memory (its MemoryChanged is committed beside)."""

    space: str
    discard_id: str


@dataclass(frozen=True, slots=True)
class TaskBegun:
    """A task was begun, or its description changed (same id)."""

    task: Task


@dataclass(frozen=True, slots=True)
class EventsAppended:
    """Events were appended to a task's trace. Those whose sequence exists already are ignored."""

    space: str
    task_id: str
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class TaskEnded:
    """A task has an outcome."""

    task: Task


@dataclass(frozen=True, slots=True)
class TaskReviewed:
    """A review of a task is complete."""

    report: ReviewReport


@dataclass(frozen=True, slots=True)
class JobQueued:
    """Work was accepted. A job of the same kind and key that is not finished yet stands for it."""

    job: Job


@dataclass(frozen=True, slots=True)
class JobDone:
    """A job's work is complete (committed together with its effects)."""

    space: str
    job_id: str


@dataclass(frozen=True, slots=True)
class ProposalMade:
    """Something waits for a person (a pending memory's MemoryChanged is committed before it)."""

    proposal: Proposal


@dataclass(frozen=True, slots=True)
class ProposalSettled:
    """A person said yes or no (``proposal.approval``); what that changes is committed beside."""

    proposal: Proposal


@dataclass(frozen=True, slots=True)
class ProposalReopened:
    """A person's yes or no was taken back; ``proposal.approval`` is None again."""

    proposal: Proposal
    reason: str


@dataclass(frozen=True, slots=True)
class ApprovalSet:
    """Who decides in a space was set; None returns it to the setting."""

    space: str
    mode: ApprovalMode | None
    reason: str


class DecisionChange(StrEnum):
    """Why a decision has a new state."""

    RECORDED = "recorded"
    EXTRACTED = "extracted"
    SETTLED = "settled"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class DecisionIndexed:
    """How a decision is found: its tokens, and the vectors (little-endian float16 bytes) of its belief and of its
    intent, if there is a model; both or none."""

    tokens: tuple[str, ...]
    belief: bytes | None
    intent: bytes | None
    generation: str


@dataclass(frozen=True, slots=True)
class DecisionChanged:
    """A decision was recorded, extracted from a trace, given its outcome, or closed without one.

    ``indexed`` is needed for a new one. With an outcome it brings the tokens anew; the vectors of belief and intent
    stay, since these never change: of a decision that is stored only ``outcome``, ``claimed``, ``delta`` and
    ``closed_at`` are taken. ``reason`` stands in the audit for good, so it quotes nothing."""

    decision: Decision
    change: DecisionChange
    reason: str
    indexed: DecisionIndexed | None = None


@dataclass(frozen=True, slots=True)
class DecisionVectorsAdded:
    """Vectors for a decision that was stored while the model was not there."""

    space: str
    decision_id: str
    belief: bytes
    intent: bytes
    generation: str


DomainEvent = (
    MemoryChanged
    | MemoryPurged
    | UsageCounted
    | VectorAdded
    | DraftDiscarded
    | DiscardRestored
    | TaskBegun
    | EventsAppended
    | TaskEnded
    | TaskReviewed
    | JobQueued
    | JobDone
    | ProposalMade
    | ProposalSettled
    | ProposalReopened
    | ApprovalSet
    | DecisionChanged
    | DecisionVectorsAdded
)
