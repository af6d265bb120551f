"""Keeping the store in order: missing vectors, counts, the audit check."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from hindsight_memory.domain.actor import Actor, Role
from hindsight_memory.domain.events import DecisionVectorsAdded, DomainEvent, VectorAdded
from hindsight_memory.ports.clock import Clock
from hindsight_memory.ports.records import AuditEntry, Page, Records
from hindsight_memory.services.decision_search import DecisionSearch
from hindsight_memory.services.indexing import Indexer


@dataclass(frozen=True, slots=True)
class Upkeep:
    """The upkeep service."""

    records: Records
    indexer: Indexer
    decisions: DecisionSearch
    clock: Clock

    def stats(self, actor: Actor, *spaces: str) -> Mapping[str, Mapping[str, int]]:
        """Return the counts of the view's spaces."""
        actor.require(Role.READ)
        with self.records.reading() as reading:
            return reading.counts(actor.view(*spaces))

    def spaces(self, actor: Actor) -> list[str]:
        """Return the spaces the actor may name that hold anything."""
        actor.require(Role.READ)
        with self.records.reading() as reading:
            known = reading.spaces()
        return [name for name in known if actor.any_space or name in actor.spaces]

    def audit(self, actor: Actor, *spaces: str, limit: int = 50, cursor: str | None = None) -> Page[AuditEntry]:
        """Return a page of the audit log, newest first."""
        actor.require(Role.ADMIN)
        with self.records.reading() as reading:
            return reading.audit(actor.view(*spaces), limit=limit, cursor=cursor)

    def verify_audit(self, actor: Actor, space: str | None = None) -> int:
        """Check the chain of a space (who may name every space: without one, all); returns the number of entries,
        also of those that the actor may not see. Raises AuditBroken."""
        actor.require(Role.ADMIN)
        every = actor.any_space and not space
        return self.records.verify_audit(None if every else actor.space(space))

    def fill_vectors(self, actor: Actor, *, batch: int = 64) -> int:
        """Embed memories and decisions that were stored while the model was away; returns how many.

        Raises EmbedderUnavailable."""
        actor.require(Role.ADMIN)
        if self.indexer.embedder is None:
            return 0
        filled = 0
        for late in (self._late_memories, self._late_decisions):
            while events := late(batch):
                self._commit(actor, events)
                filled += len(events)
        return filled

    def _late_memories(self, batch: int) -> list[tuple[str, DomainEvent]]:
        generation = self.indexer.embedder.generation if self.indexer.embedder else ""
        with self.records.reading() as reading:
            waiting = reading.without_vector(generation, limit=batch)
        indexed, _ = self.indexer.index(waiting)
        return [
            (m.scope.space, VectorAdded(m.scope.space, m.memory_id, one.vector, one.generation))
            for m, one in zip(waiting, indexed, strict=True)
            if one.vector is not None
        ]

    def _late_decisions(self, batch: int) -> list[tuple[str, DomainEvent]]:
        with self.records.reading() as reading:
            waiting = reading.decisions_without_vector(self.decisions.generation, limit=batch)
        indexed, _ = self.decisions.indexed(waiting)
        return [
            (d.space, DecisionVectorsAdded(d.space, d.decision_id, one.belief, one.intent, one.generation))
            for d, one in zip(waiting, indexed, strict=True)
            if one.belief is not None and one.intent is not None
        ]

    def _commit(self, actor: Actor, events: Sequence[tuple[str, DomainEvent]]) -> None:
        by_space: dict[str, list[DomainEvent]] = {}
        for space, event in events:
            by_space.setdefault(space, []).append(event)
        for space, (first, *rest) in by_space.items():
            with self.records.work(actor.agent, space, self.clock.now()) as work:
                work.commit(first, *rest)
