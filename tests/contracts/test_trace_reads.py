"""``Reading``: tasks, traces, reports and the discard log."""

from dataclasses import replace
from datetime import timedelta

import pytest

from hindsight_memory.domain.actor import View
from hindsight_memory.domain.events import (
    DiscardRestored,
    DraftDiscarded,
    EventsAppended,
    TaskBegun,
    TaskEnded,
    TaskReviewed,
)
from hindsight_memory.domain.memory import MemoryType, Source
from hindsight_memory.domain.report import Considered, LeftOut, ReviewReport, UseFound
from hindsight_memory.domain.trace import EventKind, OutcomeStatus, Task, Trace
from hindsight_memory.domain.verdict import Reason, Verdict, VerdictKind
from hindsight_memory.ports.records import Records
from hindsight_memory.testing import FrozenClock
from tests.contracts.making import NOW, VIEW, commit, discard, event, later, memory, report, scope, task


def names(found: tuple[Task, ...]) -> list[str]:
    return [each.task_id for each in found]


@pytest.mark.requirement("TRACE-1")
def test_a_trace_reads_back_as_it_was_appended(records: Records) -> None:
    begun = task("t1", intent="修复构建", session_ids=("s1", "s2"), task_type="build", metadata={"a": [1]})
    events = (
        event(1, "please build it"),
        event(2, "", kind=EventKind.TOOL_CALL, name="make", args={"target": "all", "jobs": 4}),
        event(3, "long output 长输出 " * 2000, kind=EventKind.TOOL_RESULT, status="ok", truncated=17, session_id="s2"),
        event(4, "found it", kind=EventKind.RECALL, memory_ids=("m1", "m2", "m1")),
    )
    commit(records, TaskBegun(begun), EventsAppended("alpha", "t1", events[:2]))
    commit(records, EventsAppended("alpha", "t1", events[2:]))
    with records.reading() as reading:
        assert reading.task(VIEW, "t1") == begun
        assert reading.trace(VIEW, "t1") == Trace(begun, events)
        assert reading.counts(VIEW)["events"] == {"total": 4}


@pytest.mark.requirement("TRACE-1")
def test_an_event_whose_sequence_exists_is_ignored(records: Records) -> None:
    commit(records, TaskBegun(task("t1")), EventsAppended("alpha", "t1", (event(2, "first"), event(2, "twice"))))
    commit(records, EventsAppended("alpha", "t1", (event(1, "earlier"), event(2, "again"), event(3, "later"))))
    commit(records, EventsAppended("alpha", "t1", ()))
    with records.reading() as reading:
        trace = reading.trace(VIEW, "t1")
        assert trace is not None
        assert [each.text for each in trace.events] == ["earlier", "first", "later"]
        assert reading.next_sequence(VIEW, "t1") == 4
        assert reading.counts(VIEW)["events"] == {"total": 3}


def test_the_first_sequence_is_one(records: Records) -> None:
    commit(records, TaskBegun(task("t1")))
    with records.reading() as reading:
        assert reading.next_sequence(VIEW, "t1") == 1
        assert reading.next_sequence(VIEW, "nobody") == 1


@pytest.mark.requirement("TRACE-3")
def test_the_end_of_a_task_keeps_its_events(records: Records) -> None:
    ended = task("t1", ended_at=later(days=1), outcome=OutcomeStatus.FAILURE, outcome_evidence="exit code 2")
    commit(records, TaskBegun(task("t1")), EventsAppended("alpha", "t1", (event(1),)))
    commit(records, TaskEnded(ended))
    with records.reading() as reading:
        assert reading.trace(VIEW, "t1") == Trace(ended, (event(1),))
        assert reading.counts(VIEW)["tasks"] == {"failure": 1}


def test_a_task_of_another_space_is_not_there_even_with_the_same_id(records: Records) -> None:
    commit(records, TaskBegun(task("t1", intent="mine")), EventsAppended("alpha", "t1", (event(1),)))
    other = task("t1", space="beta", intent="theirs")
    commit(records, TaskBegun(other), TaskReviewed(replace(report("t1", 0), space="beta")), space="beta")
    beta = View(("beta",), "ann")
    with records.reading() as reading:
        mine = reading.trace(VIEW, "t1")
        assert mine is not None and mine.task.intent == "mine"
        assert reading.report(VIEW, "t1") is None
        assert reading.trace(beta, "t1") == Trace(other, ())
        assert reading.next_sequence(beta, "t1") == 1
        for view in (View(("gamma",), "ann"), View((), "ann")):
            assert (reading.task(view, "t1"), reading.trace(view, "t1"), reading.report(view, "t1")) == (None,) * 3
            assert reading.tasks(view, limit=9).entries == ()
            assert reading.next_sequence(view, "t1") == 1


