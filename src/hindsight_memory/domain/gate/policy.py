"""The numbers of the write gate; all of them are settings."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta


@dataclass(frozen=True, slots=True)
class GatePolicy:
    """Weights, thresholds and lifetimes of the gate.

    ``value = reusability·w_reusability + certainty·w_certainty + timeliness·w_timeliness``. From ``long_term``
    on a draft is kept for long, from ``short_term`` on for ``short_ttl``, below it is discarded and stays
    restorable in the discard log for ``discard_ttl``. ``question_penalty`` is taken off the reusability for each
    of the three questions that a draft fails.
    """

    w_reusability: float = 0.5
    w_certainty: float = 0.3
    w_timeliness: float = 0.2
    long_term: float = 0.60
    short_term: float = 0.35
    short_ttl: timedelta = timedelta(days=7)
    discard_ttl: timedelta = timedelta(days=14)
    question_penalty: float = 0.12
