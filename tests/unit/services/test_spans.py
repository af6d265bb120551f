"""Telemetry taken in through the service: in parts, late, again, and over several traces."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from hindsight_memory.bootstrap import App
from hindsight_memory.domain.trace import Event, OutcomeStatus
from hindsight_memory.services.tasks import TRACES, Ingested
from hindsight_memory.testing import throw_away_app
from tests.unit.adapters.transcripts import spans


@pytest.fixture
def app() -> Iterator[App]:
    with throw_away_app() as opened:
        yield opened


def taken(app: App, *found: spans.Span) -> list[Ingested]:
    read = app.transcripts.export(spans.export(*found), app.clock.now())
    return [app.tasks.ingest(app.actor, transcript) for _, transcript in read.found]


def events(app: App, task_id: str = spans.TRACE) -> tuple[Event, ...]:
    return app.tasks.trace(app.actor, task_id).events


def shown(app: App, task_id: str = spans.TRACE) -> list[tuple[str, str]]:
    return [(event.kind.value, event.text) for event in events(app, task_id)]


@pytest.mark.requirement("TRACE-9")
def test_sending_again_adds_nothing(app: App) -> None:
    (first,) = taken(app, *spans.genai())
    before = app.tasks.trace(app.actor, spans.TRACE)
    (again,) = taken(app, *spans.genai())
    assert (first.new_events, again.new_events, again.job_id) == (5, 0, "")
    assert app.tasks.trace(app.actor, spans.TRACE) == before


def test_late_spans_are_appended_and_the_review_waits_for_the_end(app: App) -> None:
    model, tool, second, root = spans.genai()
    (early,) = taken(app, model)
    assert (early.new_events, early.job_id) == (3, "")
    assert app.tasks.trace(app.actor, spans.TRACE).task.ended_at is None
    (end,) = taken(app, second, root)
    assert end.job_id
    (late,) = taken(app, tool)
    assert late.new_events == 0  # The model's second call told its result already.
    assert [event.sequence for event in events(app)] == list(range(1, 6))
    assert sorted(shown(app)) == sorted(shown_at_once())


def shown_at_once() -> list[tuple[str, str]]:
    with throw_away_app() as other:
        taken(other, *spans.genai())
        return shown(other)


def test_secrets_are_taken_out_and_the_same_secret_again_is_no_new_event(app: App) -> None:
    key = "AKIA" + "QYLPMN5HHHFPZAM2"
    said = json.dumps([spans.text("user", f"The key is {key}.")])
    found = spans.span(2, "chat", 0, 1, {"gen_ai.operation.name": "chat", "gen_ai.input.messages": said})
    taken(app, found)
    assert key not in events(app)[0].text
    assert taken(app, found)[0].new_events == 0


def test_a_tools_span_without_its_conversation_joins_the_task_of_its_trace(app: App) -> None:
    chat = spans.openinference()[0]
    tool = spans.openinference()[1]
    taken(app, chat)
    assert [one.task_id for one in taken(app, tool)] == ["s-77"]
    assert app.tasks.trace(app.actor, "s-77").task.metadata[TRACES] == [spans.TRACE]
    assert [kind for kind, _ in shown(app, "s-77")] == ["user", "tool_call", "tool_result"]


def test_a_conversation_joins_the_task_that_its_trace_began(app: App) -> None:
    chat, tool, *_ = spans.openinference()
    taken(app, tool)
    assert [one.task_id for one in taken(app, chat)] == [spans.TRACE]
    assert [kind for kind, _ in shown(app)] == ["tool_call", "tool_result", "user"]


def test_an_outcome_stays_when_later_spans_say_nothing_of_it(app: App) -> None:
    root = spans.span(1, "invoke_agent x", 0, 2, {"gen_ai.operation.name": "invoke_agent"}, error="gave up")
    taken(app, root)
    taken(app, spans.genai()[0])
    task = app.tasks.trace(app.actor, spans.TRACE).task
    assert (task.outcome, task.outcome_evidence) == (OutcomeStatus.FAILURE, "gave up")
