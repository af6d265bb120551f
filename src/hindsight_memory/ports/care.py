"""Reads that look after a store: what tasks of a type used, what a brief begins with, how the store fares."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Protocol

from hindsight_memory.domain.actor import View
from hindsight_memory.domain.health import Census
from hindsight_memory.domain.memory import Memory, Usage


class CareReading(Protocol):
    """Part of ``Reading``; the same rules hold: what is not visible is neither found nor counted."""

    def pinned(self, view: View, *, limit: int) -> list[Memory]:
        """Return active and disputed pinned memories, the last confirmed first, ties by id."""
        ...

    def most_helpful(self, view: View, *, limit: int) -> list[Memory]:
        """Return active and disputed memories that helped more often than they harmed, by how much more often,
        ties by how often they were used, then by id."""
        ...

    def type_uses(self, view: View, task_type: str, *, limit: int) -> Mapping[str, Usage]:
        """Return the counters of active memories in tasks of this type, by id, those that were used most first,
        ties by id; what was never used is left out."""
        ...

    def census(self, view: View, now: datetime, generation: str) -> Census:
        """Count what the health check judges, in one pass. ``generation`` is that of the vectors; empty where the
        model is away, and then no vector is missing."""
        ...
