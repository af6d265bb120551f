"""Decisions: recorded before, settled after, found again, read as a chain. The same case through every surface."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from hindsight_memory.domain.decision import DecisionKind, DeltaResult, ExpectedKind, OutcomeSource
from hindsight_memory.domain.errors import HindsightError
from hindsight_memory.domain.trace import EventKind
from hindsight_memory.wire.calls import BeginBody, EventsBody
from hindsight_memory.wire.decisions import DecisionBody, DecisionsBody, OutcomeBody, RecordBody, SimilarBody
from hindsight_memory.wire.tasks import EventBody
from tests.surfaces.surface import Surface, code_of

pytestmark = pytest.mark.requirement("INV-9")
NOBODY = "01a00000-0000-7000-8000-000000000000"
TASK = "upgrade-42"
WHOLE = {
    "intent": "Pin datebook 2.0.0 in invoices.",
    "intent_type": "dependency_upgrade",
    "belief_subject": "datebook and billcycle",
    "belief_relation": "are",
    "belief_object": "independent of each other",
    "observation": "pins.txt names datebook 1.4.0 and billcycle 0.9.0",
    "expected": "0",
    "expected_kind": "exit_code",
    "action": "edit_pin(package=datebook, release=2.0.0)",
    "options": ("pin 2.0.0", "stay at 1.4.0"),
    "choice_reason": "the newest release is asked for",
    "confidence": 0.9,
    "kind": "belief_update",
}
SHORT = {
    "intent": "升级日期库。",
    "belief_text": "两个包互相独立。",
    "expected": "构建通过",
    "expected_kind": "contains",
}


def record(surface: Surface, given: Mapping[str, object], **more: object) -> str:
    return surface.record_decision(RecordBody.taken({**given, **more})).decision_id


def refused(surface: Surface, **given: object) -> HindsightError:
    with pytest.raises(HindsightError) as caught:
        surface.record_decision(RecordBody.model_validate({**SHORT, **given}))
    return caught.value


def task_with_result(surface: Surface) -> int:
    """Begin the task and log a tool's result that failed; returns the result's place."""
    surface.begin_task(BeginBody(task_id=TASK, session_id="s1", intent="Upgrade datebook."))
    events = (
        EventBody(kind=EventKind.TOOL_CALL, name="run_tests", session_id="s1"),
        EventBody(
            kind=EventKind.TOOL_RESULT,
            name="run_tests",
            text="1 failed",
            status="error",
            args={"exit_code": 1},
            session_id="s1",
        ),
    )
    return surface.append_events(TASK, EventsBody(events=events)).sequences[-1]


@pytest.mark.requirement("DEC-1")
def test_a_decision_keeps_all_that_was_said_of_it(surface: Surface) -> None:
    surface.begin_task(BeginBody(task_id=TASK, session_id="s1"))
    answer = surface.record_decision(RecordBody.taken({**WHOLE, "task_id": TASK, "session_id": "s1"}))
    assert (answer.open, answer.delta.result, answer.similar) == (True, DeltaResult.UNKNOWN, [])
    kept = surface.read_decision(answer.decision_id)
    assert {name: getattr(kept, name) for name in WHOLE} == {
        **WHOLE,
        "options": ["pin 2.0.0", "stay at 1.4.0"],
        "expected_kind": ExpectedKind.EXIT_CODE,
        "kind": DecisionKind.BELIEF_UPDATE,
    }
    assert kept.belief == "datebook and billcycle are independent of each other"
    assert (kept.task_id, kept.session_id, kept.step, kept.space) == (TASK, "s1", 1, "default")
    assert (kept.open, kept.outcome_source, kept.misjudged, kept.inferred) == (True, None, False, False)


@pytest.mark.requirement("DEC-3")
def test_only_a_tools_result_or_the_system_makes_a_delta(surface: Surface) -> None:
    event = task_with_result(surface)
    by_tool = record(surface, WHOLE, task_id=TASK)
    claim = OutcomeBody(
        outcome="went fine", outcome_source=OutcomeSource.TOOL_RESULT, outcome_event=event, claimed=DeltaResult.MET
    )
    settled = surface.settle_decision(by_tool, claim)
    assert (settled.delta.result, settled.delta.magnitude) == (DeltaResult.VIOLATED, 1.0)
    assert (settled.outcome, settled.outcome_status, settled.outcome_event) == ("1 failed", "error", event)
    assert (settled.outcome_claim, settled.claimed, settled.misjudged) == ("went fine", DeltaResult.MET, True)
    by_word = record(surface, WHOLE)
    said = surface.settle_decision(by_word, OutcomeBody(outcome="All tests pass.", claimed=DeltaResult.MET))
    assert (said.open, said.delta.result, said.delta.reason) == (False, DeltaResult.UNKNOWN, "agent_says_so")
    assert (said.claimed, said.misjudged) == (DeltaResult.MET, False)


def test_the_system_settles_by_an_exit_code_except_over_mcp(surface: Surface) -> None:
    decision_id = record(surface, {**SHORT, "expected": "0", "expected_kind": "exit_code"})
    outcome = OutcomeBody(exit_code=1, outcome="1 failed", outcome_source=OutcomeSource.SYSTEM)
    if surface.name.startswith("mcp"):
        with pytest.raises(HindsightError) as caught:
            surface.settle_decision(decision_id, OutcomeBody(outcome="0", outcome_source=OutcomeSource.SYSTEM))
        assert code_of(caught.value) == "invalid"
        assert "tool_result" in caught.value.hint
        assert surface.read_decision(decision_id).open
        return
    settled = surface.settle_decision(decision_id, outcome)
    assert (settled.delta.result, settled.delta.expected, settled.delta.actual) == (DeltaResult.VIOLATED, "0", "1")
    assert surface.settle_decision(decision_id, outcome) == settled
    with pytest.raises(HindsightError) as caught:
        surface.settle_decision(decision_id, OutcomeBody(exit_code=0, outcome_source=OutcomeSource.SYSTEM))
    assert code_of(caught.value) == "already_settled"
    assert caught.value.hint


def test_intent_and_outcome_may_come_at_once(surface: Surface) -> None:
    answer = surface.record_decision(RecordBody.taken({**SHORT, "outcome": "构建通过了", "claimed": "met"}))
    assert (answer.open, answer.delta.reason) == (False, "agent_says_so")
    assert surface.decisions(DecisionsBody(open=True)).items == []


@pytest.mark.requirement("DEC-6")
def test_a_like_decision_is_shown_before_the_next_one_with_how_it_ended(surface: Surface) -> None:
    event = task_with_result(surface)
    first = record(surface, WHOLE, task_id=TASK)
    record(surface, {"intent": "Write the release notes.", "belief_text": "The readers know English."})
    surface.settle_decision(first, OutcomeBody(outcome_source=OutcomeSource.TOOL_RESULT, outcome_event=event))
    answer = surface.record_decision(RecordBody.taken({**WHOLE, "intent": "Pin datebook 2.0.0 in reminders."}))
    assert [hit.decision_id for hit in answer.similar][:1] == [first]
    assert answer.similar[0].delta.result is DeltaResult.VIOLATED
    assert "ended_violated" in {reason.code for reason in answer.similar[0].reasons}
    assert answer.decision_id not in {hit.decision_id for hit in answer.similar}
    belief = str(surface.read_decision(first).belief)
    asked = SimilarBody.taken({"belief": belief, "intent": WHOLE["intent"], "result": "violated", "top_k": 3})
    assert [hit.decision_id for hit in surface.similar_decisions(asked).hits] == [first]
    nothing = SimilarBody.taken({"belief": belief, "intent": WHOLE["intent"], "intent_type": "deploy"})
    assert surface.similar_decisions(nothing).hits == []


def test_decisions_are_listed_by_what_they_are(surface: Surface) -> None:
    surface.begin_task(BeginBody(task_id=TASK))
    first = record(surface, WHOLE, task_id=TASK)
    second = record(surface, SHORT)
    surface.settle_decision(second, OutcomeBody(outcome="x", claimed=DeltaResult.VIOLATED))

    def listed(**wanted: object) -> list[str]:
        return [one.decision_id for one in surface.decisions(DecisionsBody.taken(wanted)).items]

    assert listed() == [second, first]
    assert listed(open=True) == [first]
    assert listed(open=False) == [second]
    assert listed(intent_type="dependency upgrade") == [first]
    assert listed(kind="belief_update") == [first]
    assert listed(task_id=TASK) == [first]
    assert listed(result="met") == []
    page = surface.decisions(DecisionsBody(limit=1))
    assert [one.decision_id for one in page.items] == [second]
    rest = surface.decisions(DecisionsBody(limit=1, cursor=page.next_cursor))
    assert ([one.decision_id for one in rest.items], rest.next_cursor) == ([first], None)


@pytest.mark.requirement("DEC-7")
def test_a_trace_is_one_chain_over_sessions_with_its_gaps_named(surface: Surface) -> None:
    event = task_with_result(surface)
    first = record(surface, WHOLE, task_id=TASK, session_id="s1")
    surface.settle_decision(first, OutcomeBody(outcome_source=OutcomeSource.TOOL_RESULT, outcome_event=event))
    surface.begin_task(BeginBody(task_id=TASK, session_id="s2"))
    second = record(surface, SHORT, task_id=TASK, session_id="s2")
    trace = surface.trace(TASK)
    assert [one.decision_id for one in trace.decisions] == [first, second]
    assert [one.kind for one in trace.events] == [
        EventKind.TOOL_CALL,
        EventKind.TOOL_RESULT,
        EventKind.DECISION,
        EventKind.DECISION,
    ]
    assert [(part.session_id, part.sequences, part.decision_ids) for part in trace.sessions] == [
        ("s1", [1, 2, 3], [first]),
        ("s2", [4], [second]),
    ]
    assert [gap.code for gap in trace.gaps] == ["open_intent"]
    assert second in trace.gaps[0].text


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ({"belief_text": ""}, "belief"),
        ({"belief_text": "很" * 51}, "belief"),
        ({"belief_text": "x" * 121}, "belief"),
        ({"intent": "  "}, "intent"),
        ({"observation": "x" * 2_001}, "observation"),
        ({"outcome": "fine", "outcome_source": "tool_result"}, "outcome_event"),
        ({"expected": "", "expected_kind": "equals"}, "expected"),
    ],
)
def test_a_bad_record_is_refused_with_what_to_do(surface: Surface, given: dict[str, object], named: str) -> None:
    error = refused(surface, **given)
    assert code_of(error) == "invalid"
    assert named in error.message + error.hint
    assert error.hint
    assert surface.decisions(DecisionsBody()).items == []


def test_what_does_not_exist_is_not_found(surface: Surface) -> None:
    calls = (
        lambda: surface.read_decision(NOBODY),
        lambda: surface.settle_decision(NOBODY, OutcomeBody(outcome="fine")),
        lambda: surface.record_decision(RecordBody.taken({**SHORT, "task_id": "nothing"})),
    )
    for call in calls:
        with pytest.raises(HindsightError) as caught:
            call()
        assert code_of(caught.value) == "not_found"


def test_a_decision_stays_behind_the_wall_of_its_space(surface: Surface) -> None:
    decision_id = record(surface, SHORT, space="secret")
    assert surface.decisions(DecisionsBody()).items == []
    asked = SimilarBody.taken({"belief": SHORT["belief_text"], "intent": SHORT["intent"]})
    assert surface.similar_decisions(asked).hits == []
    with pytest.raises(HindsightError) as caught:
        surface.read_decision(decision_id, "default")
    assert code_of(caught.value) == "not_found"
    kept: DecisionBody = surface.read_decision(decision_id, "secret")
    assert kept.space == "secret"


@pytest.mark.parametrize("query", ["", "  "])
def test_a_question_about_nothing_is_refused(surface: Surface, query: str) -> None:
    with pytest.raises(HindsightError) as caught:
        surface.similar_decisions(SimilarBody(query=query))
    assert code_of(caught.value) == "empty_query"
    assert "belief" in caught.value.hint
