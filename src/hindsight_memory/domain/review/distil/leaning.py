"""What statements sound like, beside their cues: a model leans towards keeping them or not.

Cues know words; a model trained on phrases of the same kinds hears statements that use none of them. It moves the
strength of a statement by a bounded amount, so that it decides where the cues do not.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from hindsight_memory.domain.review.distil.idea import Reading, Statement
from hindsight_memory.domain.trace import EventKind

Lean = Callable[[EventKind, Sequence[str]], Sequence[float]]
"""From who speaks (the user or the agent) and texts to their leanings in [-1, 1]."""

_MOST = 160
"""Statements of one speaker that are listened to, half from the start of the task and half from its end."""


def undecided(speaker: EventKind, texts: Sequence[str]) -> Sequence[float]:
    """Lean to neither side."""
    return [0.0] * len(texts)


def heard(reading: Reading, lean: Lean) -> Reading:
    """Return the reading with the leaning of its statements."""
    return replace(
        reading,
        said=_leaning(reading.said, EventKind.USER, lean),
        concluded=_leaning(reading.concluded, EventKind.ASSISTANT, lean),
    )


def _leaning(statements: tuple[Statement, ...], speaker: EventKind, lean: Lean) -> tuple[Statement, ...]:
    places = range(len(statements))
    if len(statements) > _MOST:
        places = [*places[: _MOST // 2], *places[-_MOST // 2 :]]
    leanings = dict(zip(places, lean(speaker, [statements[i].text for i in places]), strict=True))
    return tuple(replace(one, leaning=leanings.get(i, 0.0)) for i, one in enumerate(statements))
