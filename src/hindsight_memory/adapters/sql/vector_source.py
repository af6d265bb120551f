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
            changed = [_change(space, row) for row in connection.execute(_CHANGED, values)]
            changed += [_erasure(space, row) for row in connection.execute(_ERASED, values)]
        return sorted(changed, key=lambda change: change.sequence)


def _change(space: str, row: AnyRow) -> VectorChange:
    visibility = Visibility(row.visibility)
    return VectorChange(
        sequence=row.change_sequence,
        memory_id=row.memory_id,
        vector=row.vector,
        scope=Scope(
            space=space,
            visibility=visibility,
            agent=row.member if visibility is Visibility.PRIVATE else "",
            group=row.member if visibility is Visibility.SHARED else "",
        ),
        status=Status(row.status),
        tier=Tier(row.tier),
        type=MemoryType(row.type),
    )


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


_space = select(schema.spaces.c.space_key).where(schema.spaces.c.name == bindparam("space")).scalar_subquery()
_CHANGED = (
    select(_m.change_sequence, _m.memory_id, _v.vector, _s.visibility, _s.member, _m.status, _m.tier, _m.type)
    .join_from(schema.memories, schema.scopes, _s.scope_key == _m.scope_key)
    .outerjoin(schema.vectors, and_(_v.row_key == _m.row_key, _v.generation == bindparam("of_generation")))
    .where(_m.space_key == _space, _m.change_sequence > bindparam("after"))
)
_e = schema.erasures.c
_ERASED = select(_e.change_sequence, _e.memory_id).where(
    _e.space_key == _space, _e.change_sequence > bindparam("after")
)
