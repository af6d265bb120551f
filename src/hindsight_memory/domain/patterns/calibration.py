"""Calibration: whether what was believed with a confidence came true as often as that confidence says.

Only decisions that somebody recorded count: the confidence of one that was read out of a logged trace is a rule's,
not the agent's. Only met and violated ones count; unknown ones are neither, and how many there are is shown.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from hindsight_memory.domain.decision import Decision, DeltaResult
from hindsight_memory.domain.patterns.rates import FEW, Mean, Rate, mean, rate

CONFIDENT = 0.7
"""A violated decision of this confidence or more was confidently wrong, one of less hesitantly."""
_EDGES = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)
_MOST_GROUPS = 30


class Grouping(StrEnum):
    """What the decisions of a table have in common."""

    ALL = "all"
    INTENT_TYPE = "intent_type"
    AGENT = "agent"


@dataclass(frozen=True, slots=True)
class Bin:
    """The decisions whose confidence lies in [low, high) (the last one: up to 1): how often they were met, and the
    mean of what they claimed."""

    low: float
    high: float
    met: Rate
    confidence: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Calibration:
    """The reliability table of a group of recorded decisions. ``name`` is the intent type or the agent.

    ``brier`` is the mean of (confidence - outcome)², 0 at best; ``error`` the expected calibration error, the gap
    between confidence and met rate over the bins, weighted by their size; both in [0, 1], and None for fewer than
    five known results. ``waiting`` ones have no outcome yet."""

    by: Grouping
    name: str
    met: Rate
    confidence: Mean
    unknown: Rate
    waiting: int
    bins: tuple[Bin, ...]
    brier: float | None
    error: float | None
    confidently_wrong: int
    hesitantly_wrong: int

    @property
    def decisions(self) -> int:
        """How many there are in all."""
        return self.unknown.of + self.waiting


def is_known(decision: Decision) -> bool:
    """Whether its expectation was met or violated."""
    return decision.delta.result is not DeltaResult.UNKNOWN


def is_violated(decision: Decision) -> bool:
    """Whether its expectation was violated."""
    return decision.delta.result is DeltaResult.VIOLATED


def newest_first(decision: Decision) -> tuple[float, str]:
    """What decisions are sorted by to have the newest first."""
    return -decision.decided_at.timestamp(), decision.decision_id


def calibration(decisions: Sequence[Decision], by: Grouping = Grouping.ALL, name: str = "") -> Calibration:
    """Return the table of these decisions; inferred ones are passed over."""
    recorded = [one for one in decisions if not one.inferred]
    closed = [one for one in recorded if not one.is_open]
    known = [one for one in closed if is_known(one)]
    wrong = [one for one in known if is_violated(one)]
    confident = sum(one.confidence >= CONFIDENT for one in wrong)
    bins = _bins(known)
    enough = len(known) >= FEW
    return Calibration(
        by=by,
        name=name,
        met=rate(len(known) - len(wrong), len(known)),
        confidence=mean([one.confidence for one in known]),
        unknown=rate(len(closed) - len(known), len(closed)),
        waiting=len(recorded) - len(closed),
        bins=bins,
        brier=_brier(known) if enough else None,
        error=_error(bins, len(known)) if enough else None,
        confidently_wrong=confident,
        hesitantly_wrong=len(wrong) - confident,
    )


def by_intent_type(decisions: Iterable[Decision]) -> tuple[Calibration, ...]:
    """Return a table for each intent type, those with the most decisions first; at most 30."""
    return _grouped(decisions, Grouping.INTENT_TYPE, lambda one: one.intent_type)


def by_agent(decisions: Iterable[Decision]) -> tuple[Calibration, ...]:
    """Return a table for each agent, those with the most decisions first; at most 30."""
    return _grouped(decisions, Grouping.AGENT, lambda one: one.agent)


def _grouped(decisions: Iterable[Decision], by: Grouping, named: Callable[[Decision], str]) -> tuple[Calibration, ...]:
    groups: dict[str, list[Decision]] = {}
    for decision in decisions:
        if not decision.inferred:
            groups.setdefault(named(decision), []).append(decision)
    largest = sorted(groups.items(), key=lambda group: (-len(group[1]), group[0]))[:_MOST_GROUPS]
    return tuple(calibration(members, by, name) for name, members in largest)


def _bins(known: Iterable[Decision]) -> tuple[Bin, ...]:
    places: dict[int, list[Decision]] = {}
    for decision in known:
        places.setdefault(bisect_right(_EDGES, decision.confidence), []).append(decision)
    edges = (0.0, *_EDGES, 1.0)
    return tuple(
        Bin(
            low=edges[place],
            high=edges[place + 1],
            met=rate(sum(not is_violated(one) for one in members), len(members)),
            confidence=mean([one.confidence for one in members]).value or 0.0,
        )
        for place, members in sorted(places.items())
    )


def _brier(known: Sequence[Decision]) -> float:
    return math.fsum((one.confidence - (not is_violated(one))) ** 2 for one in known) / len(known)


def _error(bins: Sequence[Bin], known: int) -> float:
    gaps = (one.met.of * abs(one.confidence - one.met.hits / one.met.of) for one in bins)
    return math.fsum(gaps) / known
