"""Serves MCP over HTTP without the rest: on a loopback address, to callers of this machine, as the local user."""

from __future__ import annotations

import socket
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from hindsight_memory.domain.errors import Unavailable
from hindsight_memory.entrypoints.mcp.http import PATH, McpEndpoint
from hindsight_memory.entrypoints.mcp.opening import Opened, Opening
from hindsight_memory.entrypoints.mcp.server import Reach


def serve_process(
    open_store: Callable[[], Opened],
    *,
    host: str,
    port: int,
    admin: bool = False,
    say: Callable[[str], None],
) -> None:
    """Serve until the process is told to stop; ``say`` is told the address once it can be called.

    Raises Unavailable when the port is taken."""
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listening = socket.create_server((host, port), family=family)
    except OSError as error:
        raise Unavailable(f"Port {port} cannot be served: {error.strerror}.", hint="Choose another --port.") from error
    opening = Opening(open_store)
    opening.start()
    name = f"[{host}]" if ":" in host else host
    say(f"http://{name}:{listening.getsockname()[1]}{PATH}")
    config = uvicorn.Config(application(opening.api, admin=admin), log_level="warning")
    try:
        uvicorn.Server(config).run(sockets=[listening])
    finally:
        opening.close()


def application(reach: Reach, *, admin: bool = False) -> Starlette:
    """Return the application; every caller is who ``reach`` stands for."""

    async def admit(_: Request) -> Reach | Response:
        return reach

    endpoint = McpEndpoint(admit, admin=admin)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncGenerator[None]:
        async with endpoint.running():
            yield

    return Starlette(routes=[Route(PATH, endpoint=endpoint)], lifespan=lifespan)
