"""The signals a score is made of, by name; each maps a sighting to [0, 1]."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from hindsight_memory.domain.recall.sighting import Sighting
from hindsight_memory.domain.recall.signals.confidence import confidence
from hindsight_memory.domain.recall.signals.recency import recency
from hindsight_memory.domain.recall.signals.similarity import similarity
from hindsight_memory.domain.recall.signals.source import source
from hindsight_memory.domain.recall.signals.usage import usage

Signal = Callable[[Sighting], float]

SIGNALS: Mapping[str, Signal] = MappingProxyType(
    {
        "similarity": similarity,
        "recency": recency,
        "confidence": confidence,
        "source": source,
        "usage": usage,
    }
)
