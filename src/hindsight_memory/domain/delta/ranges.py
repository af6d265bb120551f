"""``range``: a quantity inside bounds."""

from __future__ import annotations

from fractions import Fraction

from hindsight_memory.domain.decision import Delta, Outcome
from hindsight_memory.domain.delta.answers import unknown
from hindsight_memory.domain.delta.bounds import Bounds, bounds_of
from hindsight_memory.domain.delta.picking import measured
from hindsight_memory.domain.delta.quantities import Quantity
from hindsight_memory.domain.delta.worlds import beyond, decided, in_every_world


def range_delta(expected: str, outcome: Outcome) -> Delta:
    """Compare with bounds: ``>= 5``, ``< 200 ms``, ``10..20 MB``, ``between 3 and 4``, ``至少5个``, ``10 ± 2``.

    The value is the whole text, or the one quantity of the same dimension in it, with the noun and the name that the
    expectation gives. Magnitude: ``d / (d + s)`` with ``d`` the distance to the nearer bound and ``s`` the width of
    the range, or the bound itself where there is one (1 where that is 0). Unknown: ``bad_expected``, ``no_value``,
    ``other_unit``, ``several_values``, ``imprecise_value``, ``ambiguous_number``, ``ambiguous_unit``,
    ``failed_call`` (a number out of the text of a call that failed, or that says so where the expectation names nothing).
    """
    bounds = bounds_of(expected)
    if bounds is None or not _is_ordered(bounds):
        return unknown("bad_expected", expected, outcome.text)
    picked = measured(outcome, bounds.wanted)
    if isinstance(picked, str):
        return unknown(picked, expected, outcome.text)
    return bounds_delta(bounds, picked.quantity, expected, picked.text)


def bounds_delta(bounds: Bounds, quantity: Quantity, expected: str, actual: str) -> Delta:
    """The delta of one quantity against bounds of the same dimension."""
    ends = tuple(end for end in (bounds.low, bounds.high) if end is not None)

    def excess(values: tuple[Fraction, ...]) -> Fraction | None:
        value, *limits = values
        low = limits[0] if bounds.low else None
        high = limits[-1] if bounds.high else None
        scale = (high - low if low is not None and high is not None else limits[0]) or limits[0] or ends[0].factor
        if low is not None and (value < low or (bounds.low_open and value == low)):
            return beyond(low - value, abs(scale))
        if high is not None and (value > high or (bounds.high_open and value == high)):
            return beyond(value - high, abs(scale))
        return None

    return decided((quantity, *ends), excess, "range", expected, actual)


def _is_ordered(bounds: Bounds) -> bool:
    if bounds.low is None or bounds.high is None:
        return True
    return all(low <= high for low, high in in_every_world((bounds.low, bounds.high)))
