"""``Governing`` on an App in this process; a part of ``LocalApi``."""

from __future__ import annotations

import difflib
from collections.abc import Sequence

from hindsight_memory.bootstrap import App
from hindsight_memory.domain.actor import Actor
from hindsight_memory.domain.errors import Invalid
from hindsight_memory.domain.memory import Memory
from hindsight_memory.domain.proposal import ProposalKind
from hindsight_memory.services.neighbours import Match, Stance
from hindsight_memory.services.outside import Candidate
from hindsight_memory.services.proposals import Opened, Settled, Shown
from hindsight_memory.wire.memories import MemoryBody
from hindsight_memory.wire.proposals import (
    AgainstBody,
    ApprovalModeAnswer,
    ApprovalModeBody,
    ApproveBody,
    CandidateBody,
    ProposalBody,
    ProposalDetail,
    ProposalList,
    ProposalsBody,
    ProposeAnswer,
    ProposeBody,
    PurgeAnswer,
    PurgeBody,
    QuoteBody,
    RejectBody,
    RolledBackBody,
    SettledBody,
    SettledList,
    UndoBody,
)
from hindsight_memory.wire.tiers import RetierAnswer, RetierBody, StorageBody

_GIVES_WAY = frozenset({Stance.REPLACED, Stance.DISPUTES, Stance.FULLER})


class LocalGoverning:
    """Implements ``wire.governing.Governing``; each method is one service call."""

    __slots__ = ()

    app: App
    actor: Actor

    def proposals(self, body: ProposalsBody) -> ProposalList:
        """Return a page of proposals."""
        spaces = (body.space,) if body.space else ()
        page = self.app.proposals.page(
            self.actor, frozenset(body.state), spaces=spaces, limit=body.limit, cursor=body.cursor
        )
        return ProposalList(items=[self._short(one) for one in page.entries], next_cursor=page.next_cursor)

    def proposal(self, proposal_id: str, space: str | None = None) -> ProposalDetail:
        """Return one proposal in full."""
        opened = self.app.proposals.open(self.actor, proposal_id, space)
        return ProposalDetail(
            proposal=self._short(opened.shown),
            memory=MemoryBody.of(opened.shown.memory),
            against=[against_body(match) for match in opened.against],
            diff=_diff(opened),
            evidence=[QuoteBody.of(event) for event in opened.quotes],
        )

    def approve(self, body: ApproveBody) -> SettledList:
        """Say yes."""
        settled = self.app.proposals.approve(self.actor, body.proposal_ids, body.reason, body.space, body.content)
        return self._settled(settled)

    def reject(self, body: RejectBody) -> SettledList:
        """Say no."""
        return self._settled(self.app.proposals.reject(self.actor, body.proposal_ids, body.reason, body.space))

    def undo(self, body: UndoBody) -> SettledList:
        """Take back what was said."""
        return self._settled(self.app.proposals.undo(self.actor, body.proposal_ids, body.reason, body.space))

    def approval_mode(self, space: str | None = None) -> ApprovalModeAnswer:
        """Return who decides in a space."""
        name, mode, own = self.app.proposals.mode(self.actor, space)
        return ApprovalModeAnswer(space=name, mode=mode, own=own)

    def set_approval_mode(self, body: ApprovalModeBody) -> ApprovalModeAnswer:
        """Set who decides in a space."""
        name, mode, own = self.app.proposals.set_mode(self.actor, body.mode, body.reason, body.space)
        return ApprovalModeAnswer(space=name, mode=mode, own=own)

    def propose(self, task_id: str, body: ProposeBody) -> ProposeAnswer:
        """Hand in candidates for a task."""
        taken = self.app.outside.propose(self.actor, task_id, [_candidate(c) for c in body.candidates], body.space)
        return ProposeAnswer.of(task_id, taken.considered, taken.left_out)

    def purge(self, memory_id: str, body: PurgeBody) -> PurgeAnswer:
        """Erase a memory for good."""
        if not body.confirm:
            raise Invalid(
                "A purge erases the memory and its history for good.",
                hint="Say that it is meant: `confirm` true, or --yes. `forget` hides it instead.",
            )
        self.app.memories.purge(self.actor, memory_id, body.reason, body.space)
        return PurgeAnswer(memory_id=memory_id, purged=True)

    def retier(self, body: RetierBody) -> RetierAnswer:
        """Move what has come of age."""
        return RetierAnswer.of(self.app.tiers.retier(self.actor, body.space, limit=body.limit))

    def storage(self, space: str) -> list[StorageBody]:
        """What lies in which tier."""
        return [StorageBody.of(each) for each in self.app.tiers.storage(self.actor, space)]

    def rolled_back(self, memory: Memory) -> RolledBackBody:
        """A memory after its rollback, with what stands against it."""
        against = [against_body(match) for match in self.app.memories.against(self.actor, memory)]
        return RolledBackBody.model_validate({**MemoryBody.of(memory).model_dump(), "against": against})

    def _short(self, one: Shown) -> ProposalBody:
        return ProposalBody.of(one.proposal, one.memory, one.state, self.app.clock.now())

    def _settled(self, settled: Sequence[Settled]) -> SettledList:
        items = [SettledBody.of(self._short(one.shown), one.shown.memory, one.verdict) for one in settled]
        return SettledList(items=items, next_cursor=None)


def against_body(match: Match) -> AgainstBody:
    """Return the body of a known memory and its stance."""
    return AgainstBody.of(match.memory, match.stance.name.lower(), match.reason)


def _diff(opened: Opened) -> list[str]:
    """What an approval would change: lines that go (``- ``) and come (``+ ``), and where two differ (``? ``)."""
    memory = opened.shown.memory
    match opened.shown.proposal.kind:
        case ProposalKind.STORE:
            gone = [m.memory.content for m in opened.against if m.stance in _GIVES_WAY]
            return [line.rstrip("\n") for line in difflib.ndiff(gone, [memory.content])]
        case ProposalKind.SUPERSEDE:
            come = [opened.successor.content] if opened.successor else []
            return [line.rstrip("\n") for line in difflib.ndiff([memory.content], come)]
        case ProposalKind.ARCHIVE:
            return [f"- {memory.content}"]


def _candidate(body: CandidateBody) -> Candidate:
    return Candidate(
        content=body.content,
        memory_type=body.memory_type,
        source=body.source,
        confidence=body.confidence,
        tags=body.tags,
    )
