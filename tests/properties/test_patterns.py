"""Patterns hold for any decisions: in any order the same, rates between nothing and all, nothing claimed of few."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, cast

from hypothesis import given
from hypothesis import strategies as st

from hindsight_memory.domain.decision import Belief, Decision, DecisionKind, Delta, DeltaResult
from hindsight_memory.domain.patterns import FEW, Mean, Rate, Span, TaskSeen, TaskTools, patterns_of
from hindsight_memory.domain.patterns.drift import Drift
from hindsight_memory.domain.patterns.rates import count_bounds, mean, rate

NOW = datetime(2026, 11, 25, 12, tzinfo=UTC)
_SCRAPS = (
    "the cache.db of redis 7.2 is not shared with 张工 or billcycle ， 两个包 互相独立 没有 app.toml `pip` "
    '"a b" main() 5 \ud800 \x00 ＣＡＣＨＥ'
).split(" ")
TEXT = st.lists(st.sampled_from(_SCRAPS), max_size=6).map(" ".join)
BELIEFS = st.one_of(
    TEXT.map(lambda text: Belief(text=text)),
    st.builds(Belief, subject=TEXT, relation=st.sampled_from(["", "is", "依赖"]), object=TEXT),
)


@st.composite
def some_decisions(draw: st.DrawFn) -> list[Decision]:
    return [draw(_decision(number)) for number in range(draw(st.integers(0, 25)))]


@st.composite
def _decision(draw: st.DrawFn, number: int) -> Decision:
    result = draw(st.sampled_from(DeltaResult))
    known = result is not DeltaResult.UNKNOWN
    at = NOW - timedelta(days=draw(st.integers(-8, 40)))
    return Decision(
        decision_id=f"d{number:02}",
        space=draw(st.sampled_from("st")),
        agent=draw(st.sampled_from("ab")),
        kind=DecisionKind.BRANCH,
        intent="x",
        intent_type=draw(st.sampled_from(["", "deploy"])),
        belief=draw(BELIEFS),
        observation=draw(TEXT),
        confidence=draw(st.floats(0, 1)),
        task_id=draw(st.sampled_from(["", "t", "u"])),
        decided_at=at,
        delta=Delta(result=result, magnitude=draw(st.floats(0, 1)) if known else None),
        claimed=draw(st.sampled_from([None, *DeltaResult])),
        closed_at=at if known or draw(st.booleans()) else None,
        inferred=draw(st.booleans()),
    )


NAMES = st.frozensets(st.sampled_from(["shell", "search", "查询"]))
TASKS = st.lists(
    st.builds(
        TaskSeen,
        st.builds(
            TaskTools,
            space=st.sampled_from("st"),
            task_id=st.sampled_from("tu"),
            task_type=st.sampled_from(["", "deploy"]),
            failed=st.booleans(),
            named=NAMES,
            used=NAMES,
        ),
        st.integers(0, 30),
    ),
    max_size=4,
    unique_by=lambda task: (task.tools.space, task.tools.task_id),
)
SPANS = st.sampled_from([None, NOW - timedelta(days=30)]).map(lambda since: Span(since, NOW))


def parts(value: Any) -> Iterator[Any]:
    """Everything that a finding is made of."""
    yield value
    if isinstance(value, tuple):
        for one in cast("tuple[Any, ...]", value):
            yield from parts(one)
    elif is_dataclass(value):
        for field in fields(value):
            yield from parts(getattr(value, field.name))


@given(some_decisions(), TASKS, SPANS, st.randoms(use_true_random=False))
def test_the_order_of_decisions_and_tasks_never_matters(
    decisions: list[Decision], tasks: list[TaskSeen], span: Span, random: Any
) -> None:
    found = patterns_of(decisions, tasks, span)
    random.shuffle(decisions)
    random.shuffle(tasks)
    assert patterns_of(decisions, tasks, span) == found


@given(some_decisions(), TASKS, SPANS)
def test_rates_lie_in_their_intervals_and_these_between_nothing_and_all(
    decisions: list[Decision], tasks: list[TaskSeen], span: Span
) -> None:
    found = patterns_of(decisions, tasks, span)
    for part in parts(found):
        if isinstance(part, Rate):
            assert 0 <= part.hits <= part.of
            assert 0.0 <= part.low <= (part.share if part.share is not None else part.low) <= part.high <= 1.0
        elif isinstance(part, Mean):
            assert 0.0 <= part.low <= (part.value if part.value is not None else part.low) <= part.high <= 1.0
    for table in (found.overall, *found.by_agent, *found.by_intent_type):
        assert sum(one.met.of for one in table.bins) == table.met.of
        assert table.confidently_wrong + table.hesitantly_wrong == table.met.of - table.met.hits
        assert (table.brier is None) == (table.error is None) == (table.met.of < FEW)
        assert table.brier is None or 0.0 <= table.brier <= 1.0
        assert table.error is None or 0.0 <= table.error <= 1.0
        assert all(one.low <= one.confidence <= one.high for one in table.bins)


@given(some_decisions(), SPANS)
def test_what_is_named_a_drift_rests_on_enough(decisions: list[Decision], span: Span) -> None:
    found = patterns_of(decisions, [], span)
    by_week = {one.week: one for one in found.weeks}
    for drift in (part for part in parts(found) if isinstance(part, Drift)):
        before, after = by_week[drift.before], by_week[drift.week]
        assert drift.was != drift.now
        assert max(before.volume, after.volume) >= FEW


@given(some_decisions())
def test_an_unknown_result_changes_no_rate(decisions: list[Decision]) -> None:
    known = [one for one in decisions if one.delta.result is not DeltaResult.UNKNOWN]
    span = Span(None, NOW)
    whole, part = patterns_of(decisions, [], span), patterns_of(known, [], span)
    assert (whole.overall.met, whole.overall.bins) == (part.overall.met, part.overall.bins)
    assert (whole.blind_spots, whole.repeated) == (part.blind_spots, part.repeated)


@given(st.integers(0, 10_000), st.integers(0, 10_000))
def test_more_of_the_same_share_narrows_a_rate(hits: int, more: int) -> None:
    of = hits + more
    once, twice = rate(hits, of), rate(2 * hits, 2 * of)
    assert twice.high - twice.low <= once.high - once.low
    assert count_bounds(hits)[0] <= hits <= count_bounds(hits)[1]


@given(st.lists(st.floats(0, 1), min_size=1, max_size=40), st.randoms(use_true_random=False))
def test_a_mean_is_the_same_in_any_order(values: list[float], random: Any) -> None:
    found = mean(values)
    random.shuffle(values)
    assert mean(values) == found
