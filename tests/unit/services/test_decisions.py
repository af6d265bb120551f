"""The decision service: what is refused, what is kept, who may say what happened, and what is found again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from hindsight_memory.bootstrap import App
from hindsight_memory.domain.actor import Actor
from hindsight_memory.domain.decision import Decision, DeltaResult, ExpectedKind, OutcomeSource
from hindsight_memory.domain.errors import AlreadySettled, EmptyQuery, Forbidden, HindsightError, Invalid, NotFound
from hindsight_memory.domain.trace import EventKind
from hindsight_memory.ports.decisions import DecisionFilter
from hindsight_memory.services.decisions import OutcomeRequest, RecordRequest, SimilarRequest
from hindsight_memory.services.tasks import NewEvent
from hindsight_memory.testing import ScriptedEmbedder, throw_away_app

EXPECTING = RecordRequest(
    intent="deploy the gateway",
    intent_type="deploy",
    belief_text="the gateway is stateless",
    expected="0",
    expected_kind=ExpectedKind.EXIT_CODE,
)
BY_SYSTEM = OutcomeRequest(outcome="it broke", outcome_source=OutcomeSource.SYSTEM, exit_code=1)


@pytest.fixture
def app() -> Iterator[App]:
    with throw_away_app() as made:
        yield made


def record(app: App, **fields: object) -> Decision:
    return app.decisions.record(app.actor, replace(EXPECTING, **fields)).decision


def refused(app: App, **fields: object) -> HindsightError:
    with pytest.raises(Invalid) as caught:
        record(app, **fields)
    assert app.decisions.page(app.actor, DecisionFilter()).entries == ()
    return caught.value


def task(app: App, task_id: str = "t1", *events: NewEvent) -> None:
    app.tasks.begin(app.actor, task_id=task_id)
    if events:
        app.tasks.append(app.actor, task_id, events)


RESULT = NewEvent(kind=EventKind.TOOL_RESULT, text="2 failed", status="error", args={"exit_code": 2})


@pytest.mark.requirement("DEC-1")
@pytest.mark.parametrize(
    ("fields", "named"),
    [
        ({"intent": " \x00 "}, "intent"),
        ({"belief_text": ""}, "belief"),
        ({"belief_text": "a" * 121}, "121"),
        ({"belief_text": "包" * 51}, "51"),
        ({"belief_subject": "a" * 80, "belief_object": "b" * 80}, "161"),
        ({"confidence": 1.01}, "confidence"),
        ({"confidence": float("nan")}, "confidence"),
        ({"expected_kind": "sounds_like"}, "sounds_like"),
        ({"expected": " "}, "exit_code"),
        ({"kind": "guess"}, "guess"),
        ({"observation": "o" * 2_001}, "observation"),
        ({"expected": "o" * 1_001}, "expected"),
        ({"options": ["o"] * 21}, "options"),
        ({"step": -1}, "step"),
        ({"top_k": 51}, "top_k"),
        ({"outcome": OutcomeRequest(outcome="x", outcome_source="rumour")}, "rumour"),  # type: ignore[arg-type]
        ({"outcome": OutcomeRequest()}, "outcome"),
        ({"outcome": OutcomeRequest(outcome="x", outcome_status="fine")}, "fine"),
        ({"outcome": OutcomeRequest(outcome="x", outcome_event=1)}, "outcome_event"),
        ({"outcome": OutcomeRequest(outcome="x", outcome_source=OutcomeSource.TOOL_RESULT)}, "trace"),
    ],
)
def test_what_is_no_decision_is_refused_with_what_was_wrong(app: App, fields: dict[str, object], named: str) -> None:
    assert named in refused(app, **fields).message


def test_what_is_at_the_limit_is_taken_in_both_languages(app: App) -> None:
    for belief in ("a" * 120, "包" * 50):
        assert record(app, belief_text=belief).belief.statement == belief


@pytest.mark.requirement("DEF-4")
def test_secrets_and_odd_characters_are_gone_before_anything_is_stored(app: App) -> None:
    key = "sk-ant-" + "A1b2C3d4E5f6G7h8"
    state = record(
        app,
        intent=f"call it with {key}",
        belief_text="cafe\u0301 \ud83d is open\x00",
        observation=f"密钥是{key}",
        options=(key,),
        outcome=OutcomeRequest(outcome=f"401 for {key}", outcome_source=OutcomeSource.SYSTEM, exit_code=1),
    )
    read = app.decisions.get(app.actor, state.decision_id)
    assert read.belief.text == "café \ufffd is open"
    assert key not in repr(read)
    folder = app.settings.home
    app.close()
    assert all(key.encode() not in file.read_bytes() for file in folder.iterdir())


@pytest.mark.requirement("DEC-3")
def test_an_agent_that_always_claims_success_moves_no_delta(app: App) -> None:
    for number in range(5):
        state = record(app, intent=f"deploy {number}")
        said = OutcomeRequest(
            outcome="exit code 0, all fine", outcome_status="ok", exit_code=0, claimed=DeltaResult.MET
        )
        ended = app.decisions.settle(app.actor, state.decision_id, said)
        assert (ended.delta.result, ended.delta.reason) == (DeltaResult.UNKNOWN, "agent_says_so")
        assert (ended.claimed, ended.is_open, ended.misjudged) == (DeltaResult.MET, False, False)
    assert app.decisions.page(app.actor, DecisionFilter(results=frozenset({DeltaResult.MET}))).entries == ()


@pytest.mark.requirement("DEC-3")
def test_what_a_tool_said_is_read_from_its_event_and_the_callers_words_are_a_claim(app: App) -> None:
    task(app, "t1", RESULT)
    said = OutcomeRequest(
        outcome="passed",
        outcome_source=OutcomeSource.TOOL_RESULT,
        outcome_status="ok",
        exit_code=0,
        outcome_event=1,
        claimed=DeltaResult.MET,
    )
    ended = record(app, task_id="t1", outcome=said)
    assert ended.outcome is not None
    assert (ended.outcome.text, ended.outcome.status, ended.outcome.exit_code) == ("2 failed", "error", 2)
    assert ended.outcome.claim == "passed"
    assert ended.delta.result is DeltaResult.VIOLATED
    assert ended.misjudged


@pytest.mark.parametrize("sequence", [1, 3, 9])
def test_an_event_that_is_no_result_of_this_task_is_no_outcome(app: App, sequence: int) -> None:
    task(app, "t1", NewEvent(kind=EventKind.USER, text="exit code 0"))
    task(app, "t2", RESULT, RESULT, RESULT)
    state = record(app, task_id="t1")
    said = OutcomeRequest(outcome_source=OutcomeSource.TOOL_RESULT, outcome_event=sequence)
    with pytest.raises(Invalid):
        app.decisions.settle(app.actor, state.decision_id, said)
    assert app.decisions.get(app.actor, state.decision_id).is_open


def test_the_same_outcome_again_changes_nothing_and_another_is_a_conflict(app: App) -> None:
    state = record(app)
    ended = app.decisions.settle(app.actor, state.decision_id, BY_SYSTEM)
    entries = app.records.verify_audit()
    assert app.decisions.settle(app.actor, state.decision_id, BY_SYSTEM) == ended
    assert app.records.verify_audit() == entries
    for other in (replace(BY_SYSTEM, exit_code=0), replace(BY_SYSTEM, claimed=DeltaResult.MET)):
        with pytest.raises(AlreadySettled) as caught:
            app.decisions.settle(app.actor, state.decision_id, other)
        assert (caught.value.retryable, bool(caught.value.hint)) == (False, True)
    assert app.decisions.get(app.actor, state.decision_id) == ended


def test_a_decision_of_the_far_future_is_refused_and_one_of_a_clock_that_is_fast_is_not(app: App) -> None:
    now = app.clock.now()
    assert "future" in str(refused(app, decided_at=datetime(9999, 1, 1, tzinfo=UTC)))
    assert refused(app, decided_at=now + timedelta(days=2)).hint
    assert record(app, decided_at=now + timedelta(hours=2)).is_open
    assert record(app, decided_at=datetime(1970, 1, 1, tzinfo=UTC)).is_open


@pytest.mark.parametrize("missing", ["nothing", "", "x" * 300])
def test_what_is_not_there_is_said_with_a_hint(app: App, missing: str) -> None:
    with pytest.raises(NotFound) as caught:
        app.decisions.get(app.actor, missing)
    assert caught.value.hint


@pytest.mark.requirement("DEC-4")
def test_a_decision_is_open_until_it_has_an_outcome(app: App) -> None:
    state = record(app)
    assert state.is_open
    assert [d.decision_id for d in app.decisions.page(app.actor, DecisionFilter(open=True)).entries] == [
        state.decision_id
    ]
    app.decisions.settle(app.actor, state.decision_id, BY_SYSTEM)
    assert app.decisions.page(app.actor, DecisionFilter(open=True)).entries == ()


def test_a_decision_stands_in_the_trace_of_its_task(app: App) -> None:
    task(app, "t1", RESULT)
    state = record(app, task_id="t1", session_id="s1")
    event = app.tasks.trace(app.actor, "t1").events[-1]
    assert (event.sequence, event.kind, event.name, event.session_id) == (2, EventKind.DECISION, "deploy", "s1")
    assert event.args == {"decision_id": state.decision_id}
    assert "the gateway is stateless" in event.text
    assert state.step == 2
    assert app.decisions.of_task(app.actor, "t1") == (state,)


def test_a_task_that_was_not_begun_is_not_found_and_nothing_is_stored(app: App) -> None:
    with pytest.raises(NotFound) as caught:
        record(app, task_id="nowhere")
    assert "Begin it" in caught.value.hint
    assert app.decisions.page(app.actor, DecisionFilter()).entries == ()


def test_what_a_belief_names_and_nobody_observed_is_said(app: App) -> None:
    state = record(app, belief_text="web-7 is stateless", observation="web-1 and web-2 are stateless")
    assert state.suspicious == ("web-7",)


def test_similar_ones_are_looked_for_before_it_is_stored(app: App) -> None:
    assert app.decisions.record(app.actor, EXPECTING).similar == ()
    (found,) = app.decisions.record(app.actor, EXPECTING).similar
    assert (found.signals["belief"], found.signals["intent_type"]) == (1.0, 1.0)
    assert app.decisions.record(app.actor, replace(EXPECTING, top_k=0)).similar == ()


def test_filters_bound_what_is_similar(app: App) -> None:
    state = record(app)
    app.decisions.settle(app.actor, state.decision_id, BY_SYSTEM)
    record(app, intent_type="rollback")
    asked = SimilarRequest(query="deploy the stateless gateway")
    assert len(app.decisions.similar(app.actor, asked).hits) == 2
    for more in ({"intent_types": ["Deploy"]}, {"results": [DeltaResult.VIOLATED]}):
        (only,) = app.decisions.similar(app.actor, replace(asked, **more)).hits
        assert only.decision.decision_id == state.decision_id
    for more in ({"agents": ["nobody"]}, {"since": state.decided_at.replace(year=2030)}, {"until": state.decided_at}):
        assert app.decisions.similar(app.actor, replace(asked, **more)).hits == ()
    with pytest.raises(EmptyQuery):
        app.decisions.similar(app.actor, replace(asked, query=" "))
    with pytest.raises(Invalid):
        app.decisions.similar(app.actor, replace(asked, top_k=0))


@pytest.mark.requirement("INV-8")
def test_without_a_model_words_find_it_and_the_vector_comes_later(tmp_path: Path) -> None:
    asked = SimilarRequest(belief="the gateway is stateless", intent="deploy the gateway")
    with throw_away_app(tmp_path, embedder=ScriptedEmbedder(fails=True)) as app:
        recorded = app.decisions.record(app.actor, EXPECTING)
        assert recorded.degraded == ("vectors_unavailable",)
        answer = app.decisions.similar(app.actor, asked)
        assert answer.degraded == ("vectors_unavailable",)
        assert [hit.decision.decision_id for hit in answer.hits] == [recorded.decision.decision_id]
        assert app.upkeep.fill_vectors(app.actor) == 0
    with throw_away_app(tmp_path) as app:
        (hit,) = app.decisions.similar(app.actor, asked).hits
        assert hit.signals["belief"] == 0.0
        assert app.upkeep.fill_vectors(app.actor) == 1
        assert app.upkeep.fill_vectors(app.actor) == 0
        (hit,) = app.decisions.similar(app.actor, asked).hits
        assert hit.signals["belief"] == 1.0
        assert app.records.verify_audit() == 2


def test_two_processes_on_one_folder_find_what_the_other_recorded(tmp_path: Path) -> None:
    with throw_away_app(tmp_path) as one, throw_away_app(tmp_path) as two:
        assert one.decisions.record(one.actor, EXPECTING).similar == ()
        (seen,) = two.decisions.record(two.actor, EXPECTING).similar
        two.decisions.settle(two.actor, seen.decision.decision_id, BY_SYSTEM)
        again = one.decisions.record(one.actor, EXPECTING).similar
        assert [hit.decision.delta.result for hit in again] == [DeltaResult.VIOLATED, DeltaResult.UNKNOWN]


@pytest.mark.requirement("INV-3")
def test_another_space_neither_finds_nor_reads_nor_ends_it(app: App) -> None:
    ann, bob = Actor("ann", ("alpha",)), Actor("bob", ("beta",))
    state = app.decisions.record(ann, EXPECTING).decision
    assert app.decisions.record(bob, EXPECTING).similar == ()
    for call in (
        lambda: app.decisions.get(bob, state.decision_id),
        lambda: app.decisions.settle(bob, state.decision_id, BY_SYSTEM),
    ):
        with pytest.raises(NotFound):
            call()
    with pytest.raises(Forbidden):
        app.decisions.get(bob, state.decision_id, "alpha")
    with pytest.raises(Forbidden):
        app.decisions.similar(bob, SimilarRequest(query="gateway", spaces=("beta", "alpha")))
    found = app.decisions.similar(bob, SimilarRequest(query="deploy the stateless gateway", top_k=50)).hits
    assert {hit.decision.space for hit in found} == {"beta"}
    assert [d.space for d in app.decisions.page(bob, DecisionFilter()).entries] == ["beta"]
    assert app.decisions.get(ann, state.decision_id).is_open


def test_a_reader_cannot_record(app: App) -> None:
    reader = Actor("rea", ("alpha",), roles=frozenset())
    for call in (
        lambda: app.decisions.record(reader, EXPECTING),
        lambda: app.decisions.settle(reader, "d1", BY_SYSTEM),
        lambda: app.decisions.page(reader, DecisionFilter()),
    ):
        with pytest.raises(Forbidden):
            call()
