"""The approval queue, candidates and the purge as calls of Python, plain and awaited."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol, TypedDict, Unpack

from hindsight_memory.client import governing as asks
from hindsight_memory.client.arguments import InSpace, SpaceBody
from hindsight_memory.client.asks import AnyAnswer, Ask, an_id, with_content
from hindsight_memory.domain.proposal import ApprovalMode, ProposalState
from hindsight_memory.wire.api import Api
from hindsight_memory.wire.proposals import (
    ApprovalModeAnswer,
    ApprovalModeBody,
    ApproveBody,
    CandidateBody,
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

Candidates = Sequence[str | CandidateBody | Mapping[str, object]]
"""Statements, or their bodies, or what their bodies are made of."""


class RetierArguments(InSpace, total=False):
    """How many rows one run moves at most."""

    limit: int


class ProposalsArguments(InSpace, total=False):
    """Which proposals to list."""

    state: ProposalState | str | Sequence[ProposalState | str]
    limit: int
    cursor: str | None


class WhyArguments(InSpace, total=False):
    """Why, and where."""

    reason: str


class ApproveArguments(WhyArguments, total=False):
    """An edited wording, for one proposal alone."""

    content: str


class Reason(TypedDict):
    """A reason that has to be given."""

    reason: str


class RejectArguments(InSpace, Reason):
    """Why not, and where."""


class Steering:
    """A part of ``Calls``: what people do who steer a memory."""

    _api: Api

    def proposals(self, **given: Unpack[ProposalsArguments]) -> ProposalList:
        """Return a page of proposals, newest first; those that wait when no state is named."""
        return self._api.proposals(ProposalsBody.taken(given))

    def proposal(self, proposal_id: str, **given: Unpack[InSpace]) -> ProposalDetail:
        """Return one proposal with its diff and its evidence, by its id or its memory's."""
        return self._api.proposal(an_id(proposal_id, "proposal_id"), SpaceBody.taken(given).space)

    def approve(self, *proposal_ids: str, **given: Unpack[ApproveArguments]) -> SettledList:
        """Say yes to proposals, all or none; what stands against them then gives way."""
        return self._api.approve(ApproveBody.taken({"proposal_ids": proposal_ids, **given}))

    def reject(self, *proposal_ids: str, **given: Unpack[RejectArguments]) -> SettledList:
        """Say no to proposals, all or none, with the reason."""
        return self._api.reject(RejectBody.taken({"proposal_ids": proposal_ids, **given}))

    def undo(self, *proposal_ids: str, **given: Unpack[WhyArguments]) -> SettledList:
        """Take back what was said to proposals, all or none: they wait again."""
        return self._api.undo(UndoBody.taken({"proposal_ids": proposal_ids, **given}))

    def approval_mode(self, **given: Unpack[InSpace]) -> ApprovalModeAnswer:
        """Return who decides in a space."""
        return self._api.approval_mode(SpaceBody.taken(given).space)

    def set_approval_mode(self, mode: ApprovalMode | str | None, **given: Unpack[WhyArguments]) -> ApprovalModeAnswer:
        """Set who decides in a space: ``auto``, ``risky``, ``manual``; None leaves it to the setting again."""
        return self._api.set_approval_mode(ApprovalModeBody.taken({"mode": mode, **given}))

    def propose(self, task_id: str, candidates: Candidates, **given: Unpack[InSpace]) -> ProposeAnswer:
        """Hand in candidates for a task: the same gate, grounding and limit as in a review."""
        return self._api.propose(an_id(task_id, "task_id"), _proposed(candidates, given))

    def purge(self, memory_id: str, *, confirm: bool, **given: Unpack[WhyArguments]) -> PurgeAnswer:
        """Erase a memory for good, everywhere; ``confirm`` says that it is meant."""
        return self._api.purge(an_id(memory_id, "memory_id"), PurgeBody.taken({"confirm": confirm, **given}))

    def retier(self, **given: Unpack[RetierArguments]) -> RetierAnswer:
        """Move old decisions, traces and revisions to where they cost less; every read finds them as before."""
        return self._api.retier(RetierBody.taken(given))


class AwaitedSending(Protocol):
    """Sends one call. Raises HindsightError."""

    async def send(self, ask: Ask[AnyAnswer], key: str = "") -> AnyAnswer:
        """Make one call."""
        ...


class AwaitedSteering:
    """A part of ``AsyncClient``: ``Steering``, awaited."""

    @property
    def _sends(self) -> AwaitedSending:
        raise NotImplementedError

    async def proposals(self, **given: Unpack[ProposalsArguments]) -> ProposalList:
        """Return a page of proposals, newest first; those that wait when no state is named."""
        return await self._sends.send(asks.proposals(ProposalsBody.taken(given)))

    async def proposal(self, proposal_id: str, **given: Unpack[InSpace]) -> ProposalDetail:
        """Return one proposal with its diff and its evidence, by its id or its memory's."""
        return await self._sends.send(asks.proposal(proposal_id, SpaceBody.taken(given).space))

    async def approve(self, *proposal_ids: str, **given: Unpack[ApproveArguments]) -> SettledList:
        """Say yes to proposals, all or none; what stands against them then gives way."""
        return await self._sends.send(asks.approve(ApproveBody.taken({"proposal_ids": proposal_ids, **given})))

    async def reject(self, *proposal_ids: str, **given: Unpack[RejectArguments]) -> SettledList:
        """Say no to proposals, all or none, with the reason."""
        return await self._sends.send(asks.reject(RejectBody.taken({"proposal_ids": proposal_ids, **given})))

    async def undo(self, *proposal_ids: str, **given: Unpack[WhyArguments]) -> SettledList:
        """Take back what was said to proposals, all or none: they wait again."""
        return await self._sends.send(asks.undo(UndoBody.taken({"proposal_ids": proposal_ids, **given})))

    async def approval_mode(self, **given: Unpack[InSpace]) -> ApprovalModeAnswer:
        """Return who decides in a space."""
        return await self._sends.send(asks.approval_mode(SpaceBody.taken(given).space))

    async def set_approval_mode(
        self, mode: ApprovalMode | str | None, **given: Unpack[WhyArguments]
    ) -> ApprovalModeAnswer:
        """Set who decides in a space: ``auto``, ``risky``, ``manual``; None leaves it to the setting again."""
        return await self._sends.send(asks.set_approval_mode(ApprovalModeBody.taken({"mode": mode, **given})))

    async def propose(self, task_id: str, candidates: Candidates, **given: Unpack[InSpace]) -> ProposeAnswer:
        """Hand in candidates for a task: the same gate, grounding and limit as in a review."""
        return await self._sends.send(asks.propose(task_id, _proposed(candidates, given)))

    async def purge(self, memory_id: str, *, confirm: bool, **given: Unpack[WhyArguments]) -> PurgeAnswer:
        """Erase a memory for good, everywhere; ``confirm`` says that it is meant."""
        return await self._sends.send(asks.purge(memory_id, PurgeBody.taken({"confirm": confirm, **given})))

    async def retier(self, **given: Unpack[RetierArguments]) -> RetierAnswer:
        """Move old decisions, traces and revisions to where they cost less; every read finds them as before."""
        return await self._sends.send(asks.retier(RetierBody.taken(given)))


def _proposed(candidates: Candidates, given: InSpace) -> ProposeBody:
    bodies = with_content(candidates, "Candidates", "Put a single one in a list.")
    return ProposeBody.taken({"candidates": tuple(bodies), **given})
