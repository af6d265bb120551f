"""Port: plots of shares and counts, as markup that stands inside a page."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol


class Mark(StrEnum):
    """How the values of a plot are drawn: points, points that a line joins, or bars from zero."""

    POINTS = "points"
    JOINED = "joined"
    BARS = "bars"


@dataclass(frozen=True, slots=True)
class PlotValue:
    """One value at a place, with the interval it may as well lie in. ``size`` is how many it rests on; ``faint`` says
    that they are too few for a claim."""

    x: float
    y: float
    low: float
    high: float
    size: int
    faint: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Plot:
    """A plot. ``name`` is unique in its page (letters and hyphens); ``title`` and ``describes`` are read out instead
    of it. Axes begin and end with their first and last tick: pairs of a place and its label, at least two different
    ones. ``diagonal`` draws where x and y are equal."""

    name: str
    title: str
    describes: str
    x_name: str
    y_name: str
    x_ticks: tuple[tuple[float, str], ...]
    y_ticks: tuple[tuple[float, str], ...]
    values: tuple[PlotValue, ...]
    mark: Mark = Mark.POINTS
    diagonal: bool = False


class Plots(Protocol):
    """Draws plots. Pure: the same plot gives the same markup."""

    def drawn(self, plot: Plot) -> str:
        """Return an ``svg`` element for an HTML page, with ``title`` and ``desc``, no script, no style and no
        reference to anything outside of it. All text in it is escaped.

        What a page's style may colour has a class: ``plot-diagonal``, ``plot-interval``, ``plot-line``,
        ``plot-point``, ``plot-faint``, ``plot-bar``, ``axis``, ``tick``."""
        ...
