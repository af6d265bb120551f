"""Rates, means and counts with the interval in which they may as well lie; small samples are named as such."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

FEW = 5
"""Below this many nothing is claimed."""
_Z = 1.959964
_LEAST_SPREAD = 0.05
"""Values that are all the same say less about the next one than their spread of nothing would claim."""


@dataclass(frozen=True, slots=True)
class Rate:
    """``hits`` of ``of``, and the 95 % interval in which the true share lies; with none of none it is [0, 1]."""

    hits: int
    of: int
    low: float
    high: float

    @property
    def share(self) -> float | None:
        """The share in [0, 1]; None of nothing."""
        return self.hits / self.of if self.of else None

    @property
    def few(self) -> bool:
        """Whether there are too few to claim anything."""
        return self.of < FEW


@dataclass(frozen=True, slots=True)
class Mean:
    """The mean of ``of`` values in [0, 1] and its 95 % interval; None of nothing."""

    value: float | None
    of: int
    low: float
    high: float

    @property
    def few(self) -> bool:
        """Whether there are too few to claim anything."""
        return self.of < FEW


def rate(hits: int, of: int) -> Rate:
    """Return the rate with its Wilson interval, which stays in [0, 1] and is honest about few."""
    if of <= 0:
        return Rate(0, 0, 0.0, 1.0)
    share, square = hits / of, _Z * _Z
    middle = (share + square / (2 * of)) / (1 + square / of)
    reach = _Z / (1 + square / of) * math.sqrt(share * (1 - share) / of + square / (4 * of * of))
    low = 0.0 if hits == 0 else max(0.0, middle - reach)
    high = 1.0 if hits == of else min(1.0, middle + reach)
    return Rate(hits, of, low, high)


def mean(values: Sequence[float]) -> Mean:
    """Return the mean of values in [0, 1] with Student's interval, cut to [0, 1]; [0, 1] for less than two."""
    n = len(values)
    if not n:
        return Mean(None, 0, 0.0, 1.0)
    middle = min(max(math.fsum(values) / n, 0.0), 1.0)
    if n == 1:
        return Mean(middle, 1, 0.0, 1.0)
    spread = math.sqrt(math.fsum((value - middle) ** 2 for value in values) / (n - 1))
    reach = _student(n - 1) * max(spread, _LEAST_SPREAD) / math.sqrt(n)
    return Mean(middle, n, max(0.0, middle - reach), min(1.0, middle + reach))


def count_bounds(count: int) -> tuple[float, float]:
    """Return the 95 % interval of how many are to be expected where ``count`` were seen (Poisson, after Byar)."""
    above = count + 1
    high = above * (1 - 1 / (9 * above) + _Z / (3 * math.sqrt(above))) ** 3
    if count <= 0:
        return 0.0, high
    return count * max(0.0, 1 - 1 / (9 * count) - _Z / (3 * math.sqrt(count))) ** 3, high


def _student(freedom: int) -> float:
    """The 97.5 % point of Student's distribution, by its series in 1/freedom; exact at one and two."""
    if freedom <= 2:
        return (12.7062, 4.3027)[freedom - 1]
    z, v = _Z, freedom
    first = (z**3 + z) / (4 * v)
    second = (5 * z**5 + 16 * z**3 + 3 * z) / (96 * v**2)
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * v**3)
    return z + first + second + third
