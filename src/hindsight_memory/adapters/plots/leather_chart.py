"""A plot becomes a chart of leather, and that an element which a page's style can colour."""

# The library says nothing about the types of what it makes.
# pyright: reportUnknownMemberType=false, reportUnknownParameterType=false, reportMissingParameterType=false
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false, reportUntypedBaseClass=false

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any
from xml.etree import ElementTree as ET

import leather
from leather.shapes.base import Shape

from hindsight_memory.ports.plots import Mark, Plot, PlotValue

_WIDTH, _HEIGHT = 640, 380
_SHOWN = "28 30 600 336"
"""What of it is seen: the room for a legend and the margins are cut off."""
_STYLED = ("font-family", "font-size")
"""Attributes that are left to the page."""
_BAR_SHARE = 0.55
"""How much of the room between two places a bar takes."""
_INK, _SOFT = "#3b5bdb", "#868e96"
"""Colours where no page says others."""

_Row = tuple[float | None, float | None]


def element(plot: Plot) -> str:
    """Return the plot as an ``svg`` element. See ``ports.plots.Plots.drawn``."""
    chart: Any = leather.Chart()
    chart.set_x_scale(_Between(plot.x_ticks))
    chart.set_y_scale(_Between(plot.y_ticks))
    chart.set_x_axis(_axis(plot.x_ticks, plot.x_name))
    chart.set_y_axis(_axis(plot.y_ticks, plot.y_name))
    for rows, shape in _layers(plot):
        chart.add_series(leather.Series(rows), shape)
    drawing: ET.Element = chart.to_svg_group(_WIDTH, _HEIGHT)
    drawing.remove(drawing[0])  # the background
    names = {"title": f"{plot.name}-title", "desc": f"{plot.name}-desc"}
    root = ET.Element(
        "svg",
        {
            "class": "plot",
            "viewBox": _SHOWN,
            "role": "img",
            "aria-labelledby": " ".join(names.values()),
        },
    )
    for tag, text in (("title", plot.title), ("desc", plot.describes)):
        ET.SubElement(root, tag, id=names[tag]).text = text
    root.append(drawing)
    for part in root.iter():
        for name in _STYLED:
            part.attrib.pop(name, None)
    return ET.tostring(root, encoding="unicode")


class _Between(leather.Linear):
    """A scale that begins and ends exactly where its ticks do."""

    def __init__(self, ticks: Sequence[tuple[float, str]]) -> None:
        self._low, self._high = ticks[0][0], ticks[-1][0]

    def contains(self, v: float) -> bool:
        return self._low <= v <= self._high

    def project(self, value: float, range_min: float, range_max: float) -> float:
        place = (float(value) - self._low) / (self._high - self._low)
        return round(float(range_min) + (float(range_max) - float(range_min)) * place, 2)


class _Classed(Shape):
    """Draws what another shape draws, under a class, and stands in no legend."""

    def __init__(self, name: str, shape: Any) -> None:
        self._name = name
        self._shape = shape

    def validate_series(self, series: Any) -> None:
        self._shape.validate_series(series)

    def to_svg(self, width: Any, height: Any, x_scale: Any, y_scale: Any, series: Any, palette: Any) -> ET.Element:
        group: ET.Element = self._shape.to_svg(width, height, x_scale, y_scale, series, palette)
        group.set("class", self._name)
        return group

    def legend_to_svg(self, series: Any, palette: Any) -> list[Any]:
        return []


def _axis(ticks: Sequence[tuple[float, str]], name: str) -> Any:
    labels = dict(ticks)

    def label(value: float, _: int, __: int) -> str:
        return labels[value]

    return leather.Axis(ticks=list(labels), tick_formatter=label, name=name)


def _layers(plot: Plot) -> Iterator[tuple[list[_Row], _Classed]]:
    (left, right), (bottom, top) = _ends(plot.x_ticks), _ends(plot.y_ticks)
    shown = [_cut(value, bottom, top) for value in plot.values if left <= value.x <= right]
    if plot.diagonal:
        low, high = max(left, bottom), min(right, top)
        yield [(low, low), (high, high)], _line("plot-diagonal", _SOFT, 1.5, "5,5")
    if plot.mark is Mark.BARS:
        room = (_WIDTH * 0.85) / max(len(plot.x_ticks), 1) * _BAR_SHARE
        for value in (one for one in shown if one.y > bottom):
            yield [(value.x, bottom), (value.x, value.y)], _line("plot-bar", _INK, room)
    intervals: list[_Row] = []
    for value in shown:
        intervals += [(value.x, value.low), (value.x, value.high), (None, None)]
    yield intervals or [(left, bottom)], _line("plot-interval", _SOFT if shown else "none", 1.5)
    if plot.mark is Mark.JOINED and len(shown) > 1:
        yield [(value.x, value.y) for value in shown], _line("plot-line", _INK, 2)
    if plot.mark is not Mark.BARS:
        for value in shown:
            shape = leather.Dots(fill_color=_INK, radius=_radius(value.size))
            yield [(value.x, value.y)], _Classed("plot-faint" if value.faint else "plot-point", shape)


def _line(name: str, colour: str, width: float, dashes: str | None = None) -> _Classed:
    return _Classed(name, leather.Line(stroke_color=colour, width=round(width, 2), stroke_dasharray=dashes))


def _ends(ticks: Sequence[tuple[float, str]]) -> tuple[float, float]:
    return ticks[0][0], ticks[-1][0]


def _cut(value: PlotValue, bottom: float, top: float) -> PlotValue:
    y, low, high = (min(max(one, bottom), top) for one in (value.y, value.low, value.high))
    return PlotValue(value.x, y, low, high, value.size, value.faint)


def _radius(size: int) -> float:
    """Larger the more it rests on, by the logarithm."""
    return round(3.5 + 1.6 * math.log10(max(size, 1)), 2)
