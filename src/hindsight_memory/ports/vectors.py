"""Port: the index of embedding vectors, derived from the record store and rebuilt from it at any time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from hindsight_memory.domain.actor import View
from hindsight_memory.domain.memory import VISIBLE_STATUSES, MemoryType, Scope, Status, Tier
from hindsight_memory.domain.recall.matrices import Vector


@dataclass(frozen=True, slots=True, kw_only=True)
class VectorChange:
    """The latest state of one memory's vectors at a change sequence of its space.

    ``vector`` holds the bytes of ``domain.recall.matrices.pack`` (several rows when the text was split), or
    None when the memory has no vector of this generation or is gone: it then leaves the index.
    """

    sequence: int
    memory_id: str
    vector: bytes | None
    scope: Scope
    status: Status
    tier: Tier
    type: MemoryType


class VectorSource(Protocol):
    """Where an in-process index reads from: the record store."""

    def changes(self, space: str, after: int) -> Sequence[VectorChange]:
        """What changed in ``space`` after the sequence ``after``, ascending; only the latest of a memory.

        A change of content, status, tier, type or scope is a change; so is an erased memory (vector None).
        Empty when nothing changed; that answer must be quick, it is asked before every search.
        """
        ...


@dataclass(frozen=True, slots=True)
class VectorFilter:
    """What is searched: an empty set of types or tiers does not restrict."""

    statuses: frozenset[Status] = VISIBLE_STATUSES
    types: frozenset[MemoryType] = frozenset()
    tiers: frozenset[Tier] = frozenset()


READABLE = VectorFilter()
"""What is found unless asked for by name: active and disputed memories of all types and tiers."""


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A memory and its cosine to the query in [-1, 1]; of several rows the best one counts."""

    memory_id: str
    space: str
    cosine: float


class VectorIndex(Protocol):
    """Finds the memories whose vectors are nearest to a query, exactly and filtered before the top k.

    Every call answers from the state that was committed when it began. Thread-safe.
    """

    def search(self, view: View, query: Vector, *, limit: int, wanted: VectorFilter = READABLE) -> Sequence[Neighbour]:
        """At most ``limit`` visible memories over all spaces of the view, best first, ties by memory id."""
        ...

    def cosines(self, view: View, query: Vector, memory_ids: Sequence[str]) -> Mapping[str, float]:
        """The cosine of each named memory that the view shows and that has a vector; others are absent."""
        ...

    def vectors(self, view: View, memory_ids: Sequence[str]) -> Mapping[str, Vector]:
        """The first stored vector of each named memory that the view shows; others are absent."""
        ...

    def drop(self, space: str) -> None:
        """Forget what is held of a space; the next search loads it again."""
        ...
