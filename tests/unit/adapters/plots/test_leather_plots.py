"""The plots: values stand where the axes say, text is escaped, nothing is fetched."""

from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest

from hindsight_memory.adapters.plots.leather_plots import LeatherPlots
from hindsight_memory.ports.plots import Mark, Plot, PlotValue

TICKS = tuple((place / 4, f"{place * 25} %") for place in range(5))
PLOT = Plot(
    name="plot-a",
    title="Confidence <b>",
    describes="0.5: half & half",
    x_name="confidence",
    y_name="符合率",
    x_ticks=TICKS,
    y_ticks=TICKS,
    values=(
        PlotValue(0.0, 0.0, 0.0, 0.5, 9),
        PlotValue(0.5, 0.5, 0.25, 0.75, 90),
        PlotValue(1.0, 1.0, 0.5, 1.0, 3, True),
    ),
)


def drawn(plot: Plot) -> ET.Element:
    return ET.fromstring(LeatherPlots().drawn(plot))


def classed(root: ET.Element, name: str) -> list[ET.Element]:
    """What stands in the groups of a class, in order."""
    return [part for group in root.iter("g") if group.get("class") == name for part in group]


def place(part: ET.Element) -> tuple[float, float]:
    return float(part.attrib["cx"]), float(part.attrib["cy"])


@pytest.mark.requirement("DEC-9")
def test_points_stand_where_the_axes_say() -> None:
    root = drawn(PLOT)
    low, half = map(place, classed(root, "plot-point"))
    (high,) = map(place, classed(root, "plot-faint"))
    assert half == (pytest.approx((low[0] + high[0]) / 2, abs=0.02), pytest.approx((low[1] + high[1]) / 2, abs=0.02))
    assert low[0] < high[0]
    assert low[1] > high[1]
    labels = {part.text for part in root.iter("text")}
    assert {"0 %", "50 %", "100 %", "confidence", "符合率"} <= labels


def test_an_interval_spans_its_bounds_and_ends_at_the_axes() -> None:
    (line,) = classed(drawn(replace(PLOT, values=(PlotValue(0.5, 0.5, -3.0, 0.75, 9),))), "plot-interval")
    (dot,) = classed(drawn(replace(PLOT, values=(PlotValue(0.5, 0.0, 0.0, 0.0, 9),))), "plot-point")
    words = line.attrib["d"].split()
    assert float(words[1]) == place(dot)[0]
    assert float(words[2]) == place(dot)[1]
    assert float(words[5]) < float(words[2])


def test_more_decisions_make_a_larger_point() -> None:
    sizes = [float(part.attrib["r"]) for part in classed(drawn(PLOT), "plot-point")]
    assert sizes == sorted(sizes)
    assert sizes[0] < sizes[1]


@pytest.mark.parametrize(
    ("mark", "lines", "bars", "points"), [("points", 0, 0, 2), ("joined", 1, 0, 2), ("bars", 0, 2, 0)]
)
def test_values_are_points_joined_points_or_bars(mark: str, lines: int, bars: int, points: int) -> None:
    root = drawn(replace(PLOT, mark=Mark(mark), diagonal=True))
    assert len(classed(root, "plot-line")) == lines
    assert len(classed(root, "plot-bar")) == bars
    assert len(classed(root, "plot-point")) == points
    assert len(classed(root, "plot-diagonal")) == 1


def test_it_is_read_out_by_title_and_description() -> None:
    root = drawn(PLOT)
    named = {part.get("id"): part.text for part in root if part.tag in ("title", "desc")}
    assert root.get("role") == "img"
    assert [named[name] for name in root.attrib["aria-labelledby"].split()] == ["Confidence <b>", "0.5: half & half"]


def test_the_markup_has_no_script_no_style_and_no_reference() -> None:
    text = LeatherPlots().drawn(replace(PLOT, title='<script src="http://x">'))
    assert {part.tag for part in ET.fromstring(text).iter()} == {
        "svg",
        "title",
        "desc",
        "g",
        "text",
        "line",
        "path",
        "circle",
    }
    assert "href" not in text
    assert "xmlns" not in text
    assert "<script" not in text


def test_nothing_to_draw_is_a_plot_with_axes_and_what_lies_outside_is_left_out() -> None:
    for values in ((), (PlotValue(7.0, 0.5, 0.4, 0.6, 9),)):
        root = drawn(replace(PLOT, values=values, mark=Mark.JOINED))
        assert classed(root, "plot-point") == []
        assert classed(root, "axis bottom")


def test_the_same_plot_gives_the_same_markup() -> None:
    assert LeatherPlots().drawn(PLOT) == LeatherPlots().drawn(PLOT)
