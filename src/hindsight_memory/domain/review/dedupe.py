"""Which stored memory says the same as a new statement, and which memories may become one."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from hindsight_memory.domain.review.compare import Relation, Statement, relation

_MERGEABLE = frozenset({Relation.SAME, Relation.REFINES})


def nearest_same(new: Statement, others: Sequence[tuple[str, Statement, float | None]]) -> str | None:
    """The id of the memory that says the same as ``new``, or None.

    ``others`` are (memory_id, statement, cosine to ``new`` or None). Of several the surest wins, then the higher
    cosine, then the one that was said first, then the smaller id.
    """
    found: list[tuple[float, float, float, str]] = []
    for memory_id, other, cosine in others:
        compared = relation(other, new, cosine)
        if compared.relation is Relation.SAME:
            found.append((-compared.certainty, -(cosine or 0.0), other.said_at.timestamp(), memory_id))
    return min(found)[3] if found else None


def mergeable(group: Sequence[Statement]) -> bool:
    """Whether all of ``group`` may become one memory: every two of them say the same, or one says more.

    Being similar is not handed on: A like B and B like C does not make A and C mergeable.
    """
    return len(group) > 1 and all(_merges(x, y) for x, y in combinations(group, 2))


def _merges(one: Statement, other: Statement) -> bool:
    return relation(one, other, None).relation in _MERGEABLE or relation(other, one, None).relation in _MERGEABLE
