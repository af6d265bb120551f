"""What waits for a person: a proposal, why it waits, and what the person said."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from hindsight_memory.domain.memory import VISIBLE_STATUSES, Source, Status
from hindsight_memory.domain.verdict import Reason


class ApprovalMode(StrEnum):
    """Who decides in a space: the gate alone, the gate unless it is risky, or always a person."""

    AUTO = "auto"
    RISKY = "risky"
    MANUAL = "manual"


class ProposalKind(StrEnum):
    """What is proposed: a new statement, that one memory gives way to another, or that one leaves."""

    STORE = "store"
    SUPERSEDE = "supersede"
    ARCHIVE = "archive"


class ProposalState(StrEnum):
    """Where a proposal stands. ``withdrawn``: what it was about was settled otherwise (forgotten, said again)."""

    WAITING = "waiting"
    APPROVED = "approved"
    REJECTED = "rejected"
    WITHDRAWN = "withdrawn"


@dataclass(frozen=True, slots=True)
class Effect:
    """A memory that an approval changed; ``revision`` is the number of the state it made."""

    memory_id: str
    revision: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Approval:
    """A person's yes (``granted``) or no, with what it changed, so that it can be undone."""

    granted: bool
    actor: str
    at: datetime
    reason: str
    effects: tuple[Effect, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """Something that waits for a person, or waited. It holds no text of memories: those stand in the memories.

    ``memory_id`` is the pending memory (``store``) or the one that is to change; ``successor`` is what takes its
    place (``supersede``). ``evidence`` are event sequences of the task; ``against`` are the memories that it would
    have replaced or stood against when it was made.
    """

    proposal_id: str
    space: str
    kind: ProposalKind
    memory_id: str
    made_at: datetime
    reasons: tuple[Reason, ...]
    task_id: str = ""
    evidence: tuple[int, ...] = ()
    against: tuple[str, ...] = ()
    successor: str = ""
    approval: Approval | None = None


@dataclass(frozen=True, slots=True)
class Pending:
    """How many proposals wait, and since when the oldest does."""

    waiting: int
    oldest_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Stakes:
    """What a new statement would do to what is known."""

    touches_pinned: bool = False
    replaces_verified: bool = False
    disputes: bool = False


def state_of(proposal: Proposal, status: Status) -> ProposalState:
    """Where a proposal stands while its memory has this status. A statement waits as long as it is pending."""
    if proposal.kind is ProposalKind.STORE:
        waits = status is Status.PENDING
    else:
        waits = proposal.approval is None and status in VISIBLE_STATUSES
    if waits:
        return ProposalState.WAITING
    if proposal.approval is None:
        return ProposalState.WITHDRAWN
    return ProposalState.APPROVED if proposal.approval.granted else ProposalState.REJECTED


def why_held(
    mode: ApprovalMode, source: Source, certainty: float, clear_from: float, stakes: Stakes
) -> tuple[Reason, ...]:
    """Return why a statement has to wait for a person in this mode; nothing when it need not.

    ``certainty`` is the gate's, in [0, 1]; below ``clear_from`` a statement is unclear. A pinned memory changes
    only by approval, in every mode."""
    tests = {
        ApprovalMode.AUTO: (),
        ApprovalMode.RISKY: (
            (source is Source.INFERRED, "inferred", "Nobody said it; it was concluded."),
            (certainty < clear_from, "low_certainty", "It is not certain enough to be stored unseen."),
            (stakes.disputes, "disputed", "It stands against something known, and it is unclear which holds."),
            (stakes.replaces_verified, "replaces_verified", "It would replace something verified."),
        ),
        ApprovalMode.MANUAL: ((True, "manual", "In this space everything new waits for a person."),),
    }
    held = [Reason(code, text) for applies, code, text in tests[mode] if applies]
    if stakes.touches_pinned:
        held.append(Reason("pinned", "It would change a pinned memory."))
    return tuple(held)
