"""What a review does about decisions: consequences on memories, lessons, intents that never got an outcome."""

import pytest

from hindsight_memory.bootstrap import App
from hindsight_memory.domain.consequences import Effect
from hindsight_memory.domain.decision import Decision, DeltaResult, ExpectedKind, OutcomeSource
from hindsight_memory.domain.memory import MemoryType, Source
from hindsight_memory.domain.trace import EventKind, OutcomeStatus
from hindsight_memory.services.decisions import OutcomeRequest, RecordRequest
from hindsight_memory.services.memories import WriteRequest
from hindsight_memory.services.tasks import NewEvent
from hindsight_memory.testing import throw_away_app
from tests.unit.services.tasks import begun, done, memory, reviewed, told

BELIEF = "The billing service is independent of the ledger schema."
FAILED = OutcomeRequest(outcome="ImportError: ledger.v2", outcome_source=OutcomeSource.SYSTEM, exit_code=1)
PASSED = OutcomeRequest(outcome="12 passed", outcome_source=OutcomeSource.SYSTEM, exit_code=0)


def decided(
    app: App,
    task_id: str,
    outcome: OutcomeRequest | None,
    relied_on: tuple[str, ...] = (),
    confidence: float = 0.9,
    belief: str = "billing is independent of ledger",
) -> Decision:
    request = RecordRequest(
        intent="upgrade billing to v2",
        intent_type="upgrade",
        belief_text=belief,
        expected="0",
        expected_kind=ExpectedKind.EXIT_CODE,
        confidence=confidence,
        memory_ids=relied_on,
        task_id=task_id,
        outcome=outcome,
    )
    return app.decisions.record(app.actor, request).decision


def finished(app: App, task_id: str, outcome: OutcomeStatus = OutcomeStatus.FAILURE) -> None:
    app.tasks.end(app.actor, task_id, outcome)


@pytest.mark.requirement("DEC-5")
def test_a_violated_confident_decision_lowers_what_it_relied_on_and_a_rollback_gives_it_back() -> None:
    with throw_away_app() as app:
        memory_id = told(app, BELIEF)
        before = memory(app, memory_id).confidence
        begun(app, "t1")
        decision = decided(app, "t1", FAILED, (memory_id,))
        finished(app, "t1")
        report = reviewed(app, "t1")
        assert decision.delta.magnitude is not None
        after = memory(app, memory_id)
        assert after.confidence == pytest.approx(before - 0.15 * decision.delta.magnitude * 0.9, abs=1e-3)
        (consequence,) = report.decisions.consequences
        assert (consequence.effect, consequence.memory_id) == (Effect.LOWERED, memory_id)
        last = app.memories.history(app.actor, memory_id)[-1]
        assert (last.change, decision.decision_id in last.reason) == ("weakened", True)
        assert after.usage.harmed == 1
        app.memories.rollback(app.actor, memory_id, 1, "it was right after all")
        assert memory(app, memory_id).confidence == before


@pytest.mark.requirement("DEC-5")
@pytest.mark.parametrize(
    ("belief", "told_so"),
    [("billing is independent of ledger", "was wrong"), ("billing 服务不依赖 ledger 的表结构", "不成立")],
)
def test_it_yields_a_lesson_in_the_language_of_the_belief(belief: str, told_so: str) -> None:
    with throw_away_app() as app:
        begun(app, "t1")
        decided(app, "t1", FAILED, belief=belief)
        finished(app, "t1")
        lesson = next(c for c in reviewed(app, "t1").considered if belief in c.content)
        assert told_so in lesson.content
        assert lesson.type is MemoryType.NEGATIVE
        stored = memory(app, lesson.verdict.memory_id)
        assert (stored.type, stored.source) == (MemoryType.NEGATIVE, Source.VERIFIED)


def test_a_limit_that_broke_an_expectation_is_a_boundary() -> None:
    with throw_away_app() as app:
        begun(app, "t1")
        outcome = OutcomeRequest(
            outcome="quota exceeded: at most 5 uploads per day", outcome_source=OutcomeSource.SYSTEM, exit_code=1
        )
        decided(app, "t1", outcome, belief="uploads are not limited")
        finished(app, "t1")
        (lesson,) = (c for c in reviewed(app, "t1").considered if "uploads are not limited" in c.content)
        assert lesson.type is MemoryType.BOUNDARY


@pytest.mark.parametrize(
    ("outcome", "confidence"),
    [
        (FAILED, 0.5),
        (OutcomeRequest(outcome="it failed", outcome_source=OutcomeSource.AGENT, claimed=DeltaResult.VIOLATED), 0.95),
    ],
    ids=["hesitant", "only the agent says so"],
)
def test_a_hesitant_decision_and_a_claim_change_no_memory(outcome: OutcomeRequest, confidence: float) -> None:
    with throw_away_app() as app:
        memory_id = told(app, BELIEF)
        before = memory(app, memory_id)
        begun(app, "t1")
        decided(app, "t1", outcome, (memory_id,), confidence)
        finished(app, "t1")
        report = reviewed(app, "t1")
        assert report.decisions.consequences == ()
        assert not [c for c in report.considered if "was wrong" in c.content]
        assert memory(app, memory_id).confidence == before.confidence


def test_a_met_decision_confirms_what_it_relied_on_once_for_its_task() -> None:
    with throw_away_app() as app:
        memory_id = told(app, BELIEF, confidence=0.5)
        before = memory(app, memory_id)
        begun(app, "t1")
        decided(app, "t1", PASSED, (memory_id,))
        decided(app, "t1", PASSED, (memory_id,), belief="ledger keeps its schema")
        finished(app, "t1", OutcomeStatus.SUCCESS)
        reviewed(app, "t1")
        after = memory(app, memory_id)
        assert after.evidence_count == before.evidence_count + 1
        assert after.confidence > before.confidence
        assert after.usage.helped == 1


