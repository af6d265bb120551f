"""What each memory type means for time, ranking and replacement, and how sure a new memory starts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta

from hindsight_memory.domain.memory import SOURCE_WEIGHT, MemoryType, Source


@dataclass(frozen=True, slots=True)
class TypePolicy:
    """The rules of one memory type.

    ``ttl`` is the life after which an unconfirmed memory expires (None: never); ``renewed`` says that working
    again starts it anew. ``half_life`` is the age at which the recency signal is 0.5. ``single_valued`` means
    that one subject has one value, so that a new value replaces the old. ``ranking_factor`` scales the score
    among hits.
    """

    ttl: timedelta | None
    half_life: timedelta
    renewed: bool = False
    single_valued: bool = False
    ranking_factor: float = 1.0


_DURABLE = timedelta(days=1825)

POLICIES: Mapping[MemoryType, TypePolicy] = {
    MemoryType.FACT: TypePolicy(ttl=None, half_life=_DURABLE),
    MemoryType.PREFERENCE: TypePolicy(ttl=None, half_life=_DURABLE, single_valued=True),
    MemoryType.PATH: TypePolicy(ttl=timedelta(days=30), half_life=timedelta(days=30), renewed=True),
    MemoryType.NEGATIVE: TypePolicy(ttl=timedelta(days=90), half_life=timedelta(days=60), ranking_factor=0.5),
    MemoryType.BOUNDARY: TypePolicy(ttl=timedelta(days=30), half_life=timedelta(days=30)),
}


def initial_confidence(certainty: float, source: Source) -> float:
    """Return the confidence of a new memory in [0, 1]: the gate's certainty, capped by the source's weight."""
    return max(0.0, min(1.0, certainty, SOURCE_WEIGHT[source]))
