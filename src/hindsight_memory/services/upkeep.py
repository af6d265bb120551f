"""Keeping the store in order: missing vectors, counts, the audit check."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from hindsight_memory.domain.actor import Actor, Role
from hindsight_memory.domain.events import VectorAdded
from hindsight_memory.ports.clock import Clock
from hindsight_memory.ports.embedder import Embedder
from hindsight_memory.ports.records import AuditEntry, Page, Records
from hindsight_memory.services.indexing import Indexer


@dataclass(frozen=True, slots=True)
class Upkeep:
    """The upkeep service."""

    records: Records
    indexer: Indexer
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
        """Embed memories that were stored while the model was away; returns how many. Raises EmbedderUnavailable."""
        actor.require(Role.ADMIN)
        embedder: Embedder | None = self.indexer.embedder
        filled = 0
        while embedder is not None:
            with self.records.reading() as reading:
                waiting = reading.without_vector(embedder.generation, limit=batch)
            indexed, degraded = self.indexer.index(waiting)
            if not waiting or degraded:
                break
            by_space: dict[str, list[VectorAdded]] = {}
            for memory, one in zip(waiting, indexed, strict=True):
                if one.vector is not None:
                    added = VectorAdded(memory.scope.space, memory.memory_id, one.vector, one.generation)
                    by_space.setdefault(memory.scope.space, []).append(added)
            for space, events in by_space.items():
                with self.records.work(actor.agent, space, self.clock.now()) as work:
                    work.commit(*events)
            filled += len(waiting)
        return filled
