"""Writing proposals, what a person said to them, and who decides in a space."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, assert_never

from sqlalchemy import bindparam, delete, insert, select, update

from hindsight_memory.adapters.sql import codec, schema
from hindsight_memory.adapters.sql.chain import content_hash
from hindsight_memory.adapters.sql.journal import Journal
from hindsight_memory.domain.errors import NotFound
from hindsight_memory.domain.events import ApprovalSet, DomainEvent, ProposalMade, ProposalReopened, ProposalSettled
from hindsight_memory.domain.proposal import Proposal


def write_all(journal: Journal, run: Sequence[DomainEvent]) -> None:
    """Write those events that are about proposals. Raises NotFound when a proposal or its memory is not there."""
    for each in run:
        if isinstance(each, ProposalMade | ProposalSettled | ProposalReopened | ApprovalSet):
            _write(journal, each)


def _write(journal: Journal, happened: ProposalMade | ProposalSettled | ProposalReopened | ApprovalSet) -> None:
    match happened:
        case ProposalMade():
            _make(journal, happened.proposal)
        case ProposalSettled():
            approval = happened.proposal.approval
            assert approval is not None
            _change(journal, happened.proposal, "approved" if approval.granted else "rejected", approval.reason)
        case ProposalReopened():
            _change(journal, happened.proposal, "reopened", happened.reason)
        case ApprovalSet():
            _set_mode(journal, happened)
        case _:
            assert_never(happened)


def _make(journal: Journal, proposal: Proposal) -> None:
    at = {"at_space": journal.space_key, "at_memory": proposal.memory_id}
    row_key = journal.connection.execute(_ROW_KEY, at).scalar()
    if row_key is None:
        raise NotFound(f"There is no memory {proposal.memory_id!r} in the space.")
    json = codec.encode(codec.PROPOSAL, proposal)
    row: dict[str, Any] = {
        "proposal_id": proposal.proposal_id,
        "space_key": journal.space_key,
        "row_key": row_key,
        "kind": proposal.kind.value,
        "made_at": proposal.made_at,
        "ruling": "",
        "state": codec.pack(json),
    }
    journal.connection.execute(_NEW, row)
    codes = ", ".join(reason.code for reason in proposal.reasons)
    journal.entry("proposal.made", proposal.proposal_id, codes, content_hash(json))


def _change(journal: Journal, proposal: Proposal, action: str, reason: str) -> None:
    json = codec.encode(codec.PROPOSAL, proposal)
    approval = proposal.approval
    values = {
        "at_space": journal.space_key,
        "at_proposal": proposal.proposal_id,
        "now_ruling": "" if approval is None else "approved" if approval.granted else "rejected",
        "now_state": codec.pack(json),
    }
    if not journal.connection.execute(_CHANGE, values).rowcount:
        raise NotFound(f"There is no proposal {proposal.proposal_id!r} in the space.")
    journal.entry(f"proposal.{action}", proposal.proposal_id, reason, content_hash(json))


def _set_mode(journal: Journal, happened: ApprovalSet) -> None:
    journal.connection.execute(_NO_MODE, {"at_space": journal.space_key})
    if happened.mode is not None:
        journal.connection.execute(_NEW_MODE, {"space_key": journal.space_key, "mode": happened.mode.value})
    mode = happened.mode.value if happened.mode is not None else "default"
    reason = f"{mode}: {happened.reason}" if happened.reason else mode
    journal.entry("approval.set", happened.space, reason, content_hash(mode.encode()))


_p = schema.proposals.c
_NEW = insert(schema.proposals)
_CHANGE = (
    update(schema.proposals)
    .where(_p.space_key == bindparam("at_space"), _p.proposal_id == bindparam("at_proposal"))
    .values(ruling=bindparam("now_ruling"), state=bindparam("now_state"))
)
_ROW_KEY = select(schema.memories.c.row_key).where(
    schema.memories.c.space_key == bindparam("at_space"), schema.memories.c.memory_id == bindparam("at_memory")
)
_NEW_MODE = insert(schema.approval_modes)
_NO_MODE = delete(schema.approval_modes).where(schema.approval_modes.c.space_key == bindparam("at_space"))
