"""Writing the events of decisions: rows, full text, vectors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from sqlalchemy import bindparam, delete, func, insert, select, update

from hindsight_memory.adapters.sql import codec
from hindsight_memory.adapters.sql.chain import content_hash, new_salt
from hindsight_memory.adapters.sql.columns import AnyRow
from hindsight_memory.adapters.sql.decision_marks import marks_of, without_marks
from hindsight_memory.adapters.sql.journal import Journal
from hindsight_memory.adapters.sql.schema_decisions import decision_memories, decision_vectors, decisions
from hindsight_memory.domain.decision import Decision
from hindsight_memory.domain.decision_words import belief_names, decision_tokens
from hindsight_memory.domain.errors import Conflict, NotFound
from hindsight_memory.domain.events import (
    DecisionChange,
    DecisionChanged,
    DecisionIndexed,
    DecisionVectorsAdded,
    DomainEvent,
)
from hindsight_memory.domain.text.tokens import fts_token
from hindsight_memory.domain.tiering import StorageTier

_d, _v = decisions.c, decision_vectors.c
_NEW = frozenset({DecisionChange.RECORDED, DecisionChange.EXTRACTED})
_word_form = lru_cache(maxsize=65536)(fts_token)


def write_all(journal: Journal, run: Sequence[DomainEvent]) -> None:
    """Write what happened to decisions, in order. Raises Conflict, NotFound."""
    for each in run:
        match each:
            case DecisionChanged():
                change_decision(journal, each)
            case DecisionVectorsAdded():
                add_decision_vectors(journal, each)
            case _:
                raise TypeError(f"{type(each).__name__} is not about a decision")


def change_decision(journal: Journal, changed: DecisionChanged) -> None:
    """Write a new decision, or what became of one. Raises Conflict when it does not follow what is stored."""
    decision_id = changed.decision.decision_id
    before = journal.connection.execute(_STORED, {"at_decision": decision_id}).first()
    if changed.change in _NEW:
        if before is not None:
            raise Conflict(f"Decision {decision_id!r} is there already.")
        _add(journal, changed)
    else:
        if before is None or before.space_key != journal.space_key:
            raise Conflict(f"Decision {decision_id!r} is not there any more.")
        _end(journal, changed, before)


def add_decision_vectors(journal: Journal, added: DecisionVectorsAdded) -> None:
    """Store vectors of a decision, in the place of ones of the same generation. Raises NotFound."""
    before = journal.connection.execute(_STORED, {"at_decision": added.decision_id}).first()
    if before is None or before.space_key != journal.space_key:
        raise NotFound(f"There is no decision {added.decision_id!r} in the space.")
    journal.entry(
        "vector.added", added.decision_id, added.generation, content_hash(added.belief + added.intent, before.salt)
    )
    at = {"at_row": before.decision_key, "made_by": added.generation}
    journal.connection.execute(_OLD_VECTORS, at)
    _store_vectors(journal, before.decision_key, added.belief, added.intent, added.generation)
    journal.connection.execute(_NEW_GENERATION, {**at, "sequence": journal.decisions.next_change()})


def rewrite_decision(journal: Journal, row: AnyRow, decision: Decision, tokens: Sequence[str]) -> None:
    """Put other words in the place of a decision's (something in it was erased); its vectors go, to be made anew.

    ``row`` holds ``decision_key``, ``salt``, ``length`` and ``state``."""
    journal.state_left(row.state)
    json = codec.encode(codec.DECISION, decision)
    number = journal.entry("decision.masked", decision.decision_id, "", content_hash(json, row.salt))
    _take_text_out(journal, row)
    _put_text(journal, row.decision_key, decision, tokens)
    journal.connection.execute(_ALL_VECTORS, {"at_row": row.decision_key})
    values = {**columns_of(decision), "generation": "", "length": len(tokens), "audit_number": number}
    values |= {"change_sequence": journal.decisions.next_change(), "state": codec.pack(json)}
    values |= {"tier": StorageTier.HOT.value}
    journal.connection.execute(update(decisions).where(_d.decision_key == row.decision_key).values(values))


def _add(journal: Journal, changed: DecisionChanged) -> None:
    decision, indexed = changed.decision, changed.indexed
    if indexed is None:
        raise ValueError(f"decision {decision.decision_id!r} is new and comes without its index")
    key = free_key(journal)
    journal.connection.execute(_NEW_DECISIONS, new_row(journal, key, changed, indexed))
    _put_text(journal, key, decision, indexed.tokens)
    relied = [{"memory_id": each, "decision_key": key} for each in dict.fromkeys(decision.memory_ids)]
    if relied:
        journal.connection.execute(_NEW_DECISION_MEMORIES, relied)
    _index_vectors(journal, key, indexed)


def free_key(journal: Journal) -> int:
    """Return the first key that no decision has."""
    return (journal.connection.execute(_LAST_KEY).scalar() or 0) + 1


def new_row(journal: Journal, key: int, changed: DecisionChanged, indexed: DecisionIndexed) -> dict[str, Any]:
    """Return the row of a new decision, which is entered in the audit."""
    decision, salt = changed.decision, new_salt()
    json = codec.encode(codec.DECISION, decision)
    return {
        "decision_key": key,
        "decision_id": decision.decision_id,
        "space_key": journal.space_key,
        **columns_of(decision),
        "generation": indexed.generation if indexed.belief is not None else "",
        "length": len(indexed.tokens),
        "change_sequence": journal.decisions.next_change(),
        "audit_number": journal.entry(
            f"decision.{changed.change.value}", decision.decision_id, changed.reason, content_hash(json, salt)
        ),
        "salt": salt,
        "state": codec.pack(json),
    }


def _end(journal: Journal, changed: DecisionChanged, before: AnyRow) -> None:
    """Give a stored decision its end. What was recorded stays: it is taken from the store, not from the event."""
    stored = codec.decode(codec.DECISION, before.state)
    if stored.outcome is not None or (changed.change is DecisionChange.CLOSED and not stored.is_open):
        raise Conflict(f"Decision {stored.decision_id!r} was given its end at the same time.")
    given = changed.decision
    ended = replace(stored, outcome=given.outcome, claimed=given.claimed, delta=given.delta, closed_at=given.closed_at)
    json = codec.encode(codec.DECISION, ended)
    number = journal.entry(
        f"decision.{changed.change.value}", ended.decision_id, changed.reason, content_hash(json, before.salt)
    )
    tokens = changed.indexed.tokens if changed.indexed is not None else decision_tokens(ended)
    journal.state_left(before.state)
    _take_text_out(journal, before)
    _put_text(journal, before.decision_key, ended, tokens)
    journal.connection.execute(
        _END,
        {
            "at_row": before.decision_key,
            **{name: value for name, value in columns_of(ended).items() if name in _ENDING},
            "new_length": len(tokens),
            "sequence": journal.decisions.next_change(),
            "number": number,
            "new_state": codec.pack(json),
        },
    )


def columns_of(decision: Decision) -> dict[str, Any]:
    """Return what of a decision its row is filtered and counted by."""
    subject, relation = belief_names(decision.belief)
    return {
        "task_id": decision.task_id,
        "session_id": decision.session_id,
        "step": decision.step,
        "agent": decision.agent,
        "kind": decision.kind.value,
        "intent_type": decision.intent_type,
        "decided_at": decision.decided_at,
        "result": decision.delta.result.value,
        "magnitude": decision.delta.magnitude,
        "confidence": decision.confidence,
        "open": decision.is_open,
        "inferred": decision.inferred,
        "misjudged": decision.misjudged,
        "belief_subject": subject,
        "belief_relation": relation,
    }


def new_text(journal: Journal, decision: Decision, tokens: Sequence[str]) -> str:
    """Return the words that a decision is found by, which are counted."""
    forms = [_word_form(token) for token in tokens]
    journal.decisions.texts.added(set(forms), len(forms))
    prefix = journal.dialect.word(journal.space_key, "")
    return " ".join([prefix + form for form in forms] + marks_of(journal.dialect, journal.space_key, decision))


def _put_text(journal: Journal, key: int, decision: Decision, tokens: Sequence[str]) -> None:
    journal.dialect.decision_texts.put(journal.connection, [(key, new_text(journal, decision, tokens))])


def _take_text_out(journal: Journal, row: AnyRow) -> None:
    words = journal.dialect.decision_texts.read(journal.connection, [row.decision_key]).get(row.decision_key)
    if words is not None:
        tokens = {word.partition("_")[2] for word in without_marks(words)}
        journal.decisions.texts.removed(tokens, row.length)
        journal.dialect.decision_texts.drop(journal.connection, [row.decision_key])


def _index_vectors(journal: Journal, key: int, indexed: DecisionIndexed) -> None:
    if indexed.belief is not None and indexed.intent is not None:
        _store_vectors(journal, key, indexed.belief, indexed.intent, indexed.generation)


def _store_vectors(journal: Journal, key: int, belief: bytes, intent: bytes, generation: str) -> None:
    row = {"decision_key": key, "generation": generation, "belief": belief, "intent": intent}
    journal.connection.execute(_NEW_DECISION_VECTORS, row)


_NEW_DECISIONS = insert(decisions)
_NEW_DECISION_MEMORIES = insert(decision_memories)
_NEW_DECISION_VECTORS = insert(decision_vectors)
_LAST_KEY = select(func.max(_d.decision_key))
_STORED = select(_d.decision_key, _d.space_key, _d.salt, _d.length, _d.state).where(
    _d.decision_id == bindparam("at_decision")
)
_ENDING = ("result", "magnitude", "open", "misjudged")
_END = (
    update(decisions)
    .where(_d.decision_key == bindparam("at_row"))
    .values(
        {
            **{name: bindparam(name) for name in _ENDING},
            "length": bindparam("new_length"),
            "change_sequence": bindparam("sequence"),
            "audit_number": bindparam("number"),
            "tier": StorageTier.HOT.value,
            "state": bindparam("new_state"),
        }
    )
)
_OLD_VECTORS = delete(decision_vectors).where(
    _v.decision_key == bindparam("at_row"), _v.generation == bindparam("made_by")
)
_ALL_VECTORS = delete(decision_vectors).where(_v.decision_key == bindparam("at_row"))
_NEW_GENERATION = (
    update(decisions)
    .where(_d.decision_key == bindparam("at_row"))
    .values(generation=bindparam("made_by"), change_sequence=bindparam("sequence"))
)
