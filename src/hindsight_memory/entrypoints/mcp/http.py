"""MCP over streamable HTTP: stateless, with the caller's Api by request and a check of Host and Origin."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from contextvars import ContextVar

from mcp.server.transport_security import TransportSecuritySettings
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Message, Receive, Scope, Send

from hindsight_memory.domain.errors import Unavailable
from hindsight_memory.entrypoints.mcp.arguments import cleaned
from hindsight_memory.entrypoints.mcp.guard import MOST_CHARACTERS
from hindsight_memory.entrypoints.mcp.server import Reach, mcp_server
from hindsight_memory.wire.api import Api

PATH = "/mcp"
LOOPBACK = ("127.0.0.1", "localhost", "[::1]")

Admit = Callable[[Request], Awaitable[Reach | Response]]
"""Finds out who asks: what gives their Api, or the response that they get instead (401, 403)."""


class McpEndpoint:
    """An ASGI endpoint for ``Route("/mcp", endpoint=…)``. ``running`` must be entered for as long as it serves."""

    def __init__(self, admit: Admit, *, admin: bool = False, hosts: Sequence[str] = ()) -> None:
        """``hosts`` are names that the server is reached by, beside the loopback ones; browsers may call it from
        pages of these hosts alone."""
        self._admit = admit
        self._reach: ContextVar[Reach] = ContextVar("reach")
        self._server = mcp_server(self._api, admin=admin)
        self._inner = self._server.streamable_http_app(
            streamable_http_path=PATH,
            json_response=True,
            stateless_http=True,
            max_request_body_size=MOST_CHARACTERS,
            transport_security=security((*LOOPBACK, *hosts)),
        )

    @asynccontextmanager
    async def running(self) -> AsyncGenerator[None]:
        """Serve requests while entered."""
        async with self._server.session_manager.run():
            yield

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        admitted = await self._admit(Request(scope))
        if isinstance(admitted, Response):
            await admitted(scope, receive, send)
            return
        token = self._reach.set(admitted)
        try:
            await self._inner({**scope, "path": PATH, "root_path": ""}, _cleaning(receive), send)
        finally:
            self._reach.reset(token)

    def _api(self) -> Api:
        reach = self._reach.get(None)
        if reach is None:
            raise Unavailable("The request is over.")
        return reach()


def security(hosts: Sequence[str]) -> TransportSecuritySettings:
    """Allow these hosts at any port, and pages that come from them."""
    named = [name for host in hosts for name in (host, f"{host}:*")]
    origins = [f"{scheme}://{name}" for scheme in ("http", "https") for name in named]
    return TransportSecuritySettings(allowed_hosts=named, allowed_origins=origins)


def _cleaning(receive: Receive) -> Receive:
    """Join the parts of a body; one with escaped surrogates is cleaned, since the SDK takes it for no JSON."""
    parts: list[bytes] = []

    async def joined() -> Message:
        size = 0
        while True:
            message = await receive()
            if message["type"] != "http.request":
                return message
            parts.append(message.get("body", b""))
            size += len(parts[-1])
            if not message.get("more_body", False) or size > MOST_CHARACTERS:
                return {**message, "body": _cleaned(b"".join(parts))}

    return joined


def _cleaned(body: bytes) -> bytes:
    if b"\\ud" not in body.lower():
        return body
    try:
        return json.dumps(cleaned(json.loads(body)), ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        return body
