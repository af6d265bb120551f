"""Whether the memory helped before."""

from __future__ import annotations

from hindsight_memory.domain.recall.sighting import Sighting

_DOUBT = 2.0
"""Weight of the even prior, in judged uses: one bad outcome does not sink a memory, ten do."""


def usage(seen: Sighting) -> float:
    """The smoothed rate of uses that helped among those judged, in (0, 1); 0.5 for a memory never judged."""
    used = seen.memory.usage
    helped, harmed = max(used.helped, 0), max(used.harmed, 0)
    return (helped + 0.5 * _DOUBT) / (helped + harmed + _DOUBT)
