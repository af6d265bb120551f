"""What an in-process vector index reads: the changes of a space in order."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import and_, bindparam, select

from hindsight_memory.adapters.sql import schema
from hindsight_memory.adapters.sql.columns import AnyRow
from hindsight_memory.adapters.sql.records import SqlRecords
from hindsight_memory.domain.memory import MemoryType, Scope, Status, Tier, Visibility
from hindsight_memory.ports.vectors import VectorChange

_m, _s, _v = schema.memories.c, schema.scopes.c, schema.vectors.c


class SqlVectorSource:
    """The vectors of one generation. See ``ports.vectors.VectorSource``."""

    def __init__(self, records: SqlRecords, generation: str) -> None:
        self._records = records
        self._generation = generation

    def latest(self, space: str) -> int:
        """Return the last change sequence of a space; 0 for one that holds nothing."""
        return self._records.latest_change(space)

    def changes(self, space: str, after: int) -> Sequence[VectorChange]:
        """Return what changed after a sequence, ascending, only the latest of a memory."""
        if self.latest(space) <= after:
            return ()
        values = {"space": space, "after": after, "of_generation": self._generation}
        with self._records.connected() as connection:
            changed = _changes(space, connection.execute(_CHANGED, values).all())
            changed += [_erasure(space, row) for row in connection.execute(_ERASED, values)]
        return sorted(changed, key=lambda change: change.sequence)


def _changes(space: str, rows: Sequence[AnyRow]) -> list[VectorChange]:
    """Return the changes of rows; there are a hundred thousand when a large space is loaded."""
    scopes = {(row[3], row[4]): _scope(space, row[3], row[4]) for row in rows}
    return [
        VectorChange(
            sequence=sequence,
            memory_id=memory_id,
            vector=vector,
            scope=scopes[visibility, member],
            status=_STATUSES[status],
            tier=_TIERS[tier],
            type=_TYPES[kind],
        )
        for sequence, memory_id, vector, visibility, member, status, tier, kind in rows
    ]


def _scope(space: str, visibility: str, member: str) -> Scope:
    """Return what decides who sees it: the agent of a private scope, the group of a shared one."""
    match Visibility(visibility):
        case Visibility.PRIVATE:
            return Scope(space, Visibility.PRIVATE, agent=member)
        case Visibility.SHARED:
            return Scope(space, Visibility.SHARED, group=member)
        case Visibility.GLOBAL:
            return Scope(space)


def _erasure(space: str, row: AnyRow) -> VectorChange:
    """A purged memory: it has no vector, and nothing but its id is known any more."""
    return VectorChange(
        sequence=row.change_sequence,
        memory_id=row.memory_id,
        vector=None,
        scope=Scope(space=space),
        status=Status.FORGOTTEN,
        tier=Tier.LONG,
        type=MemoryType.FACT,
    )


_STATUSES = {status.value: status for status in Status}
_TIERS = {tier.value: tier for tier in Tier}
_TYPES = {kind.value: kind for kind in MemoryType}
_space = select(schema.spaces.c.space_key).where(schema.spaces.c.name == bindparam("space")).scalar_subquery()
_CHANGED = (
    select(_m.change_sequence, _m.memory_id, _v.vector, _s.visibility, _s.member, _m.status, _m.tier, _m.type)
    .join_from(schema.memories, schema.scopes, _s.scope_key == _m.scope_key)
    .outerjoin(schema.vectors, and_(_v.row_key == _m.row_key, _v.generation == bindparam("of_generation")))
    .where(_m.space_key == _space, _m.change_sequence > bindparam("after"))
    .order_by(_m.change_sequence)
)
_e = schema.erasures.c
_ERASED = select(_e.change_sequence, _e.memory_id).where(
    _e.space_key == _space, _e.change_sequence > bindparam("after")
)
