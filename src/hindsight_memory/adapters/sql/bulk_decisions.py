"""Loading very many decisions, all new: what ``write_decisions`` does for each, with one statement for all."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import insert

from hindsight_memory.adapters.sql.journal import Journal
from hindsight_memory.adapters.sql.records import SqlRecords
from hindsight_memory.adapters.sql.schema_decisions import decision_vectors, decisions
from hindsight_memory.adapters.sql.write_decisions import free_key, new_row, new_text
from hindsight_memory.domain.decision import Decision
from hindsight_memory.domain.events import DecisionChange, DecisionChanged, DecisionIndexed


def load_decisions(
    records: SqlRecords, actor: str, space: str, now: datetime, loaded: Sequence[tuple[Decision, DecisionIndexed]]
) -> None:
    """Store new decisions of one space, which rely on no memories, in one commit."""
    with records.changing() as connection:
        journal = Journal(connection, records.dialect, space=space, actor=actor, now=now)
        rows: list[dict[str, Any]] = []
        vectors: list[dict[str, Any]] = []
        texts: list[tuple[int, str]] = []
        for key, (decision, indexed) in enumerate(loaded, free_key(journal)):
            changed = DecisionChanged(decision, DecisionChange.RECORDED, "", indexed)
            rows.append(new_row(journal, key, changed, indexed))
            texts.append((key, new_text(journal, decision, indexed.tokens)))
            if indexed.belief is not None:
                both = {"belief": indexed.belief, "intent": indexed.intent}
                vectors.append({"decision_key": key, "generation": indexed.generation, **both})
        connection.execute(insert(decisions), rows)
        if vectors:
            connection.execute(insert(decision_vectors), vectors)
        records.dialect.decision_texts.put(connection, texts)
        journal.close()
