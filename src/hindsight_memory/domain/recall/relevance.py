"""What is relevant enough to be returned, beside what else was found and how much was asked for."""

from __future__ import annotations

import math
from dataclasses import dataclass

NARROW = 5
WIDE = 10
"""A search for up to ``NARROW`` hits wants answers, one for ``WIDE`` or more an overview; between, in between."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """Lowest similarities: ``best`` of the best candidate, else nothing is relevant; ``each`` of every hit;
    ``share`` of the best candidate's that every hit must have, and ``twin`` that one must have which says the
    same thing as a hit in other words or with another value."""

    best: float
    each: float
    share: float
    twin: float


@dataclass(frozen=True, slots=True)
class Relevance:
    """The bounds of a narrow and of a wide search.

    In a narrow one the best candidate needs less the clearer it stands above the next one (up to ``most_lead``), and
    more where it is the best of many: of noise too the best is better when there is more of it. ``crowd`` is what e
    times as many memories add, counted from ``usual`` memories and up to ``most_crowd``."""

    narrow: Bounds = Bounds(best=0.40, each=0.25, share=0.95, twin=0.85)
    wide: Bounds = Bounds(best=0.25, each=0.0, share=0.2, twin=0.2)
    most_lead: float = 0.3
    crowd: float = 0.08
    usual: int = 6
    most_crowd: int = 8

    def bound(self, best: float, top_k: int, *, lead: float = 0.0, documents: int = 6, twins: bool = False) -> float:
        """The lowest similarity that is returned, given the best one; above 1 when nothing is relevant.

        ``lead`` is how far the best one stands above the next, ``documents`` how many memories were searched;
        ``twins`` asks for the bound of what says the same thing as a hit."""
        breadth = min(max((top_k - NARROW) / (WIDE - NARROW), 0.0), 1.0)
        crowded = self.crowd * math.log(min(max(documents, 1), self.most_crowd) / self.usual)
        needed = self.narrow.best + crowded - min(max(lead, 0.0), self.most_lead)
        if best < _between(needed, self.wide.best, breadth):
            return 2.0
        each = _between(self.narrow.each, self.wide.each, breadth)
        narrow, wide = (self.narrow.twin, self.wide.twin) if twins else (self.narrow.share, self.wide.share)
        return max(each, best * _between(narrow, wide, breadth))


def _between(narrow: float, wide: float, breadth: float) -> float:
    return narrow + breadth * (wide - narrow)
