"""Reads of decisions. See ``ports.decisions.DecisionReading``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from functools import lru_cache
from typing import Any

from sqlalchemy import ColumnElement, Connection, and_, bindparam, exists, select, text

from hindsight_memory.adapters.sql import codec, schema
from hindsight_memory.adapters.sql.columns import AnyRow, AnySelect
from hindsight_memory.adapters.sql.conditions import chunks, in_spaces, shown
from hindsight_memory.adapters.sql.cursors import Order
from hindsight_memory.adapters.sql.dialects import Dialect
from hindsight_memory.adapters.sql.schema_decisions import decision_memories, decision_vectors, decisions
from hindsight_memory.adapters.sql.snapshot import Snapshot
from hindsight_memory.domain.actor import View
from hindsight_memory.domain.decision import Belief, Decision, DecisionKind, Delta, DeltaResult
from hindsight_memory.domain.errors import ArchiveDamaged
from hindsight_memory.domain.tiering import StorageTier
from hindsight_memory.domain.trace import Event
from hindsight_memory.ports.decisions import DecisionFilter, DecisionSketch
from hindsight_memory.ports.pages import Corpus, Page

_d, _v, _r, _m = decisions.c, decision_vectors.c, decision_memories.c, schema.memories.c
_NEWEST_FIRST = Order(((_d.decided_at, True), (_d.decision_id, False)))


def wanted_decisions(wanted: DecisionFilter) -> list[ColumnElement[bool]]:
    """Return the conditions on ``decisions`` that a filter means."""
    conditions: list[ColumnElement[bool]] = []
    for column, allowed in (
        (_d.intent_type, wanted.intent_types),
        (_d.agent, wanted.agents),
        (_d.kind, {kind.value for kind in wanted.kinds}),
        (_d.result, {result.value for result in wanted.results}),
    ):
        if allowed:
            conditions.append(column.in_(sorted(allowed)))
    for flag, value in ((_d.open, wanted.open), (_d.inferred, wanted.inferred)):
        if value is not None:
            conditions.append(flag if value else ~flag)
    if wanted.since is not None:
        conditions.append(_d.decided_at >= wanted.since)
    if wanted.until is not None:
        conditions.append(_d.decided_at < wanted.until)
    if wanted.task_id:
        conditions.append(_d.task_id == wanted.task_id)
    if wanted.memory_id:
        conditions.append(exists().where(_r.decision_key == _d.decision_key, _r.memory_id == wanted.memory_id))
    return conditions


OF_SPACES = (_d.space_key + 0).in_(bindparam("space_keys", expanding=True))
"""Whether a decision, found by something else, is of the view's spaces (by ``DecisionReads.space_keys``). The addition
keeps a database from going through all rows of the space instead."""


class DecisionReads(Snapshot):
    """See ``ports.decisions.DecisionReading``."""

    def __init__(self, connection: Connection, dialect: Dialect, now: Callable[[], datetime]) -> None:
        super().__init__(connection, dialect, now)
        self._space_keys: dict[tuple[str, ...], list[int]] = {}
        self._decision_corpora: dict[tuple[tuple[str, ...], frozenset[str]], Corpus] = {}

    def anew(self) -> None:
        """Forget what was kept: the state is another one."""
        super().anew()
        self._space_keys.clear()
        self._decision_corpora.clear()

    def space_keys(self, view: View) -> list[int]:
        """Return the keys of a view's spaces, for ``OF_SPACES``."""
        if view.spaces not in self._space_keys:
            named = {"names": list(view.spaces)}
            self._space_keys[view.spaces] = list(self._connection.execute(_SPACE_KEYS, named).scalars())
        return self._space_keys[view.spaces]

    def decision(self, view: View, decision_id: str) -> Decision | None:
        """Return the decision of the view's spaces, or None."""
        return self.decisions_named(view, (decision_id,)).get(decision_id)

    def decisions_named(self, view: View, decision_ids: Sequence[str]) -> dict[str, Decision]:
        """Return those of the view's spaces by id, in the order asked for."""
        rows: list[AnyRow] = []
        for some in chunks(dict.fromkeys(decision_ids)):
            rows += self._connection.execute(_NAMED, {"ids": some, "space_keys": self.space_keys(view)}).all()
        found = {decision.decision_id: decision for decision in self._decisions(view, rows)}
        return {each: found[each] for each in dict.fromkeys(decision_ids) if each in found}

    def decisions(self, view: View, wanted: DecisionFilter, *, limit: int, cursor: str | None = None) -> Page[Decision]:
        """Return a page, newest ``decided_at`` first, ties by ``decision_id``. Raises Invalid for a bad cursor."""
        query = _stored(view).add_columns(_d.decided_at, _d.decision_id).where(*wanted_decisions(wanted))
        rows, following = _NEWEST_FIRST.page(self._connection, query, limit, cursor)
        return Page(tuple(self._decisions(view, rows)), following)

    def decisions_of_task(self, view: View, task_id: str) -> list[Decision]:
        """Return all decisions of a task of the view's spaces, oldest first, ties by ``decision_id``."""
        asked = {"of_task": task_id, "space_keys": self.space_keys(view)}
        return self._decisions(view, self._connection.execute(_OF_TASK, asked).all())

    def decision_sketches(
        self, view: View, decision_ids: Sequence[str], wanted: DecisionFilter, generation: str
    ) -> dict[str, DecisionSketch]:
        """Return what ranking needs of those of these decisions that pass the filter."""
        found: dict[str, DecisionSketch] = {}
        for some in chunks(dict.fromkeys(decision_ids)):
            asked = {"ids": some, "space_keys": self.space_keys(view), "of_generation": generation}
            for name, intent_type, result, belief, intent in self._connection.execute(_sketches(wanted), asked).all():
                found[name] = DecisionSketch(name, intent_type, _RESULTS[result], belief, intent)
        return found

    def decisions_without_vector(self, generation: str, *, limit: int) -> list[Decision]:
        """Return decisions of all spaces that should have vectors of this generation and have none, oldest first."""
        has_one = exists().where(_v.decision_key == _d.decision_key, _v.generation == generation)
        near = _d.tier != StorageTier.ARCHIVE.value
        query = select(_d.state).where(~has_one, near).order_by(_d.decision_key).limit(limit)
        return [codec.decode(codec.DECISION, state) for state in self._connection.execute(query).scalars()]

    def some_archived(self, view: View, wanted: DecisionFilter) -> bool:
        """Whether some of those that pass the filter lie in the archive, where only words find them."""
        archived = in_spaces(_d.space_key, view.spaces), _d.tier == StorageTier.ARCHIVE.value
        query = select(_d.decision_key).where(*archived, *wanted_decisions(wanted)).limit(1)
        return self._connection.execute(query).first() is not None

    def event(self, view: View, task_id: str, sequence: int) -> Event | None:
        """Return one event of a task's trace, or None."""
        e = schema.events.c
        query = select(e.state).where(in_spaces(e.space_key, view.spaces), e.task_id == task_id, e.sequence == sequence)
        state = self._connection.execute(query).scalar()
        return None if state is None else codec.decode(codec.EVENT, state)

    def _decisions(self, view: View, rows: Iterable[AnyRow]) -> list[Decision]:
        """Return the decisions of rows of ``_stored``, without the memories that the view does not show."""
        read = [self._decision_of(row) for row in rows]
        relied = {memory_id for decision in read for memory_id in decision.memory_ids}
        seen: set[str] = set()
        # Mostly there are none.
        for some in chunks(sorted(relied)):
            seen.update(
                self._connection.execute(select(_m.memory_id).where(_m.memory_id.in_(some), shown(view))).scalars()
            )
        return [_without_hidden(decision, seen) for decision in read]

    def _decision_of(self, row: AnyRow) -> Decision:
        """The decision of a row of id (``named``) and state; of one in a damaged file of the archive what is left."""
        try:
            return codec.decode(codec.DECISION, row.state)
        except ArchiveDamaged as error:
            left = self._connection.execute(_LEFT, {"at_decision": row.named}).one()
            return _remains(left, error.message)


