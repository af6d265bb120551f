"""What an in-process index of decisions reads: the changes of a space in order."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import and_, bindparam, select

from hindsight_memory.adapters.sql import schema
from hindsight_memory.adapters.sql.records import SqlRecords
from hindsight_memory.adapters.sql.schema_decisions import decision_counts, decision_vectors, decisions
from hindsight_memory.domain.decision import DeltaResult
from hindsight_memory.ports.decisions import DecisionVectorChange

_d, _v, _c, _s = decisions.c, decision_vectors.c, decision_counts.c, schema.spaces.c


class SqlDecisionVectorSource:
    """The vectors of one generation. See ``ports.decisions.DecisionVectorSource``."""

    def __init__(self, records: SqlRecords, generation: str) -> None:
        self._records = records
        self._generation = generation

    def changes(self, space: str, after: int) -> Sequence[DecisionVectorChange]:
        """Return what changed after a sequence, ascending, only the latest of a decision."""
        with self._records.connected() as connection:
            latest = connection.execute(_LATEST, {"space": space}).first()
            if latest is None or latest.change_sequence <= after:
                return ()
            asked = {"at_space": latest.space_key, "after": after, "of_generation": self._generation}
            rows = connection.execute(_CHANGED, asked).all()
        return [
            DecisionVectorChange(
                sequence=sequence,
                decision_id=decision_id,
                belief=belief,
                intent=intent,
                intent_type=intent_type,
                agent=agent,
                result=_RESULTS[result],
                decided_at=decided_at,
            )
            for sequence, decision_id, belief, intent, intent_type, agent, result, decided_at in rows
        ]


_RESULTS = {result.value: result for result in DeltaResult}
_LATEST = (
    select(_c.space_key, _c.change_sequence)
    .join_from(decision_counts, schema.spaces, _s.space_key == _c.space_key)
    .where(_s.name == bindparam("space"))
)
_CHANGED = (
    select(_d.change_sequence, _d.decision_id, _v.belief, _v.intent, _d.intent_type, _d.agent, _d.result)
    .add_columns(_d.decided_at)
    .join_from(
        decisions,
        decision_vectors,
        and_(_v.decision_key == _d.decision_key, _v.generation == bindparam("of_generation")),
        isouter=True,
    )
    .where(_d.space_key == bindparam("at_space"), _d.change_sequence > bindparam("after"))
    .order_by(_d.change_sequence)
)
