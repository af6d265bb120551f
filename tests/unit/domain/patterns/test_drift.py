"""Drift between weeks and density: named only where the numbers carry it."""

from datetime import timedelta

import pytest

from hindsight_memory.domain.decision import Decision, DeltaResult
from hindsight_memory.domain.patterns import Density, Measure, Span, TaskSeen, TaskTools, patterns_of
from hindsight_memory.domain.patterns.density import too_dense
from hindsight_memory.domain.patterns.drift import drifts, weeks_of
from tests.unit.domain.patterns.making import EVER, MET, MONDAY, VIOLATED, WEEK, decided

pytestmark = pytest.mark.requirement("DEC-8")


def week(back: int, met: int, violated: int, confidence: float = 0.8) -> list[Decision]:
    results: list[DeltaResult] = [MET] * met + [VIOLATED] * violated
    return [decided(one, confidence, days=-7.0 * back) for one in results]


def test_a_rate_whose_intervals_part_has_drifted() -> None:
    seen = weeks_of([*week(1, 18, 2), *week(0, 4, 16)], EVER)
    (found,) = drifts(seen)
    assert (found.measure, found.before, found.week) == (Measure.MET_RATE, WEEK.back(1), WEEK)
    assert (found.was, found.now) == (0.9, 0.2)


def test_a_rate_whose_intervals_overlap_has_not() -> None:
    # 15 of 20 is [0.53, 0.89], 10 of 20 is [0.30, 0.70].
    assert drifts(weeks_of([*week(1, 15, 5), *week(0, 10, 10)], EVER)) == ()


def test_four_known_results_drift_nowhere() -> None:
    assert drifts(weeks_of([*week(1, 4, 0), *week(0, 0, 40)], EVER)) == ()


def test_confidence_may_drift_alone() -> None:
    (found,) = drifts(weeks_of([*week(1, 8, 2, 0.6), *week(0, 8, 2, 0.9)], EVER))
    assert found.measure is Measure.CONFIDENCE


def test_a_week_without_decisions_stands_between_and_is_a_fall_in_volume() -> None:
    whole = Span(MONDAY - timedelta(days=28), MONDAY + timedelta(days=7))
    seen = weeks_of([*week(2, 20, 0), *week(0, 20, 0)], whole)
    assert [(one.week, one.volume) for one in seen] == [
        (WEEK.back(4), 0),
        (WEEK.back(3), 0),
        (WEEK.back(2), 20),
        (WEEK.back(1), 0),
        (WEEK, 20),
    ]
    assert [(one.week, one.measure, one.was, one.now) for one in drifts(seen)] == [
        (WEEK, Measure.VOLUME, 0.0, 20.0),
        (WEEK.back(1), Measure.VOLUME, 20.0, 0.0),
        (WEEK.back(2), Measure.VOLUME, 0.0, 20.0),
    ]


def test_a_week_that_has_not_ended_is_no_fall_in_volume() -> None:
    seen = weeks_of([*week(1, 40, 0), *week(0, 1, 0)], Span(MONDAY - timedelta(days=7), MONDAY + timedelta(days=1)))
    assert [one.whole for one in seen] == [True, False]
    assert drifts(seen) == ()


def test_inferred_decisions_are_counted_apart() -> None:
    (seen,) = weeks_of([decided(VIOLATED, inferred=True), decided(MET)], EVER)
    assert (seen.volume, seen.inferred, seen.met.of) == (1, 1, 1)


@pytest.mark.parametrize(("decisions", "steps", "dense"), [(7, 20, False), (8, 20, True), (4, 4, False), (2, 5, True)])
def test_more_than_a_third_of_the_steps_is_too_dense(decisions: int, steps: int, *, dense: bool) -> None:
    one = Density("default", "t", decisions, steps)
    assert one.too_dense is dense
    assert too_dense([one]) == ((one,) if dense else ())


def test_what_was_read_out_of_a_trace_makes_its_record_no_denser() -> None:
    tools = TaskTools(
        space="default", task_id="t", task_type="", failed=False, named=frozenset(), used=frozenset({"shell"})
    )
    recorded = [decided(task_id="t") for _ in range(4)]
    inferred = [decided(VIOLATED, task_id="t", inferred=True) for _ in range(6)]
    found = patterns_of([*recorded, *inferred], [TaskSeen(tools, 10)], EVER)
    assert found.dense == (Density("default", "t", 4, 10),)
    assert patterns_of([*recorded[:3], *inferred], [TaskSeen(tools, 10)], EVER).dense == ()
