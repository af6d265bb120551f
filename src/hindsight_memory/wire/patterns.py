"""Patterns over decisions at the edge. Shares are in [0, 1] and carry their 95 % interval; ``few`` says that they rest
on fewer than five, from which nothing is claimed."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated

from pydantic import Field

from hindsight_memory.domain.decision import Decision, DeltaResult, ExpectedKind
from hindsight_memory.domain.patterns import (
    Bin,
    BlindSpot,
    Calibration,
    Density,
    Drift,
    Grouping,
    IgnoredTool,
    Judgements,
    Mean,
    Measure,
    Patterns,
    Rate,
    RepeatedBelief,
    WeekSeen,
)
from hindsight_memory.domain.text.normal import one_line
from hindsight_memory.wire.body import Body, Several
from hindsight_memory.wire.moment import Moment

_PLACES = 4
_LONGEST = 300
"""Characters of an outcome in a list."""


class PatternsQuery(Body):
    """Which decisions to look at. What is absent does not restrict."""

    since: Moment | None = Field(default=None, description="Decided then or later.")
    until: Moment | None = Field(default=None, description="Decided before then.")
    intent_type: Annotated[tuple[str, ...], Several] = Field(default=(), description="Only these kinds of intent.")
    agent: Annotated[tuple[str, ...], Several] = Field(default=(), description="Only by these agents.")
    space: Annotated[tuple[str, ...], Several] = Field(default=(), description="The spaces to look at.")


class RateBody(Body):
    """``hits`` of ``of``: the share (null of nothing) and its interval."""

    hits: int
    of: int
    share: float | None
    low: float
    high: float
    few: bool

    @classmethod
    def from_rate(cls, rate: Rate) -> RateBody:
        """Return the body of a rate."""
        low, high = round(rate.low, _PLACES), round(rate.high, _PLACES)
        return cls(hits=rate.hits, of=rate.of, share=_rounded(rate.share), low=low, high=high, few=rate.few)


class MeanBody(Body):
    """The mean of ``of`` values (null of nothing) and its interval."""

    value: float | None
    of: int
    low: float
    high: float
    few: bool

    @classmethod
    def from_mean(cls, mean: Mean) -> MeanBody:
        """Return the body of a mean."""
        low, high = round(mean.low, _PLACES), round(mean.high, _PLACES)
        return cls(value=_rounded(mean.value), of=mean.of, low=low, high=high, few=mean.few)


class BinBody(Body):
    """The decisions whose confidence lies from ``low`` up to below ``high``: what they claimed, how often they were
    met."""

    low: float
    high: float
    confidence: float
    met: RateBody

    @classmethod
    def from_bin(cls, one: Bin) -> BinBody:
        """Return the body of a bin."""
        confidence = round(one.confidence, _PLACES)
        return cls(low=one.low, high=one.high, confidence=confidence, met=RateBody.from_rate(one.met))


class CalibrationBody(Body):
    """The reliability table of all recorded decisions, of an intent type's or of an agent's (``name``).

    ``unknown`` of the closed ones have no known result and count in no rate; ``waiting`` have no outcome yet.
    ``brier`` and ``calibration_error`` (0 at best) are null below five known results."""

    by: Grouping
    name: str
    decisions: int
    met: RateBody
    confidence: MeanBody
    unknown: RateBody
    waiting: int
    confidently_wrong: int
    hesitantly_wrong: int
    brier: float | None
    calibration_error: float | None
    bins: list[BinBody]

    @classmethod
    def from_table(cls, one: Calibration) -> CalibrationBody:
        """Return the body of a table."""
        return cls(
            by=one.by,
            name=one.name,
            decisions=one.decisions,
            met=RateBody.from_rate(one.met),
            confidence=MeanBody.from_mean(one.confidence),
            unknown=RateBody.from_rate(one.unknown),
            waiting=one.waiting,
            confidently_wrong=one.confidently_wrong,
            hesitantly_wrong=one.hesitantly_wrong,
            brier=_rounded(one.brier),
            calibration_error=_rounded(one.error),
            bins=[BinBody.from_bin(each) for each in one.bins],
        )


class DecidedBody(Body):
    """A decision in a list of such: what was believed and expected, the value that was found instead, the outcome it
    was found in, and the difference."""

    decision_id: str
    belief: str
    intent: str
    intent_type: str
    expected: str
    expected_kind: ExpectedKind | None
    actual: str
    outcome: str
    result: DeltaResult
    magnitude: float | None
    claimed: DeltaResult | None
    confidence: float
    agent: str
    space: str
    task_id: str
    decided_at: datetime

    @classmethod
    def from_decision(cls, one: Decision) -> DecidedBody:
        """Return the short body of a decision."""
        return cls(
            decision_id=one.decision_id,
            belief=one.belief.statement,
            intent=one.intent,
            intent_type=one.intent_type,
            expected=one.expectation.text,
            expected_kind=one.expectation.kind,
            actual=one_line(one.delta.actual, _LONGEST),
            outcome=one_line(one.outcome.text if one.outcome else "", _LONGEST),
            result=one.delta.result,
            magnitude=_rounded(one.delta.magnitude),
            claimed=one.claimed,
            confidence=one.confidence,
            agent=one.agent,
            space=one.space,
            task_id=one.task_id,
            decided_at=one.decided_at,
        )


class JudgementsBody(Body):
    """What agents said of their decisions against what was computed. ``said_fine``: claimed met, was violated
    (``shown``: the newest of them); ``said_failed``: the other way round; ``unchecked``: beside an unknown delta."""

    said_fine: int
    said_failed: int
    right: int
    unchecked: int
    shown: list[DecidedBody]

    @classmethod
    def from_judgements(cls, one: Judgements) -> JudgementsBody:
        """Return the body of judgements."""
        return cls(
            said_fine=one.said_fine,
            said_failed=one.said_failed,
            right=one.right,
            unchecked=one.unchecked,
            shown=[DecidedBody.from_decision(each) for each in one.shown],
        )


class BlindSpotBody(Body):
    """A thing that observations of violated decisions name and none of their beliefs does; how often the observations
    of violated and of met ones named it."""

    name: str
    violated: RateBody
    met: RateBody
    decision_ids: list[str]
    few: bool

    @classmethod
    def from_spot(cls, one: BlindSpot) -> BlindSpotBody:
        """Return the body of a blind spot."""
        violated, met = RateBody.from_rate(one.violated), RateBody.from_rate(one.met)
        return cls(name=one.name, violated=violated, met=met, decision_ids=list(one.decision_ids), few=one.few)


class RepeatedBody(Body):
    """A belief that was violated at least twice, of all its known results; the newest ids first."""

    belief: str
    violated: RateBody
    tasks: int
    agents: list[str]
    confidence: float | None
    first_at: datetime
    last_at: datetime
    decision_ids: list[str]
    few: bool

    @classmethod
    def from_belief(cls, one: RepeatedBelief) -> RepeatedBody:
        """Return the body of a repeated belief."""
        return cls(
            belief=one.belief,
            violated=RateBody.from_rate(one.violated),
            tasks=one.tasks,
            agents=list(one.agents),
            confidence=_rounded(one.confidence.value),
            first_at=one.first_at,
            last_at=one.last_at,
            decision_ids=list(one.decision_ids),
            few=one.few,
        )


class IgnoredToolBody(Body):
    """A tool that was there in ``failed`` tasks of a type and used in none of them; ``used`` others did use it.
    ``told``: the traces name it as available."""

    name: str
    task_type: str
    failed: int
    used: int
    told: bool
    few: bool

    @classmethod
    def from_tool(cls, one: IgnoredTool) -> IgnoredToolBody:
        """Return the body of an ignored tool."""
        return cls(name=one.name, task_type=one.task_type, failed=one.failed, used=one.used, told=one.told, few=one.few)


class WeekBody(Body):
    """One week (Monday to Monday, UTC). ``volume`` counts recorded decisions, from ``volume_low`` to ``volume_high`` by
    chance; ``inferred`` ones are beside it. ``whole``: it lies wholly in the time that was looked at."""

    week: str
    volume: int
    volume_low: float
    volume_high: float
    met: RateBody
    confidence: MeanBody
    inferred: int
    whole: bool

    @classmethod
    def from_week(cls, one: WeekSeen) -> WeekBody:
        """Return the body of a week."""
        return cls(
            week=str(one.week),
            volume=one.volume,
            volume_low=round(one.bounds[0], 2),
            volume_high=round(one.bounds[1], 2),
            met=RateBody.from_rate(one.met),
            confidence=MeanBody.from_mean(one.confidence),
            inferred=one.inferred,
            whole=one.whole,
        )


class DriftBody(Body):
    """A measure whose interval of one week has nothing in common with that of the week before it."""

    measure: Measure
    before: str
    week: str
    was: float
    now: float

    @classmethod
    def from_drift(cls, one: Drift) -> DriftBody:
        """Return the body of a drift."""
        was, now = round(one.was, _PLACES), round(one.now, _PLACES)
        return cls(measure=one.measure, before=str(one.before), week=str(one.week), was=was, now=now)


class DensityBody(Body):
    """A task that is recorded too densely: decisions against steps."""

    space: str
    task_id: str
    decisions: int
    steps: int

    @classmethod
    def from_density(cls, one: Density) -> DensityBody:
        """Return the body of a density."""
        return cls(space=one.space, task_id=one.task_id, decisions=one.decisions, steps=one.steps)


class FoundBody(Body):
    """What a number of decisions has in common. ``inferred`` of ``decisions`` were read out of logged traces: these
    count among blind spots and repeats, and in no rate of calibration."""

    decisions: int
    inferred: int
    inferred_violated: int
    waiting: int
    calibration: CalibrationBody
    by_intent_type: list[CalibrationBody]
    by_agent: list[CalibrationBody]
    confidently_wrong: list[DecidedBody]
    judgements: JudgementsBody
    blind_spots: list[BlindSpotBody]
    repeated_beliefs: list[RepeatedBody]
    ignored_tools: list[IgnoredToolBody]
    weeks: list[WeekBody]
    drifts: list[DriftBody]
    tasks: int
    too_dense: list[DensityBody]

    @classmethod
    def from_patterns(cls, one: Patterns) -> FoundBody:
        """Return the body of patterns."""
        return cls(
            decisions=one.decisions,
            inferred=one.inferred.hits,
            inferred_violated=one.inferred_violated,
            waiting=one.waiting,
            calibration=CalibrationBody.from_table(one.overall),
            by_intent_type=[CalibrationBody.from_table(each) for each in one.by_intent_type],
            by_agent=[CalibrationBody.from_table(each) for each in one.by_agent],
            confidently_wrong=[DecidedBody.from_decision(each) for each in one.confidently_wrong],
            judgements=JudgementsBody.from_judgements(one.judgements),
            blind_spots=[BlindSpotBody.from_spot(each) for each in one.blind_spots],
            repeated_beliefs=[RepeatedBody.from_belief(each) for each in one.repeated],
            ignored_tools=[IgnoredToolBody.from_tool(each) for each in one.ignored_tools],
            weeks=[WeekBody.from_week(each) for each in one.weeks],
            drifts=[DriftBody.from_drift(each) for each in one.drifts],
            tasks=one.tasks,
            too_dense=[DensityBody.from_density(each) for each in one.dense],
        )


class PatternsBody(Body):
    """The patterns of these spaces between two times. ``cut``: there were more decisions than are looked at; the
    oldest are left out."""

    spaces: list[str]
    since: datetime | None
    until: datetime
    cut: bool
    patterns: FoundBody

    @classmethod
    def of(
        cls, spaces: Sequence[str], since: datetime | None, until: datetime, patterns: Patterns, *, cut: bool
    ) -> PatternsBody:
        """Return the body of what was found."""
        return cls(spaces=list(spaces), since=since, until=until, cut=cut, patterns=FoundBody.from_patterns(patterns))


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, _PLACES)
