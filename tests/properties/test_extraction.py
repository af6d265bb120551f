"""Extraction holds for any trace."""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from hindsight_memory.domain.decision import DeltaResult, OutcomeSource
from hindsight_memory.domain.extraction import extracted
from hindsight_memory.domain.extraction.beliefs import LONGEST, weight
from hindsight_memory.domain.extraction.moves import steps_of
from hindsight_memory.domain.trace import Event, EventKind, Task, Trace

START = datetime(2026, 5, 4, 9, tzinfo=UTC)
TASK = Task(task_id="t", space="s", agent="a", started_at=START)
_SCRAPS = (
    "so the build must pass because A is independent . I need to search instead of rather than either or , which has "
    'Error: not found [] {} {"error":1} exit code 1 No more results. It does not mention 42 所以 应该 可以 '
    "因为 没有找到 错误：改用 而不是 。 ， \n - ** ``` \ud800 \x00"
)
TEXT = st.one_of(
    st.text(max_size=80),
    st.lists(st.sampled_from(_SCRAPS.split(" ")), max_size=25).map(" ".join),
)
ARGS = st.dictionaries(st.sampled_from(["query", "thought", "a"]), st.one_of(TEXT, st.integers(), st.lists(TEXT)))
EVENTS = st.lists(
    st.builds(
        Event,
        sequence=st.integers(1, 60),
        kind=st.sampled_from(list(EventKind)),
        text=TEXT,
        at=st.integers(0, 90).map(lambda minutes: START + timedelta(minutes=minutes)),
        name=st.sampled_from(["", "search", "think", "run_tests", "修改"]),
        args=ARGS,
        status=st.sampled_from(["", "ok", "error"]),
        session_id=st.sampled_from(["", "a"]),
    ),
    max_size=24,
    unique_by=lambda event: event.sequence,
)


@given(EVENTS)
def test_any_trace_yields_few_short_closed_decisions_with_the_evidence_of_a_tool(events: list[Event]) -> None:
    trace = Trace(TASK, tuple(events))
    found = extracted(trace)
    by_sequence = {event.sequence: event for event in events}
    for decision in found:
        assert decision.inferred
        assert decision.belief.statement
        assert decision.intent
        assert weight(decision.belief.statement) <= LONGEST
        assert decision.outcome is not None
        assert decision.outcome.source is OutcomeSource.TOOL_RESULT
        assert by_sequence[decision.step or 0].kind is EventKind.TOOL_CALL
        assert by_sequence[decision.outcome.event or 0].kind in (EventKind.TOOL_RESULT, EventKind.ERROR)
        assert (decision.delta.magnitude is None) == (decision.delta.result is DeltaResult.UNKNOWN)
    for session in ("", "a"):
        inside = [event for event in events if event.session_id == session]
        assert sum(d.session_id == session for d in found) <= steps_of(inside) / 3


@given(EVENTS)
def test_the_order_of_arrival_changes_nothing_and_a_second_reading_adds_nothing(
    events: list[Event],
) -> None:
    found = extracted(Trace(TASK, tuple(events)))
    assert extracted(Trace(TASK, tuple(reversed(events)))) == found
    assert extracted(Trace(TASK, tuple(events)), found) == ()


@given(EVENTS)
def test_the_words_of_the_user_are_never_a_belief(events: list[Event]) -> None:
    users = [e for e in events if e.kind in (EventKind.USER, EventKind.TOOL_CALL, EventKind.TOOL_RESULT)]
    found = extracted(
        Trace(TASK, tuple(event for event in users if event.name != "think" and "thought" not in event.args))
    )
    assert all(decision.belief.subject for decision in found)
