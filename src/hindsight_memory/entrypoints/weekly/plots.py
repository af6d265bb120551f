"""The plots of the report: confidence against what came of it, and the weeks."""

from __future__ import annotations

import math
from collections.abc import Sequence

from hindsight_memory.entrypoints.weekly.document import Figure
from hindsight_memory.entrypoints.weekly.saying import Say
from hindsight_memory.ports.plots import Mark, Plot, PlotValue
from hindsight_memory.wire.patterns import BinBody, WeekBody


def reliability(say: Say, bins: Sequence[BinBody]) -> Figure:
    """Return the reliability plot of these bins."""
    values = tuple(
        PlotValue(one.confidence, one.met.share or 0.0, one.met.low, one.met.high, one.met.of, one.met.few)
        for one in bins
    )
    points = (
        say("calibration_point", band=band(one), share=say.percent(one.met.share or 0.0), of=one.met.of) for one in bins
    )
    plot = Plot(
        name="plot-calibration",
        title=say("calibration_plot"),
        describes=say("calibration_describes", points=", ".join(points)),
        x_name=say("axis_confidence"),
        y_name=say("axis_met"),
        x_ticks=tuple((place / 5, f"{place / 5:.1f}") for place in range(6)),
        y_ticks=_shares(say),
        values=values,
        diagonal=True,
    )
    return Figure(plot, say("calibration_caption"))


def met_by_week(say: Say, weeks: Sequence[WeekBody]) -> Figure:
    """Return the plot of met rates."""
    values = tuple(
        PlotValue(place, one.met.share, one.met.low, one.met.high, one.met.of, one.met.few)
        for place, one in enumerate(weeks)
        if one.met.share is not None
    )
    points = (f"{one.week}: {say.rate(one.met)}" for one in weeks)
    plot = Plot(
        name="plot-met",
        title=say("drift_rates_plot"),
        describes=say("drift_describes", points=", ".join(points)),
        x_name=say("axis_week"),
        y_name=say("axis_met"),
        x_ticks=_weeks(weeks),
        y_ticks=_shares(say),
        values=values,
        mark=Mark.JOINED,
    )
    return Figure(plot, say("drift_rates_caption"))


def volume_by_week(say: Say, weeks: Sequence[WeekBody]) -> Figure:
    """Return the plot of how many decisions were recorded."""
    values = tuple(
        PlotValue(place, one.volume, one.volume_low, one.volume_high, one.volume) for place, one in enumerate(weeks)
    )
    points = (f"{one.week}: {one.volume}" for one in weeks)
    plot = Plot(
        name="plot-volume",
        title=say("drift_counts_plot"),
        describes=say("drift_describes", points=", ".join(points)),
        x_name=say("axis_week"),
        y_name=say("axis_decisions"),
        x_ticks=_weeks(weeks),
        y_ticks=_counts(max((one.volume_high for one in weeks), default=1.0)),
        values=values,
        mark=Mark.BARS,
    )
    return Figure(plot, say("drift_counts_caption"))


def band(one: BinBody) -> str:
    """Return how a bin is named."""
    return f"{one.low:.1f}–{one.high:.1f}"


def _shares(say: Say) -> tuple[tuple[float, str], ...]:
    return tuple((place / 5, say.percent(place / 5)) for place in range(6))


def _weeks(weeks: Sequence[WeekBody]) -> tuple[tuple[float, str], ...]:
    """A tick for each week, and room before the first and after the last."""
    named = tuple((float(place), one.week.partition("-")[2]) for place, one in enumerate(weeks))
    return ((-0.6, ""), *named, (len(weeks) - 0.4, ""))


def _counts(most: float) -> tuple[tuple[float, str], ...]:
    """Round ticks from nothing to the first one that is not below ``most``."""
    raw = max(most, 4.0) / 4
    size = 10 ** math.floor(math.log10(raw))
    step = next(factor * size for factor in (1, 2, 2.5, 5, 10) if factor * size >= raw and factor * size % 1 == 0)
    return tuple((float(place * step), f"{place * step:,.0f}") for place in range(math.ceil(most / step) + 1))
