"""``hsm proposals``: the approval queue."""

from __future__ import annotations

from typing import Annotated

import typer

from hindsight_memory.domain.proposal import ApprovalMode, ProposalState
from hindsight_memory.entrypoints.cli import options
from hindsight_memory.entrypoints.cli.render.proposals import (
    show_mode,
    show_proposal,
    show_proposals,
    show_settled,
)
from hindsight_memory.entrypoints.cli.session import Session, leaf
from hindsight_memory.wire.proposals import (
    ApprovalModeBody,
    ApproveBody,
    ProposalsBody,
    RejectBody,
    UndoBody,
)

app = typer.Typer(
    help="What waits for a person: look at it, approve, edit, reject, undo.",
    rich_markup_mode=None,
    add_completion=False,
    no_args_is_help=True,
)

_Ids = Annotated[
    list[str],
    typer.Argument(help="Proposals, or the memories that wait, by id (several: all or none).", metavar="ID…"),
]


@app.command("list")
@leaf
def list_proposals(
    session: Session,
    state: Annotated[
        list[ProposalState] | None, typer.Option("--state", help="Only this state (repeatable). Default: waiting.")
    ] = None,
    limit: options.Limit = 50,
    cursor: options.Cursor = "",
) -> None:
    """List what waits, newest first, with the reasons.

    \b
      hsm proposals list
      hsm proposals list --state rejected
    """
    body = ProposalsBody.taken({"state": tuple(state or ()), "space": session.space, "limit": limit, "cursor": cursor})
    with session.api() as api:
        answer = api.proposals(body)
    session.answer(answer, show_proposals)


@app.command()
@leaf
def show(
    session: Session,
    proposal_id: Annotated[str, typer.Argument(help="The proposal's id, or its memory's.", metavar="ID")],
) -> None:
    """Show one proposal: what would change, what it would replace, and the events that speak for it.

    \b
      hsm proposals show ID
    """
    with session.api() as api:
        answer = api.proposal(proposal_id, session.space)
    session.answer(answer, show_proposal)


@app.command()
@leaf
def approve(
    session: Session,
    proposal_ids: _Ids,
    content: Annotated[str, typer.Option("--content", help="An edited wording, for one.", metavar="TEXT")] = "",
    reason: options.Why = "",
) -> None:
    """Say yes. What stands against it by then gives way.

    \b
      hsm proposals approve ID
      hsm proposals approve ID --content "Deploys go through canary first, except hotfixes."
    """
    body = ApproveBody.taken(
        {"proposal_ids": tuple(proposal_ids), "content": content, "reason": reason, "space": session.space}
    )
    with session.api() as api:
        answer = api.approve(body)
    session.answer(answer, show_settled)


@app.command()
@leaf
def reject(session: Session, proposal_ids: _Ids, reason: options.Why = "") -> None:
    """Say no, with the reason. A review of the same evidence does not propose it again.

    \b
      hsm proposals reject ID --reason "true of the old cluster only"
    """
    body = RejectBody.taken({"proposal_ids": tuple(proposal_ids), "reason": reason, "space": session.space})
    with session.api() as api:
        answer = api.reject(body)
    session.answer(answer, show_settled)


@app.command()
@leaf
def undo(session: Session, proposal_ids: _Ids, reason: options.Why = "") -> None:
    """Take back a yes or a no: it waits again, and what gave way stands again.

    \b
      hsm proposals undo ID
    """
    body = UndoBody.taken({"proposal_ids": tuple(proposal_ids), "reason": reason, "space": session.space})
    with session.api() as api:
        answer = api.undo(body)
    session.answer(answer, show_settled)


@app.command()
@leaf
def mode(
    session: Session,
    to: Annotated[ApprovalMode | None, typer.Option("--to", help="Who decides from now on.")] = None,
    default: Annotated[bool, typer.Option("--default", help="Let HSM_REVIEW__APPROVAL decide again.")] = False,
    reason: options.Why = "",
) -> None:
    """Show, or set, who decides in a space about what is new.

    \b
      hsm proposals mode
      hsm proposals mode --to risky --reason "a new agent"
      hsm proposals mode --default
    """
    with session.api() as api:
        if to is None and not default:
            answer = api.approval_mode(session.space)
        else:
            chosen = None if default else to
            answer = api.set_approval_mode(
                ApprovalModeBody.taken({"mode": chosen, "reason": reason, "space": session.space})
            )
    session.answer(answer, show_mode)
