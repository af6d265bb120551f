"""Erasing copies of purged texts in decisions: in what they say, in the words and the vectors they are found by."""

from __future__ import annotations

from collections.abc import Collection

from pydantic_core import from_json, to_json
from sqlalchemy import bindparam, select

from hindsight_memory.adapters.sql import codec
from hindsight_memory.adapters.sql.journal import Journal
from hindsight_memory.adapters.sql.schema_decisions import decision_memories, decisions
from hindsight_memory.adapters.sql.write_decisions import rewrite_decision
from hindsight_memory.domain.decision_words import decision_tokens
from hindsight_memory.domain.masking import Mask

_d, _r = decisions.c, decision_memories.c


def erase_in_decisions(journal: Journal, memory_id: str, mask: Mask, evidence: Collection[tuple[str, int]]) -> None:
    """Mask the texts in the space's decisions; at evidence (task, step) also what says the same in other words."""
    rows = journal.connection.execute(_STATES, {"at_space": journal.space_key}).all()
    relied = set(journal.connection.execute(_RELYING, {"at_memory": memory_id}).scalars())
    for row in rows:
        # A decision that relied on the memory says perhaps the same in other words.
        meant = row.decision_key in relied or (row.task_id, row.step) in evidence
        json = codec.unpack(row.state)
        if not meant and not mask.may_touch(json):
            continue
        blank = to_json(mask.taken_out(from_json(json), meant=meant))
        if blank != json:
            decision = codec.DECISION.validate_json(blank)
            rewrite_decision(journal, row, decision, decision_tokens(decision))


_STATES = select(_d.decision_key, _d.task_id, _d.step, _d.salt, _d.length, _d.state).where(
    _d.space_key == bindparam("at_space"), _d.state.is_not(None)
)
_RELYING = select(_r.decision_key).where(_r.memory_id == bindparam("at_memory"))
