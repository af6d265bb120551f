"""Durations in one piece, in seconds: ISO 8601 and clock form."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from hindsight_memory.domain.delta.quantity_words import TAKING

_ISO = re.compile(
    r"(-?)P(?:(\d{1,9})W|(?:(\d{1,9})D)?(?:T(?:(\d{1,9}(?:[.,]\d{1,9})?)H)?(?:(\d{1,9}(?:[.,]\d{1,9})?)M)?"
    r"(?:(\d{1,12}(?:[.,]\d{1,9})?)S)?)?)"
)
_WORTH = (604800, 86400, 3600, 60, 1)
_CLOCK = r"(\d{1,3}):([0-5]\d)(?::([0-5]\d))?(\.\d{1,9})?(?![\d:])"
_WHOLE_CLOCK = re.compile(_CLOCK)
_CLOCK_AFTER = re.compile(
    rf"(?:{'|'.join(TAKING)})(?: of| is| was|为|了)? ?[:=]? ?{_CLOCK}(?! ?[ap]\.?m)", re.IGNORECASE
)


def iso_duration(text: str) -> tuple[Fraction, ...]:
    """``PT1H30M`` in seconds; empty when it is none, or counts months or years, which have no fixed length."""
    found = _ISO.fullmatch(text)
    if found is None or not any(found.groups()[1:]) or text.endswith("T"):
        return ()
    parts = [Fraction((part or "0").replace(",", ".")) for part in found.groups()[1:]]
    total = sum((part * worth for part, worth in zip(parts, _WORTH, strict=True)), Fraction(0))
    return (-total if found.group(1) else total,)


def clock(text: str) -> tuple[Fraction, ...]:
    """``1:30:00`` in seconds; ``1:30`` has two readings, minutes with seconds and hours with minutes."""
    found = _WHOLE_CLOCK.fullmatch(text)
    return _seconds(found) if found else ()


def clock_after(text: str) -> Iterator[tuple[int, int, tuple[Fraction, ...]]]:
    """The clock forms that a word such as "took" marks as durations: start, end, readings."""
    for found in _CLOCK_AFTER.finditer(text):
        yield found.start(1), found.end(), _seconds(found)


def _seconds(found: re.Match[str]) -> tuple[Fraction, ...]:
    first, second, third, fraction = found.groups()
    high, low, part = int(first), int(second), Fraction(f"0{fraction or '.0'}")
    if third is not None:
        return (high * 3600 + low * 60 + int(third) + part,)
    if fraction:
        return (high * 60 + low + part,)
    return (Fraction(high * 60 + low), Fraction(high * 3600 + low * 60))
