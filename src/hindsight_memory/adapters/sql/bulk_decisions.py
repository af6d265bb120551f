"""Loading very many decisions, all new: what ``write_decisions`` does for each, with one statement for all."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import func, insert, select

from hindsight_memory.adapters.sql import codec
from hindsight_memory.adapters.sql.chain import content_hash
from hindsight_memory.adapters.sql.decision_marks import marks_of
from hindsight_memory.adapters.sql.journal import Journal
from hindsight_memory.adapters.sql.records import SqlRecords
from hindsight_memory.adapters.sql.schema_decisions import decision_vectors, decisions
from hindsight_memory.adapters.sql.write_decisions import columns_of
from hindsight_memory.domain.decision import Decision
from hindsight_memory.domain.events import DecisionIndexed
from hindsight_memory.domain.text.tokens import fts_token

_SALT_BYTES = 16


def load_decisions(
    records: SqlRecords, actor: str, space: str, now: datetime, loaded: Sequence[tuple[Decision, DecisionIndexed]]
) -> None:
    """Store new decisions of one space, which rely on no memories, in one commit."""
    with records.changing() as connection:
        journal = Journal(connection, records.dialect, space=space, actor=actor, now=now)
        first = (connection.execute(select(func.max(decisions.c.decision_key))).scalar() or 0) + 1
        rows: list[dict[str, Any]] = []
        vectors: list[dict[str, Any]] = []
        texts: list[tuple[int, str]] = []
        for key, (decision, indexed) in enumerate(loaded, first):
            forms = [fts_token(token) for token in indexed.tokens]
            rows.append(_row(journal, key, decision, indexed, len(forms)))
            journal.decisions.texts.added(set(forms), len(forms))
            prefix = records.dialect.word(journal.space_key, "")
            words = [prefix + form for form in forms] + marks_of(records.dialect, journal.space_key, decision)
            texts.append((key, " ".join(words)))
            if indexed.belief is not None:
                both = {"belief": indexed.belief, "intent": indexed.intent}
                vectors.append({"decision_key": key, "generation": indexed.generation, **both})
        connection.execute(insert(decisions), rows)
        if vectors:
            connection.execute(insert(decision_vectors), vectors)
        records.dialect.decision_texts.put(connection, texts)
        journal.close()


def _row(journal: Journal, key: int, decision: Decision, indexed: DecisionIndexed, length: int) -> dict[str, Any]:
    json, salt = codec.encode(codec.DECISION, decision), secrets.token_bytes(_SALT_BYTES)
    return {
        "decision_key": key,
        "decision_id": decision.decision_id,
        "space_key": journal.space_key,
        **columns_of(decision),
        "generation": indexed.generation if indexed.belief is not None else "",
        "length": length,
        "change_sequence": journal.decisions.next_change(),
        "audit_number": journal.entry("decision.recorded", decision.decision_id, "", content_hash(json, salt)),
        "salt": salt,
        "state": codec.pack(json),
    }
