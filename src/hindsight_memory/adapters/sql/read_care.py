"""Reads that look after a store. See ``ports.care``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime

from sqlalchemy import ColumnElement, and_, case, exists, func, select

from hindsight_memory.adapters.sql import schema
from hindsight_memory.adapters.sql.columns import AnyRow, AnySelect
from hindsight_memory.adapters.sql.conditions import in_spaces, of_scopes, shown, shown_scopes
from hindsight_memory.adapters.sql.read_memories import memory_of, present
from hindsight_memory.adapters.sql.schema_working import type_uses
from hindsight_memory.adapters.sql.snapshot import Snapshot
from hindsight_memory.domain.actor import View
from hindsight_memory.domain.health import LONG_UNUSED, WEEK, Census
from hindsight_memory.domain.job import JobState
from hindsight_memory.domain.memory import VISIBLE_STATUSES, Memory, Status, Tier, Usage

_m, _u, _v, _d, _j = schema.memories.c, type_uses.c, schema.vectors.c, schema.discards.c, schema.jobs.c
_READABLE = _m.status.in_(sorted(status.value for status in VISIBLE_STATUSES))
_ACTIVE = _m.status == Status.ACTIVE.value


class CareReads(Snapshot):
    """See ``ports.care.CareReading``."""

    def pinned(self, view: View, *, limit: int) -> list[Memory]:
        """Return pinned memories, the last confirmed first."""
        query = present().where(of_scopes(view), _READABLE, _m.pinned)
        rows = self._connection.execute(query.order_by(_m.last_confirmed_at.desc(), _m.memory_id).limit(limit))
        return [memory_of(row) for row in rows]

    def most_helpful(self, view: View, *, limit: int) -> list[Memory]:
        """Return memories that helped more often than they harmed."""
        gain = _m.helped - _m.harmed
        query = present().where(of_scopes(view), _READABLE, _m.helped > 0, gain > 0)
        rows = self._connection.execute(query.order_by(gain.desc(), _m.used.desc(), _m.memory_id).limit(limit))
        return [memory_of(row) for row in rows]

    def type_uses(self, view: View, task_type: str, *, limit: int) -> Mapping[str, Usage]:
        """Return the counters of memories in tasks of this type."""
        query = (
            select(_m.memory_id, _u.recalled, _u.used, _u.helped, _u.harmed)
            .join_from(type_uses, schema.memories, _m.row_key == _u.row_key)
            .where(in_spaces(_u.space_key, view.spaces), _u.task_type == task_type, _u.used > 0, _ACTIVE, shown(view))
            .order_by(_u.used.desc(), _m.memory_id)
            .limit(limit)
        )
        return {
            row.memory_id: Usage(recalled=row.recalled, used=row.used, helped=row.helped, harmed=row.harmed)
            for row in self._connection.execute(query)
        }

    def census(self, view: View, now: datetime, generation: str) -> Census:
        """Count what the health check judges."""
        rows = self._connection.execute(_counted(view, now)).one()
        sources = select(_m.source, func.count()).where(of_scopes(view), _ACTIVE).group_by(_m.source)
        jobs = select(_j.state, func.count()).where(in_spaces(_j.space_key, view.spaces)).group_by(_j.state)
        by_state = _pairs(self._connection.execute(jobs))
        discarded = select(func.count()).where(
            in_spaces(_d.space_key, view.spaces), _d.scope_key.in_(shown_scopes(view)), _d.discarded_at > now - WEEK
        )
        return Census(
            **{name: getattr(rows, name) or 0 for name in _COUNTS},
            by_source=_pairs(self._connection.execute(sources)),
            same_text=self._same_text(view),
            without_vector=self._without_vector(view, generation) if generation else 0,
            failed_jobs=by_state.get(JobState.FAILED.value, 0),
            waiting_jobs=by_state.get(JobState.QUEUED.value, 0),
            discarded=self._connection.execute(discarded).scalar_one(),
        )

    def _same_text(self, view: View) -> int:
        """How many memories are one too many: the same text in one scope."""
        groups = (
            select((func.count() - 1).label("extra"))
            .where(of_scopes(view), _ACTIVE)
            .group_by(_m.scope_key, _m.fingerprint)
            .having(func.count() > 1)
            .subquery()
        )
        return self._connection.execute(select(func.sum(groups.c.extra))).scalar() or 0

    def _without_vector(self, view: View, generation: str) -> int:
        has_one = exists().where(_v.row_key == _m.row_key, _v.generation == generation)
        query = select(func.count()).select_from(schema.memories).where(of_scopes(view), _READABLE, ~has_one)
        return self._connection.execute(query).scalar_one()


_COUNTS = (
    "active",
    "short_term",
    "of_age",
    "unretrieved",
    "disputed",
    "this_week",
    "week_before",
    "overdue",
    "quarantined",
)


def _counted(view: View, now: datetime) -> AnySelect:
    aged = and_(_ACTIVE, _m.created_at <= now - LONG_UNUSED)
    wanted: dict[str, ColumnElement[bool]] = {
        "active": _ACTIVE,
        "short_term": and_(_ACTIVE, _m.tier == Tier.SHORT.value),
        "of_age": aged,
        "unretrieved": and_(aged, _m.recalled == 0),
        "disputed": _m.status == Status.DISPUTED.value,
        "this_week": _born(now - WEEK, now),
        "week_before": _born(now - 2 * WEEK, now - WEEK),
        "overdue": and_(_READABLE, _m.ends_at <= now, ~_m.pinned),
        "quarantined": _m.status == Status.QUARANTINED.value,
    }
    counts = [func.sum(case((condition, 1), else_=0)).label(name) for name, condition in wanted.items()]
    return select(*counts).select_from(schema.memories).where(of_scopes(view))


def _born(since: datetime, until: datetime) -> ColumnElement[bool]:
    return and_(_m.created_at > since, _m.created_at <= until)


def _pairs(rows: Iterable[AnyRow]) -> dict[str, int]:
    return {row[0]: row[1] for row in rows}
