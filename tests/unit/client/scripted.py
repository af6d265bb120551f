"""A server that answers from a script, for the senders: no socket, no thread."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import httpx2

Step = httpx2.Response | Exception | Callable[[httpx2.Request], httpx2.Response]


class Script(httpx2.BaseTransport, httpx2.AsyncBaseTransport):
    """Answers with one step after the other, and keeps what it was asked."""

    def __init__(self, *steps: Step) -> None:
        self.steps: Sequence[Step] = steps
        self.asked: list[httpx2.Request] = []

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        return self._next(request)

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        return self._next(request)

    def keys(self) -> list[str | None]:
        return [request.headers.get("idempotency-key") for request in self.asked]

    def said(self) -> Any:
        return json.loads(self.asked[-1].content)

    def _next(self, request: httpx2.Request) -> httpx2.Response:
        step = self.steps[len(self.asked)]
        self.asked.append(request)
        if isinstance(step, Exception):
            raise step
        return step if isinstance(step, httpx2.Response) else step(request)


def answer(**body: Any) -> httpx2.Response:
    return httpx2.Response(200, json=body)


def failure(
    status: int, code: str, message: str = "No.", *, hint: str = "", headers: Mapping[str, str] | None = None
) -> httpx2.Response:
    error = {"code": code, "message": message, "hint": hint, "retryable": status == 503}
    return httpx2.Response(status, json={"error": error}, headers=dict(headers or {}))


WRITTEN: dict[str, Any] = {
    "verdict": "stored",
    "memory_id": "m1",
    "existing": False,
    "reasons": [],
    "scores": None,
    "superseded": [],
    "disputed": [],
    "discard_id": "",
    "degraded": [],
}
