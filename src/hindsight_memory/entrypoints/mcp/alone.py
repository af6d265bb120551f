"""Serves MCP over HTTP without the rest: on a loopback address, to callers of this machine, as the local user."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from hindsight_memory.entrypoints.mcp.http import PATH, McpEndpoint
from hindsight_memory.entrypoints.mcp.opening import Opened, Opening
from hindsight_memory.entrypoints.mcp.server import Reach


def serve_process(open_store: Callable[[], Opened], *, host: str, port: int, admin: bool = False) -> None:
    """Serve until the process is told to stop."""
    opening = Opening(open_store)
    opening.start()
    try:
        uvicorn.run(application(opening.api, admin=admin), host=host, port=port, log_level="warning")
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
