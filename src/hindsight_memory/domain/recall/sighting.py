"""What a signal looks at."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from hindsight_memory.domain.memory import Memory


@dataclass(frozen=True, slots=True)
class Sighting:
    """A memory seen in the light of one question, at the request's ``now``.

    ``similarity`` is the calibrated one in [0, 1]; ``half_life`` is that of the memory's type.
    """

    memory: Memory
    similarity: float
    now: datetime
    half_life: timedelta
