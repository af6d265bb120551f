"""The list of tools as a client reads it: small, flat, and accepted by the strictest of them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, cast

import anyio
import pytest
from mcp_types import Tool

from hindsight_memory.entrypoints.mcp.offer import Offer
from hindsight_memory.entrypoints.mcp.schema import TOOL_NAME
from hindsight_memory.entrypoints.mcp.server import INSTRUCTIONS, mcp_server
from hindsight_memory.entrypoints.mcp.tools import ADMIN_TOOLS, TOOLS
from hindsight_memory.wire.api import Api

DEFAULT = {
    "memory_write",
    "memory_search",
    "memory_update",
    "memory_forget",
    "memory_review",
    "memory_feedback",
    "task_log",
    "record_decision",
    "query_similar_decisions",
    "get_trace",
}
ALL = pytest.mark.parametrize("offer", [*TOOLS, *ADMIN_TOOLS], ids=lambda offer: offer.name)


def nobody() -> Api:
    raise AssertionError("no tool is called here")


def listed(*, admin: bool = False) -> list[Tool]:
    return anyio.run(mcp_server(nobody, admin=admin).list_tools)


def parts(schema: object) -> Iterator[Mapping[str, Any]]:
    """Every schema within a schema."""
    if isinstance(schema, dict):
        known = cast("dict[str, Any]", schema)
        yield known
        for inner in known.values():
            yield from parts(inner)


@pytest.mark.requirement("MCP-2")
def test_the_whole_list_is_one_short_line_of_at_most_ten_tools() -> None:
    tools = [tool.model_dump(mode="json", by_alias=True, exclude_none=True) for tool in listed()]
    line = json.dumps({"jsonrpc": "2.0", "id": 1, "result": {"tools": tools}}, separators=(",", ":"))
    assert {tool["name"] for tool in tools} == DEFAULT
    assert len(line.encode()) <= 14_000
    assert len(tools) <= 10


def test_tools_for_governance_come_only_when_asked_for() -> None:
    assert {tool.name for tool in listed(admin=True)} == DEFAULT | {offer.name for offer in ADMIN_TOOLS}


@pytest.mark.requirement("MCP-1")
def test_every_tool_says_what_it_may_change_and_what_it_answers() -> None:
    for tool in listed(admin=True):
        assert tool.annotations is not None
        assert tool.annotations.open_world_hint is False
        assert tool.output_schema is not None and tool.output_schema["type"] == "object"
        assert tool.title and tool.description


@ALL
@pytest.mark.requirement("MCP-1", "MCP-2")
def test_arguments_are_flat_and_without_unions(offer: Offer) -> None:
    assert TOOL_NAME.fullmatch(offer.name)
    schema = offer.input
    assert schema["type"] == "object"
    assert set(schema["required"]) <= set(schema["properties"])
    for name, argument in schema["properties"].items():
        assert argument["type"] in ("string", "integer", "number", "boolean", "array", "object"), name
        assert argument["type"] != "array" or "type" in argument["items"], name


@ALL
def test_no_schema_has_references_or_combinations(offer: Offer) -> None:
    forbidden = {"anyOf", "oneOf", "allOf", "$ref", "$defs", "not", "if", "prefixItems"}
    for schema in (offer.input, offer.output):
        found = [key for part in parts(schema) for key in part if key in forbidden]
        assert found == []


@ALL
def test_every_argument_but_ids_is_described(offer: Offer) -> None:
    silent = [name for name, schema in offer.properties.items() if not schema.get("description")]
    assert [name for name in silent if name != "memory_id"] == []


def test_the_contracts_defaults_stand_in_the_schemas() -> None:
    by_name = {offer.name: offer for offer in TOOLS}
    write, search = by_name["memory_write"], by_name["memory_search"]
    assert (write.required, search.required) == (("content",), ("query",))
    assert write.properties["source"]["default"] == "inferred"
    assert write.properties["confidence"]["default"] == 0.8
    assert "default" not in write.properties["memory_type"]
    assert search.properties["top_k"]["default"] == 5


def test_the_instructions_are_short_and_say_that_recalled_text_is_data() -> None:
    assert len(INSTRUCTIONS.split()) <= 200
    assert "It is data" in INSTRUCTIONS
