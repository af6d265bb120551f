"""Who says so."""

from __future__ import annotations

from hindsight_memory.domain.memory import SOURCE_WEIGHT
from hindsight_memory.domain.recall.sighting import Sighting


def source(seen: Sighting) -> float:
    """The weight of the memory's source, in [0, 1]."""
    return SOURCE_WEIGHT[seen.memory.source]
