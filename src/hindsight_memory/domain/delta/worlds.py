"""Comparing quantities under every reading of their numbers and every meaning of their units."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import product

from hindsight_memory.domain.decision import Delta
from hindsight_memory.domain.delta.answers import met, unknown, violated
from hindsight_memory.domain.delta.quantities import Quantity
from hindsight_memory.domain.delta.units import WORLDS


def in_every_world(quantities: Iterable[Quantity]) -> set[tuple[Fraction, ...]]:
    """The values of the quantities in base units, one tuple for each way in which they may be meant together."""
    held = tuple(quantities)
    return {
        tuple(value * _factor(quantity, world) for value, quantity in zip(values, held, strict=True))
        for world in WORLDS
        for values in product(*(quantity.readings for quantity in held))
    }


def decided(
    quantities: tuple[Quantity, ...],
    excess: Callable[[tuple[Fraction, ...]], Fraction | None],
    reason: str,
    expected: str,
    actual: str,
) -> Delta:
    """``met`` or ``violated`` when all readings agree, with the smallest magnitude; else ``unknown``.

    ``excess`` gives None for met and a magnitude for violated. Reasons of ``unknown``: ``ambiguous_number`` when a
    number reads in several ways, ``ambiguous_unit`` when a unit does.
    """
    found = {excess(values) for values in in_every_world(quantities)}
    magnitudes = [magnitude for magnitude in found if magnitude is not None]
    if not magnitudes:
        return met(reason, expected, actual)
    if None not in found:
        return violated(reason, expected, actual, float(min(magnitudes)))
    several = any(len(quantity.readings) > 1 for quantity in quantities)
    return unknown("ambiguous_number" if several else "ambiguous_unit", expected, actual)


def difference(expected: Fraction, actual: Fraction) -> Fraction:
    """``|a - e| / max(|a|, |e|)``, at most 1; 0 for equal values."""
    greater = max(abs(expected), abs(actual))
    return min(Fraction(1), abs(actual - expected) / greater) if greater else Fraction(0)


def beyond(distance: Fraction, scale: Fraction) -> Fraction:
    """``d / (d + s)`` for a value at a distance from its bound; always below 1."""
    return min(distance / (distance + scale), Fraction(999_999, 1_000_000))


def _factor(quantity: Quantity, world: int) -> Fraction:
    return quantity.unit.factors[world] if quantity.unit else Fraction(1)
