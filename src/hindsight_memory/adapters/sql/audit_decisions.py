"""Checking decisions against the audit: each has the content that its last entry covers, and none is missing."""

from __future__ import annotations

from collections import Counter

from sqlalchemy import Connection, and_, select

from hindsight_memory.adapters.sql import codec, schema
from hindsight_memory.adapters.sql.chain import content_hash
from hindsight_memory.adapters.sql.columns import AnyRow
from hindsight_memory.adapters.sql.schema_decisions import decisions
from hindsight_memory.domain.decision import Decision
from hindsight_memory.domain.decision_words import belief_names
from hindsight_memory.domain.errors import AuditBroken, Corrupt

_d, _s, _a = decisions.c, schema.spaces.c, schema.audit_entries.c
_BATCH = 1000
_FILTERED_BY = ("task_id", "session_id", "step", "agent", "intent_type", "decided_at", "confidence", "inferred")


def check_decisions(connection: Connection, space: str, recorded: Counter[str]) -> None:
    """Hash the states of a space's decisions anew and compare with the entries that cover them. ``recorded`` counts
    the entries by decision. Raises AuditBroken."""
    found: set[str] = set()
    for row in connection.execute(_STATES.where(_s.name == space), execution_options={"yield_per": _BATCH}):
        found.add(row.decision_id)
        where = f"Space {space!r}, entry {row.audit_number}: decision {row.decision_id}"
        if row.subject_id != row.decision_id:
            raise AuditBroken(f"{where} is not what was recorded.")
        if row.state is not None:
            _check_state(row, where)
    if found != set(recorded):
        wrong = min(found ^ set(recorded))
        raise AuditBroken(
            f"Space {space!r}: decision {wrong} {'was never recorded' if wrong in found else 'is missing'}."
        )


def _check_state(row: AnyRow, where: str) -> None:
    try:
        state = codec.unpack(row.state)
        if content_hash(state, row.salt) != row.content_hash:
            raise AuditBroken(f"{where} is not what was recorded.")
        decision = codec.decode(codec.DECISION, row.state)
    except Corrupt as error:
        raise AuditBroken(f"{where} cannot be read.") from error
    if not _says(row, decision):
        raise AuditBroken(f"{where} is filtered by something else than it says.")


def _says(row: AnyRow, decision: Decision) -> bool:
    """Whether the row of a decision says what its state says."""
    return (
        all(getattr(decision, name) == getattr(row, name) for name in _FILTERED_BY)
        and (decision.space, decision.kind.value, decision.delta.result.value, decision.delta.magnitude)
        == (row.space, row.kind, row.result, row.magnitude)
        and (decision.is_open, decision.misjudged) == (row.open, row.misjudged)
        and belief_names(decision.belief) == (row.belief_subject, row.belief_relation)
    )


_STATES = (
    select(_s.name.label("space"), _d.decision_id, _d.audit_number, _d.salt, _d.state, _a.content_hash, _a.subject_id)
    .add_columns(*(_d[name] for name in _FILTERED_BY))
    .add_columns(_d.kind, _d.result, _d.magnitude, _d.open, _d.misjudged, _d.belief_subject, _d.belief_relation)
    .join_from(decisions, schema.spaces, _s.space_key == _d.space_key)
    .outerjoin(schema.audit_entries, and_(_a.space_key == _d.space_key, _a.number == _d.audit_number))
)
