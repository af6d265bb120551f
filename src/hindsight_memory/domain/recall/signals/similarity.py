"""How well the memory answers the question."""

from __future__ import annotations

from hindsight_memory.domain.recall.sighting import Sighting


def similarity(seen: Sighting) -> float:
    """The calibrated similarity of the dense and the lexical channel, in [0, 1]."""
    return seen.similarity
