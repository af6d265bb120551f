"""Serves MCP over HTTP without the rest: a folder to callers of this machine, or a server to whoever has a key."""

from __future__ import annotations

import socket
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import Protocol, runtime_checkable

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from hindsight_memory.domain.errors import Unauthenticated, Unavailable
from hindsight_memory.entrypoints.errors import error_body
from hindsight_memory.entrypoints.mcp.http import PATH, McpEndpoint
from hindsight_memory.entrypoints.mcp.opening import Opened, Opening
from hindsight_memory.entrypoints.mcp.server import Reach
from hindsight_memory.entrypoints.stopping import stopped_quietly
from hindsight_memory.wire.api import Api


@runtime_checkable
class TakesKeys(Protocol):
    """Calls on a server, which can be made with another key."""

    def with_key(self, key: str) -> Api:
        """Return the calls with this key."""
        ...


def serve_process(
    open_store: Callable[[], Opened],
    *,
    host: str,
    port: int,
    admin: bool = False,
    hosts: Sequence[str] = (),
    keyless: bool = True,
    say: Callable[[str], None],
) -> None:
    """Serve until the process is told to stop; ``say`` is told the address once it can be called.

    Over a server that asks for keys a caller's own one is passed on; without ``keyless`` everybody needs one.
    ``hosts`` are names by which callers reach this process, beside the loopback ones.

    Raises Unavailable when the port is taken."""
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listening = socket.create_server((host, port), family=family)
        # Connections inherit it; else the second part of an answer waits 40 ms for the first to be confirmed.
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    except OSError as error:
        raise Unavailable(f"Port {port} cannot be served: {error.strerror}.", hint="Choose another --port.") from error
    opening = Opening(open_store)
    opening.start()
    name = f"[{host}]" if ":" in host else host
    say(f"http://{name}:{listening.getsockname()[1]}{PATH}")
    served = application(opening.api, admin=admin, hosts=hosts, keyless=keyless)
    config = uvicorn.Config(served, log_level="warning")
    try:
        with stopped_quietly():
            uvicorn.Server(config).run(sockets=[listening])
    finally:
        opening.close()


def application(reach: Reach, *, admin: bool = False, hosts: Sequence[str] = (), keyless: bool = True) -> Starlette:
    """Return the application. Every caller is who ``reach`` stands for, except that a key which they bring is passed
    on where there is somebody to judge it."""

    async def admit(request: Request) -> Reach | Response:
        scheme, _, key = request.headers.get("authorization", "").partition(" ")
        if scheme.lower() == "bearer" and key.strip():
            return partial(_keyed, reach, key.strip())
        return reach if keyless else JSONResponse(error_body(Unauthenticated()), 401, {"WWW-Authenticate": "Bearer"})

    endpoint = McpEndpoint(admit, admin=admin, hosts=hosts)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncGenerator[None]:
        async with endpoint.running():
            yield

    return Starlette(routes=[Route(PATH, endpoint=endpoint)], lifespan=lifespan)


def _keyed(reach: Reach, key: str) -> Api:
    """The calls with a caller's own key; a folder of this machine knows no keys, and its user is asked."""
    api = reach()
    return api.with_key(key) if isinstance(api, TakesKeys) else api
