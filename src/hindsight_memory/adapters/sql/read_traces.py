"""Reads of tasks, traces, reports and the discard log."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from sqlalchemy import ColumnElement, and_, not_, or_, select

from hindsight_memory.adapters.sql import codec, schema
from hindsight_memory.adapters.sql.conditions import in_spaces, shown_scopes
from hindsight_memory.adapters.sql.cursors import Order
from hindsight_memory.adapters.sql.snapshot import Snapshot
from hindsight_memory.domain.actor import View
from hindsight_memory.domain.errors import ArchiveDamaged
from hindsight_memory.domain.events import Discard
from hindsight_memory.domain.report import ReviewReport
from hindsight_memory.domain.trace import Event, Lost, OutcomeStatus, Task, Trace
from hindsight_memory.ports.records import Page

_d, _t, _e = schema.discards.c, schema.tasks.c, schema.events.c
_TASKS = Order(((_t.started_at, True), (_t.task_id, False), (_t.space_key, False)))
_DISCARDS = Order(((_d.discarded_at, True), (_d.discard_id, False)))
_IS_REVIEWED = and_(
    _t.reviewed_events.is_not(None), _t.reviewed_events == _t.event_count, _t.reviewed_outcome == _t.outcome
)


class TraceReads(Snapshot):
    """See ``ports.records.Reading``. A task is known by its id within a space; of several spaces the first
    that has it answers."""

    def task(self, view: View, task_id: str) -> Task | None:
        """Return a task of the view's spaces, or None."""
        found = self._task(view, task_id)
        return None if found is None else found[1]

    def tasks(
        self,
        view: View,
        *,
        outcomes: frozenset[OutcomeStatus] = frozenset(),
        reviewed: bool | None = None,
        ended: bool | None = None,
        limit: int,
        cursor: str | None = None,
    ) -> Page[Task]:
        """Return a page of tasks, newest first. Reviewed: a report saw as many events and the same outcome."""
        query = select(_t.state, _t.started_at, _t.task_id, _t.space_key).where(in_spaces(_t.space_key, view.spaces))
        if outcomes:
            query = query.where(_t.outcome.in_(sorted(outcome.value for outcome in outcomes)))
        if reviewed is not None:
            is_not = or_(_t.reviewed_events.is_(None), not_(_IS_REVIEWED))
            query = query.where(_IS_REVIEWED if reviewed else is_not)
        if ended is not None:
            query = query.where(_t.ended.is_(ended))
        rows, following = _TASKS.page(self._connection, query, limit, cursor)
        return Page(tuple(codec.decode(codec.TASK, row.state) for row in rows), following)

    def trace(self, view: View, task_id: str) -> Trace | None:
        """Return a task with its events by sequence, or None. What a damaged archive does not give is named."""
        found = self._task(view, task_id)
        if found is None:
            return None
        query = select(_e.sequence, _e.state).where(_e.space_key == found[0], _e.task_id == task_id)
        events: list[Event] = []
        lost: dict[str, list[int]] = {}
        for row in self._connection.execute(query.order_by(_e.sequence)):
            try:
                events.append(codec.decode(codec.EVENT, row.state))
            except ArchiveDamaged as error:
                lost.setdefault(error.message, []).append(row.sequence)
        unread = tuple(Lost(tuple(sequences), reason) for reason, sequences in lost.items())
        return Trace(task=found[1], events=tuple(events), lost=unread)

    def next_sequence(self, view: View, task_id: str) -> int:
        """Return one more than the highest sequence of the task's events; 1 when it has none."""
        query = select(_t.last_sequence).where(in_spaces(_t.space_key, view.spaces), _t.task_id == task_id)
        return max(self._connection.execute(query).scalars(), default=0) + 1

    def report(self, view: View, task_id: str) -> ReviewReport | None:
        """Return the last review's report of a task, or None."""
        r = schema.reports.c
        query = (
            select(r.state)
            .where(in_spaces(r.space_key, view.spaces), r.task_id == task_id)
            .order_by(r.report_key.desc())
            .limit(1)
        )
        state = self._connection.execute(query).scalar()
        return None if state is None else codec.decode(codec.REPORT, state)

    def discards(self, view: View, *, limit: int, cursor: str | None = None) -> Page[Discard]:
        """Return a page of the discard log, newest first, without what has run out."""
        query = select(_d.state, _d.restored_at, _d.discarded_at, _d.discard_id).where(*self.shown_discards(view))
        rows, following = _DISCARDS.page(self._connection, query, limit, cursor)
        return Page(tuple(_discard(row.state, row.restored_at) for row in rows), following)

    def discard(self, view: View, discard_id: str) -> Discard | None:
        """Return one, or None when it is not there, has run out or is not visible."""
        query = select(_d.state, _d.restored_at).where(_d.discard_id == discard_id, *self.shown_discards(view))
        row = self._connection.execute(query).first()
        return None if row is None else _discard(row.state, row.restored_at)

    def shown_discards(self, view: View) -> tuple[ColumnElement[bool], ...]:
        """Return the conditions of ``discards``: visible by scope or one's own, and not run out."""
        visible = or_(_d.scope_key.in_(shown_scopes(view)), _d.agent == view.agent)
        return in_spaces(_d.space_key, view.spaces), visible, _d.expires_at > self._now_is()

    def _task(self, view: View, task_id: str) -> tuple[int, Task] | None:
        query = (
            select(_t.space_key, schema.spaces.c.name, _t.state)
            .join_from(schema.tasks, schema.spaces, schema.spaces.c.space_key == _t.space_key)
            .where(schema.spaces.c.name.in_(view.spaces), _t.task_id == task_id)
        )
        rows = {row.name: row for row in self._connection.execute(query)}
        for space in view.spaces:
            if space in rows:
                return rows[space].space_key, codec.decode(codec.TASK, rows[space].state)
        return None


def _discard(state: bytes, restored_at: datetime | None) -> Discard:
    return replace(codec.decode(codec.DISCARD, state), restored_at=restored_at)
