"""Our own form: one task a line, one event a line."""

import json
import re
from datetime import UTC, datetime
from pathlib import Path

import pytest

from hindsight_memory.adapters.transcripts import read_trace, write_jsonl
from hindsight_memory.domain.trace import Event, EventKind, OutcomeStatus, Task, Trace
from tests.architecture.repository import DOCS
from tests.unit.adapters.transcripts.reading import lines, only, read, shape

AT = datetime(2026, 3, 2, 9, tzinfo=UTC)


def event(text: str, task: str = "t1", **more: object) -> dict[str, object]:
    return {"task_id": task, "kind": "user", "text": text, **more}


def test_the_examples_of_the_documentation_are_read() -> None:
    page = (DOCS / "transcripts.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```jsonl\n(.*?)```", page, re.DOTALL)
    assert len(blocks) == 2
    for block in blocks:
        assert all(json.loads(line)["task_id"] for line in block.splitlines())


@pytest.mark.requirement("TRACE-4")
def test_the_first_example_of_the_documentation_is_one_failed_task(tmp_path: Path) -> None:
    page = (DOCS / "transcripts.md").read_text(encoding="utf-8")
    path = tmp_path / "run.jsonl"
    path.write_text(re.findall(r"```jsonl\n(.*?)```", page, re.DOTALL)[0])
    found = only(path)
    assert (found.task_id, found.outcome) == ("deploy-17", OutcomeStatus.FAILURE)
    assert found.outcome_evidence == "make deploy: quota exceeded"
    assert [each.kind.value for each in found.events] == ["user", "tool_call", "tool_result", "assistant"]
    assert found.events[2].status == "error"
    assert found.intent == "Deploy the API to staging."


def test_events_of_tasks_that_are_mixed_find_their_task(tmp_path: Path) -> None:
    rows = [event("a1", "a"), event("b1", "b"), event("a2", "a"), event("b2", "b")]
    transcripts, bad = read(lines(tmp_path / "a.jsonl", rows))
    assert bad == []
    assert [(each.task_id, [e.text for e in each.events]) for each in transcripts] == [
        ("a", ["a1", "a2"]),
        ("b", ["b1", "b2"]),
    ]


def test_two_equal_tasks_without_an_id_stay_two(tmp_path: Path) -> None:
    row = {"outcome": True, "events": [{"kind": "user", "text": "a"}]}
    transcripts, _ = read(lines(tmp_path / "a.jsonl", [row, row]))
    assert len({each.task_id for each in transcripts}) == 2


def test_an_unknown_kind_is_a_bad_line_and_the_other_events_stay(tmp_path: Path) -> None:
    rows = [event("a"), event("b", kind="dream"), event("c")]
    transcripts, bad = read(lines(tmp_path / "a.jsonl", rows))
    assert [each.text for each in transcripts[0].events] == ["a", "c"]
    assert [each.number for each in bad] == [2]
    assert "dream" in bad[0].problem


def test_times_are_utc_and_events_without_one_follow_the_one_before(tmp_path: Path) -> None:
    rows = [
        event("a", at="2026-03-02T09:00:00"),
        event("b"),
        event("c", at="2026-03-02T18:00:00+08:00"),
        event("d", at=1772445600),
        event("e", at=1772445600000),
        event("f", at="no time"),
        event("g", at=1e300),
        event("h", at="9999-12-31T23:59:59-12:00"),
    ]
    times = [each.at for each in only(lines(tmp_path / "a.jsonl", rows)).events]
    assert times[0] == AT
    assert times[1] == AT.replace(microsecond=1)
    assert times[2] == times[3] == times[4] == AT.replace(hour=10)
    assert [each.microsecond for each in times[5:]] == [1, 2, 3]


def test_a_time_in_the_future_is_kept(tmp_path: Path) -> None:
    found = only(lines(tmp_path / "a.jsonl", [event("a", at="2190-01-01T00:00:00Z")]))
    assert found.events[0].at.year == found.started_at.year == 2190


