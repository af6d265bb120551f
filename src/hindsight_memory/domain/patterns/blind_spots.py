"""Blind spots: what was seen whenever decisions went wrong, and what no belief of them ever spoke about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from hindsight_memory.domain.decision import Decision, DeltaResult
from hindsight_memory.domain.patterns.calibration import is_known, newest_first
from hindsight_memory.domain.patterns.naming import known_things, mentions, things
from hindsight_memory.domain.patterns.rates import FEW, Rate, rate
from hindsight_memory.domain.text.normal import fold

_LEAST = 2
"""What stood in one observation alone is no pattern."""
_MOST = 20
_MOST_READ = 2_000
"""Decisions of each kind whose observations are read, the newest."""


@dataclass(frozen=True, slots=True)
class BlindSpot:
    """A thing that observations name and no belief of a violated decision does.

    ``violated`` and ``met`` say in how many decisions of that result the observation named it; ``decision_ids`` are
    the newest violated ones, at most five."""

    name: str
    violated: Rate
    met: Rate
    decision_ids: tuple[str, ...]

    @property
    def few(self) -> bool:
        """Whether it was seen too rarely for a claim."""
        return self.violated.hits < FEW


def blind_spots(decisions: Iterable[Decision]) -> tuple[BlindSpot, ...]:
    """Return what at least two observations of violated decisions name and none of their beliefs does, first what
    marks them most: the share of violated decisions that saw it less that of met ones. At most 20."""
    seen = [one for one in decisions if is_known(one) and one.observation]
    violated = _newest(one for one in seen if one.delta.result is DeltaResult.VIOLATED)
    met = _newest(one for one in seen if one.delta.result is DeltaResult.MET)
    known = known_things([*violated, *met])
    named: dict[str, list[Decision]] = {}
    for one in violated:
        for name in things(one.observation, known):
            named.setdefault(name, []).append(one)
    believed = "\n".join(fold(one.belief.statement) for one in violated)
    unseen = {name: found for name, found in named.items() if len(found) >= _LEAST and not mentions(believed, name)}
    beside = Counter(name for one in (met if unseen else ()) for name in things(one.observation, known))
    spots = [
        BlindSpot(
            name,
            rate(len(found), len(violated)),
            rate(beside[name], len(met)),
            tuple(one.decision_id for one in found[:5]),
        )
        for name, found in unseen.items()
    ]
    return tuple(sorted(spots, key=lambda spot: (-_marks(spot), -spot.violated.hits, spot.name))[:_MOST])


def _marks(spot: BlindSpot) -> float:
    return (spot.violated.share or 0.0) - (spot.met.share or 0.0)


def _newest(decisions: Iterable[Decision]) -> Sequence[Decision]:
    return sorted(decisions, key=newest_first)[:_MOST_READ]
