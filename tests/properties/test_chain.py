"""The chain of a task is the same whatever order its parts arrive in."""

from datetime import UTC, datetime, timedelta
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hindsight_memory.domain.chain import chain_of
from hindsight_memory.domain.decision import Belief, Decision, DecisionKind
from hindsight_memory.domain.trace import Event, EventKind, Task, Trace

START = datetime(2026, 5, 4, 9, tzinfo=UTC)
SESSIONS = st.sampled_from(["", "a", "b", "c"])
MINUTES = st.one_of(st.integers(0, 60), st.integers(0, 10_000))


@st.composite
def parts(draw: st.DrawFn) -> tuple[list[Event], list[Decision]]:
    """Events of several sessions with sequences, clocks and holes as they come, and decisions at some of them."""
    sequences = draw(st.lists(st.integers(1, 30), unique=True, max_size=15))
    events = [
        Event(
            sequence=number,
            kind=draw(st.sampled_from(list(EventKind))),
            text="",
            name=draw(st.sampled_from(["", "run", "read"])),
            at=START + timedelta(minutes=draw(MINUTES)),
            session_id=draw(SESSIONS),
        )
        for number in sequences
    ]
    decisions = [
        Decision(
            decision_id=f"d{number}",
            space="s",
            agent="a",
            kind=DecisionKind.BRANCH,
            intent="i",
            belief=Belief(text="b"),
            step=draw(st.one_of(st.none(), st.integers(1, 31))),
            session_id=draw(SESSIONS),
            decided_at=START + timedelta(minutes=draw(MINUTES)),
            closed_at=draw(st.sampled_from([None, START])),
        )
        for number in range(draw(st.integers(0, 5)))
    ]
    return events, decisions


TASK = Task(task_id="t", space="s", agent="a", started_at=START, session_ids=("a", "b"))


@pytest.mark.requirement("DEC-7")
@given(parts(), st.randoms(use_true_random=False))
def test_arrival_in_any_order_gives_the_same_chain(held: tuple[list[Event], list[Decision]], order: Random) -> None:
    events, decisions = held
    chain = chain_of(Trace(TASK, tuple(events)), decisions)
    mixed, other = list(events), list(decisions)
    order.shuffle(mixed)
    order.shuffle(other)
    assert chain_of(Trace(TASK, tuple(mixed)), other) == chain


@given(parts())
def test_the_chain_holds_every_event_and_decision_once(held: tuple[list[Event], list[Decision]]) -> None:
    events, decisions = held
    chain = chain_of(Trace(TASK, tuple(events)), decisions)
    inside = [event for part in chain.sessions for event in part.events]
    assert sorted(e.sequence for e in inside) == sorted(e.sequence for e in events)
    assert sorted(d.decision_id for d in chain.decisions) == sorted(d.decision_id for d in decisions)


@given(parts())
def test_inside_a_session_the_clock_moves_nothing(held: tuple[list[Event], list[Decision]]) -> None:
    events, decisions = held
    for part in chain_of(Trace(TASK, tuple(events)), decisions).sessions:
        sequences = [event.sequence for event in part.events]
        assert sequences == sorted(sequences)
        assert part.started_at <= part.ended_at
        if part.events:
            assert (part.started_at, part.ended_at) == (
                min(e.at for e in part.events),
                max(e.at for e in part.events),
            )


@given(parts())
def test_every_missing_sequence_and_every_step_back_in_time_is_named(
    held: tuple[list[Event], list[Decision]],
) -> None:
    events, decisions = held
    chain = chain_of(Trace(TASK, tuple(events)), decisions)
    have = {event.sequence for event in events}
    starts = {n for n in range(max(have, default=0)) if n + 1 not in have and (n == 0 or n in have)}
    assert {g.after_sequence for g in chain.gaps if g.code == "missing_events"} == starts
    back = sum(b.at < a.at for p in chain.sessions for a, b in zip(p.events, p.events[1:], strict=False))
    assert sum(g.code == "time_runs_back" for g in chain.gaps) == back
    open_ones = sum(d.is_open for d in decisions)
    assert sum(g.code == "open_intent" for g in chain.gaps) == open_ones
