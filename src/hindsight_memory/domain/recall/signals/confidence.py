"""How sure the memory is."""

from __future__ import annotations

from hindsight_memory.domain.recall.sighting import Sighting


def confidence(seen: Sighting) -> float:
    """The memory's confidence, in [0, 1]."""
    return min(max(seen.memory.confidence, 0.0), 1.0)
