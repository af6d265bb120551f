"""``VectorIndex`` in process: exact cosines over the vectors that the record store keeps."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from hindsight_memory.adapters.vectors.shelf import Placed, Shelves
from hindsight_memory.domain.actor import View
from hindsight_memory.domain.memory import MemoryType, Scope, Status, Tier
from hindsight_memory.domain.recall.matrices import Matrix, Vector
from hindsight_memory.ports.vectors import READABLE, Neighbour, VectorChange, VectorFilter, VectorSource


@dataclass(frozen=True, slots=True)
class _Kind:
    """What a filter looks at."""

    scope: Scope
    status: Status
    tier: Tier
    type: MemoryType


class ExactVectors:
    """Loads a space at its first search and follows the record store by change sequence.

    Several processes may each hold one over the same store. Memory: about 1.3 kB a row at 384 dimensions.
    """

    def __init__(self, source: VectorSource, dimensions: int) -> None:
        self._shelves = Shelves(dimensions, lambda space, after: map(_placed, source.changes(space, after)))

    def search(self, view: View, query: Vector, *, limit: int, wanted: VectorFilter = READABLE) -> Sequence[Neighbour]:
        """At most ``limit`` visible memories over all spaces of the view, best first, ties by memory id."""
        allowed = _allowed(view, wanted)
        found: list[Neighbour] = []
        for space in view.spaces:
            near = self._shelves.synced(space).search(np.asarray(query, dtype=np.float32), limit, allowed)
            found += [Neighbour(memory_id, space, cosine) for memory_id, cosine in near]
        found.sort(key=lambda n: (-n.cosine, n.memory_id))
        return found[:limit]

    def cosines(self, view: View, query: Vector, memory_ids: Sequence[str]) -> Mapping[str, float]:
        """The cosine of each named memory that the view shows and that has a vector; others are absent."""
        rows = self._rows(view, memory_ids)
        return {memory_id: round(float((part @ query).max()), 6) for memory_id, part in rows.items()}

    def vectors(self, view: View, memory_ids: Sequence[str]) -> Mapping[str, Vector]:
        """The first stored vector of each named memory that the view shows; others are absent."""
        return {memory_id: part[0] for memory_id, part in self._rows(view, memory_ids).items()}

    def drop(self, space: str) -> None:
        """Forget what is held of a space; the next search loads it again."""
        self._shelves.drop(space)

    def _rows(self, view: View, memory_ids: Sequence[str]) -> dict[str, Matrix]:
        found: dict[str, Matrix] = {}
        for space in view.spaces:
            found |= self._shelves.synced(space).rows(memory_ids, lambda kind: view.shows(kind.scope))
        return found


def _placed(change: VectorChange) -> Placed[_Kind]:
    kind = _Kind(change.scope, change.status, change.tier, change.type)
    return Placed(change.sequence, change.memory_id, change.vector, kind)


def _allowed(view: View, wanted: VectorFilter) -> Callable[[_Kind], bool]:
    def allowed(kind: _Kind) -> bool:
        return (
            kind.status in wanted.statuses
            and (not wanted.types or kind.type in wanted.types)
            and (not wanted.tiers or kind.tier in wanted.tiers)
            and view.shows(kind.scope)
        )

    return allowed
