"""``DecisionIndex`` in process: one row a decision, the unit vector between its belief and its intent."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from typing import NamedTuple

import numpy as np

from hindsight_memory.adapters.vectors.shelf import Placed, Shelves
from hindsight_memory.domain.actor import View
from hindsight_memory.domain.decision import DeltaResult
from hindsight_memory.domain.recall.matrices import Vector, pack, unpack
from hindsight_memory.ports.decisions import (
    EVERY_DECISION,
    DecisionFilter,
    DecisionVectorChange,
    DecisionVectorSource,
    NearDecision,
)

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_FIRST, _LAST = -(2**63), 2**63 - 1
_BLOCK = 8192


class _Kind(NamedTuple):
    """What a filter looks at."""

    intent_type: str
    agent: str
    result: DeltaResult


class ExactDecisions:
    """Loads a space at its first search and follows the record store by change sequence.

    Several processes may each hold one over the same store. Memory: about 1.3 kB a decision at 384 dimensions."""

    def __init__(self, source: DecisionVectorSource, dimensions: int) -> None:
        self._shelves = Shelves(dimensions, lambda space, after: _placed(source.changes(space, after), dimensions))

    def search(
        self, view: View, query: Vector, *, limit: int, wanted: DecisionFilter = EVERY_DECISION
    ) -> Sequence[NearDecision]:
        """At most ``limit`` decisions of the view's spaces, best first, ties by decision id."""
        allowed, within = _allowed(wanted), _within(wanted)
        asked = np.asarray(query, dtype=np.float32)
        found: list[NearDecision] = []
        for space in view.spaces:
            near = self._shelves.synced(space).search(asked, limit, allowed, within)
            found += [NearDecision(decision_id, cosine) for decision_id, cosine in near]
        found.sort(key=lambda n: (-n.cosine, n.decision_id))
        return found[:limit]


def _placed(changes: Sequence[DecisionVectorChange], dimensions: int) -> Iterator[Placed[_Kind]]:
    """Rows for the shelf; the middles are computed for many at a time."""
    for start in range(0, len(changes), _BLOCK):
        some = changes[start : start + _BLOCK]
        middles = iter(_middles(some, dimensions))
        for change in some:
            there = change.belief is not None and change.intent is not None
            kind = _Kind(change.intent_type, change.agent, change.result)
            row = next(middles) if there else None
            yield Placed(change.sequence, change.decision_id, row, kind, _moment(change.decided_at))


def _middles(changes: Sequence[DecisionVectorChange], dimensions: int) -> list[bytes]:
    """The packed unit vector between belief and intent of each change that has both."""
    both = [(c.belief, c.intent) for c in changes if c.belief is not None and c.intent is not None]
    if not both:
        return []
    total = unpack(b"".join(b for b, _ in both), dimensions) + unpack(b"".join(i for _, i in both), dimensions)
    total /= np.maximum(np.linalg.norm(total, axis=1, keepdims=True), np.float32(1e-6))
    return [pack(row) for row in total]


def _moment(at: datetime) -> int:
    """Microseconds since 1970, exactly."""
    since = at - _EPOCH
    return (since.days * 86_400 + since.seconds) * 1_000_000 + since.microseconds


def _within(wanted: DecisionFilter) -> tuple[int, int] | None:
    if wanted.since is None and wanted.until is None:
        return None
    first = _FIRST if wanted.since is None else _moment(wanted.since)
    return first, _LAST if wanted.until is None else _moment(wanted.until)


def _allowed(wanted: DecisionFilter) -> Callable[[_Kind], bool]:
    def allowed(kind: _Kind) -> bool:
        return (
            (not wanted.intent_types or kind.intent_type in wanted.intent_types)
            and (not wanted.agents or kind.agent in wanted.agents)
            and (not wanted.results or kind.result in wanted.results)
        )

    return allowed