def test_tasks_are_listed_newest_first_in_pages(records: Records) -> None:
    commit(records, *(TaskBegun(task(f"t{n}", started_at=later(seconds=n // 2))) for n in range(5)))
    with records.reading() as reading:
        first = reading.tasks(VIEW, limit=3)
        second = reading.tasks(VIEW, limit=3, cursor=first.next_cursor)
    assert names(first.entries) + names(second.entries) == ["t4", "t2", "t3", "t0", "t1"]
    assert second.next_cursor is None


def test_tasks_are_filtered_by_outcome_and_end(records: Records) -> None:
    won = task("won", outcome=OutcomeStatus.SUCCESS, ended_at=NOW)
    commit(records, TaskBegun(task("open")), TaskEnded(won), TaskEnded(task("left", ended_at=NOW)))
    with records.reading() as reading:
        assert names(reading.tasks(VIEW, outcomes=frozenset({OutcomeStatus.SUCCESS}), limit=9).entries) == ["won"]
        assert names(reading.tasks(VIEW, ended=False, limit=9).entries) == ["open"]
        assert names(reading.tasks(VIEW, ended=True, limit=9).entries) == ["left", "won"]


def test_a_task_is_reviewed_while_its_last_report_saw_its_present_state(records: Records) -> None:
    ended = task("t1", outcome=OutcomeStatus.SUCCESS, ended_at=NOW)
    commit(records, TaskEnded(ended), EventsAppended("alpha", "t1", (event(1),)), TaskBegun(task("t2")))

    def reviewed() -> tuple[list[str], list[str]]:
        with records.reading() as reading:
            done = reading.tasks(VIEW, reviewed=True, limit=9)
            return names(done.entries), names(reading.tasks(VIEW, reviewed=False, limit=9).entries)

    assert reviewed() == ([], ["t1", "t2"])
    commit(records, TaskReviewed(report("t1", 1)))
    assert reviewed() == (["t1"], ["t2"])
    commit(records, EventsAppended("alpha", "t1", (event(2),)))
    assert reviewed() == ([], ["t1", "t2"])
    commit(records, TaskReviewed(report("t1", 2)))
    assert reviewed() == (["t1"], ["t2"])
    commit(records, TaskEnded(task("t1", outcome=OutcomeStatus.FAILURE, ended_at=NOW)))
    assert reviewed() == ([], ["t1", "t2"])


@pytest.mark.requirement("REV-1")
def test_the_last_report_reads_back_whole(records: Records) -> None:
    verdict = Verdict(kind=VerdictKind.STORED, memory_id="m1", reasons=(Reason("kept", "It is worth it."),))
    whole = ReviewReport(
        task_id="t1",
        space="alpha",
        agent="ann",
        outcome=OutcomeStatus.FAILURE,
        events_seen=7,
        reviewed_at=later(days=1),
        considered=(
            Considered(
                content="the port is 80", type=MemoryType.FACT, source=Source.VERIFIED, evidence=(1, 2), verdict=verdict
            ),
        ),
        left_out=(LeftOut(text="hm", evidence=(3,), reason=Reason("chat", "It is chat.")),),
        uses=(UseFound(memory_id="m2", use="helped"),),
        archived=("m3",),
        degraded=("vectors",),
    )
    commit(records, TaskBegun(task("t1")), TaskReviewed(report("t1", 1)))
    commit(records, TaskReviewed(whole))
    with records.reading() as reading:
        assert reading.report(VIEW, "t1") == whole
        assert reading.report(VIEW, "t2") is None


@pytest.mark.requirement("GATE-4")
def test_a_discard_reads_back_until_it_runs_out(records: Records, clock: FrozenClock) -> None:
    dropped = discard("d1", memory("m1"))
    commit(records, DraftDiscarded(dropped))
    with records.reading() as reading:
        assert reading.discard(VIEW, "d1") == dropped
        assert reading.discards(VIEW, limit=5).entries == (dropped,)
        assert reading.counts(VIEW)["discards"] == {"total": 1}
    clock.advance(timedelta(days=14))
    with records.reading() as reading:
        assert reading.discard(VIEW, "d1") is None
        assert reading.discards(VIEW, limit=5).entries == ()
        assert reading.counts(VIEW)["discards"] == {"total": 0}


def test_discards_are_listed_newest_first_in_pages(records: Records) -> None:
    happened = [discard(f"d{n}", memory(f"m{n}"), discarded_at=later(seconds=n // 2)) for n in range(4)]
    commit(records, *map(DraftDiscarded, happened))
    with records.reading() as reading:
        first = reading.discards(VIEW, limit=3)
        second = reading.discards(VIEW, limit=3, cursor=first.next_cursor)
    assert [each.discard_id for each in first.entries + second.entries] == ["d2", "d3", "d0", "d1"]


def test_a_discard_is_visible_like_a_memory_of_its_scope(records: Records) -> None:
    for name, where in (("own", scope(private="ann")), ("hidden", scope(private="bob")), ("open", scope(agent="bob"))):
        commit(records, DraftDiscarded(discard(name, memory(f"m-{name}", scope=where))))
    with records.reading() as reading:
        assert {each.discard_id for each in reading.discards(VIEW, limit=9).entries} == {"own", "open"}
        assert reading.discard(VIEW, "hidden") is None
        assert reading.discard(View(("beta",), "ann"), "own") is None


def test_a_restored_discard_says_when(records: Records) -> None:
    commit(records, DraftDiscarded(discard("d1", memory("m1"))))
    commit(records, DiscardRestored("alpha", "d1"), now=later(days=1))
    with records.reading() as reading:
        found = reading.discard(VIEW, "d1")
    assert found is not None and found.restored_at == later(days=1)
