"""What an LLM answers is read as far as it is of the schema, and nothing else is."""

import json
from typing import Any

import pytest

from hindsight_memory.domain.memory import MemoryType, Source
from hindsight_memory.domain.review.near_json import json_values
from hindsight_memory.domain.review.proposed import MOST_READ, Answered, Proposed, Unreadable, read_proposed

ENTRY: dict[str, Any] = {
    "content": "Use ```sh fences for shell.",
    "quote": "use ```sh fences",
    "evidence": [3],
    "type": "preference",
    "source": "user",
    "confidence": 0.8,
}


def text(*entries: object) -> str:
    return json.dumps({"memories": entries}, ensure_ascii=False)


def only(said: str) -> Proposed:
    answer = read_proposed(said)
    assert isinstance(answer, Answered), answer
    (one,) = answer.proposed
    return one


def with_(**changed: object) -> str:
    return text(ENTRY | changed)


@pytest.mark.parametrize(
    ("said", "values"),
    [
        ('{"a": [1, 2,], }', [{"a": [1, 2]}]),
        ('see [1]: {"a": "x, ]"} and so on', [[1], {"a": "x, ]"}]),
        ('use {braces}, then {"a": 1}', [{"a": 1}]),
        ('```json\n{"a": "```py\\nx\\n```"}\n```', [{"a": "```py\nx\n```"}]),
        ('prose\n```\n{"a": 1}\n```\nprose', [{"a": 1}]),
        ('{"a": "line\nbreak"}', [{"a": "line\nbreak"}]),
        ('\ufeff{"a": "say \\"hi\\", ok"}', [{"a": 'say "hi", ok'}]),
        ('{"a": [{"b": 1}, {"c": ', []),
        ('{"a": "never closed}', []),
        ('{"a": NaN}', []),
        ("[" * 5_000, []),
        ("{" * 30 + "}" * 30, []),
        ("]} nothing", []),
        ("", []),
    ],
)
def test_near_json_is_repaired_and_what_is_cut_off_is_not_read(said: str, values: list[object]) -> None:
    assert list(json_values(said)) == values


def test_a_text_about_fences_survives() -> None:
    assert only(f"```json\n{text(ENTRY)}\n```").content == ENTRY["content"]


@pytest.mark.parametrize("evidence", [[3], 3, "3", "event 3", ["3"], ["[3]"], [3, 3], [3, True, None]])
def test_sequence_numbers_are_understood_however_they_are_written(evidence: object) -> None:
    assert only(with_(evidence=evidence)).evidence == (3,)


@pytest.mark.parametrize("evidence", [None, [], "none", {}])
def test_without_numbers_the_quote_alone_has_to_do(evidence: object) -> None:
    assert only(with_(evidence=evidence)).evidence == ()


@pytest.mark.parametrize(("said", "read"), [(0.8, 0.8), ("0.8", 0.8), (80, 0.8), (1, 1.0), (0, 0.0)])
def test_confidence_may_be_text_or_percent(said: object, read: float) -> None:
    assert only(with_(confidence=said)).confidence == pytest.approx(read)


def test_names_of_types_and_sources_fold_their_case() -> None:
    one = only(with_(type=" Fact", source="USER"))
    assert (one.type, one.source) == (MemoryType.FACT, Source.USER)


@pytest.mark.parametrize(
    "changed",
    [
        {"content": ""},
        {"content": 7},
        {"quote": None},
        {"type": "opinion"},
        {"type": ["fact"]},
        {"source": "tool"},
        {"confidence": -1},
        {"confidence": "1e400"},
        {"confidence": True},
        {"confidence": "very"},
        {"confidence": None},
    ],
)
def test_a_wrong_value_is_said_and_the_rest_is_kept(changed: dict[str, object]) -> None:
    alone = read_proposed(with_(**changed))
    assert isinstance(alone, Unreadable)
    beside = read_proposed(text(ENTRY, ENTRY | changed))
    assert isinstance(beside, Answered)
    assert (len(beside.proposed), len(beside.violations)) == (1, 1)


@pytest.mark.parametrize("said", ["", "no", "[1, 2]", '{"facts": []}', '{"memories": "none"}', "[]x", '["a"]', "null"])
def test_another_schema_is_no_empty_answer(said: str) -> None:
    answer = read_proposed(said)
    assert isinstance(answer, Unreadable) or (said == "[]x" and answer == Answered(()))


def test_an_empty_list_is_an_answer() -> None:
    assert read_proposed('{"memories": []}') == Answered(())


def test_of_thousands_the_first_are_read_and_the_rest_counted() -> None:
    answer = read_proposed(text(*[ENTRY] * 3_000))
    assert isinstance(answer, Answered)
    assert (len(answer.proposed), answer.unread) == (MOST_READ, 3_000 - MOST_READ)
