"""The chain of a task over its sessions, and the gaps that are named in it."""

from datetime import UTC, datetime, timedelta

import pytest

from hindsight_memory.domain.calls import calls_of
from hindsight_memory.domain.chain import Chain, chain_of
from hindsight_memory.domain.decision import Belief, Decision, DecisionKind
from hindsight_memory.domain.trace import Event, EventKind, Task, Trace

START = datetime(2026, 5, 4, 9, tzinfo=UTC)


def event(sequence: int, minutes: float, session: str, kind: EventKind = EventKind.ASSISTANT, name: str = "") -> Event:
    at = START + timedelta(minutes=minutes)
    return Event(sequence=sequence, kind=kind, text="x", at=at, session_id=session, name=name)


def decision(key: str, step: int | None, session: str = "", *, closed: bool = True, minutes: float = 0) -> Decision:
    at = START + timedelta(minutes=minutes)
    return Decision(
        decision_id=key,
        space="s",
        agent="a",
        kind=DecisionKind.BRANCH,
        intent="build",
        belief=Belief(text="the build passes"),
        step=step,
        session_id=session,
        decided_at=at,
        closed_at=at if closed else None,
    )


def chain(*events: Event, decisions: tuple[Decision, ...] = (), sessions: tuple[str, ...] = ()) -> Chain:
    task = Task(task_id="t", space="s", agent="a", started_at=START, session_ids=sessions)
    return chain_of(Trace(task, tuple(events)), decisions)


def codes(found: Chain) -> list[str]:
    return [gap.code for gap in found.gaps]


@pytest.mark.requirement("DEC-7")
def test_sessions_stand_by_their_first_time_and_events_by_sequence() -> None:
    found = chain(event(1, 60, "late"), event(2, 61, "late"), event(3, 0, "early"), event(4, 1, "early"))
    assert [part.session_id for part in found.sessions] == ["early", "late"]
    assert [[e.sequence for e in part.events] for part in found.sessions] == [[3, 4], [1, 2]]
    assert found.gaps == ()


def test_a_clock_that_runs_back_is_named_and_moves_no_event() -> None:
    found = chain(event(1, 10, "a"), event(2, 4, "a"), event(3, 11, "a"))
    assert [e.sequence for e in found.sessions[0].events] == [1, 2, 3]
    assert codes(found) == ["time_runs_back"]
    assert found.gaps[0].after_sequence == 1
    assert found.gaps[0].text == "Event 2 is stamped 6 minutes before the event it follows."


def test_missing_events_are_named_with_what_stands_before_them() -> None:
    found = chain(event(2, 0, "a"), event(3, 1, "a"), event(7, 2, "a"))
    assert [(g.code, g.text, g.after_sequence) for g in found.gaps] == [
        ("missing_events", "Event 1 is missing.", 0),
        ("missing_events", "Events 4 to 6 are missing.", 3),
    ]


def test_a_session_that_was_announced_and_never_came_is_named() -> None:
    found = chain(event(1, 0, "a"), sessions=("a", "b"))
    assert [(g.code, g.session_id) for g in found.gaps] == [("session_without_events", "b")]


def test_overlapping_sessions_and_long_silence_are_told_apart() -> None:
    day = 24 * 60
    found = chain(event(1, 0, "a"), event(2, 30, "a"), event(3, 10, "b"), event(4, 3 * day, "c"))
    assert [(g.code, g.session_id, g.after_sequence) for g in found.gaps] == [
        ("sessions_overlap", "b", 2),
        ("long_silence", "c", 2),
    ]
    assert codes(chain(event(1, 0, "a"), event(2, day, "b"))) == []
    assert codes(chain(event(1, 0, "a"), event(2, day + 1, "b"))) == ["long_silence"]


def test_the_silence_is_counted_from_the_latest_end_not_from_the_last_start() -> None:
    day = 24 * 60
    found = chain(event(1, 0, "a"), event(2, 2 * day, "a"), event(3, 5, "b"), event(4, 2 * day + 60, "c"))
    assert codes(found) == ["sessions_overlap"]


def test_an_open_intent_and_a_call_without_result_are_named() -> None:
    call, result = EventKind.TOOL_CALL, EventKind.TOOL_RESULT
    found = chain(
        event(1, 0, "a", call, "run"),
        event(2, 1, "a", result, "run"),
        event(3, 2, "a", call, "test"),
        decisions=(decision("d1", 3, closed=False), decision("d2", 1)),
    )
    assert [(g.code, g.after_sequence) for g in found.gaps] == [("call_without_result", 3), ("open_intent", 3)]


def test_decisions_stand_by_step_in_the_session_of_their_step() -> None:
    found = chain(
        event(1, 0, "a"),
        event(2, 1, "a"),
        event(3, 60, "b"),
        decisions=(
            decision("unplaced", None, "b", minutes=2),
            decision("third", 3, "a"),
            decision("second", 2),
            decision("first", 1),
        ),
    )
    assert [d.decision_id for d in found.decisions] == ["first", "second", "third", "unplaced"]


def test_a_session_of_decisions_alone_is_kept() -> None:
    found = chain(event(1, 0, "a"), decisions=(decision("d", None, "elsewhere", minutes=5),))
    assert [(part.session_id, len(part.events), len(part.decisions)) for part in found.sessions] == [
        ("a", 1, 0),
        ("elsewhere", 0, 1),
    ]


def test_a_task_without_events_has_an_empty_chain() -> None:
    assert chain() == Chain((), ())


def test_results_find_their_calls_by_name_then_by_order() -> None:
    call, result = EventKind.TOOL_CALL, EventKind.TOOL_RESULT
    events = [
        event(1, 0, "a", call, "read"),
        event(2, 0, "a", call, "list"),
        event(3, 0, "a", result, "list"),
        event(4, 0, "a", result, ""),
        event(5, 0, "a", EventKind.ERROR, ""),
        event(6, 0, "a", call, "run"),
        event(7, 0, "a", EventKind.RECALL, ""),
        event(8, 0, "a", EventKind.ERROR, ""),
    ]
    found = [(c.event.sequence, c.result.sequence if c.result else None) for c in calls_of(events)]
    assert found == [(1, 4), (2, 3), (6, 8)]
