"""Intervals, against published values, and weeks, against the calendar."""

from datetime import UTC, datetime

import pytest

from hindsight_memory.domain.errors import Invalid
from hindsight_memory.domain.patterns.rates import count_bounds, mean, rate
from hindsight_memory.domain.weeks import Week


@pytest.mark.parametrize(
    ("hits", "of", "low", "high"),
    [(0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (5, 10, 0.2366, 0.7634), (81, 263, 0.2553, 0.3662), (0, 0, 0.0, 1.0)],
)
def test_a_rate_has_the_interval_of_wilson(hits: int, of: int, low: float, high: float) -> None:
    found = rate(hits, of)
    assert (round(found.low, 4), round(found.high, 4)) == (low, high)
    assert (found.hits, found.of, found.few) == (hits, of, of < 5)


def test_of_nothing_there_is_no_share() -> None:
    assert rate(0, 0).share is None
    assert mean([]).value is None
    assert (mean([]).low, mean([]).high) == (0.0, 1.0)


def test_a_mean_has_the_interval_of_student() -> None:
    # Five values, spread 0.15811: 0.6 plus or minus 2.776 · 0.15811 / sqrt(5).
    found = mean([0.4, 0.5, 0.6, 0.7, 0.8])
    assert found.value == pytest.approx(0.6)
    assert (found.low, found.high) == (pytest.approx(0.4037, abs=1e-3), pytest.approx(0.7963, abs=1e-3))


def test_equal_values_do_not_make_a_mean_certain() -> None:
    found = mean([0.8] * 9)
    assert found.low < 0.78
    assert found.high > 0.82
    assert (mean([0.3]).low, mean([0.3]).high) == (0.0, 1.0)


@pytest.mark.parametrize(("seen", "low", "high"), [(0, 0.0, 3.689), (5, 1.623, 11.668), (100, 81.36, 121.63)])
def test_a_count_has_the_interval_of_poisson(seen: int, low: float, high: float) -> None:
    assert count_bounds(seen) == (pytest.approx(low, rel=0.01), pytest.approx(high, rel=0.01))


def test_a_week_is_that_of_the_calendar() -> None:
    assert str(Week.of(datetime(2026, 11, 29, 23, 59, tzinfo=UTC))) == "2026-W48"
    assert str(Week.of(datetime(2027, 1, 3, tzinfo=UTC))) == "2026-W53"
    week = Week.named("2026-w1")
    assert (week.start, week.end) == (datetime(2025, 12, 29, tzinfo=UTC), datetime(2026, 1, 5, tzinfo=UTC))
    assert week.back(1) == Week(2025, 52)
    assert Week.named("9999-W52").end.year == 9999
    assert Week(1, 1).back(3) == Week(1, 1)


@pytest.mark.parametrize("name", ["", "2026-W54", "2025-W53", "2026-48", "W48", "2026-W0", "0000-W01", "２０２６-W01"])
def test_what_names_no_week_is_refused_with_how_one_is_written(name: str) -> None:
    with pytest.raises(Invalid) as caught:
        Week.named(name)
    assert "2026-W48" in caught.value.hint