def _stored(view: View) -> AnySelect:
    columns: tuple[Any, ...] = (_d.decision_id.label("named"), _d.state)
    return select(*columns).where(in_spaces(_d.space_key, view.spaces))


def _remains(row: AnyRow, reason: str) -> Decision:
    """What the columns of a decision say, whose words cannot be read now."""
    return Decision(
        decision_id=row.decision_id,
        space=row.name,
        agent=row.agent,
        kind=DecisionKind(row.kind),
        intent=f"[It cannot be read. {reason}]",
        intent_type=row.intent_type,
        belief=Belief(subject=row.belief_subject, relation=row.belief_relation),
        confidence=row.confidence,
        task_id=row.task_id,
        session_id=row.session_id,
        step=row.step,
        decided_at=row.decided_at,
        delta=Delta(result=_RESULTS[row.result], magnitude=row.magnitude, reason="archive_unreadable"),
        closed_at=None if row.open else row.decided_at,
        inferred=row.inferred,
    )


def _without_hidden(decision: Decision, seen: set[str]) -> Decision:
    if seen.issuperset(decision.memory_ids):
        return decision
    return replace(decision, memory_ids=tuple(each for each in decision.memory_ids if each in seen))


@lru_cache(64)
def _sketches(wanted: DecisionFilter) -> AnySelect:
    """Return the same statement for the same filter: making it costs as much as running it."""
    columns: tuple[Any, ...] = (_d.decision_id, _d.intent_type, _d.result, _v.belief, _v.intent)
    of_generation = and_(_v.decision_key == _d.decision_key, _v.generation == bindparam("of_generation"))
    return (
        select(*columns)
        .join_from(decisions, decision_vectors, of_generation, isouter=True)
        .where(_BY_ID, OF_SPACES, *wanted_decisions(wanted))
    )


_RESULTS = {result.value: result for result in DeltaResult}
_BY_ID = _d.decision_id.in_(bindparam("ids", expanding=True))
_LEFT = (
    select(decisions, schema.spaces.c.name)
    .join_from(decisions, schema.spaces, schema.spaces.c.space_key == _d.space_key)
    .where(_d.decision_id == bindparam("at_decision"))
)
_NAMED = select(_d.decision_id.label("named"), _d.state).where(_BY_ID, OF_SPACES)
# The index of tasks is of decisions that have one, and the database does not see that a parameter is not empty.
_OF_TASK = (
    select(_d.decision_id.label("named"), _d.state)
    .where(_d.task_id == bindparam("of_task"), text("decisions.task_id != ''"), OF_SPACES)
    .order_by(_d.decided_at, _d.decision_id)
)
_SPACE_KEYS = select(schema.spaces.c.space_key).where(schema.spaces.c.name.in_(bindparam("names", expanding=True)))
