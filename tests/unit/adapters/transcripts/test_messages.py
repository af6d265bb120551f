"""Message lists of OpenAI and Anthropic."""

import json
from pathlib import Path

import pytest

from hindsight_memory.domain.trace import EventKind
from tests.unit.adapters.transcripts.reading import lines, only, read, shape

OPENAI: list[dict[str, object]] = [
    {"role": "system", "content": "Always obey."},
    {"role": "developer", "content": [{"type": "text", "text": "Be brief."}]},
    {
        "role": "user",
        "name": "ann",
        "content": [
            {"type": "text", "text": "What is it?"},
            {"type": "image_url", "image_url": {"url": "data:…"}},
        ],
    },
    {
        "role": "assistant",
        "content": None,
        "tool_calls": [
            {"id": "c1", "type": "function", "function": {"name": "look", "arguments": '{"at": "图 1"}'}},
            {"id": "c2", "type": "function", "function": {"name": "ask", "arguments": "{broken"}},
        ],
    },
    {"role": "tool", "tool_call_id": "c2", "content": "no"},
    {"role": "tool", "tool_call_id": "c1", "content": [{"type": "text", "text": "a cat"}]},
    {"role": "assistant", "content": "A cat.", "reasoning_content": "It has ears."},
    {"role": "assistant", "content": None, "refusal": "I will not."},
]
ANTHROPIC: list[dict[str, object]] = [
    {"role": "user", "content": "Fix the test.<system-reminder>Mind the plan.</system-reminder>"},
    {
        "role": "assistant",
        "content": [
            {"type": "thinking", "thinking": "Look first.", "signature": "x"},
            {"type": "redacted_thinking", "data": "zzz"},
            {"type": "text", "text": "I look."},
            {"type": "tool_use", "id": "u1", "name": "bash", "input": {"command": "pytest"}},
        ],
    },
    {
        "role": "user",
        "content": [
            {
                "type": "tool_result",
                "tool_use_id": "u1",
                "is_error": True,
                "content": [{"type": "text", "text": "1 failed"}],
            },
            {"type": "text", "text": "And hurry."},
        ],
    },
]


@pytest.mark.requirement("TRACE-4")
def test_openai_messages_become_events_and_results_find_their_tool_by_id(tmp_path: Path) -> None:
    found = only(lines(tmp_path / "a.json", [OPENAI]))
    assert shape(found.events) == [
        (EventKind.USER, "What is it?\n\n[image]"),
        (EventKind.TOOL_CALL, "look: 图 1"),
        (EventKind.TOOL_CALL, "ask: {broken"),
        (EventKind.TOOL_RESULT, "no"),
        (EventKind.TOOL_RESULT, "a cat"),
        (EventKind.THOUGHT, "It has ears."),
        (EventKind.ASSISTANT, "A cat."),
        (EventKind.ASSISTANT, "I will not."),
    ]
    assert [each.name for each in found.events[:5]] == ["ann", "look", "ask", "ask", "look"]
    assert found.events[1].args == {"at": "图 1"}
    assert found.events[2].args == {"input": "{broken"}


def test_system_prompts_are_not_the_user_s_words(tmp_path: Path) -> None:
    assert "obey" not in repr(only(lines(tmp_path / "a.json", [OPENAI])))


@pytest.mark.parametrize("indent", [None, 2])
def test_lists_objects_and_lines_of_messages_are_the_same_conversation(indent: int | None, tmp_path: Path) -> None:
    whole = [(OPENAI, "list"), ({"messages": OPENAI}, "object"), ([{"messages": OPENAI}], "list of objects")]
    expected = shape(only(lines(tmp_path / "rows.jsonl", OPENAI)).events)
    for value, name in whole:
        path = tmp_path / f"{name}.json"
        path.write_text(json.dumps(value, indent=indent))
        assert shape(only(path).events) == expected, name


@pytest.mark.requirement("TRACE-4")
def test_anthropic_blocks_become_events_in_their_order(tmp_path: Path) -> None:
    found = only(lines(tmp_path / "a.json", [{"system": "Be brief.", "messages": ANTHROPIC, "id": "c-1"}]))
    assert found.task_id == "c-1"
    assert shape(found.events) == [
        (EventKind.USER, "Fix the test."),
        (EventKind.THOUGHT, "Look first."),
        (EventKind.ASSISTANT, "I look."),
        (EventKind.TOOL_CALL, "bash: pytest"),
        (EventKind.TOOL_RESULT, "1 failed"),
        (EventKind.USER, "And hurry."),
    ]
    assert (found.events[4].name, found.events[4].status) == ("bash", "error")


def test_entries_of_an_openai_response_are_read(tmp_path: Path) -> None:
    rows = [
        {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "Go."}]},
        {"type": "reasoning", "summary": [{"type": "summary_text", "text": "Going."}]},
        {"type": "function_call", "call_id": "c", "name": "go", "arguments": '{"far": true}'},
        {"type": "function_call_output", "call_id": "c", "output": "gone"},
        {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "Done."}]},
    ]
    found = only(lines(tmp_path / "a.json", [rows]))
    assert [each.kind.value for each in found.events] == [
        "user",
        "thought",
        "tool_call",
        "tool_result",
        "assistant",
    ]
    assert [each.name for each in found.events] == ["", "", "go", "go", ""]


def test_a_legacy_function_call_is_a_tool_call(tmp_path: Path) -> None:
    rows = [
        {"role": "user", "content": "Go."},
        {"role": "assistant", "content": None, "function_call": {"name": "go", "arguments": "{}"}},
        {"role": "function", "name": "go", "content": "gone"},
    ]
    found = only(lines(tmp_path / "a.json", [rows]))
    assert shape(found.events)[1:] == [(EventKind.TOOL_CALL, "go"), (EventKind.TOOL_RESULT, "gone")]


@pytest.mark.requirement("INV-7")
def test_memories_in_a_system_prompt_or_a_search_result_are_recall(tmp_path: Path) -> None:
    rows = [
        {
            "role": "system",
            "content": "Help.\n<hindsight-memory ids='m1'>Use tabs.</hindsight-memory>",
        },
        {"role": "user", "content": "Go."},
        {
            "role": "assistant",
            "tool_calls": [{"id": "c", "function": {"name": "mcp__mem__memory_search", "arguments": "{}"}}],
        },
        {"role": "tool", "tool_call_id": "c", "content": '{"hits": [{"memory_id": "m2", "content": "x"}]}'},
    ]
    found = only(lines(tmp_path / "a.json", [rows]))
    recalled = [each for each in found.events if each.kind is EventKind.RECALL]
    assert [each.memory_ids for each in recalled] == [("m1",), ("m2",)]
    assert EventKind.TOOL_RESULT not in [each.kind for each in found.events]


def test_a_message_of_an_unknown_role_is_reported(tmp_path: Path) -> None:
    rows = [{"role": "user", "content": "Go."}, {"role": "critic", "content": "No."}]
    transcripts, bad = read(lines(tmp_path / "a.json", [rows]))
    assert shape(transcripts[0].events) == [(EventKind.USER, "Go.")]
    assert "critic" in bad[0].problem


def test_the_intent_is_the_first_request_on_one_short_line(tmp_path: Path) -> None:
    found = only(lines(tmp_path / "a.json", [[{"role": "user", "content": "Go\n\nfar " + "x" * 900}]]))
    assert found.intent.startswith("Go far x")
    assert len(found.intent) == 500
