"""Tasks: recorded, ended, reviewed. The same case through every surface."""

from __future__ import annotations

import pytest

from hindsight_memory.domain.errors import HindsightError
from hindsight_memory.domain.trace import EventKind, OutcomeStatus
from hindsight_memory.domain.verdict import VerdictKind
from hindsight_memory.wire.calls import BeginBody, EndBody, EventsBody, ListBody, ReviewBody
from hindsight_memory.wire.tasks import EventBody
from tests.surfaces.surface import Surface, code_of

pytestmark = pytest.mark.requirement("INV-9")
TASK = "deploy-42"
EVENTS = (
    {"kind": "user", "text": "Deploy the API. And remember: release notes are always written in English."},
    {"kind": "tool_call", "name": "shell", "args": {"cmd": "make deploy"}},
    {
        "kind": "tool_result",
        "name": "shell",
        "status": "error",
        "text": "error: quota exceeded: the staging cluster allows at most 5 pods per namespace",
    },
    {"kind": "assistant", "text": "The deployment failed because staging allows at most 5 pods per namespace."},
)


def record(surface: Surface, task_id: str = TASK, space: str | None = None) -> None:
    given = {"task_id": task_id, "task_type": "deploy", "intent": "Deploy the API.", "space": space}
    surface.begin_task(BeginBody.taken(given))
    for number, event in enumerate(EVENTS, start=1):
        body = EventBody.taken({**event, "sequence": number})
        surface.append_events(task_id, EventsBody(events=(body,), space=space))
    surface.end_task(task_id, EndBody.taken({"outcome": "failure", "evidence": "quota", "space": space}))


def test_a_task_without_a_name_gets_one(surface: Surface) -> None:
    task = surface.begin_task(BeginBody.taken({"intent": "Deploy the API."}))
    assert task.task_id
    assert surface.trace(task.task_id).task.intent == "Deploy the API."


@pytest.mark.requirement("TRACE-1")
def test_events_are_kept_in_order_and_appending_twice_changes_nothing(surface: Surface) -> None:
    record(surface)
    again = EventBody.taken({**EVENTS[0], "sequence": 1})
    surface.append_events(TASK, EventsBody.taken({"events": (again,)}))
    trace = surface.trace(TASK)
    assert [event.sequence for event in trace.events] == [1, 2, 3, 4]
    assert [event.kind for event in trace.events] == [EventKind(event["kind"]) for event in EVENTS]
    assert trace.events[1].args == {"cmd": "make deploy"}


@pytest.mark.requirement("TRACE-3")
def test_a_task_ends_with_an_outcome_and_its_evidence(surface: Surface) -> None:
    record(surface)
    task = surface.trace(TASK).task
    assert (task.outcome, task.outcome_evidence) == (OutcomeStatus.FAILURE, "quota")
    assert task.ended_at is not None


@pytest.mark.requirement("GATE-12")
def test_nothing_of_a_trace_is_a_memory_before_its_review(surface: Surface) -> None:
    record(surface)
    assert surface.memories(ListBody()).items == []
    assert [task.task_id for task in surface.tasks(reviewed=False).items] == [TASK]


@pytest.mark.requirement("REV-1", "REV-2")
def test_a_review_reports_each_choice_with_its_reason(surface: Surface) -> None:
    record(surface)
    answer = surface.review(ReviewBody.taken({"task_id": TASK}))
    report = answer.items[0]
    assert (report.task_id, report.events_seen) == (TASK, 4)
    assert 1 <= len(report.considered) <= 5
    assert all(one.reasons for one in report.considered)
    assert all(one.reason.code and one.reason.text for one in report.left_out)
    kept = [c for c in report.considered if c.verdict in (VerdictKind.STORED, VerdictKind.SHORT_TERM)]
    assert any("English" in c.content for c in kept)
    assert {m.memory_id for m in surface.memories(ListBody()).items} == {c.memory_id for c in kept}
    assert all(m.provenance.task_id == TASK for m in surface.memories(ListBody(task_id=TASK)).items)
    assert surface.trace(TASK).review == report


@pytest.mark.requirement("REV-13")
def test_a_second_review_of_the_same_task_adds_nothing(surface: Surface) -> None:
    record(surface)
    surface.review(ReviewBody.taken({"task_id": TASK}))
    before = surface.memories(ListBody()).items
    surface.review(ReviewBody.taken({"task_id": TASK}))
    after = surface.memories(ListBody()).items
    assert {m.memory_id for m in after} == {m.memory_id for m in before}
    assert [m.evidence_count for m in after] == [m.evidence_count for m in before]


def test_all_that_waits_in_a_space_is_reviewed_and_nothing_else(surface: Surface) -> None:
    record(surface, "one")
    record(surface, "two")
    record(surface, "elsewhere", "project:b")
    answer = surface.review(ReviewBody.taken({}))
    assert sorted(report.task_id for report in answer.items) == ["one", "two"]
    assert (answer.failed, answer.waiting) == ([], 0)
    assert [task.task_id for task in surface.tasks("project:b", reviewed=False).items] == ["elsewhere"]


def test_a_review_can_be_left_to_somebody_else(surface: Surface) -> None:
    record(surface)
    answer = surface.review(ReviewBody.taken({"task_id": TASK, "wait": False}))
    assert (answer.items, answer.waiting) == ([], 1)


def test_a_task_of_another_space_is_not_there(surface: Surface) -> None:
    record(surface)
    for call in (
        lambda: surface.trace(TASK, "project:b"),
        lambda: surface.end_task(TASK, EndBody.taken({"outcome": "success", "space": "project:b"})),
        lambda: surface.review(ReviewBody.taken({"task_id": TASK, "space": "project:b"})),
    ):
        with pytest.raises(HindsightError) as refused:
            call()
        assert code_of(refused.value) == "not_found"
