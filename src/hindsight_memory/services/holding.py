"""What a draft would do to what is known, and whether it has to wait for a person."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import Enum, auto

from hindsight_memory.domain.actor import View
from hindsight_memory.domain.events import Change, Indexed
from hindsight_memory.domain.memory import Draft, Memory, Scope, Source, Status
from hindsight_memory.domain.proposal import ApprovalMode, Proposal, ProposalKind, Stakes, why_held
from hindsight_memory.domain.verdict import Reason
from hindsight_memory.ports.records import Work
from hindsight_memory.services.batch import Batch
from hindsight_memory.services.neighbours import Match, Neighbours, Stance

_CHANGING = frozenset({Stance.FULLER, Stance.REPLACED, Stance.DISPUTES})
HIDDEN = frozenset({Status.FORGOTTEN})


@dataclass(frozen=True, slots=True)
class HoldPolicy:
    """Who decides where a space has no rule of its own; a certainty below ``clear_from`` is unclear."""

    mode: ApprovalMode = ApprovalMode.AUTO
    clear_from: float = 0.5


class Past(Enum):
    """What is known of a text's past in its scope."""

    NONE = auto()
    PURGED = auto()
    FORGOTTEN = auto()  # and nothing new speaks for it
    SAID_ANEW = auto()  # forgotten, and another task says it again afterwards


def mode_in(work: Work, space: str, policy: HoldPolicy) -> ApprovalMode:
    """Return who decides in a space."""
    return work.approval_mode(space) or policy.mode


def held_for(
    work: Work, draft: Draft, certainty: float, scope: Scope, matches: Sequence[Match], policy: HoldPolicy
) -> tuple[Reason, ...]:
    """Return why a draft has to wait; nothing when it need not."""
    return why_held(mode_in(work, scope.space, policy), draft.source, certainty, policy.clear_from, stakes_of(matches))


def stakes_of(matches: Sequence[Match]) -> Stakes:
    """What these matches put at stake; what is itself only pending is not."""
    known = [m for m in matches if m.memory.status is not Status.PENDING]
    return Stakes(
        touches_pinned=any(m.memory.pinned and m.stance in _CHANGING for m in known),
        replaces_verified=any(m.memory.source is Source.VERIFIED and m.stance is Stance.REPLACED for m in known),
        disputes=any(m.stance is Stance.DISPUTES for m in known),
    )


def past_of(work: Work, neighbours: Neighbours, draft: Draft, print_: str, indexed: Indexed, scope: Scope) -> Past:
    """Whether a draft says what was erased or forgotten. New is only what another task said after the forgetting."""
    if work.buried(scope.space, print_):
        return Past.PURGED
    found = {m.memory.memory_id: m.memory for m in neighbours.find(work, draft, indexed, scope, Batch(), HIDDEN)
             if m.stance is Stance.SAME}  # fmt: skip
    same = work.same_text(scope, print_, HIDDEN)
    if same is not None:
        found[same.memory_id] = same
    if not found:
        return Past.NONE
    anew = all(_is_new(work, draft, memory) for memory in found.values())
    return Past.SAID_ANEW if anew else Past.FORGOTTEN


def _is_new(work: Work, draft: Draft, forgotten: Memory) -> bool:
    task = draft.provenance.task_id
    if not task or not draft.evidence or task in (*forgotten.witnesses, forgotten.provenance.task_id):
        return False
    return draft.said_at >= _forgotten_at(work, forgotten)


def _forgotten_at(work: Work, memory: Memory) -> datetime:
    scope = memory.scope
    view = View((scope.space,), scope.agent, (scope.group,) if scope.group else ())
    revisions = work.revisions(view, memory.memory_id)
    return next((r.recorded_at for r in reversed(revisions) if r.change in _PUT_AWAY), memory.created_at)


_PUT_AWAY = frozenset({Change.FORGOTTEN.value, Change.REJECTED.value})


def proposed(
    memory: Memory, draft: Draft, proposal_id: str, reasons: tuple[Reason, ...], matches: Sequence[Match], now: datetime
) -> Proposal:
    """The proposal to store a pending memory."""
    return Proposal(
        proposal_id=proposal_id,
        space=memory.scope.space,
        kind=ProposalKind.STORE,
        memory_id=memory.memory_id,
        made_at=now,
        reasons=reasons,
        task_id=draft.provenance.task_id,
        evidence=draft.evidence,
        against=tuple(m.memory.memory_id for m in matches if m.stance in _CHANGING),
    )
