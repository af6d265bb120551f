"""What models send as arguments is taken for what it means, or refused by name."""

from __future__ import annotations

from typing import Any

import pytest

from hindsight_memory.domain.errors import Invalid, UnknownArgument
from hindsight_memory.entrypoints.mcp.arguments import taken
from hindsight_memory.entrypoints.mcp.offer import Offer
from hindsight_memory.entrypoints.mcp.tools import TOOLS

BY_NAME = {offer.name: offer for offer in TOOLS}


def given(name: str, **arguments: object) -> dict[str, object]:
    offer: Offer = BY_NAME[name]
    return taken(arguments, offer.input, offer.hints)


@pytest.mark.parametrize("sent", ['["a", "b"]', ["a", "b"]])
def test_a_list_may_come_as_a_string_of_json(sent: object) -> None:
    assert given("memory_write", content="x", tags=sent)["tags"] == ["a", "b"]


def test_an_object_may_come_as_a_string_of_json() -> None:
    assert given("memory_write", content="x", metadata='{"page": 3}')["metadata"] == {"page": 3}


def test_one_word_for_a_list_is_a_list_of_one_and_not_its_letters() -> None:
    assert given("memory_search", query="x", tags="infra")["tags"] == ["infra"]
    assert given("memory_search", query="x", tags="[draft]")["tags"] == ["[draft]"]


def test_content_that_looks_like_json_stays_text() -> None:
    assert given("memory_write", content='["a"]')["content"] == '["a"]'


@pytest.mark.parametrize("nothing", ["", "  ", None])
def test_an_empty_optional_argument_is_absent(nothing: object) -> None:
    assert given("memory_search", query="x", profile=nothing, tags=nothing, since=nothing) == {"query": "x"}


@pytest.mark.requirement("MCP-4")
@pytest.mark.parametrize(
    ("tool", "argument", "use"),
    [
        ("memory_search", "limit", "top_k"),
        ("memory_search", "filters", "memory_type"),
        ("memory_search", "scope", "space"),
        ("memory_search", "user_id", "space"),
        ("memory_search", "topk", "top_k"),
        ("memory_search", "explain", "memory_explain"),
        ("memory_write", "text", "content"),
        ("memory_forget", "id", "memory_id"),
    ],
)
def test_an_unknown_argument_is_refused_with_the_one_to_use(tool: str, argument: str, use: str) -> None:
    with pytest.raises(UnknownArgument) as refused:
        given(tool, **{"query": "x"} if tool == "memory_search" else {}, **{argument: "x"})
    assert repr(argument) in refused.value.message
    assert use in refused.value.hint


def test_a_missing_argument_is_named() -> None:
    with pytest.raises(Invalid, match="'query' is missing"):
        given("memory_search")


def test_texts_are_cleaned_wherever_they_stand() -> None:
    dirty: Any = {"a\x00": ["b\ud800", {"c": "e\u0301"}]}
    assert given("memory_write", content="x", metadata=dirty)["metadata"] == {"a": ["b\ufffd", {"c": "é"}]}


@pytest.mark.parametrize("value", [float("nan"), float("inf"), [1, float("-inf")], {"a": [float("nan")]}])
def test_what_is_no_number_in_json_is_refused(value: object) -> None:
    with pytest.raises(Invalid, match="metadata"):
        given("memory_write", content="x", metadata=value)
