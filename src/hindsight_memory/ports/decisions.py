"""Ports: reads of decisions in the record store, and the index of their vectors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from hindsight_memory.domain.actor import View
from hindsight_memory.domain.decision import Decision, DecisionKind, DeltaResult
from hindsight_memory.domain.recall.matrices import Vector
from hindsight_memory.domain.trace import Event
from hindsight_memory.ports.pages import Corpus, Page


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


EVERY_DECISION = DecisionFilter()
"""All of them."""


@dataclass(frozen=True, slots=True)
class DecisionMatch:
    """A decision that shares tokens with a query: how often each occurs in it, and its length in tokens."""

    decision_id: str
    frequencies: Mapping[str, int]
    length: int


@dataclass(frozen=True, slots=True)
class DecisionSketch:
    """What ranking needs of a decision before it is read. ``belief`` and ``intent`` are its stored vectors (bytes of
    ``domain.recall.matrices.pack``) in the generation that was asked for; None where it has none."""

    decision_id: str
    intent_type: str
    result: DeltaResult
    belief: bytes | None
    intent: bytes | None


class DecisionReading(Protocol):
    """Part of ``Reading``. Decisions belong to a space and are seen by all of it; of the memories they relied on only
    those are named that the view shows. Of one whose file in the archive is damaged the columns are returned, with the
    reason in place of its intent."""

    def decision(self, view: View, decision_id: str) -> Decision | None:
        """Return the decision of the view's spaces, or None."""
        ...

    def decisions_named(self, view: View, decision_ids: Sequence[str]) -> dict[str, Decision]:
        """Return those of the view's spaces by id, in the order asked for."""
        ...

    def decisions(self, view: View, wanted: DecisionFilter, *, limit: int, cursor: str | None = None) -> Page[Decision]:
        """Return a page, newest ``decided_at`` first, ties by ``decision_id``. Raises Invalid for a bad cursor."""
        ...

    def decisions_of_task(self, view: View, task_id: str) -> list[Decision]:
        """Return all decisions of a task of the view's spaces, oldest first, ties by ``decision_id``."""
        ...

    def event(self, view: View, task_id: str, sequence: int) -> Event | None:
        """Return one event of a task's trace, or None."""
        ...

    def decision_lexical(
        self, view: View, tokens: Sequence[str], wanted: DecisionFilter, *, limit: int
    ) -> list[DecisionMatch]:
        """Return decisions that contain at least one token, the more and rarer the tokens the earlier."""
        ...

    def decision_corpus(self, spaces: Sequence[str], tokens: Sequence[str]) -> Corpus:
        """Return token statistics over all decisions of these spaces."""
        ...

    def decision_term_counts(
        self, view: View, decision_ids: Sequence[str], tokens: Sequence[str]
    ) -> dict[str, DecisionMatch]:
        """Return how often the tokens occur in these decisions (for candidates that came by vector)."""
        ...

    def decision_sketches(
        self, view: View, decision_ids: Sequence[str], wanted: DecisionFilter, generation: str
    ) -> dict[str, DecisionSketch]:
        """Return what ranking needs of those of these decisions that pass the filter."""
        ...

    def decisions_without_vector(self, generation: str, *, limit: int) -> list[Decision]:
        """Return decisions of all spaces that should have vectors of this generation and have none, oldest first.
        Those in the archive need none."""
        ...

    def some_archived(self, view: View, wanted: DecisionFilter) -> bool:
        """Whether some of those that pass the filter lie in the archive, where only words find them."""
        ...


@dataclass(frozen=True, slots=True)
class NearDecision:
    """A decision and its cosine to the query in [-1, 1] in the decision channel (belief and intent together)."""

    decision_id: str
    cosine: float


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionVectorChange:
    """The latest state of one decision's vectors at a change sequence of the decisions of its space.

    ``belief`` and ``intent`` are bytes of ``domain.recall.matrices.pack``, one row each; None when the decision has
    no vectors of this generation: it then leaves the index. The rest is what a search filters by."""

    sequence: int
    decision_id: str
    belief: bytes | None
    intent: bytes | None
    intent_type: str
    agent: str
    result: DeltaResult
    decided_at: datetime


class DecisionVectorSource(Protocol):
    """Where an in-process index reads from: the record store."""

    def changes(self, space: str, after: int) -> Sequence[DecisionVectorChange]:
        """What changed in ``space`` after the sequence ``after``, ascending; only the latest of a decision.

        Empty when nothing changed; that answer must be quick, it is asked before every search."""
        ...


class DecisionIndex(Protocol):
    """Finds the decisions whose belief and intent are nearest, filtered before the top k. Thread-safe.

    Every call answers from the state that was committed when it began."""

    def search(
        self, view: View, query: Vector, *, limit: int, wanted: DecisionFilter = EVERY_DECISION
    ) -> Sequence[NearDecision]:
        """At most ``limit`` decisions of the view's spaces, best first, ties by decision id.

        ``query`` is a unit vector; of the filter ``intent_types``, ``agents``, ``results``, ``since`` and ``until``
        are looked at."""
        ...
