"""Whether the server lives and can answer; where clients learn whose tokens count; what a browser is shown."""

from __future__ import annotations

import anyio.to_thread
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from hindsight_memory.domain.errors import HindsightError, NotFound
from hindsight_memory.entrypoints.identity import SCOPES
from hindsight_memory.entrypoints.rest.desk import METADATA, Desk
from hindsight_memory.entrypoints.rest.reviewers import Reviewers

_PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Hindsight</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>body{font:16px/1.6 system-ui,sans-serif;max-width:42rem;margin:4rem auto;padding:0 1rem;color:#222}
code{background:#f2f2f0;padding:.1em .3em;border-radius:3px}
@media(prefers-color-scheme:dark){body{background:#1b1b1a;color:#ddd}code{background:#333}a{color:#8ab4f8}}</style>
<h1>Hindsight</h1>
<p>Governed memory for LLM agents. This server is running.</p>
<p lang="zh">面向大模型智能体的受治理记忆服务，正在运行。</p>
<ul>
<li><a href="/openapi.json">/openapi.json</a>: every REST call, under <code>/v1</code>
    <span lang="zh">· 所有 REST 调用</span></li>
<li><code>/mcp</code>: MCP over streamable HTTP <span lang="zh">· MCP 入口</span></li>
<li><a href="/healthz">/healthz</a>, <a href="/readyz">/readyz</a> <span lang="zh">· 健康检查</span></li>
</ul>
</html>
"""
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"


class Health:
    """The endpoints that need no credential."""

    def __init__(self, desk: Desk, reviewers: Reviewers) -> None:
        self._desk = desk
        self._reviewers = reviewers
        self._model_is_away = desk.app.embedder is None

    def warm(self) -> None:
        """Load the embedding model, so that the first search need not; a model that cannot be had is away."""
        if self._desk.app.embedder is None:
            return
        try:
            self._desk.app.embedder.queries(["warm"])
        except HindsightError:
            self._model_is_away = True

    async def healthz(self, _: Request) -> Response:
        """Say that the process answers."""
        return JSONResponse({"status": "ok"})

    async def readyz(self, request: Request) -> Response:
        """Say whether the store can be read, and which parts are away."""
        try:
            await anyio.to_thread.run_sync(self._read)
        except HindsightError as error:
            return self._desk.refusal(error, request)
        degraded = ["vectors_unavailable"] if self._model_is_away else []
        degraded += [] if self._reviewers.alive else ["reviewers_stopped"]
        return JSONResponse({"status": "ready", "degraded": degraded})

    async def metadata(self, request: Request) -> Response:
        """Say whose tokens are accepted (RFC 9728). Not found when none are."""
        policy = self._desk.policy
        if not policy.issuer:
            return self._desk.refusal(NotFound("Tokens of an identity provider are not accepted here."), request)
        below = request.url.path.removeprefix(METADATA)
        return JSONResponse(
            {
                "resource": self._desk.base_url(request) + below,
                "authorization_servers": [policy.issuer],
                "bearer_methods_supported": ["header"],
                "scopes_supported": list(SCOPES),
                "resource_name": "Hindsight",
            }
        )

    async def page(self, _: Request) -> Response:
        """Show where things are."""
        return HTMLResponse(_PAGE, headers={"Content-Security-Policy": _POLICY})

    def _read(self) -> None:
        with self._desk.app.records.reading() as reading:
            reading.spaces()
