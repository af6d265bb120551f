"""The answers of a comparison: met, violated with a magnitude, or unknown with a reason."""

from __future__ import annotations

from hindsight_memory.domain.decision import Delta, DeltaResult
from hindsight_memory.domain.text.normal import clean, one_line

SMALLEST = 1e-6
"""The magnitude of a violation is never below this, so that 0 means met and nothing else."""

_SHOWN = 200


def shown(text: str) -> str:
    """The text as it is kept beside the delta: one clean line of at most 200 characters."""
    return one_line(clean(text[: 4 * _SHOWN]), _SHOWN)


def met(reason: str, expected: str, actual: str) -> Delta:
    """What was expected happened."""
    return Delta(result=DeltaResult.MET, magnitude=0.0, reason=reason, expected=shown(expected), actual=shown(actual))


def violated(reason: str, expected: str, actual: str, magnitude: float = 1.0) -> Delta:
    """Something else happened; ``magnitude`` is brought into (0, 1]."""
    return Delta(
        result=DeltaResult.VIOLATED,
        magnitude=min(1.0, max(SMALLEST, magnitude)),
        reason=reason,
        expected=shown(expected),
        actual=shown(actual),
    )


def unknown(reason: str, expected: str = "", actual: str = "") -> Delta:
    """It cannot be said; ``reason`` says why."""
    return Delta(result=DeltaResult.UNKNOWN, reason=reason, expected=shown(expected), actual=shown(actual))


def judged(is_met: bool, reason: str, expected: str, actual: str, magnitude: float = 1.0) -> Delta:
    """``met`` or ``violated`` by a condition."""
    return met(reason, expected, actual) if is_met else violated(reason, expected, actual, magnitude)
