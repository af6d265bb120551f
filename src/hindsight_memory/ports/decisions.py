"""Ports: reads of decisions in the record store, and the index of their vectors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from hindsight_memory.domain.actor import View
from hindsight_memory.domain.decision import Decision, DecisionKind, DeltaResult
from hindsight_memory.domain.recall.matrices import Vector


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionFilter:
    """Which decisions; what is empty or None does not restrict.

    ``since``/``until`` bound ``decided_at`` (inclusive/exclusive). ``memory_id`` is one that was relied on."""

    intent_types: frozenset[str] = frozenset()
    agents: frozenset[str] = frozenset()
    kinds: frozenset[DecisionKind] = frozenset()
    results: frozenset[DeltaResult] = frozenset()
    open: bool | None = None
    inferred: bool | None = None
    since: datetime | None = None
    until: datetime | None = None
    task_id: str = ""
    memory_id: str = ""


@dataclass(frozen=True, slots=True)
class DecisionMatch:
    """A decision that shares tokens with a query: how often each occurs in it, and its length in tokens."""

    decision_id: str
    frequencies: Mapping[str, int]
    length: int


@dataclass(frozen=True, slots=True)
class DecisionVectors:
    """The unit vectors of a decision's belief and of its intent in one generation."""

    belief: Vector
    intent: Vector


@dataclass(frozen=True, slots=True)
class NearDecision:
    """A decision and its cosine to the query in [-1, 1] in the decision channel (belief and intent together)."""

    decision_id: str
    cosine: float


class DecisionIndex(Protocol):
    """Finds the decisions whose belief and intent are nearest, filtered before the top k. Thread-safe."""

    def search(
        self, view: View, query: Vector, *, limit: int, intent_types: frozenset[str] = frozenset()
    ) -> Sequence[NearDecision]:
        """At most ``limit`` decisions of the view's spaces, best first, ties by decision id."""
        ...
