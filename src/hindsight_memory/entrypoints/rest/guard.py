"""Stands before everything: which names the server answers under, which pages may ask, and what every response says.

A page in a browser may send requests to this machine. It cannot read the answers, but could do harm; and by a name
that first leads to its own server and then here (DNS rebinding) it could read them too. So a known ``Host`` is
asked for on loopback, and an ``Origin`` must be the address that was asked.
"""

from __future__ import annotations

import re
import secrets
import time
from typing import Any
from urllib.parse import urlsplit

import structlog
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from hindsight_memory.domain.errors import Forbidden
from hindsight_memory.entrypoints.rest.policy import RestPolicy
from hindsight_memory.entrypoints.rest.replies import refused

_REQUEST_ID = re.compile(r"[\w.:-]{1,64}", re.ASCII)
# Asked every few seconds by whoever watches the server.
_QUIET = ("/healthz", "/readyz")
_log: Any = structlog.get_logger("hindsight_memory.rest")


class Guard:
    """ASGI middleware."""

    def __init__(self, inner: ASGIApp, policy: RestPolicy) -> None:
        self._inner = inner
        self._policy = policy

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, or pass on, one request."""
        if scope["type"] != "http":
            await self._inner(scope, receive, send)
            return
        headers = Headers(scope=scope)
        asked_id = headers.get("x-request-id", "")
        request_id = asked_id if _REQUEST_ID.fullmatch(asked_id) else secrets.token_hex(8)
        path: str = scope["path"]
        scope = {**scope, "request_id": request_id, "path": _as_sent(scope)}
        began = time.perf_counter()
        statuses: list[int] = []

        async def marked(message: Message) -> None:
            if message["type"] == "http.response.start":
                statuses.append(message["status"])
                _mark(MutableHeaders(scope=message), request_id)
            await send(message)

        if refusal := self._refusal(headers):
            await refused(refusal)(scope, receive, marked)
        else:
            await self._inner(scope, receive, marked)
        if not scope.get("logged") and path not in _QUIET:
            milliseconds = round((time.perf_counter() - began) * 1000, 2)
            shown = path if path == "/mcp" else "other"
            _log.info("request", request_id=request_id, path=shown, status=sum(statuses[:1]), duration_ms=milliseconds)

    def _refusal(self, headers: Headers) -> Forbidden | None:
        host = headers.get("host", "")
        known = self._policy.known_hosts
        if known is not None and _name(host) not in known:
            return Forbidden("The server does not answer under this name.", hint="HSM_SERVER__HOSTS adds names.")
        origin = headers.get("origin")
        if origin is not None and not self._is_own(origin, host):
            return Forbidden("Pages of other addresses may not call this server.")
        return None

    def _is_own(self, origin: str, host: str) -> bool:
        """Whether a page comes from the address that is asked, or from one of the configured names."""
        netloc = urlsplit(origin).netloc
        return bool(netloc) and (netloc == host or _name(netloc) in self._policy.hosts)


def _name(netloc: str) -> str:
    """Return the host of ``host:port``; empty when it cannot be read."""
    try:
        return urlsplit(f"//{netloc}").hostname or ""
    except ValueError:
        return ""


def _as_sent(scope: Scope) -> str:
    """Return the path as it was sent, so that an id may hold an escaped ``/``; parts are unescaped one by one."""
    raw: bytes = scope.get("raw_path") or b""
    sent = raw.partition(b"?")[0].decode("latin-1")
    return sent if sent.startswith("/v1/") else scope["path"]


def _mark(headers: MutableHeaders, request_id: str) -> None:
    headers["X-Request-Id"] = request_id
    headers["X-Content-Type-Options"] = "nosniff"
    headers.setdefault("Cache-Control", "no-store")
