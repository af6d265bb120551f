"""What is already known about the thing a draft speaks of, and how the two stand to each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from hindsight_memory.domain.actor import View
from hindsight_memory.domain.events import Indexed
from hindsight_memory.domain.memory import SOURCE_WEIGHT, Draft, Memory, Scope, Status
from hindsight_memory.domain.recall.matrices import Vector
from hindsight_memory.domain.review.compare import Comparison, Relation, relation, statement_of
from hindsight_memory.domain.review.conflict import Outcome, resolve
from hindsight_memory.ports.records import MemoryFilter, Reading
from hindsight_memory.ports.vectors import VectorFilter, VectorIndex
from hindsight_memory.services.batch import Batch
from hindsight_memory.services.indexing import Indexer


class Stance(Enum):
    """What a known memory means for the new statement."""

    SAME = auto()  # says the same: count it as evidence
    FULLER = auto()  # the new statement says the same and more
    REPLACED = auto()  # the known memory gives way
    OUTDATED = auto()  # the new statement is the older one and gives way
    DISPUTES = auto()  # both stay, flagged, until a person decides
    UNRELATED = auto()


@dataclass(frozen=True, slots=True)
class Match:
    """A known memory and what it means; ``reason`` is a sentence for people."""

    memory: Memory
    stance: Stance
    reason: str


@dataclass(frozen=True, slots=True)
class Neighbours:
    """Finds and compares; candidates are the nearest by vector, by words and by claim, ``limit`` of each."""

    vectors: VectorIndex
    indexer: Indexer
    limit: int = 12

    def find(
        self,
        work: Reading,
        draft: Draft,
        indexed: Indexed,
        scope: Scope,
        batch: Batch,
        statuses: frozenset[Status],
    ) -> list[Match]:
        """The memories of the same room that matter, those of this batch included, best evidence first."""
        known, cosines = self.around(work, draft, indexed, scope, statuses)
        fresh = {i: m for i, m in batch.states.items() if i not in cosines}
        view = View((scope.space,), scope.agent, (scope.group,) if scope.group else ())
        cosines |= self._cosines(view, indexed, list(fresh)) | self._in_batch(indexed, batch)
        return self._compare(draft, list((known | batch.states).values()), cosines, scope, batch, statuses)

    def around(
        self, work: Reading, draft: Draft | Memory, indexed: Indexed, scope: Scope, statuses: frozenset[Status]
    ) -> tuple[dict[str, Memory], dict[str, float]]:
        """The memories near in vector, words or claim, by id, and their cosines where both have a vector."""
        view = View((scope.space,), scope.agent, (scope.group,) if scope.group else ())
        near = self._by_vector(view, indexed, statuses)
        ids = list(near)
        wanted = MemoryFilter(statuses=statuses)
        ids += [m.memory_id for m in work.lexical(view, indexed.tokens, wanted, limit=self.limit)]
        known = work.memories(view, list(dict.fromkeys(ids)))
        if draft.claim is not None:
            claimed = work.same_claim(view, draft.claim.subject, draft.claim.relation)
            known |= {m.memory_id: m for m in claimed}
        rest = [i for i in known if i not in near]
        return known, near | self._cosines(view, indexed, rest)

    def _compare(
        self,
        draft: Draft,
        known: Sequence[Memory],
        cosines: Mapping[str, float],
        scope: Scope,
        batch: Batch,
        statuses: frozenset[Status],
    ) -> list[Match]:
        new = statement_of(draft)
        matches: list[Match] = []
        for stored in known:
            memory = batch.current(stored)
            if memory.scope.room != scope.room or memory.status not in statuses:
                continue
            comparison = relation(statement_of(memory), new, cosines.get(memory.memory_id))
            stance = _stance(memory, draft, comparison)
            if stance is not Stance.UNRELATED:
                reason = "; ".join(r.text for r in comparison.reasons)
                matches.append(Match(memory, stance, reason))
        return sorted(matches, key=lambda m: -cosines.get(m.memory.memory_id, 0.0))

    def _by_vector(self, view: View, indexed: Indexed, statuses: frozenset[Status]) -> dict[str, float]:
        if indexed.vector is None:
            return {}
        found = self.vectors.search(
            view, self.indexer.first_vector(indexed), limit=self.limit, wanted=VectorFilter(statuses=statuses)
        )
        return {n.memory_id: n.cosine for n in found}

    def _cosines(self, view: View, indexed: Indexed, memory_ids: Sequence[str]) -> dict[str, float]:
        if indexed.vector is None or not memory_ids:
            return {}
        return dict(self.vectors.cosines(view, self.indexer.first_vector(indexed), memory_ids))

    def _in_batch(self, indexed: Indexed, batch: Batch) -> dict[str, float]:
        if indexed.vector is None:
            return {}
        vector: Vector = self.indexer.first_vector(indexed)
        return {memory_id: float(vector @ other) for memory_id, other in batch.vectors.items()}


def _stance(memory: Memory, draft: Draft, comparison: Comparison) -> Stance:
    match comparison.relation:
        case Relation.SAME:
            return Stance.SAME
        case Relation.REFINES:
            return Stance.FULLER
        case Relation.DISTINCT:
            return Stance.UNRELATED
        case Relation.REPLACES if _came_late(memory, draft):
            return Stance.OUTDATED
        case Relation.REPLACES | Relation.CONTRADICTS:
            return _resolved(memory, draft, comparison)


def _came_late(memory: Memory, draft: Draft) -> bool:
    """An old trace that is read late must not override what was said after it."""
    at_least = SOURCE_WEIGHT[memory.source] >= SOURCE_WEIGHT[draft.source]
    return draft.said_at < memory.last_confirmed_at and at_least


def _resolved(memory: Memory, draft: Draft, comparison: Comparison) -> Stance:
    match resolve(memory, draft.source, draft.said_at, comparison).outcome:
        case Outcome.SUPERSEDE:
            return Stance.REPLACED
        case Outcome.DISPUTE:
            return Stance.DISPUTES
        case Outcome.KEEP_BOTH:
            return Stance.UNRELATED
