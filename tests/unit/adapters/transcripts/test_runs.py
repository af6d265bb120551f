"""Agent runs with steps and outcome."""

from pathlib import Path

from hindsight_memory.domain.trace import EventKind, OutcomeStatus
from tests.unit.adapters.transcripts.reading import lines, only, read, shape


def step(kind: str, text: str | None, name: str | None = None, args: object = None) -> dict[str, object]:
    return {"kind": kind, "name": name, "args": args, "text": text}


def test_steps_are_read_as_events_and_the_row_s_id_is_the_task_s(tmp_path: Path) -> None:
    row = {
        "id": "run-1",
        "task_id": "problem-1",
        "intent": "Book a table.",
        "steps": [
            step("user", "Hello"),
            step("say", "For when?"),
            step("thought", "They want a table."),
            step("action", "", "find_table", {"people": 2}),
            step("observation", "[]", "find_table"),
        ],
        "outcome": {"success": False, "reward": 0.0},
        "expected_actions": [{"name": "secret_label"}],
    }
    found = only(lines(tmp_path / "a.jsonl", [row]))
    assert found.task_id == "run-1"
    assert found.intent == "Book a table."
    assert (found.outcome, found.outcome_evidence) == (OutcomeStatus.FAILURE, "reward 0.0")
    assert shape(found.events) == [
        (EventKind.USER, "Hello"),
        (EventKind.ASSISTANT, "For when?"),
        (EventKind.THOUGHT, "They want a table."),
        (EventKind.TOOL_CALL, "find_table: 2"),
        (EventKind.TOOL_RESULT, "[]"),
    ]
    assert found.events[3].args == {"people": 2}
    assert "secret_label" not in repr(found)


def test_an_action_in_react_notation_names_its_tool_and_that_of_its_observation(tmp_path: Path) -> None:
    row = {
        "id": "r",
        "steps": [step("action", "Look[Ulm, town]"), step("observation", "Ulm is a town.")],
        "outcome": None,
    }
    found = only(lines(tmp_path / "a.jsonl", [row]))
    assert [each.name for each in found.events] == ["Look", "Look"]
    assert found.events[0].text == "Look[Ulm, town]"
    assert found.outcome is OutcomeStatus.UNKNOWN


def test_lessons_are_the_agent_s_own_thoughts(tmp_path: Path) -> None:
    row = {"id": "r", "steps": [], "outcome": {"success": True}, "lessons": ["Check the limits first."]}
    found = only(lines(tmp_path / "a.jsonl", [row]))
    assert shape(found.events) == [(EventKind.THOUGHT, "Check the limits first.")]


def test_a_run_without_steps_is_still_a_task_with_an_outcome(tmp_path: Path) -> None:
    found = only(lines(tmp_path / "a.jsonl", [{"id": "r", "steps": [], "outcome": {"success": True}}]))
    assert found.events == ()
    assert found.outcome is OutcomeStatus.SUCCESS


def test_a_step_of_an_unknown_kind_is_reported_and_left_out(tmp_path: Path) -> None:
    row = {"id": "r", "steps": [step("user", "a"), step("sigh", "b")], "outcome": None}
    transcripts, bad = read(lines(tmp_path / "a.jsonl", [row, {"id": "s"}]))
    assert shape(transcripts[0].events) == [(EventKind.USER, "a")]
    assert [each.number for each in bad] == [1, 2]
