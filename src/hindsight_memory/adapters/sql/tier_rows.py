"""The rows that move through the tiers, by kind: which are due, how they are moved, and what goes with them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

from sqlalchemy import Connection, bindparam, delete, select, update

from hindsight_memory.adapters.sql import codec, schema
from hindsight_memory.adapters.sql.decision_counters import DecisionCounters
from hindsight_memory.adapters.sql.dialects import Dialect
from hindsight_memory.adapters.sql.schema_decisions import decision_vectors, decisions
from hindsight_memory.adapters.sql.states import AWAY, WARM
from hindsight_memory.domain.tiering import Kept, StorageTier

_d, _r, _m, _t, _e = decisions.c, schema.revisions.c, schema.memories.c, schema.tasks.c, schema.events.c
_BEFORE = {StorageTier.WARM: StorageTier.HOT, StorageTier.ARCHIVE: StorageTier.WARM}
_TASKS_AT_ONCE = 200
# As they are stored; long tool output is a multiple of that when it is read.
_MOST_BYTES = 8_000_000


@dataclass(frozen=True, slots=True)
class Due:
    """A row that is due: what names it, what it says now, and when that is dated."""

    key: Mapping[str, Any]
    state: bytes
    at: datetime


@dataclass(frozen=True, slots=True)
class Batch:
    """Rows that are due together. ``traces`` are the tasks (id, last sequence) whose events they are, which may have
    none left to move."""

    rows: Sequence[Due]
    traces: Sequence[tuple[str, int]] = ()

    @property
    def empty(self) -> bool:
        """Whether there is nothing to do."""
        return not self.rows and not self.traces


class Rows(Protocol):
    """One kind of rows."""

    def due(self, connection: Connection, space_key: int, tier: StorageTier, until: datetime, limit: int) -> Batch:
        """Return rows of the tier before ``tier`` that are due for it, the oldest first."""
        ...

    def move(
        self, connection: Connection, dialect: Dialect, space_key: int, tier: StorageTier, batch: Batch, to: list[bytes]
    ) -> int:
        """Put other forms in the place of the states, where these are still what was read; returns how many were."""
        ...


class DecisionRows:
    """Decisions. Those in the archive have no vectors."""

    def due(self, connection: Connection, space_key: int, tier: StorageTier, until: datetime, limit: int) -> Batch:
        """See ``Rows``."""
        query = (
            select(_d.decision_key, _d.state, _d.decided_at)
            .where(_d.space_key == space_key, _d.tier == _BEFORE[tier].value, _d.decided_at <= until)
            .order_by(_d.decided_at, _d.decision_key)
            .limit(limit)
        )
        rows = connection.execute(query).all()
        return Batch([Due({"at_key": row.decision_key}, row.state, row.decided_at) for row in rows])

    def move(
        self, connection: Connection, dialect: Dialect, space_key: int, tier: StorageTier, batch: Batch, to: list[bytes]
    ) -> int:
        """See ``Rows``."""
        moved = connection.execute(_MOVE_DECISION, list(_changes(batch.rows, to, tier))).rowcount
        if tier is StorageTier.ARCHIVE:
            counters = DecisionCounters(connection, dialect, space_key)
            keys = [dict(row.key) for row in batch.rows]
            connection.execute(_DROP_VECTORS, keys)
            connection.execute(_UNINDEXED, [key | {"sequence": counters.next_change()} for key in keys])
            counters.close()
        return moved


class RevisionRows:
    """Revisions that are not the present one of their memory."""

    def due(self, connection: Connection, space_key: int, tier: StorageTier, until: datetime, limit: int) -> Batch:
        """See ``Rows``."""
        query = (
            select(_r.row_key, _r.number, _r.state, _r.recorded_at)
            .join_from(schema.revisions, schema.memories, _m.row_key == _r.row_key)
            .where(
                _r.tier == _BEFORE[tier].value,
                _r.recorded_at <= until,
                _r.number != _m.revision,
                _m.space_key + 0 == space_key,
            )
            .order_by(_r.recorded_at, _r.row_key, _r.number)
            .limit(limit)
        )
        rows = connection.execute(query).all()
        return Batch(
            [Due({"at_key": row.row_key, "at_number": row.number}, row.state, row.recorded_at) for row in rows]
        )

    def move(
        self, connection: Connection, dialect: Dialect, space_key: int, tier: StorageTier, batch: Batch, to: list[bytes]
    ) -> int:
        """See ``Rows``."""
        return connection.execute(_MOVE_REVISION, list(_changes(batch.rows, to, tier))).rowcount


class TraceRows:
    """Events, by whole traces: they are as old as the last of them, or as the end of their task."""

    def due(self, connection: Connection, space_key: int, tier: StorageTier, until: datetime, limit: int) -> Batch:
        """See ``Rows``."""
        rows: list[Due] = []
        traces: list[tuple[str, int]] = []
        size = 0
        for task_id, last, state in self._begun(connection, space_key, tier, until):
            at = self._last_at(connection, space_key, task_id, last, codec.decode(codec.TASK, state).ended_at)
            if at is not None and at > until:
                continue
            traces.append((task_id, last))
            query = select(_e.sequence, _e.state).where(_e.space_key == space_key, _e.task_id == task_id)
            for event in connection.execute(query.order_by(_e.sequence)).all():
                if _is_before(event.state, tier):
                    key = {"at_space": space_key, "at_task": task_id, "at_sequence": event.sequence}
                    rows.append(Due(key, event.state, at or until))
                    size += len(event.state)
            if len(rows) >= limit or size >= _MOST_BYTES:
                break
        return Batch(rows, traces)

    def move(
        self, connection: Connection, dialect: Dialect, space_key: int, tier: StorageTier, batch: Batch, to: list[bytes]
    ) -> int:
        """See ``Rows``."""
        moved = 0
        if batch.rows:
            changes = [
                {**row.key, "was": bytes(row.state), "to_state": state}
                for row, state in zip(batch.rows, to, strict=True)
            ]
            moved = connection.execute(_MOVE_EVENT, changes).rowcount
        for task_id, last in batch.traces:
            # Not when an event came in at the same time: then the trace is hot, and due again.
            connection.execute(
                _MOVE_TRACE,
                {
                    "at_space": space_key,
                    "at_task": task_id,
                    "at_last": last,
                    "of_tier": _BEFORE[tier].value,
                    "to_tier": tier.value,
                },
            )
        return moved

    def _begun(
        self, connection: Connection, space_key: int, tier: StorageTier, until: datetime
    ) -> Iterable[tuple[str, int, bytes]]:
        """Tasks that were begun before then, oldest first; many of them may still go on."""
        after: tuple[datetime, str] | None = None
        while True:
            query = select(_t.task_id, _t.last_sequence, _t.state, _t.started_at).where(
                _t.space_key == space_key, _t.tier == _BEFORE[tier].value, _t.started_at <= until
            )
            if after is not None:
                later = (_t.started_at == after[0]) & (_t.task_id > after[1])
                query = query.where((_t.started_at > after[0]) | later)
            page = connection.execute(query.order_by(_t.started_at, _t.task_id).limit(_TASKS_AT_ONCE)).all()
            for row in page:
                yield row.task_id, row.last_sequence, row.state
            if len(page) < _TASKS_AT_ONCE:
                return
            after = page[-1].started_at, page[-1].task_id

    def _last_at(
        self, connection: Connection, space_key: int, task_id: str, last: int, ended_at: datetime | None
    ) -> datetime | None:
        query = select(_e.state).where(_e.space_key == space_key, _e.task_id == task_id, _e.sequence == last)
        state = connection.execute(query).scalar()
        # One that lies in the archive was old enough before, and need not be read.
        if state is None or state.startswith(AWAY):
            return ended_at
        at = codec.decode(codec.EVENT, state).at
        return at if ended_at is None else max(at, ended_at)


ROWS: Mapping[Kept, Rows] = {
    Kept.DECISIONS: DecisionRows(),
    Kept.TRACES: TraceRows(),
    Kept.REVISIONS: RevisionRows(),
}


def _is_before(state: bytes, tier: StorageTier) -> bool:
    """Whether an event, some of whose trace may be further, is not in this tier yet."""
    return not state.startswith(AWAY if tier is StorageTier.ARCHIVE else (WARM, AWAY))


def _changes(rows: Sequence[Due], to: list[bytes], tier: StorageTier) -> Iterable[dict[str, Any]]:
    for row, state in zip(rows, to, strict=True):
        yield {**row.key, "was": bytes(row.state), "to_state": state, "to_tier": tier.value}


_TO: dict[str, Any] = {"state": bindparam("to_state"), "tier": bindparam("to_tier")}
_MOVE_DECISION = (
    update(decisions).where(_d.decision_key == bindparam("at_key"), _d.state == bindparam("was")).values(_TO)
)
_DROP_VECTORS = delete(decision_vectors).where(decision_vectors.c.decision_key == bindparam("at_key"))
_UNINDEXED = (
    update(decisions)
    .where(_d.decision_key == bindparam("at_key"))
    .values(generation="", change_sequence=bindparam("sequence"))
)
_MOVE_REVISION = (
    update(schema.revisions)
    .where(_r.row_key == bindparam("at_key"), _r.number == bindparam("at_number"), _r.state == bindparam("was"))
    .values(_TO)
)
_MOVE_EVENT = (
    update(schema.events)
    .where(
        _e.space_key == bindparam("at_space"),
        _e.task_id == bindparam("at_task"),
        _e.sequence == bindparam("at_sequence"),
        _e.state == bindparam("was"),
    )
    .values(state=bindparam("to_state"))
)
_MOVE_TRACE = (
    update(schema.tasks)
    .where(
        _t.space_key == bindparam("at_space"),
        _t.task_id == bindparam("at_task"),
        _t.last_sequence == bindparam("at_last"),
        _t.tier == bindparam("of_tier"),
    )
    .values(tier=bindparam("to_tier"))
)