def test_a_pinned_memory_keeps_its_confidence_and_the_report_says_so() -> None:
    with throw_away_app() as app:
        verdict = app.memories.write(app.actor, WriteRequest(content=BELIEF, source=Source.USER, pinned=True))
        before = memory(app, verdict.memory_id).confidence
        begun(app, "t1")
        decided(app, "t1", FAILED, (verdict.memory_id,))
        finished(app, "t1")
        (consequence,) = reviewed(app, "t1").decisions.consequences
        assert (consequence.effect, consequence.before, consequence.after) == (Effect.KEPT, before, before)


def test_many_violations_take_no_more_than_the_bound_and_never_go_below_the_floor() -> None:
    with throw_away_app() as app:
        memory_id = told(app, BELIEF)
        before = memory(app, memory_id).confidence
        for number in range(6):
            task = f"t{number}"
            begun(app, task)
            for turn in range(5):
                decided(app, task, FAILED, (memory_id,), belief=f"billing stands alone, try {turn}")
            finished(app, task)
            reviewed(app, task)
            now = memory(app, memory_id).confidence
            assert now >= before - 0.3 - 1e-6
            before = now
        assert memory(app, memory_id).confidence == pytest.approx(0.2)


@pytest.mark.requirement("DEC-4")
def test_an_open_intent_is_listed_and_closed_as_unknown_by_the_review_and_may_still_get_its_outcome() -> None:
    with throw_away_app() as app:
        begun(app, "t1")
        decision = decided(app, "t1", None)
        assert decision.is_open
        finished(app, "t1")
        report = reviewed(app, "t1")
        assert report.decisions.closed == (decision.decision_id,)
        closed = app.decisions.get(app.actor, decision.decision_id)
        assert (closed.is_open, closed.delta.result, closed.delta.reason) == (False, DeltaResult.UNKNOWN, "no_outcome")
        late = app.decisions.settle(app.actor, decision.decision_id, FAILED)
        assert late.delta.result is DeltaResult.VIOLATED


def test_a_second_review_changes_nothing_and_a_late_outcome_acts_then() -> None:
    with throw_away_app() as app:
        memory_id = told(app, BELIEF)
        begun(app, "t1")
        decided(app, "t1", FAILED, (memory_id,))
        open_one = decided(app, "t1", None, (memory_id,), belief="ledger has one writer")
        finished(app, "t1")
        first = reviewed(app, "t1")
        state, decisions = memory(app, memory_id), app.decisions.of_task(app.actor, "t1")
        second = reviewed(app, "t1")
        assert memory(app, memory_id) == state
        assert app.decisions.of_task(app.actor, "t1") == decisions
        assert second.decisions.consequences == first.decisions.consequences
        app.decisions.settle(app.actor, open_one.decision_id, FAILED)
        third = reviewed(app, "t1")
        assert [c.decision_id for c in third.decisions.consequences[1:]] == [open_one.decision_id]
        assert memory(app, memory_id).confidence < state.confidence


def logged(app: App, task_id: str) -> None:
    """A task that was only logged: the agent says what it takes to be true, and the tool refuses."""
    events = [
        NewEvent(kind=EventKind.USER, text="Please cancel order 4711."),
        NewEvent(kind=EventKind.ASSISTANT, text="Order 4711 has not been shipped, so it can be cancelled."),
        NewEvent(kind=EventKind.TOOL_CALL, name="cancel_order", args={"order": "4711"}),
        NewEvent(
            kind=EventKind.TOOL_RESULT,
            name="cancel_order",
            text="Error: order 4711 was shipped, it cannot be cancelled",
            status="error",
        ),
        NewEvent(kind=EventKind.ASSISTANT, text="It was shipped already. I ask for a return instead."),
        NewEvent(kind=EventKind.TOOL_CALL, name="open_return", args={"order": "4711"}),
        NewEvent(kind=EventKind.TOOL_RESULT, name="open_return", text="return R-1 opened", status="ok"),
    ]
    app.tasks.append(app.actor, task_id, events)


def test_decisions_of_a_trace_that_was_only_logged_are_read_out_of_it_once() -> None:
    with throw_away_app() as app:
        begun(app, "t1")
        logged(app, "t1")
        app.tasks.end(app.actor, "t1", OutcomeStatus.SUCCESS)
        report = reviewed(app, "t1")
        found = app.decisions.of_task(app.actor, "t1")
        assert [d.decision_id for d in found] == list(report.decisions.extracted)
        assert found
        assert all(d.inferred for d in found)
        assert found[0].delta.result is DeltaResult.VIOLATED
        again = reviewed(app, "t1")
        assert again.decisions.extracted == ()
        assert app.decisions.of_task(app.actor, "t1") == found


def test_a_task_without_decisions_says_nothing_of_them() -> None:
    with throw_away_app() as app:
        report = done(app, "t1", "ls")
        assert report.decisions.closed == report.decisions.extracted == report.decisions.consequences == ()


def test_what_a_lesson_leaves_no_room_for_is_left_out_with_the_reason() -> None:
    with throw_away_app(review={"limit": 1}) as app:
        begun(app, "t1")
        rule = "Remember: the staging gateway listens on port 9077."
        app.tasks.append(app.actor, "t1", [NewEvent(kind=EventKind.USER, text=rule)])
        decided(app, "t1", FAILED)
        finished(app, "t1")
        report = reviewed(app, "t1")
        assert ["was wrong" in one.content for one in report.considered] == [True]
        assert [one.reason.code for one in report.left_out if "9077" in one.text] == ["limit"]
