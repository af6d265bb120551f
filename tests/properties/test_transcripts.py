"""Round trips and robustness of transcript files, for any content."""

import json
import os
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import cast

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hindsight_memory.adapters.transcripts import TranscriptFiles, read_trace, write_jsonl
from hindsight_memory.adapters.transcripts.events import cap
from hindsight_memory.domain.errors import UnreadableInput
from hindsight_memory.domain.trace import Event, EventKind, OutcomeStatus, Task, Trace

texts = st.text(max_size=60)
times = st.datetimes(timezones=st.just(UTC))
values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**60), 2**60) | st.floats(allow_nan=False) | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=8,
)
objects = cast("st.SearchStrategy[Mapping[str, object]]", st.dictionaries(texts, values, max_size=3))
events = st.builds(
    Event,
    sequence=st.integers(1, 10**9),
    kind=st.sampled_from(EventKind),
    text=texts,
    at=times,
    name=texts,
    args=objects,
    status=st.sampled_from(["", "ok", "error"]),
    session_id=texts,
    memory_ids=st.lists(texts, max_size=3).map(tuple),
    truncated=st.integers(0, 10**9),
)
tasks = st.builds(
    Task,
    task_id=texts,
    space=texts,
    agent=texts,
    task_type=texts,
    intent=texts,
    session_ids=st.lists(texts, max_size=3).map(tuple),
    started_at=times,
    ended_at=st.none() | times,
    outcome=st.sampled_from(OutcomeStatus),
    outcome_evidence=texts,
    metadata=objects,
)


@given(tasks, st.lists(events, max_size=4))
def test_a_trace_that_is_written_and_read_is_the_same(task: Task, found: list[Event]) -> None:
    trace = Trace(task, tuple(found))
    assert read_trace(write_jsonl(trace)) == trace


@given(texts, st.integers(40, 200))
def test_a_capped_text_fits_and_stays_as_it_is(text: str, limit: int) -> None:
    short, cut = cap(text * 20, limit)
    assert len(short) <= limit
    assert cap(short, limit) == (short, 0)
    assert (cut == 0) == (short == text * 20)


names = st.sampled_from(
    ["task_id", "kind", "text", "events", "steps", "role", "content", "messages", "type", "uuid", "message"]
)
words = st.sampled_from(["user", "assistant", "tool", "tool_use", "tool_result", "text", "message", "action"])
rows = st.recursive(
    words | values,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(names, inner, max_size=5),
    max_leaves=20,
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    found=st.lists(rows, min_size=1, max_size=4),
    form=st.sampled_from([None, *TranscriptFiles().forms()]),
)
def test_no_content_makes_a_reader_fail_other_than_by_refusing_the_file(
    found: list[object], form: str | None, tmp_path: Path
) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text("\n".join(json.dumps(row) for row in found))
    try:
        transcripts = list(TranscriptFiles().read(path, form=form))
    except UnreadableInput as refusal:
        assert refusal.hint
        return
    for each in transcripts:
        numbers = [event.sequence for event in getattr(each, "events", ())]
        assert numbers == sorted(set(numbers))
        assert all(event.at.tzinfo == UTC for event in getattr(each, "events", ()))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(content=st.binary(max_size=200))
def test_no_bytes_make_a_reader_fail_other_than_by_refusing_the_file(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(content)
    try:
        assert isinstance(list(TranscriptFiles().read(path)), list)
    except UnreadableInput as refusal:
        assert str(refusal)


def test_the_time_of_a_file_from_before_1970_is_no_obstacle(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text('{"kind": "user", "text": "a"}')
    os.utime(path, (-86_400, -86_400))
    found = next(iter(TranscriptFiles().read(path)))
    assert getattr(found, "started_at", None) == datetime(1970, 1, 1, tzinfo=UTC)
