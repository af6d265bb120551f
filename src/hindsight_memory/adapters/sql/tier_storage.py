"""How much lies in which tier."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sqlalchemy import Connection, case, func, literal, select

from hindsight_memory.adapters.sql import schema
from hindsight_memory.adapters.sql.columns import AnyRow
from hindsight_memory.adapters.sql.conditions import in_spaces, shown
from hindsight_memory.adapters.sql.schema_decisions import decisions
from hindsight_memory.adapters.sql.schema_tiers import archive_files
from hindsight_memory.adapters.sql.states import AWAY, WARM
from hindsight_memory.domain.actor import View
from hindsight_memory.domain.tiering import Kept, StorageTier, Stored

_d, _r, _m, _t, _e, _f = (
    decisions.c,
    schema.revisions.c,
    schema.memories.c,
    schema.tasks.c,
    schema.events.c,
    archive_files.c,
)
_ARCHIVE = StorageTier.ARCHIVE.value


def stored_in(connection: Connection, view: View) -> Sequence[Stored]:
    """Count by kind and tier. What lies in the archive is counted by its index and its files, not row by row."""
    files = select(_f.kind, func.sum(_f.bytes)).where(in_spaces(_f.space_key, view.spaces)).group_by(_f.kind)
    sizes: dict[str, int] = {row[0]: row[1] for row in connection.execute(files)}
    return [
        each
        for kind, rows in (
            (Kept.DECISIONS, _decisions(connection, view)),
            (Kept.TRACES, _events(connection, view)),
            (Kept.REVISIONS, _revisions(connection, view)),
        )
        for each in _sums(kind, rows, sizes.get(kind.value, 0))
    ]


def _decisions(connection: Connection, view: View) -> Iterable[AnyRow]:
    here = in_spaces(_d.space_key, view.spaces)
    near = select(_d.tier, func.count(), func.sum(func.length(_d.state))).where(here, _d.tier != _ARCHIVE)
    far = select(_d.tier, func.count(), literal(0)).where(here, _d.tier == _ARCHIVE)
    return [row for query in (near, far) for row in connection.execute(query.group_by(_d.tier))]


def _revisions(connection: Connection, view: View) -> Iterable[AnyRow]:
    query = (
        select(_r.tier, func.count(), func.sum(func.length(_r.state)))
        .join_from(schema.memories, schema.revisions, _r.row_key == _m.row_key)
        .where(in_spaces(_m.space_key, view.spaces), shown(view))
        .group_by(_r.tier)
    )
    return connection.execute(query).all()


def _events(connection: Connection, view: View) -> Iterable[AnyRow]:
    """By the form of each: a trace that was carried on has some of every tier."""
    first = func.substr(_e.state, 1, 1)
    tier = case((first == AWAY, _ARCHIVE), (first == WARM, StorageTier.WARM.value), else_=StorageTier.HOT.value).label(
        "tier"
    )
    query = (
        select(tier, func.count(), func.sum(func.length(_e.state)))
        .join_from(schema.tasks, schema.events, (_e.space_key == _t.space_key) & (_e.task_id == _t.task_id))
        .where(in_spaces(_t.space_key, view.spaces), _t.tier != _ARCHIVE)
        .group_by(tier)
    )
    far = select(_t.tier, func.sum(_t.event_count), literal(0)).where(
        in_spaces(_t.space_key, view.spaces), _t.tier == _ARCHIVE
    )
    return [row for asked in (query, far.group_by(_t.tier)) for row in connection.execute(asked)]


def _sums(kind: Kept, rows: Iterable[AnyRow], archived: int) -> list[Stored]:
    counts: dict[StorageTier, tuple[int, int]] = {}
    for name, count, size in rows:
        before = counts.get(StorageTier(name), (0, 0))
        counts[StorageTier(name)] = before[0] + count, before[1] + size
    if archived or StorageTier.ARCHIVE in counts:
        counts[StorageTier.ARCHIVE] = counts.get(StorageTier.ARCHIVE, (0, 0))[0], archived
    return [Stored(kind, tier, *counts[tier]) for tier in StorageTier if counts.get(tier, (0, 0)) != (0, 0)]
