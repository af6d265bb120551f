"""Lines that are no message are answered; those that only look broken are mended."""

from __future__ import annotations

import json
import threading
from typing import Any

import anyio
import pytest
from mcp.shared.message import SessionMessage
from mcp_types import JSONRPCNotification, JSONRPCRequest, JSONRPCResponse, jsonrpc_message_adapter

from hindsight_memory.entrypoints.mcp.guard import (
    MOST_CHARACTERS,
    GuardedReads,
    GuardedWrites,
    Outstanding,
    read,
)


def arrived(line: str) -> SessionMessage | Exception:
    """What the SDK's read stream yields for a line."""
    try:
        return SessionMessage(jsonrpc_message_adapter.validate_json(line, by_name=False))
    except Exception as error:  # noqa: BLE001 - as the SDK does
        return error


def refused(line: str) -> tuple[int, Any]:
    message, refusal = read(arrived(line))
    assert message is None and refusal is not None
    return refusal.error.code, refusal.id


@pytest.mark.requirement("MCP-4")
@pytest.mark.parametrize(
    "line", ["{nope", "hello", "{'a': 1}", "[" * 5_000, "\x00", "9" * 5_000 + "x", '{"a":"\\ud8"}']
)
def test_a_line_that_is_no_json_is_answered_as_such(line: str) -> None:
    assert refused(line) == (-32700, None)


@pytest.mark.parametrize(
    ("line", "request_id"),
    [
        ("[]", None),
        ("3", None),
        ("{}", None),
        ('{"jsonrpc": "2.0", "id": 7, "method": 3}', 7),
        ('{"jsonrpc": "1.0", "id": "a", "method": "ping"}', "a"),
        ('{"jsonrpc": "2.0", "id": 8, "method": "ping", "params": [1]}', 8),
        ('{"jsonrpc": "2.0", "id": null, "method": "ping"}', None),
        ('{"jsonrpc": "2.0", "id": 1.5, "method": "tools/list"}', None),
        ('[{"jsonrpc": "2.0", "id": 1, "method": "ping"}]', None),
    ],
)
def test_json_that_is_no_message_is_answered_under_its_id(line: str, request_id: object) -> None:
    assert refused(line) == (-32600, request_id)


@pytest.mark.requirement("INV-10A")
def test_lone_surrogates_are_cleaned_and_the_message_goes_on() -> None:
    message, refusal = read(arrived('{"jsonrpc":"2.0","id":1,"method":"x","params":{"a":"b\\ud800c \\ud83d\\ude00"}}'))
    assert refusal is None and message is not None
    assert isinstance(message.message, JSONRPCRequest)
    assert message.message.params == {"a": "b\ufffdc 😀"}


def test_a_byte_order_mark_is_no_obstacle() -> None:
    message, _ = read(arrived('\ufeff{"jsonrpc":"2.0","id":1,"method":"ping"}'))
    assert message is not None


@pytest.mark.parametrize("line", ["", " ", "\t", "\r"])
def test_an_empty_line_asks_nothing(line: str) -> None:
    assert read(arrived(line)) == (None, None)


def test_a_message_that_is_too_long_is_refused_under_its_id() -> None:
    params = {"name": "memory_write", "arguments": {"content": "x" * MOST_CHARACTERS}}
    line = json.dumps({"jsonrpc": "2.0", "id": 5, "method": "tools/call", "params": params})
    assert refused(line) == (-32600, 5)


def test_a_message_passes_unchanged() -> None:
    item = arrived('{"jsonrpc":"2.0","method":"notifications/initialized"}')
    assert read(item) == (item, None)


def asked(number: int) -> SessionMessage:
    return SessionMessage(JSONRPCRequest(jsonrpc="2.0", id=number, method="ping"))


def answer(number: int) -> SessionMessage:
    return SessionMessage(JSONRPCResponse(jsonrpc="2.0", id=number, result={}))


def test_the_stream_ends_only_after_every_request_is_answered() -> None:
    async def main() -> list[str]:
        happened: list[str] = []
        outstanding = Outstanding(threading.Event())
        to_server, inner_reads = anyio.create_memory_object_stream[SessionMessage | Exception](4)
        inner_writes, from_server = anyio.create_memory_object_stream[SessionMessage](4)
        writes = GuardedWrites(inner_writes, outstanding)
        reads = GuardedReads(inner_reads, writes, outstanding)
        await to_server.send(asked(1))
        await to_server.send(asked(2))
        cancelled = JSONRPCNotification(jsonrpc="2.0", method="notifications/cancelled", params={"requestId": 2})
        await to_server.send(SessionMessage(cancelled))
        to_server.close()

        async def consume() -> None:
            async for _ in reads:
                happened.append("read")
            happened.append("end")

        async with anyio.create_task_group() as tasks:
            tasks.start_soon(consume)
            await anyio.wait_all_tasks_blocked()
            happened.append("answer")
            await writes.send(answer(1))
        assert outstanding.greeted.is_set()
        await reads.aclose()
        await writes.aclose()
        from_server.close()
        return happened

    assert anyio.run(main) == ["read", "read", "read", "answer", "end"]
