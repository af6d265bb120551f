"""All reads of one consistent state."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime

from sqlalchemy import ColumnElement, and_, case, exists, func, or_, select

from hindsight_memory.adapters.sql import schema
from hindsight_memory.adapters.sql.columns import AnyRow, AnySelect
from hindsight_memory.adapters.sql.conditions import in_spaces, of_scopes, shown, shown_scopes
from hindsight_memory.adapters.sql.cursors import Order
from hindsight_memory.adapters.sql.job_rows import JOB_COLUMNS, STANDING_STATES, UNFINISHED, job_of
from hindsight_memory.adapters.sql.read_care import CareReads
from hindsight_memory.adapters.sql.read_decision_texts import DecisionTextReads
from hindsight_memory.adapters.sql.read_memories import MemoryReads
from hindsight_memory.adapters.sql.read_past import PastReads
from hindsight_memory.adapters.sql.read_proposals import ProposalReads
from hindsight_memory.adapters.sql.read_texts import TextReads
from hindsight_memory.adapters.sql.read_traces import TraceReads
from hindsight_memory.adapters.sql.schema_decisions import decisions
from hindsight_memory.domain.actor import View
from hindsight_memory.domain.job import Job, JobState
from hindsight_memory.domain.memory import Status
from hindsight_memory.ports.records import AuditEntry, Page

_m, _t, _j, _a = schema.memories.c, schema.tasks.c, schema.jobs.c, schema.audit_entries.c
_JOBS = Order(((_j.created_at, True), (_j.job_id, False)))
_ENTRIES = Order(((_a.entry_key, True),))
ENTRY_COLUMNS = (
    schema.spaces.c.name.label("space"),
    *(_a[name] for name in ("number", "recorded_at", "actor", "action", "subject_id", "reason", "content_hash")),
    _a.previous,
    _a.hash,
)


def entry_of(row: AnyRow) -> AuditEntry:
    """Return the audit entry of a row of ``ENTRY_COLUMNS``."""
    return AuditEntry(
        space=row.space,
        number=row.number,
        recorded_at=row.recorded_at,
        actor=row.actor,
        action=row.action,
        subject_id=row.subject_id,
        reason=row.reason,
        content_hash=row.content_hash,
        previous=row.previous,
        hash=row.hash,
    )


class SqlReading(CareReads, DecisionTextReads, MemoryReads, PastReads, ProposalReads, TextReads, TraceReads):
    """Reads of one consistent state. See ``ports.records.Reading``."""

    def job(self, view: View, job_id: str) -> Job | None:
        """Return a job of the view's spaces, or None."""
        query = self._jobs(view).where(_j.job_id == job_id)
        row = self._connection.execute(query).first()
        return None if row is None else job_of(row)

    def jobs(self, view: View, states: frozenset[JobState], *, limit: int, cursor: str | None = None) -> Page[Job]:
        """Return a page of jobs, newest first; an empty set of states means all."""
        standing = bool(states) and states <= STANDING_STATES
        query = self._jobs(view, by_space=not standing)
        if standing:
            query = query.where(UNFINISHED)
        if states:
            query = query.where(_j.state.in_(sorted(state.value for state in states)))
        query = query.add_columns(_j.created_at.label("at"), _j.job_id.label("with_id"))
        rows, following = _JOBS.page(self._connection, query, limit, cursor)
        return Page(tuple(job_of(row) for row in rows), following)

    def counts(self, view: View) -> Mapping[str, Mapping[str, int]]:
        """Return how many there are of what; ``discards`` and ``events`` are under ``total``, decisions without an
        outcome under ``open``."""
        kinds = (_m.status, _m.type, _m.source, _m.tier)
        query = select(*kinds, func.count()).where(of_scopes(view)).group_by(*kinds)
        memories = self._connection.execute(query).all()
        active = [row for row in memories if row[0] == Status.ACTIVE.value]
        tasks = select(_t.outcome, func.count(), func.sum(_t.event_count)).group_by(_t.outcome)
        outcomes = self._connection.execute(tasks.where(in_spaces(_t.space_key, view.spaces))).all()
        return {
            "status": _sums((row[0], row[4]) for row in memories),
            "type": _sums((row[1], row[4]) for row in active),
            "source": _sums((row[2], row[4]) for row in active),
            "tier": _sums((row[3], row[4]) for row in active),
            "tasks": _sums((row[0], row[1]) for row in outcomes),
            "jobs": self._tally(
                select(_j.state, func.count()).group_by(_j.state).where(in_spaces(_j.space_key, view.spaces))
            ),
            "discards": {"total": self._total_discards(view)},
            "events": {"total": sum(row[2] for row in outcomes)},
            "decisions": self._decisions_counted(view),
        }

    def audit(
        self,
        view: View,
        *,
        about: str = "",
        since: datetime | None = None,
        until: datetime | None = None,
        limit: int,
        cursor: str | None = None,
    ) -> Page[AuditEntry]:
        """Return a page of the audit entries of the view's spaces, newest first, without those about memories,
        proposals and discarded drafts that are not visible."""
        query = (
            select(*ENTRY_COLUMNS, _a.entry_key)
            .join_from(schema.audit_entries, schema.spaces, schema.spaces.c.space_key == _a.space_key)
            .where(in_spaces(_a.space_key, view.spaces), ~_about_hidden(view))
        )
        if about:
            query = query.where(_a.action.startswith(about, autoescape=True))
        if since is not None:
            query = query.where(_a.recorded_at >= since)
        if until is not None:
            query = query.where(_a.recorded_at < until)
        rows, following = _ENTRIES.page(self._connection, query, limit, cursor)
        return Page(tuple(entry_of(row) for row in rows), following)

    def spaces(self) -> list[str]:
        """Return the names of all spaces that hold anything, sorted."""
        return sorted(self._connection.execute(select(schema.spaces.c.name)).scalars())

    def _jobs(self, view: View, *, by_space: bool = True) -> AnySelect:
        return (
            select(*JOB_COLUMNS)
            .join_from(schema.jobs, schema.spaces, schema.spaces.c.space_key == _j.space_key)
            .where(in_spaces(_j.space_key if by_space else _j.space_key + 0, view.spaces))
        )

    def _total_discards(self, view: View) -> int:
        query = select(func.count()).select_from(schema.discards).where(*self.shown_discards(view))
        return self._connection.execute(query).scalar_one()

    def _decisions_counted(self, view: View) -> dict[str, int]:
        """How many decisions by result; those that still wait for an outcome under ``open``."""
        d = decisions.c
        name = case((d.open, "open"), else_=d.result)
        return self._tally(select(name, func.count()).where(in_spaces(d.space_key, view.spaces)).group_by(name))

    def _tally(self, query: AnySelect) -> dict[str, int]:
        return _sums((row[0], row[1]) for row in self._connection.execute(query))


def _about_hidden(view: View) -> ColumnElement[bool]:
    """Whether an audit entry is about something that a view does not show."""
    d = schema.discards.c
    memory = exists().where(_m.memory_id == _a.subject_id, ~shown(view))
    unseen = and_(d.scope_key.not_in(shown_scopes(view)), d.agent != view.agent)
    p = schema.proposals.c
    proposal = exists().where(p.proposal_id == _a.subject_id, p.row_key == _m.row_key, ~shown(view))
    return or_(memory, proposal, exists().where(d.discard_id == _a.subject_id, unseen))


def _sums(counted: Iterable[tuple[str, int]]) -> dict[str, int]:
    sums: dict[str, int] = {}
    for name, count in counted:
        sums[name] = sums.get(name, 0) + count
    return dict(sorted(sums.items()))
