"""The part of ``wire.api.Api`` that is for people who steer a memory: the approval queue, candidates, the purge,
the tiers."""

from __future__ import annotations

from typing import Protocol

from hindsight_memory.wire.proposals import (
    ApprovalModeAnswer,
    ApprovalModeBody,
    ApproveBody,
    ProposalDetail,
    ProposalList,
    ProposalsBody,
    ProposeAnswer,
    ProposeBody,
    PurgeAnswer,
    PurgeBody,
    RejectBody,
    SettledList,
    UndoBody,
)
from hindsight_memory.wire.tiers import RetierAnswer, RetierBody


class Governing(Protocol):
    """See ``Api``."""

    def proposals(self, body: ProposalsBody) -> ProposalList:
        """Return a page of proposals, newest first."""
        ...

    def proposal(self, proposal_id: str, space: str | None = None) -> ProposalDetail:
        """Return one proposal with its diff and its evidence, by its id or its memory's."""
        ...

    def approve(self, body: ApproveBody) -> SettledList:
        """Say yes; what stands against it then gives way in the same transaction."""
        ...

    def reject(self, body: RejectBody) -> SettledList:
        """Say no, with the reason."""
        ...

    def undo(self, body: UndoBody) -> SettledList:
        """Take back what was said: the proposals wait again."""
        ...

    def approval_mode(self, space: str | None = None) -> ApprovalModeAnswer:
        """Return who decides in a space."""
        ...

    def set_approval_mode(self, body: ApprovalModeBody) -> ApprovalModeAnswer:
        """Set who decides in a space."""
        ...

    def propose(self, task_id: str, body: ProposeBody) -> ProposeAnswer:
        """Hand in candidates for a task: the same gate, grounding and limit as in a review."""
        ...

    def purge(self, memory_id: str, body: PurgeBody) -> PurgeAnswer:
        """Erase a memory for good, everywhere; only a tombstone stays."""
        ...

    def retier(self, body: RetierBody) -> RetierAnswer:
        """Move what has come of age to where it costs less; every read finds it as before."""
        ...
