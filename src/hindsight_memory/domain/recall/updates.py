"""Of two statements of the same thing, the newer goes first.

Embeddings and word counts cannot tell an update from what it replaces. What can: both match the same words of the
question about equally well, and the question asks for the present, or the newer statement says that something
changed, or the two share much of their wording. A question about the past leaves the order alone.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from hindsight_memory.domain.recall.collapse import Wording, overlap

_PAST = re.compile(
    r"\b(?:originally|original|initially|initial|at first|first|before|previously|previous|used to|earlier"
    r"|formerly|former|old)\b|原[本来來先]|最初|一[开開]始|起初|以前|之前|曾[经經]|[当當]初|最早|第一次",
    re.IGNORECASE,
)
_PRESENT = re.compile(
    r"\b(?:currently|current|now|nowadays|latest|newest|most recent(?:ly)?|at present|presently|these days"
    r"|up to date|still|today)\b|目前|[现現]在|[当當]前|如今|眼下|最新|最近一次|[现現]行|[还還]是|仍",
    re.IGNORECASE,
)
_CHANGE = re.compile(
    r"\b(?:no longer|not any ?more|anymore|instead|rather than|changed (?:to|from)|switched|replaced|replaces"
    r"|moved (?:to|from)|from now on|as of|since then|updated? (?:to|from)|renamed|stopped"
    r"|(?:is|are) now|now (?:is|are|has|have|gets?|goes|go|uses?|lives?|works?))\b"
    r"|不再|[改换換][成为為用到由按走]|作[废廢]|更[换換]|[调調]整[为為]|[后後][来來]"
    r"|而不是|取消|[变變]成|升[级級]?到|搬到|[转轉][为為]|[现現][已为為]",
    re.IGNORECASE,
)
_COMMON_WORDING = 0.25
_COMMON_MATCH = 0.4
_NEARLY_AS_GOOD = 0.6


@dataclass(frozen=True, slots=True)
class Statement:
    """A ranked statement. ``matched`` holds the question's tokens that its content has."""

    said_at: datetime
    similarity: float
    wording: Wording
    matched: frozenset[str]
    changes: bool


def states_change(content: str) -> bool:
    """Whether the statement says that something is no longer as it was."""
    return _CHANGE.search(content) is not None


def updates_first(statements: Sequence[Statement], question: str, weights: Mapping[str, float]) -> list[int]:
    """The places of the statements in the order to show: a newer one stands before what it updates.

    ``weights`` are those of the question's tokens. The order is otherwise kept.
    """
    order: list[int] = []
    if _PAST.search(question):
        return list(range(len(statements)))
    present = _PRESENT.search(question) is not None
    for place, one in enumerate(statements):
        before = (at for at, other in enumerate(order) if _updates(one, statements[other], present, weights))
        order.insert(next(before, len(order)), place)
    return order


def _updates(newer: Statement, older: Statement, present: bool, weights: Mapping[str, float]) -> bool:
    if newer.said_at <= older.said_at or newer.similarity < _NEARLY_AS_GOOD * older.similarity:
        return False
    cued = present or (newer.changes and not older.changes)
    if not cued and overlap(newer.wording.tokens, older.wording.tokens) < _COMMON_WORDING:
        return False
    told = sum(weights.get(token, 0.0) for token in older.matched)
    both = sum(weights.get(token, 0.0) for token in older.matched & newer.matched)
    return told > 0.0 and both >= _COMMON_MATCH * told
