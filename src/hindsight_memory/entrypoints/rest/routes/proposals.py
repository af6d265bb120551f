"""The approval queue: what waits for a person, and what the person says; candidates of an agent's own review."""

from __future__ import annotations

from hindsight_memory.entrypoints.rest.calls import Asked, Call, Json, SpaceQuery
from hindsight_memory.wire.api import Api
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

_NAMED: Json = {"proposal_ids": ["019bc186-de00-781a-a7e8-3241c13d5ac6"], "space": "project:api"}


def _proposal(api: Api, asked: Asked) -> ProposalDetail:
    return api.proposal(asked.id("proposal_id"), asked.body(SpaceQuery).space)


CALLS = (
    Call(
        name="proposals.list",
        method="GET",
        path="/proposals",
        summary="List what waits for a person, newest first",
        query=ProposalsBody,
        answer=ProposalList,
        ask=lambda api, asked: api.proposals(asked.body(ProposalsBody)),
    ),
    Call(
        name="proposals.approve",
        method="POST",
        path="/proposals/approve",
        summary="Say yes to proposals, all or none; what stands against them then gives way",
        body=ApproveBody,
        answer=SettledList,
        finds=True,
        ask=lambda api, asked: api.approve(asked.body(ApproveBody)),
        repeatable=True,
        example=_NAMED | {"reason": "checked with ops"},
    ),
    Call(
        name="proposals.reject",
        method="POST",
        path="/proposals/reject",
        summary="Say no to proposals, all or none, with the reason",
        body=RejectBody,
        answer=SettledList,
        finds=True,
        ask=lambda api, asked: api.reject(asked.body(RejectBody)),
        repeatable=True,
        example=_NAMED | {"reason": "true of the old cluster only"},
    ),
    Call(
        name="proposals.undo",
        method="POST",
        path="/proposals/undo",
        summary="Take back what was said to proposals, all or none: they wait again",
        body=UndoBody,
        answer=SettledList,
        finds=True,
        ask=lambda api, asked: api.undo(asked.body(UndoBody)),
        repeatable=True,
        example=_NAMED,
    ),
    Call(
        name="proposals.get",
        method="GET",
        path="/proposals/{proposal_id}",
        summary="Show one proposal with its diff and its evidence",
        query=SpaceQuery,
        answer=ProposalDetail,
        ask=_proposal,
    ),
    Call(
        name="approval.get",
        method="GET",
        path="/approval",
        summary="Show who decides in a space",
        query=SpaceQuery,
        answer=ApprovalModeAnswer,
        ask=lambda api, asked: api.approval_mode(asked.body(SpaceQuery).space),
    ),
    Call(
        name="approval.set",
        method="POST",
        path="/approval",
        summary="Set who decides in a space; without a mode the setting decides again",
        body=ApprovalModeBody,
        answer=ApprovalModeAnswer,
        ask=lambda api, asked: api.set_approval_mode(asked.body(ApprovalModeBody)),
        repeatable=True,
        example={"mode": "risky", "reason": "a new agent", "space": "project:api"},
    ),
    Call(
        name="tasks.propose",
        method="POST",
        path="/tasks/{task_id}/candidates",
        summary="Hand in candidates of an agent's own review; they pass the same gate",
        body=ProposeBody,
        answer=ProposeAnswer,
        ask=lambda api, asked: api.propose(asked.id("task_id"), asked.body(ProposeBody)),
        repeatable=True,
        example={"candidates": [{"content": "Releases go through the canary cluster first.", "source": "user"}]},
    ),
    Call(
        name="memories.purge",
        method="POST",
        path="/memories/{memory_id}/purge",
        summary="Erase a memory for good, everywhere; only a tombstone stays",
        body=PurgeBody,
        answer=PurgeAnswer,
        ask=lambda api, asked: api.purge(asked.id("memory_id"), asked.body(PurgeBody)),
        repeatable=True,
        example={"confirm": True, "reason": "the person asked for it"},
    ),
)
