"""The ASGI application: routes, what stands before them, and what runs beside them."""

from __future__ import annotations

import threading
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from typing import Protocol

import anyio.to_thread
from fastapi import FastAPI
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from hindsight_memory import __version__
from hindsight_memory.domain.errors import HindsightError, Invalid, MethodNotAllowed, NotFound
from hindsight_memory.entrypoints.rest.calls import Call
from hindsight_memory.entrypoints.rest.desk import METADATA, Desk
from hindsight_memory.entrypoints.rest.guard import Guard
from hindsight_memory.entrypoints.rest.health import Health
from hindsight_memory.entrypoints.rest.metrics import Metrics
from hindsight_memory.entrypoints.rest.replies import failed
from hindsight_memory.entrypoints.rest.reviewers import Reviewers
from hindsight_memory.entrypoints.rest.routes import CALLS
from hindsight_memory.entrypoints.rest.spec import V1, openapi

MCP = "/mcp"

Endpoint = Callable[[Request], Awaitable[Response]]


_WAKING = frozenset({"tasks.end", "traces.export", "reviews.run", "jobs.retry"})


class Mounted(Protocol):
    """Another ASGI endpoint beside ours, such as that of MCP."""

    def running(self) -> AbstractAsyncContextManager[None]:
        """Serve requests while entered."""
        ...

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        ...


def rest_app(desk: Desk, mcp: Mounted | None = None) -> FastAPI:
    """Return the application; ``mcp`` is served at ``/mcp``. Entering its lifespan starts reviewers and loads the
    model in the background."""
    reviewers = Reviewers(desk.app, desk.policy.reviewers, desk.policy.review_every, desk.policy.sweep_every)
    health, metrics = Health(desk, reviewers), Metrics(desk)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncGenerator[None]:
        async with AsyncExitStack() as stack:
            if mcp is not None:
                await stack.enter_async_context(mcp.running())
            threading.Thread(target=health.warm, name="warming", daemon=True).start()
            reviewers.start()
            try:
                yield
            finally:
                await anyio.to_thread.run_sync(reviewers.stop)

    # The pages that show an OpenAPI description load their scripts from elsewhere; the description alone does not.
    app = FastAPI(
        title="Hindsight", version=__version__, lifespan=lifespan, docs_url=None, redoc_url=None, openapi_url=None
    )
    described = openapi(CALLS)

    async def description(_: Request) -> Response:
        return JSONResponse(described)

    for path in dict.fromkeys(call.path for call in CALLS):
        here = {call.method: _endpoint(desk, call, reviewers, metrics) for call in CALLS if call.path == path}
        app.router.routes.append(Route(V1 + path, _by_method(here), methods=list(here)))
    for path, endpoint in {
        "/openapi.json": description,
        "/healthz": health.healthz,
        "/readyz": health.readyz,
        "/metrics": metrics.page,
        METADATA: health.metadata,
        METADATA + MCP: health.metadata,
        "/": health.page,
    }.items():
        app.router.routes.append(Route(path, endpoint, methods=["GET"]))
    if mcp is not None:
        app.router.routes.append(Route(MCP, endpoint=_Checked(mcp)))
    app.add_exception_handler(HTTPException, _unrouted(desk))
    app.add_exception_handler(Exception, _fault)
    app.add_middleware(Guard, policy=desk.policy)
    return app


class _Checked:
    """Passes requests on whose ``Host`` and ``Origin`` were checked here by the server's own policy; an endpoint's
    own check knows loopback names alone."""

    def __init__(self, inner: Mounted) -> None:
        self._inner = inner

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        kept = [(name, value) for name, value in scope["headers"] if name not in (b"host", b"origin")]
        netloc = Headers(scope=scope).get("host", "")
        await self._inner({**scope, "asked": netloc, "headers": [(b"host", b"localhost"), *kept]}, receive, send)


def _endpoint(desk: Desk, call: Call, reviewers: Reviewers, metrics: Metrics) -> Endpoint:
    async def endpoint(request: Request) -> Response:
        began = time.perf_counter()
        response = await desk.answer(call, request)
        metrics.observed(call.name, response.status_code, time.perf_counter() - began)
        if call.name in _WAKING and response.status_code == 200:
            reviewers.woken()
        return response

    return endpoint


def _by_method(endpoints: Mapping[str, Endpoint]) -> Endpoint:
    """One route a path, so that a refused method is answered with all that are offered."""

    async def endpoint(request: Request) -> Response:
        # A route for GET is one for HEAD too.
        return await endpoints["GET" if request.method == "HEAD" else request.method](request)

    return endpoint


def _unrouted(desk: Desk) -> Callable[[Request, Exception], Awaitable[Response]]:
    async def refuse(request: Request, error: Exception) -> Response:
        status = error.status_code if isinstance(error, HTTPException) else 500
        response = desk.refusal(_unrouted_error(status), request)
        headers: Mapping[str, str] = getattr(error, "headers", None) or {}
        response.headers.update(headers)
        return response

    return refuse


def _unrouted_error(status: int) -> HindsightError:
    match status:
        case 404:
            return NotFound("There is nothing under this address.", hint="/openapi.json lists every call.")
        case 405:
            return MethodNotAllowed()
        case _:
            return Invalid()


async def _fault(_: Request, __: Exception) -> Response:
    return failed()