@pytest.mark.requirement("INV-7")
def test_what_we_injected_becomes_a_recall_event_with_its_ids(tmp_path: Path) -> None:
    uuid = "0197b3a0-1111-7abc-8def-000000000001"
    text = f'Fix it.\n<hindsight-memory ids="m1, m2">\n- [{uuid}] Use tabs.\n</hindsight-memory>\nSoon, please.'
    found = only(lines(tmp_path / "a.jsonl", [event(text)]))
    assert [each.kind for each in found.events] == [EventKind.RECALL, EventKind.USER]
    assert found.events[0].memory_ids == ("m1", "m2", uuid)
    assert "Use tabs." in found.events[0].text
    assert found.events[1].text.split() == ["Fix", "it.", "Soon,", "please."]
    assert [each.sequence for each in found.events] == [1, 2]


def test_an_injected_block_that_was_cut_off_reaches_to_the_end(tmp_path: Path) -> None:
    found = only(lines(tmp_path / "a.jsonl", [event("Hello <hindsight-memory>\nUse tabs.")]))
    assert shape(found.events) == [(EventKind.RECALL, "Use tabs."), (EventKind.USER, "Hello")]


@pytest.mark.requirement("TRACE-2")
def test_a_long_output_keeps_head_and_tail_and_says_what_was_cut(tmp_path: Path) -> None:
    rows = [event("ab" * 5000, kind="tool_result"), event("cd" * 5000)]
    found = only(lines(tmp_path / "a.jsonl", rows), cap=1000)
    cut = found.events[0]
    assert len(cut.text) <= 1000
    assert cut.text.startswith("ab")
    assert cut.text.endswith("ab")
    assert f"{cut.truncated} characters cut" in cut.text
    assert len(cut.text) - len(f"\n[… {cut.truncated} characters cut …]\n") + cut.truncated == 10_000
    assert found.cut == cut.truncated
    assert found.events[1].text == "cd" * 5000


def test_long_arguments_of_a_call_are_cut_and_counted_too(tmp_path: Path) -> None:
    rows = [event("", kind="tool_call", name="write", args={"path": "a", "parts": ["x" * 3000]})]
    found = only(lines(tmp_path / "a.jsonl", rows), cap=1000).events[0]
    assert found.args["path"] == "a"
    assert 2000 < found.truncated < 3000


def test_given_sequences_are_kept_when_they_ascend(tmp_path: Path) -> None:
    rows = [event("a", sequence=3), event("b", sequence=7)]
    assert [each.sequence for each in only(lines(tmp_path / "a.jsonl", rows)).events] == [3, 7]
    rows = [event("a", sequence=3), event("b", sequence=3)]
    assert [each.sequence for each in only(lines(tmp_path / "b.jsonl", rows)).events] == [1, 2]


def test_a_written_trace_is_read_as_a_transcript_and_back_as_itself(tmp_path: Path) -> None:
    task = Task(
        task_id="t1",
        space="project:x",
        agent="coder",
        task_type="deploy",
        intent="部署",
        session_ids=("s1", "s2"),
        started_at=AT,
        ended_at=AT,
        outcome=OutcomeStatus.SUCCESS,
        outcome_evidence="tests pass",
        metadata={"n": [1, 2.5, None]},
    )
    events = (
        Event(sequence=1, kind=EventKind.USER, text="部署", at=AT, session_id="s1"),
        Event(
            sequence=2,
            kind=EventKind.TOOL_CALL,
            text="shell: make",
            at=AT,
            name="shell",
            args={"cmd": "make"},
            session_id="s2",
        ),
        Event(sequence=3, kind=EventKind.RECALL, text="- x", at=AT, memory_ids=("m1",), truncated=4),
    )
    trace = Trace(task, events)
    line = write_jsonl(trace)
    assert "\n" not in line
    assert read_trace(line) == trace
    path = tmp_path / "a.jsonl"
    path.write_text(line)
    found = only(path)
    assert found.events == events
    assert (found.task_id, found.session_id, found.agent, found.intent) == ("t1", "s1", "coder", "部署")
