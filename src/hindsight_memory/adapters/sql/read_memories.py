"""Reads of memories, their revisions and vectors."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime

from sqlalchemy import and_, bindparam, exists, func, select

from hindsight_memory.adapters.sql import codec, schema
from hindsight_memory.adapters.sql.columns import AnyRow, AnySelect
from hindsight_memory.adapters.sql.conditions import (
    SHOWN_BY_KEY,
    chunks,
    in_spaces,
    of_scopes,
    shown,
    wanted_rows,
    within,
)
from hindsight_memory.adapters.sql.cursors import Order
from hindsight_memory.adapters.sql.snapshot import Snapshot
from hindsight_memory.domain.actor import View
from hindsight_memory.domain.memory import VISIBLE_STATUSES, Memory, MemoryType, Revision, Scope, Status, Usage
from hindsight_memory.ports.records import MemoryFilter, Page

_m, _r, _v = schema.memories.c, schema.revisions.c, schema.vectors.c
_NEWEST_FIRST = Order(((_m.created_at, True), (_m.memory_id, False)))
_READABLE = sorted(status.value for status in VISIBLE_STATUSES)


def present() -> AnySelect:
    """Select the present state of memories: the last revision, and what is counted beside it."""
    return select(
        _r.state, _m.recalled, _m.used, _m.helped, _m.harmed, _m.ignored, _m.generation, _m.last_used_at
    ).join_from(schema.memories, schema.revisions, and_(_r.row_key == _m.row_key, _r.number == _m.revision))


def memory_of(row: AnyRow) -> Memory:
    """Return the memory of a row of the present state."""
    state = codec.decode(codec.MEMORY, row.state)
    usage = Usage(row.recalled, row.used, row.helped, row.harmed, row.ignored)
    if (usage, row.generation, row.last_used_at) == (state.usage, state.generation, state.last_used_at):
        return state
    return replace(state, usage=usage, generation=row.generation, last_used_at=row.last_used_at)


_NAMED = present().where(_m.memory_id.in_(bindparam("memory_ids", expanding=True)), SHOWN_BY_KEY)
_NAMED_OF = _NAMED.where(_m.type.in_(bindparam("types", expanding=True)))


class MemoryReads(Snapshot):
    """See ``ports.records.Reading``."""

    def memory(self, view: View, memory_id: str) -> Memory | None:
        """Return the visible memory of any status, or None."""
        return self.memories(view, (memory_id,)).get(memory_id)

    def memories(
        self, view: View, memory_ids: Sequence[str], types: frozenset[MemoryType] = frozenset()
    ) -> dict[str, Memory]:
        """Return the visible ones of any status, by id, in the order asked for; if types are named, of those."""
        found: dict[str, Memory] = {}
        for some in chunks(dict.fromkeys(memory_ids)):
            named = {"memory_ids": some, "scope_keys": self.scope_keys(view)}
            if types:
                rows = self._connection.execute(_NAMED_OF, named | {"types": sorted(kind.value for kind in types)})
            else:
                rows = self._connection.execute(_NAMED, named)
            found.update((memory.memory_id, memory) for memory in map(memory_of, rows.all()))
        return {memory_id: found[memory_id] for memory_id in memory_ids if memory_id in found}

    def list_memories(self, view: View, wanted: MemoryFilter, *, limit: int, cursor: str | None = None) -> Page[Memory]:
        """Return a page, newest ``created_at`` first, ties by ``memory_id``. Raises Invalid for a bad cursor."""
        query = present().add_columns(_m.created_at, _m.memory_id)
        query = query.where(in_spaces(_m.space_key, view.spaces), shown(view), *wanted_rows(wanted))
        rows, following = _NEWEST_FIRST.page(self._connection, query, limit, cursor)
        return Page(tuple(memory_of(row) for row in rows), following)

    def count_memories(self, view: View, wanted: MemoryFilter) -> int:
        """Return how many there are."""
        query = select(func.count()).select_from(schema.memories).where(of_scopes(view), *wanted_rows(wanted))
        return self._connection.execute(query).scalar_one()

    def same_text(self, scope: Scope, fingerprint: str, statuses: frozenset[Status]) -> Memory | None:
        """Return the memory of this scope whose text has this fingerprint (the newest, if several)."""
        query = (
            present()
            .where(
                within(scope),
                _m.fingerprint == fingerprint,
                _m.status.in_(sorted(status.value for status in statuses)),
            )
            .order_by(_m.created_at.desc(), _m.row_key.desc())
            .limit(1)
        )
        return next(iter(self._memories(query)), None)

    def same_claim(self, view: View, subject: str, relation: str) -> list[Memory]:
        """Return active and disputed memories whose claim has this subject and relation, oldest first."""
        query = (
            present()
            .where(
                _m.claim_subject == subject,
                _m.claim_relation == relation,
                _m.status.in_(_READABLE),
                shown(view),
            )
            .order_by(_m.created_at, _m.memory_id)
        )
        return list(self._memories(query))

    def buried(self, space: str, fingerprint: str) -> bool:
        """Whether a text with this fingerprint was purged from the space."""
        t = schema.tombstones.c
        query = select(t.purged_at).where(in_spaces(t.space_key, (space,)), t.fingerprint == fingerprint)
        return self._connection.execute(query).first() is not None

    def vectors_of(self, view: View, memory_ids: Sequence[str], generation: str) -> dict[str, bytes]:
        """Return the stored vectors of these memories in this generation."""
        found: dict[str, bytes] = {}
        for some in chunks(dict.fromkeys(memory_ids)):
            query = (
                select(_m.memory_id, _v.vector)
                .join_from(schema.memories, schema.vectors, _v.row_key == _m.row_key)
                .where(_m.memory_id.in_(some), _v.generation == generation, shown(view))
            )
            found.update((row[0], row[1]) for row in self._connection.execute(query))
        return found

    def without_vector(self, generation: str, *, limit: int) -> list[Memory]:
        """Return memories of all spaces that have no vector of this generation, oldest first."""
        has_one = exists().where(_v.row_key == _m.row_key, _v.generation == generation)
        return list(self._memories(present().where(~has_one).order_by(_m.row_key).limit(limit)))

    def states_at(self, view: View, at: datetime, wanted: MemoryFilter) -> list[Memory]:
        """Return the states that visible memories had at this record time, in creation order."""
        later = schema.revisions.alias()
        last = (
            select(func.max(later.c.number))
            .where(later.c.row_key == _m.row_key, later.c.recorded_at <= at)
            .scalar_subquery()
        )
        query = (
            select(_r.state)
            .join_from(schema.memories, schema.revisions, _r.row_key == _m.row_key)
            .where(in_spaces(_m.space_key, view.spaces), shown(view), _r.number == last)
            .order_by(_m.created_at, _m.memory_id)
        )
        states = (codec.decode(codec.MEMORY, state) for state in self._connection.execute(query).scalars())
        return [state for state in states if _is_wanted(state, wanted)]

    def revisions(self, view: View, memory_id: str) -> list[Revision]:
        """Return the revisions of a visible memory, oldest first; empty if not visible."""
        query = (
            select(_r.number, _r.state, _r.change, _r.actor, _r.reason, _r.recorded_at)
            .join_from(schema.memories, schema.revisions, _r.row_key == _m.row_key)
            .where(_m.memory_id == memory_id, shown(view))
            .order_by(_r.number)
        )
        return [
            Revision(
                memory_id=memory_id,
                number=row.number,
                state=codec.decode(codec.MEMORY, row.state),
                change=row.change,
                actor=row.actor,
                reason=row.reason,
                recorded_at=row.recorded_at,
            )
            for row in self._connection.execute(query)
        ]

    def expired(self, now: datetime, *, space: str, limit: int) -> list[Memory]:
        """Return what has run out in a space and is not pinned, the earliest first."""
        query = (
            present()
            .where(in_spaces(_m.space_key, (space,)), _m.ends_at <= now, _m.status.in_(_READABLE), ~_m.pinned)
            .order_by(_m.ends_at, _m.memory_id)
            .limit(limit)
        )
        return list(self._memories(query))

    def _memories(self, query: AnySelect) -> Iterable[Memory]:
        return [memory_of(row) for row in self._connection.execute(query)]


def _is_wanted(state: Memory, wanted: MemoryFilter) -> bool:
    """Whether a past state passes the filter (present ones are filtered by the query)."""
    return (
        state.status in wanted.statuses
        and (not wanted.types or state.type in wanted.types)
        and (not wanted.sources or state.source in wanted.sources)
        and (not wanted.tiers or state.tier in wanted.tiers)
        and set(wanted.tags) <= set(state.tags)
        and _in_time(state.last_confirmed_at, wanted)
        and wanted.task_id in ("", state.provenance.task_id)
    )


def _in_time(at: datetime, wanted: MemoryFilter) -> bool:
    return (wanted.since is None or wanted.since <= at) and (wanted.until is None or at < wanted.until)
