"""Tools behind ``--admin``: the approval queue, candidates of an agent's own review, the purge."""

from __future__ import annotations

from hindsight_memory.entrypoints.mcp.delimiting import Json, cut, fitting
from hindsight_memory.entrypoints.mcp.offer import ADDS, CHANGES, HIDES, READS, Arguments, Offer, part
from hindsight_memory.entrypoints.mcp.paging import PAGE, pages
from hindsight_memory.entrypoints.mcp.schema import Schema, arguments, output_schema, text
from hindsight_memory.entrypoints.mcp.tools.memories import MEMORY_ID
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
from hindsight_memory.wire.shown import delimited, inert

_PROPOSAL_ID = text("The proposal's id, or that of the memory that waits.")
_SPACE = text("The space it is in.")
_TASK_ID = text("The task that the candidates come from.")
_CANDIDATES: Schema = {
    "type": "array",
    "items": {"type": "string"},
    "description": "Self-contained statements that the trace supports.",
}


def _listed(api: Api, given: Arguments) -> ProposalList:
    body = ProposalsBody.taken({"limit": PAGE, **given})
    return fitting(lambda limit: api.proposals(body.model_copy(update={"limit": limit})), body.limit)


def _proposed(api: Api, given: Arguments) -> ProposeAnswer:
    shared = part({n: v for n, v in given.items() if n not in ("content", "space")}, CandidateBody)
    candidates = tuple(CandidateBody.taken({"content": one, **shared}) for one in given["candidates"])
    body = ProposeBody.taken({"candidates": candidates, "space": given.get("space")})
    return api.propose(given["task_id"], body)


def _purged(api: Api, given: Arguments) -> PurgeAnswer:
    return api.purge(given["memory_id"], PurgeBody.taken(part(given, PurgeBody)))


def _line(one: Json) -> list[str]:
    why = " ".join(reason["text"] for reason in one["reasons"])
    return [delimited(one), f"Proposal {one['proposal_id']} ({one['kind']}, {one['state']}): {why}"]


def _detail(answer: Json) -> str:
    lines = _line(answer["proposal"])
    for one in answer["against"]:
        lines.append(f"{one['stance']}{' (pinned)' if one['pinned'] else ''}: {one['reason']}\n{delimited(one)}")
    lines += [f"Evidence {e['sequence']} {e['kind']}: {inert(e['text'])}" for e in answer["evidence"]]
    return "\n".join(lines)


def _settled(answer: Json) -> str:
    lines: list[str] = []
    for one in answer["items"]:
        gone = f" It supersedes {', '.join(one['superseded'])}." if one["superseded"] else ""
        memory = one["memory"]
        lines.append(f"{one['proposal']['state']}: {memory['memory_id']} is {memory['status']}.{gone}")
    return "\n".join(lines)


def _taken(answer: Json) -> str:
    lines = [f"{one['verdict']} {one['memory_id']}: {inert(one['content'])}" for one in answer["items"]]
    lines += [f"left out: {inert(one['text'])} ({one['reason']['text']})" for one in answer["left_out"]]
    return "\n".join(lines)


def _cut_detail(answer: Json) -> Json:
    return cut(cut(answer, "evidence"), "against")


TOOLS = (
    Offer(
        name="proposals_list",
        title="What waits for approval",
        description="List proposals, newest first; those that wait for a person when no state is named.",
        properties=arguments(ProposalsBody),
        output=output_schema(ProposalList),
        effect=READS,
        call=_listed,
        render=pages(_line, "Nothing waits."),
    ),
    Offer(
        name="proposals_show",
        title="Show a proposal",
        description="Show a proposal: what it would replace, and the events that speak for it.",
        properties={"proposal_id": _PROPOSAL_ID, "space": _SPACE},
        required=("proposal_id",),
        output=output_schema(ProposalDetail),
        effect=READS,
        call=lambda api, given: api.proposal(given["proposal_id"], given.get("space")),
        render=_detail,
        fit=_cut_detail,
    ),
    Offer(
        name="proposals_approve",
        title="Approve",
        description="Say yes for a person, in the person's name and on their word; an edited wording may be given.",
        properties=arguments(ApproveBody),
        required=("proposal_ids",),
        output=output_schema(SettledList),
        effect=CHANGES,
        call=lambda api, given: api.approve(ApproveBody.taken(given)),
        render=_settled,
    ),
    Offer(
        name="proposals_reject",
        title="Reject",
        description="Say no for a person, with the reason.",
        properties=arguments(RejectBody),
        required=("proposal_ids", "reason"),
        output=output_schema(SettledList),
        effect=CHANGES,
        call=lambda api, given: api.reject(RejectBody.taken(given)),
        render=_settled,
    ),
    Offer(
        name="proposals_undo",
        title="Undo a decision",
        description="Take back an approval or a rejection: the proposals wait again.",
        properties=arguments(UndoBody),
        required=("proposal_ids",),
        output=output_schema(SettledList),
        effect=CHANGES,
        call=lambda api, given: api.undo(UndoBody.taken(given)),
        render=_settled,
    ),
    Offer(
        name="approval_mode",
        title="Who decides",
        description="Show who decides in a space about what is new.",
        properties={"space": _SPACE},
        output=output_schema(ApprovalModeAnswer),
        effect=READS,
        call=lambda api, given: api.approval_mode(given.get("space")),
        render=lambda answer: f"{answer['space']}: {answer['mode']}",
    ),
    Offer(
        name="approval_set",
        title="Set who decides",
        description="Set who decides in a space; without a mode the setting decides again.",
        properties=arguments(ApprovalModeBody),
        output=output_schema(ApprovalModeAnswer),
        effect=CHANGES,
        call=lambda api, given: api.set_approval_mode(ApprovalModeBody.taken(given)),
        render=lambda answer: f"{answer['space']}: {answer['mode']}",
    ),
    Offer(
        name="task_propose",
        title="Hand in candidates",
        description="Hand in what your own review of a task found worth keeping; the gate and the approval decide.",
        properties={"task_id": _TASK_ID, "candidates": _CANDIDATES}
        | arguments(CandidateBody, without=("content",))
        | {"space": _SPACE},
        required=("task_id", "candidates"),
        output=output_schema(ProposeAnswer),
        effect=ADDS,
        call=_proposed,
        render=_taken,
    ),
    Offer(
        name="memory_purge",
        title="Erase for good",
        description="Erase a memory everywhere, not to be undone. Only on the explicit request of a person.",
        properties={"memory_id": MEMORY_ID} | arguments(PurgeBody),
        required=("memory_id", "confirm"),
        output=output_schema(PurgeAnswer),
        effect=HIDES,
        call=_purged,
        render=lambda answer: f"{answer['memory_id']} is erased.",
    ),
)
