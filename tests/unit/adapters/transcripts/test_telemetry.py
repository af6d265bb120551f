"""Spans of agents as tasks, from export requests written down in OTLP/JSON."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from hindsight_memory.adapters.transcripts import TranscriptFiles
from hindsight_memory.domain.trace import EventKind, OutcomeStatus
from hindsight_memory.ports.transcripts import BadLine, Transcript
from tests.unit.adapters.transcripts import spans

NOW = datetime(2026, 5, 4, tzinfo=UTC)


def read(*found: spans.Span) -> Transcript:
    ((_, transcript),) = TranscriptFiles().export(spans.export(*found), NOW).found
    return transcript


def shown(transcript: Transcript) -> list[tuple[str, str, str]]:
    return [(event.kind.value, event.name, event.text) for event in transcript.events]


@pytest.mark.requirement("TRACE-9")
@pytest.mark.parametrize("as_text", [True, False], ids=["json text", "structured"])
def test_a_run_in_the_convention_of_opentelemetry_is_told_once(as_text: bool) -> None:
    transcript = read(*spans.genai(as_text=as_text))
    assert shown(transcript) == [
        ("user", "", "Move the flight to Friday."),
        ("assistant", "", "Friday has seats, so the change should work."),
        ("tool_call", "change_flight", "change_flight: Friday"),
        ("tool_result", "change_flight", "Error: basic economy cannot be changed"),
        ("assistant", "", "Sorry, this ticket cannot be changed."),
    ]
    assert [event.status for event in transcript.events][3] == "error"
    assert transcript.events[2].args == {"day": "Friday"}
    assert (transcript.task_id, transcript.agent, transcript.intent) == (
        spans.TRACE,
        "booker",
        "Move the flight to Friday.",
    )
    assert transcript.complete


@pytest.mark.parametrize("form", ["genai", "openinference"])
def test_both_conventions_are_read_in_chinese(form: str) -> None:
    transcript = read(*(spans.genai(True) if form == "genai" else spans.openinference(True)))
    tool, result = ("修改航班", "错误：基础经济舱不能改签") if form == "genai" else ("search_flights", "[]")
    kinds = [event.kind for event in transcript.events]
    assert kinds.count(EventKind.USER) == kinds.count(EventKind.TOOL_CALL) == kinds.count(EventKind.TOOL_RESULT) == 1
    call = next(event for event in transcript.events if event.kind is EventKind.TOOL_CALL)
    assert (call.name, "周五" in call.text) == (tool, True)
    assert next(e.text for e in transcript.events if e.kind is EventKind.TOOL_RESULT) == result


@pytest.mark.requirement("TRACE-9")
def test_a_run_in_the_convention_of_openinference_is_told_once() -> None:
    transcript = read(*spans.openinference())
    assert shown(transcript) == [
        ("user", "", "Look up flights on Friday."),
        ("tool_call", "search_flights", "search_flights: Friday"),
        ("tool_result", "search_flights", "[]"),
        ("assistant", "", "There is no flight on Friday."),
    ]
    assert (transcript.task_id, transcript.session_id, transcript.agent) == ("s-77", "s-77", "booking-agent")
    assert transcript.trace_ids == (spans.TRACE,)


def test_an_agent_whose_model_calls_are_not_traced_tells_what_it_was_asked_and_said() -> None:
    agent = spans.openinference()[-1]
    assert [kind for kind, _, _ in shown(read(agent))] == ["user", "assistant"]


def test_message_events_of_the_earlier_form_are_read() -> None:
    at = str(spans.START)
    events = [
        {"name": "gen_ai.user.message", "timeUnixNano": at, "attributes": spans.attributes({"content": "Hello?"})},
        {
            "name": "gen_ai.choice",
            "timeUnixNano": at,
            "attributes": spans.attributes(
                {
                    "index": 0,
                    "message": json.dumps(
                        {
                            "content": "Let me look.",
                            "tool_calls": [{"id": "c", "function": {"name": "look", "arguments": '{"at": 1}'}}],
                        }
                    ),
                }
            ),
        },
    ]
    found = spans.span(5, "chat", 0, 1, {"gen_ai.operation.name": "chat"}, events=events)
    assert shown(read(found)) == [
        ("user", "", "Hello?"),
        ("assistant", "", "Let me look."),
        ("tool_call", "look", "look: 1"),
    ]


def test_flattened_prompts_and_completions_are_read() -> None:
    given: dict[str, object] = {
        "gen_ai.prompt.0.role": "user",
        "gen_ai.prompt.0.content": "Two and two?",
        "gen_ai.completion.0.role": "assistant",
        "gen_ai.completion.0.content": "Four.",
    }
    assert [text for _, _, text in shown(read(spans.span(5, "chat", 0, 1, given)))] == ["Two and two?", "Four."]


def test_a_failed_model_call_is_an_error_and_a_failed_root_a_failed_task() -> None:
    raised = {
        "name": "exception",
        "timeUnixNano": str(spans.START),
        "attributes": spans.attributes({"exception.type": "Timeout", "exception.message": "no answer in 30 s"}),
    }
    model = spans.span(
        2, "chat", 0.1, 1, {"gen_ai.operation.name": "chat"}, parent=1, error="timed out", events=[raised]
    )
    root = spans.span(
        1, "invoke_agent x", 0, 2, {"gen_ai.operation.name": "invoke_agent"}, error="timed out", events=[raised]
    )
    transcript = read(model, root)
    assert shown(transcript) == [("error", "", "Timeout: no answer in 30 s")]
    assert (transcript.outcome, transcript.outcome_evidence) == (OutcomeStatus.FAILURE, "timed out")


def test_what_a_retriever_brings_is_a_call_with_its_result() -> None:
    given: dict[str, object] = {
        "openinference.span.kind": "RETRIEVER",
        "input.value": "opening hours",
        "retrieval.documents.0.document.content": "Open from 9 to 5.",
        "retrieval.documents.1.document.content": "Closed on Sunday.",
    }
    assert shown(read(spans.span(5, "retrieve", 0, 1, given))) == [
        ("tool_call", "retrieve", "retrieve: opening hours"),
        ("tool_result", "retrieve", "Open from 9 to 5.\n\nClosed on Sunday."),
    ]


def test_a_tool_span_without_contents_says_nothing() -> None:
    bare = spans.span(3, "execute_tool x", 0, 1, {"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "x"})
    assert read(bare, *spans.genai()).events == read(*spans.genai()).events


def test_spans_of_other_things_are_no_task() -> None:
    http = spans.span(9, "GET /", 0, 1, {"http.request.method": "GET"})
    answer = TranscriptFiles().export(spans.export(http), NOW)
    assert (answer.found, answer.rejected) == ((), 0)


def test_spans_that_are_none_are_counted_with_the_reason() -> None:
    broken = spans.genai()[0] | {"traceId": "xyz"}
    answer = TranscriptFiles().export(spans.export(broken, *spans.genai()), NOW)
    assert answer.rejected == 1
    assert "traceId" in answer.problem
    assert len(answer.found) == 1


def test_the_resource_names_the_space() -> None:
    request = spans.export(*spans.genai(), resource={"hindsight.space": "project:api"})
    assert [space for space, _ in TranscriptFiles().export(request, NOW).found] == ["project:api"]


def test_traces_of_one_conversation_are_one_task() -> None:
    other = "0" * 31 + "7"
    turns = [
        spans.span(
            number,
            "chat",
            at,
            1,
            {
                "gen_ai.operation.name": "chat",
                "gen_ai.conversation.id": "conv",
                "gen_ai.input.messages": json.dumps([spans.text("user", f"Question {n}") for n in range(number)]),
                "gen_ai.output.messages": json.dumps([spans.text("assistant", f"Answer {number}")]),
            },
            trace=trace,
        )
        for number, at, trace in ((1, 0, spans.TRACE), (2, 60, other))
    ]
    transcript = read(*turns)
    assert (transcript.task_id, transcript.trace_ids) == ("conv", (spans.TRACE, other))
    assert [text for _, _, text in shown(transcript)] == ["Question 0", "Answer 1", "Question 1", "Answer 2"]


def test_files_hold_one_request_or_one_a_line(tmp_path: Path) -> None:
    model, tool, second, root = spans.genai()
    whole, lines = tmp_path / "whole.json", tmp_path / "lines.jsonl"
    whole.write_text(json.dumps(spans.export(model, tool, second, root), indent=1), encoding="utf-8")
    requests = [spans.export(model, tool), spans.export(second), spans.export(root)]
    lines.write_text("\n".join([*map(json.dumps, requests), '{"other": 1}']), encoding="utf-8")
    files = TranscriptFiles()
    assert files.form(whole) == files.form(lines) == "otel"
    (one,) = files.read(whole)
    bad, two = files.read(lines)
    assert isinstance(bad, BadLine)
    assert isinstance(one, Transcript)
    assert isinstance(two, Transcript)
    assert one.events == two.events


def test_a_conversation_with_an_id_too_long_for_a_task_goes_by_its_trace() -> None:
    given: dict[str, object] = {"gen_ai.conversation.id": "c" * 257, "gen_ai.prompt.0.content": "Hello?"}
    assert read(spans.span(5, "chat", 0, 1, given)).task_id == spans.TRACE
