"""How fresh the memory is."""

from __future__ import annotations

from datetime import timedelta

from hindsight_memory.domain.recall.sighting import Sighting


def recency(seen: Sighting) -> float:
    """0.5 to the power of age over half-life, in [0, 1]; the age counts from the last confirmation.

    A stamp in the future counts as now.
    """
    age = max(seen.now - seen.memory.last_confirmed_at, timedelta(0))
    if seen.half_life <= timedelta(0):
        return 1.0 if not age else 0.0
    return 0.5 ** (age / seen.half_life)
