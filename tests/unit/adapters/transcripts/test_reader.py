"""What holds for every form: opening, decoding, broken lines, refusal."""

import gzip
import json
import os
from datetime import UTC, datetime
from pathlib import Path

import pytest

from hindsight_memory.adapters.transcripts import TranscriptFiles
from hindsight_memory.domain.errors import UnreadableInput
from hindsight_memory.domain.trace import EventKind
from tests.unit.adapters.transcripts.reading import lines, only, read, shape

ROW = {"task_id": "t1", "events": [{"kind": "user", "text": "把 API 部署到 staging"}]}
LINE = json.dumps(ROW, ensure_ascii=False)


@pytest.mark.parametrize(
    "content",
    [
        LINE.encode(),
        b"\xef\xbb\xbf" + LINE.encode(),
        LINE.replace(", ", ",\r\n").encode() + b"\r\n",
        f"{LINE}\r\n".encode("utf-16"),
        LINE.encode("utf-16-le"),
        LINE.encode("utf-16-be"),
        LINE.encode("utf-32"),
        gzip.compress(LINE.encode()),
        json.dumps([ROW], indent=2).encode(),
        json.dumps(ROW, indent=2).encode(),
        f"\n\n  {LINE}\n\n".encode(),
    ],
)
def test_the_same_task_is_read_from_any_encoding_and_layout(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(content)
    found = only(path)
    assert found.task_id == "t1"
    assert shape(found.events) == [(EventKind.USER, "把 API 部署到 staging")]


def test_documents_written_one_after_the_other_are_all_read(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text("\n".join(json.dumps({**ROW, "task_id": name}, indent=1) for name in "abc"))
    assert [each.task_id for each in read(path)[0]] == ["a", "b", "c"]


@pytest.mark.requirement("TRACE-5")
def test_bad_lines_are_reported_with_their_number_and_the_rest_is_read(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text(f'{LINE[:-9]}\n{LINE}\n"a word"\n{{oops}}\n{LINE.replace("t1", "t2")}\n')
    transcripts, bad = read(path)
    assert [each.task_id for each in transcripts] == ["t1", "t2"]
    assert [each.number for each in bad] == [1, 3, 4]
    assert all(each.problem for each in bad)


def test_a_line_that_is_nested_without_end_is_a_bad_line(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text(f"{LINE}\n{'[' * 200_000}\n")
    transcripts, bad = read(path)
    assert len(transcripts) == 1
    assert [each.number for each in bad] == [2]


def test_a_line_beyond_the_limit_is_reported_and_the_next_one_read(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text(f"{LINE}\n{' ' * 5000}{LINE}\n{LINE.replace('t1', 't2')}")
    found = list(TranscriptFiles(longest=200).read(path))
    assert [type(each).__name__ for each in found] == ["Transcript", "BadLine", "Transcript"]


@pytest.mark.requirement("INV-10A")
def test_lone_surrogates_and_null_characters_are_cleaned(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(rb'{"task_id": "t1", "kind": "user", "text": "a\u0000b \ud800 \ud83d\ude00' + b'\x00"}')
    assert only(path).events[0].text == "ab \ufffd 😀"


def test_a_few_broken_bytes_cost_a_character_and_another_encoding_is_said(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(LINE.encode().replace(b"staging", b"st\xffging") + b"\n" + LINE.encode("gb18030") + b"\n")
    transcripts, bad = read(path)
    assert transcripts[0].events[0].text.endswith("st\ufffdging")
    assert bad[0].number == 2
    assert "UTF-8" in bad[0].problem


def test_a_truncated_gzip_gives_what_is_whole_and_says_where_it_ends(tmp_path: Path) -> None:
    path = tmp_path / "a.gz"
    many = "".join(LINE.replace("t1", f"t{n}").replace("API", os.urandom(40).hex()) + "\n" for n in range(400))
    whole = gzip.compress(many.encode())
    path.write_bytes(whole[: len(whole) // 2])
    transcripts, bad = read(path)
    assert 0 < len(transcripts) < 400
    assert "compressed" in bad[-1].problem


@pytest.mark.parametrize("content", [b"", b"  \n\n", gzip.compress(b"")])
def test_an_empty_file_is_refused_with_what_to_do(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(content)
    with pytest.raises(UnreadableInput, match="empty") as refusal:
        TranscriptFiles().read(path)
    assert refusal.value.hint


@pytest.mark.parametrize("content", [b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(99), b"\x7fELF" + bytes(200)])
def test_a_binary_file_is_refused(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(content)
    with pytest.raises(UnreadableInput, match="binary"):
        TranscriptFiles().read(path)


def test_a_folder_and_a_missing_file_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UnreadableInput, match="folder"):
        TranscriptFiles().read(tmp_path)
    with pytest.raises(UnreadableInput, match="does not exist"):
        TranscriptFiles().size(tmp_path / "none.jsonl")


@pytest.mark.parametrize("content", ["# A page\n\nwith words\n", '{"a": 1}\n', "[1, 2]\n", "[]", "{}"])
def test_a_file_of_no_known_form_is_refused_naming_the_known_ones(content: str, tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_text(content)
    with pytest.raises(UnreadableInput, match="no known form") as refusal:
        TranscriptFiles().read(path)
    assert all(name in refusal.value.hint for name in TranscriptFiles().forms())


def test_worlds_of_the_evaluation_are_no_transcripts(tmp_path: Path) -> None:
    path = lines(tmp_path / "a.jsonl", [{"world_id": "w", "tasks": [ROW]}])
    with pytest.raises(UnreadableInput, match="worlds") as refusal:
        TranscriptFiles().read(path)
    assert "hsm eval regression" in refusal.value.hint


def test_an_unknown_form_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnreadableInput, match="'mine'"):
        TranscriptFiles().read(lines(tmp_path / "a", [ROW]), form="mine")


def test_a_form_that_is_named_is_used_whatever_the_rows_look_like(tmp_path: Path) -> None:
    transcripts, bad = read(lines(tmp_path / "a", [ROW]), form="openai")
    assert transcripts == []
    assert [each.number for each in bad] == [1]


@pytest.mark.requirement("TRACE-5")
def test_reading_again_gives_the_same_transcripts(tmp_path: Path) -> None:
    rows = [{"messages": [{"role": "user", "content": text}]} for text in ("a", "b", "b")]
    path = lines(tmp_path / "a.jsonl", rows)
    first, second = read(path)[0], read(path)[0]
    assert first == second
    assert len({each.task_id for each in first}) == 3


def test_without_any_time_the_file_s_own_one_stands_and_the_order_is_kept(tmp_path: Path) -> None:
    path = lines(tmp_path / "a.jsonl", [{"kind": "user", "text": "a"}, {"kind": "assistant", "text": "b"}])
    os.utime(path, (1_700_000_000, 1_700_000_000))
    found = only(path)
    assert found.started_at == datetime(2023, 11, 14, 22, 13, 20, tzinfo=UTC)
    assert [event.at.microsecond for event in found.events] == [1, 2]


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ([ROW, {**ROW, "task_id": "t2"}], 2),
        ([{"task_id": "t1", "kind": "user", "text": "a"}, {"task_id": "t1", "outcome": "success"}], 1),
        ([{"id": "r", "steps": [{"kind": "say", "text": "a"}], "outcome": {"success": True}}] * 3, 3),
        ([{"messages": [{"role": "user", "content": "a"}]}] * 2, 2),
        ([{"role": "user", "content": "a"}, {"role": "assistant", "content": "b"}], 1),
        ([{"type": "user", "sessionId": "s", "message": {"content": "a"}}], 1),
    ],
)
def test_the_expected_number_is_that_of_the_transcripts(rows: list[object], expected: int, tmp_path: Path) -> None:
    path = lines(tmp_path / "a.jsonl", rows)
    assert TranscriptFiles().size(path) == expected == len(read(path)[0])
