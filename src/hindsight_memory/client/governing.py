"""The approval queue, candidates and the purge on a server; a part of ``HttpApi``."""

from __future__ import annotations

from typing import Protocol

from hindsight_memory.client.asks import AnyAnswer, Ask, SpaceBody, path_part
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


def proposals(body: ProposalsBody) -> Ask[ProposalList]:
    """Return a page of proposals."""
    return Ask("GET", "/proposals", ProposalList, body)


def proposal(proposal_id: str, space: str | None = None) -> Ask[ProposalDetail]:
    """Return one proposal in full."""
    return Ask("GET", f"/proposals/{path_part(proposal_id)}", ProposalDetail, SpaceBody(space=space))


def approve(body: ApproveBody) -> Ask[SettledList]:
    """Say yes."""
    return Ask("POST", "/proposals/approve", SettledList, body, keyed=True)


def reject(body: RejectBody) -> Ask[SettledList]:
    """Say no."""
    return Ask("POST", "/proposals/reject", SettledList, body, keyed=True)


def undo(body: UndoBody) -> Ask[SettledList]:
    """Take back what was said."""
    return Ask("POST", "/proposals/undo", SettledList, body, keyed=True)


def approval_mode(space: str | None = None) -> Ask[ApprovalModeAnswer]:
    """Return who decides in a space."""
    return Ask("GET", "/approval", ApprovalModeAnswer, SpaceBody(space=space))


def set_approval_mode(body: ApprovalModeBody) -> Ask[ApprovalModeAnswer]:
    """Set who decides in a space."""
    return Ask("POST", "/approval", ApprovalModeAnswer, body, keyed=True)


def propose(task_id: str, body: ProposeBody) -> Ask[ProposeAnswer]:
    """Hand in candidates for a task."""
    return Ask("POST", f"/tasks/{path_part(task_id)}/candidates", ProposeAnswer, body, keyed=True)


def retier(body: RetierBody) -> Ask[RetierAnswer]:
    """Move what has come of age. A further run finds done what was done."""
    return Ask("POST", "/retier", RetierAnswer, body, long=True)


def purge(memory_id: str, body: PurgeBody) -> Ask[PurgeAnswer]:
    """Erase a memory for good."""
    return Ask("POST", f"/memories/{path_part(memory_id)}/purge", PurgeAnswer, body, keyed=True)


class Sending(Protocol):
    """Sends one call and waits for its answer. Raises HindsightError."""

    def send(self, ask: Ask[AnyAnswer], key: str = "") -> AnyAnswer:
        """Make one call."""
        ...


class HttpGoverning:
    """Implements ``wire.governing.Governing``."""

    __slots__ = ()

    @property
    def _sends(self) -> Sending:
        """What sends the calls."""
        raise NotImplementedError

    def proposals(self, body: ProposalsBody) -> ProposalList:
        """Return a page of proposals."""
        return self._sends.send(proposals(body))

    def proposal(self, proposal_id: str, space: str | None = None) -> ProposalDetail:
        """Return one proposal in full."""
        return self._sends.send(proposal(proposal_id, space))

    def approve(self, body: ApproveBody) -> SettledList:
        """Say yes."""
        return self._sends.send(approve(body))

    def reject(self, body: RejectBody) -> SettledList:
        """Say no."""
        return self._sends.send(reject(body))

    def undo(self, body: UndoBody) -> SettledList:
        """Take back what was said."""
        return self._sends.send(undo(body))

    def approval_mode(self, space: str | None = None) -> ApprovalModeAnswer:
        """Return who decides in a space."""
        return self._sends.send(approval_mode(space))

    def set_approval_mode(self, body: ApprovalModeBody) -> ApprovalModeAnswer:
        """Set who decides in a space."""
        return self._sends.send(set_approval_mode(body))

    def propose(self, task_id: str, body: ProposeBody) -> ProposeAnswer:
        """Hand in candidates for a task."""
        return self._sends.send(propose(task_id, body))

    def purge(self, memory_id: str, body: PurgeBody) -> PurgeAnswer:
        """Erase a memory for good."""
        return self._sends.send(purge(memory_id, body))

    def retier(self, body: RetierBody) -> RetierAnswer:
        """Move what has come of age."""
        return self._sends.send(retier(body))
