"""Reads of proposals, and of who decides in a space."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import ColumnElement, and_, func, not_, or_, select

from hindsight_memory.adapters.sql import codec, schema
from hindsight_memory.adapters.sql.columns import AnySelect
from hindsight_memory.adapters.sql.conditions import in_spaces, shown
from hindsight_memory.adapters.sql.cursors import Order
from hindsight_memory.adapters.sql.snapshot import Snapshot
from hindsight_memory.domain.actor import View
from hindsight_memory.domain.memory import VISIBLE_STATUSES, Status
from hindsight_memory.domain.proposal import ApprovalMode, Pending, Proposal, ProposalKind, ProposalState
from hindsight_memory.ports.records import Page

_m, _p = schema.memories.c, schema.proposals.c
_NEWEST_FIRST = Order(((_p.made_at, True), (_p.proposal_id, False)))
_READABLE = sorted(status.value for status in VISIBLE_STATUSES)
# As ``domain.proposal.state_of`` says.
_WAITS = or_(
    and_(_p.kind == ProposalKind.STORE.value, _m.status == Status.PENDING.value),
    and_(_p.kind != ProposalKind.STORE.value, _p.ruling == "", _m.status.in_(_READABLE)),
)
_IN_STATE: Mapping[ProposalState, ColumnElement[bool]] = {
    ProposalState.WAITING: _WAITS,
    ProposalState.APPROVED: and_(not_(_WAITS), _p.ruling == "approved"),
    ProposalState.REJECTED: and_(not_(_WAITS), _p.ruling == "rejected"),
    ProposalState.WITHDRAWN: and_(not_(_WAITS), _p.ruling == ""),
}


class ProposalReads(Snapshot):
    """See ``ports.records.Reading``."""

    def proposal(self, view: View, named: str) -> Proposal | None:
        """Return one by its id, or the newest about a memory by the memory's; None when that is not visible."""
        query = (
            _visible(view)
            .where(or_(_p.proposal_id == named, _m.memory_id == named))
            .order_by(_p.made_at.desc(), _p.proposal_id.desc())
            .limit(1)
        )
        row = self._connection.execute(query).first()
        return None if row is None else codec.decode(codec.PROPOSAL, row.state)

    def proposals(
        self, view: View, states: frozenset[ProposalState], *, limit: int, cursor: str | None = None
    ) -> Page[Proposal]:
        """Return a page, newest first; an empty set of states means all. Raises Invalid for a bad cursor."""
        query = _visible(view).add_columns(_p.made_at, _p.proposal_id)
        if states:
            query = query.where(or_(*(_IN_STATE[state] for state in sorted(states))))
        rows, following = _NEWEST_FIRST.page(self._connection, query, limit, cursor)
        return Page(tuple(codec.decode(codec.PROPOSAL, row.state) for row in rows), following)

    def pending(self, view: View) -> Pending:
        """Return how many wait, and since when the oldest does."""
        query = _visible(view).with_only_columns(func.count(), func.min(_p.made_at)).where(_WAITS)
        row = self._connection.execute(query).one()
        return Pending(waiting=row[0], oldest_at=row[1])

    def approval_mode(self, space: str) -> ApprovalMode | None:
        """Return who decides in a space, where that was set for it."""
        a = schema.approval_modes.c
        mode = self._connection.execute(select(a.mode).where(in_spaces(a.space_key, (space,)))).scalar()
        return None if mode is None else ApprovalMode(mode)


def _visible(view: View) -> AnySelect:
    """Select the proposals of the spaces whose memories a view shows."""
    return (
        select(_p.state)
        .join_from(schema.proposals, schema.memories, _m.row_key == _p.row_key)
        .where(in_spaces(_p.space_key, view.spaces), shown(view))
    )
