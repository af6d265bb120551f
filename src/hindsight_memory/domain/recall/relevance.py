"""What is relevant enough to be returned, beside what else was found and how much was asked for."""

from __future__ import annotations

from dataclasses import dataclass

NARROW = 5
WIDE = 10
"""A search for up to ``NARROW`` hits wants answers, one for ``WIDE`` or more an overview; between, in between."""


@dataclass(frozen=True, slots=True)
class Relevance:
    """Bounds on the similarity. Where the best candidate stays under ``least``, nothing is relevant.

    A narrow search leaves out what is under ``least`` or under ``near`` of the best; a wide one only what is under
    ``far`` of the best.
    """

    least: float = 0.32
    near: float = 0.75
    far: float = 0.4

    def bound(self, best: float, top_k: int) -> float:
        """The lowest similarity that is returned, given the best one; above 1 when nothing is relevant."""
        if best < self.least:
            return 2.0
        narrowness = min(max((WIDE - top_k) / (WIDE - NARROW), 0.0), 1.0)
        share = self.far + narrowness * (self.near - self.far)
        return max(share * best, narrowness * self.least)
