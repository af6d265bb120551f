"""Drift: what changed from one week to the next. A change is named only where the two intervals part."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from itertools import pairwise

from hindsight_memory.domain.decision import Decision
from hindsight_memory.domain.patterns.calibration import is_known, is_violated
from hindsight_memory.domain.patterns.rates import FEW, Mean, Rate, count_bounds, mean, rate
from hindsight_memory.domain.weeks import Week

MOST_WEEKS = 53
"""Weeks that are looked at, the newest."""


class Measure(StrEnum):
    """What may change."""

    MET_RATE = "met_rate"
    CONFIDENCE = "confidence"
    VOLUME = "volume"


@dataclass(frozen=True, slots=True, kw_only=True)
class WeekSeen:
    """One week of recorded decisions. ``volume`` counts all of them and ``bounds`` is its 95 % interval; ``met`` and
    ``confidence`` are of those with a known result; ``inferred`` were read out of traces and count in none of these.
    ``whole``: it lies wholly in the time that was looked at."""

    week: Week
    met: Rate
    confidence: Mean
    volume: int
    bounds: tuple[float, float]
    inferred: int
    whole: bool


@dataclass(frozen=True, slots=True)
class Drift:
    """A measure that is another in a week than in the one before: its two values, whose intervals have nothing in
    common."""

    measure: Measure
    before: Week
    week: Week
    was: float
    now: float


@dataclass(frozen=True, slots=True)
class Span:
    """The time that was looked at: from ``since`` (None: from the beginning) to before ``until``."""

    since: datetime | None
    until: datetime

    def holds(self, week: Week, first: Week) -> bool:
        """Whether a week lies wholly in it; the first week of a record that has no beginning does not."""
        begun = week > first if self.since is None else self.since <= week.start
        return begun and week.end <= self.until


def weeks_of(decisions: Iterable[Decision], span: Span) -> tuple[WeekSeen, ...]:
    """Return the weeks from the first with a decision (or that of ``since``) to the last, oldest first; those without
    any stand in between. At most 53, the newest."""
    members: dict[Week, list[Decision]] = {}
    for one in decisions:
        members.setdefault(Week.of(one.decided_at), []).append(one)
    if not members:
        return ()
    first, last = min(members), max(members)
    if span.since is not None:
        first = min(first, Week.of(span.since))
    oldest = max(first, last.back(MOST_WEEKS - 1))
    weeks = [oldest]
    while weeks[-1] < last:
        weeks.append(Week.of(weeks[-1].end))
    return tuple(_seen(week, members.get(week, ()), whole=span.holds(week, first)) for week in weeks)


def drifts(weeks: Sequence[WeekSeen]) -> tuple[Drift, ...]:
    """Return what changed from week to week, the newest first. Rates and confidence need five known results on both
    sides, and may skip weeks that have fewer; volumes need two whole weeks that follow each other."""
    found: list[Drift] = []
    rated = [week for week in weeks if week.met.of >= FEW]
    for before, after in pairwise(rated):
        found += _parted(Measure.MET_RATE, before, after, _met(before), _met(after))
        found += _parted(Measure.CONFIDENCE, before, after, _confidence(before), _confidence(after))
    for before, after in pairwise(weeks):
        if before.whole and after.whole and max(before.volume, after.volume) >= FEW:
            found += _parted(Measure.VOLUME, before, after, _volume(before), _volume(after))
    order = list(Measure)
    return tuple(sorted(found, key=lambda one: (-one.week.start.timestamp(), order.index(one.measure))))


_Bounded = tuple[float, float, float]
"""A value with its interval: value, low, high."""


def _seen(week: Week, decisions: Sequence[Decision], *, whole: bool) -> WeekSeen:
    recorded = [one for one in decisions if not one.inferred]
    known = [one for one in recorded if is_known(one)]
    return WeekSeen(
        week=week,
        met=rate(sum(not is_violated(one) for one in known), len(known)),
        confidence=mean([one.confidence for one in known]),
        volume=len(recorded),
        bounds=count_bounds(len(recorded)),
        inferred=len(decisions) - len(recorded),
        whole=whole,
    )


def _met(seen: WeekSeen) -> _Bounded:
    return seen.met.share or 0.0, seen.met.low, seen.met.high


def _confidence(seen: WeekSeen) -> _Bounded:
    return seen.confidence.value or 0.0, seen.confidence.low, seen.confidence.high


def _volume(seen: WeekSeen) -> _Bounded:
    return float(seen.volume), *seen.bounds


def _parted(measure: Measure, before: WeekSeen, after: WeekSeen, was: _Bounded, now: _Bounded) -> list[Drift]:
    apart = was[2] < now[1] or now[2] < was[1]
    return [Drift(measure, before.week, after.week, was[0], now[0])] if apart else []
