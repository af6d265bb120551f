"""Marks among the words of a decision: words that say its type, agent and result, so that a search by words sees only
postings of decisions that pass its filter."""

from __future__ import annotations

from collections.abc import Iterable

from hindsight_memory.adapters.sql.dialects import Dialect
from hindsight_memory.domain.decision import Decision
from hindsight_memory.domain.text.tokens import fts_token
from hindsight_memory.ports.decisions import DecisionFilter

# Between a mark's name and its value; tokens have none, so that no mark is one.
_SIGN = "_"


def marks_of(dialect: Dialect, space_key: int, decision: Decision) -> list[str]:
    """Return the marks of a decision, to be stored behind its words."""
    return [
        _mark(dialect, space_key, "type", decision.intent_type),
        _mark(dialect, space_key, "agent", decision.agent),
        _mark(dialect, space_key, "result", decision.delta.result.value),
    ]


def marks_wanted(dialect: Dialect, space_key: int, wanted: DecisionFilter) -> list[list[str]]:
    """Return the marks of which a wanted decision has one of each list."""
    kinds: Iterable[tuple[str, Iterable[str]]] = (
        ("type", wanted.intent_types),
        ("agent", wanted.agents),
        ("result", [result.value for result in wanted.results]),
    )
    return [[_mark(dialect, space_key, name, value) for value in sorted(values)] for name, values in kinds if values]


def without_marks(words: str) -> list[str]:
    """Return the stored words that are tokens (with the key of the space before them)."""
    every = words.split()
    while every and every[-1].count(_SIGN) > 1:
        every.pop()
    return every


def _mark(dialect: Dialect, space_key: int, name: str, value: str) -> str:
    # Whatever the value is made of, it becomes letters and digits.
    return dialect.word(space_key, f"{name}{_SIGN}{fts_token(value)}")
