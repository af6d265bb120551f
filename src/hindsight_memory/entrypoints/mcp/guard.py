"""Guards a connection's streams: what cannot be read is answered at once, and what was asked is answered before
the end.

The SDK drops a line that is no message without a word, and the client waits for its whole timeout. Such lines
arrive on its read stream as exceptions, which is where they are answered here.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Mapping
from types import TracebackType
from typing import Any, cast

import anyio
from mcp.shared.message import SessionMessage
from mcp_types import (
    INVALID_REQUEST,
    PARSE_ERROR,
    ErrorData,
    JSONRPCError,
    JSONRPCMessage,
    JSONRPCNotification,
    JSONRPCRequest,
    JSONRPCResponse,
    RequestId,
    jsonrpc_message_adapter,
)
from pydantic import ValidationError

from hindsight_memory.entrypoints.mcp.arguments import cleaned

MOST_CHARACTERS = 4 * 1024 * 1024
"""Longest message that is worked on."""

LINGER_S = 10.0
"""How long answers that are under way are waited for after the client has closed its side."""


class Outstanding:
    """The requests that have not been answered. ``greeted`` is set with the first answer."""

    def __init__(self, greeted: threading.Event | None = None) -> None:
        self._ids: set[RequestId] = set()
        self._settled = anyio.Event()
        self.greeted = greeted or threading.Event()

    def asked(self, request_id: RequestId) -> None:
        """Count a request."""
        self._ids.add(request_id)

    def settled(self, request_id: RequestId | None) -> None:
        """Count an answer, or that nobody waits for one any more."""
        if request_id is not None:
            self._ids.discard(request_id)
        if not self._ids:
            self._settled.set()
            self._settled = anyio.Event()

    async def wait(self) -> None:
        """Wait until everything is answered, but not for ever."""
        with anyio.move_on_after(LINGER_S):
            while self._ids:
                await self._settled.wait()


class GuardedWrites:
    """A write stream that notes which requests are answered."""

    def __init__(self, inner: Any, outstanding: Outstanding) -> None:
        self._inner = inner
        self._outstanding = outstanding

    async def send(self, item: SessionMessage) -> None:
        """Send, and note the answer."""
        await self._inner.send(item)
        if isinstance(item.message, JSONRPCResponse | JSONRPCError):
            self._outstanding.settled(item.message.id)
            self._outstanding.greeted.set()

    async def aclose(self) -> None:
        """Close."""
        await self._inner.aclose()

    async def __aenter__(self) -> GuardedWrites:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()


class GuardedReads:
    """A read stream that yields messages alone, answers what is none, and ends when all requests are answered."""

    def __init__(self, inner: Any, answers: GuardedWrites, outstanding: Outstanding) -> None:
        self._inner = inner
        self._answers = answers
        self._outstanding = outstanding

    @property
    def last_context(self) -> Any:
        """The context of the task that sent the last message."""
        return self._inner.last_context

    async def receive(self) -> SessionMessage:
        """Return the next message. Raises anyio.EndOfStream."""
        while True:
            try:
                item: SessionMessage | Exception = await self._inner.receive()
            except anyio.EndOfStream:
                await self._outstanding.wait()
                raise
            message, refusal = read(item)
            if refusal is not None:
                await self._answers.send(SessionMessage(refusal))
            elif message is not None:
                self._note(message)
                return message

    def _note(self, item: SessionMessage) -> None:
        message = item.message
        if isinstance(message, JSONRPCRequest):
            self._outstanding.asked(message.id)
        elif isinstance(message, JSONRPCNotification) and message.method == "notifications/cancelled":
            self._outstanding.settled((message.params or {}).get("requestId"))

    async def aclose(self) -> None:
        """Close."""
        await self._inner.aclose()

    def __aiter__(self) -> GuardedReads:
        return self

    async def __anext__(self) -> SessionMessage:
        try:
            return await self.receive()
        except anyio.EndOfStream:
            raise StopAsyncIteration from None

    async def __aenter__(self) -> GuardedReads:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()


def read(item: SessionMessage | Exception) -> tuple[SessionMessage | None, JSONRPCError | None]:
    """Return the message or the refusal of what came in; neither for an empty line."""
    if isinstance(item, SessionMessage):
        refusal = _refusal(item.message)
        return (None, refusal) if refusal else (item, None)
    line, value = _seen(item)
    if line is None:
        return None, _error(INVALID_REQUEST, "This is no JSON-RPC message.", _id_of(value))
    if not line.strip("\ufeff \t\r\n"):
        return None, None
    return _recovered(line)


def _recovered(line: str) -> tuple[SessionMessage | None, JSONRPCError | None]:
    """Read a line that the SDK could not: valid JSON with lone surrogates or a byte order mark is cleaned."""
    try:
        value = cleaned(json.loads(line.lstrip("\ufeff"), parse_constant=_no_number))
    except (ValueError, RecursionError):
        return None, _error(PARSE_ERROR, "This line is no JSON.", None)
    try:
        message = jsonrpc_message_adapter.validate_python(value, by_name=False)
    except (ValidationError, RecursionError):
        return None, _error(INVALID_REQUEST, "This is no JSON-RPC message.", _id_of(value))
    return read(SessionMessage(message))


def _seen(problem: Exception) -> tuple[str | None, object]:
    """Return the line that is no JSON, or None and the value that is no message."""
    if not isinstance(problem, ValidationError):
        return "?", None
    first = problem.errors(include_url=False, include_context=False)[0]
    if first["type"] == "json_invalid":
        return str(first["input"]), None
    # The whole value stands where a whole message was wrong or a key of it was missing.
    values = [one["input"] for one in problem.errors(include_url=False) if len(one["loc"]) == 1 or _is_missing(one)]
    return None, values[0] if values else None


def _is_missing(problem: Mapping[str, Any]) -> bool:
    return problem["type"] == "missing" and len(problem["loc"]) == 2


def _id_of(value: object) -> RequestId | None:
    found = cast("dict[str, object]", value).get("id") if isinstance(value, dict) else None
    return found if isinstance(found, str | int) and not isinstance(found, bool) else None


def _refusal(message: JSONRPCMessage) -> JSONRPCError | None:
    request_id = message.id if isinstance(message, JSONRPCRequest) else None
    if isinstance(message, JSONRPCNotification) and not message.method.startswith("notifications/"):
        return _error(INVALID_REQUEST, f"{message.method[:60]!r} needs an id: a string or an integer.", None)
    params = getattr(message, "params", None)
    if params is not None and _longer(params, MOST_CHARACTERS):
        return _error(INVALID_REQUEST, f"The message is longer than {MOST_CHARACTERS} characters.", request_id)
    return None


def _longer(value: object, most: int) -> bool:
    """Whether all texts in the value together are longer; stops counting there."""
    waiting: list[object] = [value]
    seen = 0
    while waiting and seen <= most:
        one = waiting.pop()
        if isinstance(one, str):
            seen += len(one)
        elif isinstance(one, dict):
            waiting += [*cast("dict[str, object]", one), *cast("dict[str, object]", one).values()]
        elif isinstance(one, list):
            seen += 1
            waiting += cast("list[object]", one)
    return seen > most


def _error(code: int, message: str, request_id: RequestId | None) -> JSONRPCError:
    return JSONRPCError(jsonrpc="2.0", id=request_id, error=ErrorData(code=code, message=message))


def _no_number(name: str) -> float:
    raise ValueError(name)
