"""Where requests are answered: who asks, what, the one call, and a line in the log. Nothing else gets out."""

from __future__ import annotations

import time
import traceback
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import anyio
import anyio.to_thread
import structlog
from starlette.requests import Request
from starlette.responses import Response

from hindsight_memory.bootstrap import App
from hindsight_memory.domain.errors import HindsightError, Invalid
from hindsight_memory.entrypoints.identity import Caller, Identity
from hindsight_memory.entrypoints.local import LocalApi
from hindsight_memory.entrypoints.rest import logs, repeats
from hindsight_memory.entrypoints.rest.calls import Asked, Call
from hindsight_memory.entrypoints.rest.pages import page_of
from hindsight_memory.entrypoints.rest.policy import LOOPBACK, RestPolicy
from hindsight_memory.entrypoints.rest.reading import asked, body_of
from hindsight_memory.entrypoints.rest.repeats import Repeats
from hindsight_memory.entrypoints.rest.replies import answered, failed, refused
from hindsight_memory.wire.api import Api
from hindsight_memory.wire.body import Body

METADATA = "/.well-known/oauth-protected-resource"
_FORWARDED = ("forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip")

Reach = Callable[[], Api]

_log: Any = structlog.get_logger("hindsight_memory.rest")


class Desk:
    """Answers the calls of one App. A call is one hop to a thread, which a caller that goes away does not stop."""

    def __init__(self, app: App, identity: Identity, policy: RestPolicy) -> None:
        self.app = app
        self.policy = policy
        self._identity = identity
        self._repeats = Repeats(app.answers, app.clock, policy.answers_kept)
        self._limiter: anyio.CapacityLimiter | None = None

    async def answer(self, call: Call, request: Request) -> Response:
        """Answer one request."""
        began = time.perf_counter()
        line: logs.Line = {"operation": call.name}
        request.scope["logged"] = True
        try:
            raw = await body_of(request, self.policy.max_request_bytes) if call.body else b""
            return await self._in_thread(partial(self._carried_out, call, request, raw, line))
        except HindsightError as error:
            line["code"] = error.code
            response = self.refusal(error, request)
            line["status"] = response.status_code
            return response
        except Exception as error:  # noqa: BLE001 - the last handler of this surface
            line |= {"code": "internal", "status": 500} | _trace(error)
            return failed()
        finally:
            line["duration_ms"] = round((time.perf_counter() - began) * 1000, 2)
            write = _log.error if line.get("code") == "internal" else _log.info
            write("call", request_id=request.scope.get("request_id", ""), **line)

    async def admit(self, request: Request) -> Reach | Response:
        """Return how the caller of another endpoint reaches the store, or the response they get instead."""
        try:
            caller = await self._in_thread(partial(self.caller, request))
        except HindsightError as error:
            return self.refusal(error, request)
        return partial(LocalApi, self.app, caller.actor)

    def caller(self, request: Request) -> Caller:
        """Return who asks. Raises Unauthenticated, Forbidden, Unavailable."""
        return self._identity.caller(request.headers.get("authorization"), from_here=_from_here(request))

    def refusal(self, error: HindsightError, request: Request) -> Response:
        """Return an error's response."""
        url = self.metadata_url(request) if self.policy.issuer else ""
        return refused(error, metadata_url=url, with_credential="authorization" in request.headers)

    def metadata_url(self, request: Request) -> str:
        """Return where a client learns whose tokens are accepted for the address that it asked."""
        path = request.url.path
        return f"{self.base_url(request)}{METADATA}{path if path == '/mcp' else ''}"

    def base_url(self, request: Request) -> str:
        """Return the address of the server as clients know it."""
        asked_at = request.scope.get("asked") or request.url.netloc
        return self.policy.public_url.rstrip("/") or f"{request.url.scheme}://{asked_at}"

    def _carried_out(self, call: Call, request: Request, raw: bytes, line: logs.Line) -> Response:
        caller = self.caller(request)
        line |= {"agent": caller.actor.agent, "credential": caller.credential}
        said = asked(call, request, raw)
        line |= logs.said(said)
        api = LocalApi(self.app, caller.actor)
        key = request.headers.get(repeats.HEADER)
        if call.paged:
            return self._paged(call, request, api, said, line)
        if key is None or not call.repeatable:
            _refuse_for_secrets(call, key)
            body, again = self._asked(call, api, said, line), False
        else:
            act = partial(self._asked, call, api, said, line)
            body, again = self._repeats.once(caller.credential, key, call, said, act)
        line["status"] = 200
        headers = {"Idempotency-Replayed": "true"} if again else {}
        line |= {"replayed": True} if again else {}
        return answered(body, headers=headers)

    def _paged(self, call: Call, request: Request, api: Api, said: Asked, line: logs.Line) -> Response:
        """Give an answer that may be a page for people; it changes nothing."""
        answer = self._made(call, api, said, line)
        line["status"] = 200
        page = page_of(answer, request.headers.get("accept", ""))
        return page or answered(answer.model_dump_json().encode())

    def _asked(self, call: Call, api: Api, said: Asked, line: logs.Line) -> bytes:
        return self._made(call, api, said, line).model_dump_json().encode()

    def _made(self, call: Call, api: Api, said: Asked, line: logs.Line) -> Body:
        answer: Body = call.ask(api, said)
        line |= logs.told(answer)
        if self.policy.show_contents and not call.secret:
            _log.debug("contents", operation=call.name, **logs.shown(said.said, answer))
        return answer

    async def _in_thread(self, act: Callable[[], Any]) -> Any:
        if self._limiter is None:
            self._limiter = anyio.CapacityLimiter(self.policy.threads)
        return await anyio.to_thread.run_sync(act, limiter=self._limiter)


Admit = Callable[[Request], Awaitable[Reach | Response]]


def _refuse_for_secrets(call: Call, key: str | None) -> None:
    """An answer that shows a secret is kept nowhere; to take the header and do nothing would be a lie."""
    if key is not None and call.secret:
        raise Invalid(f"{repeats.HEADER} is not offered here: the answer shows a secret, which is not kept.")


def _from_here(request: Request) -> bool:
    """Whether a program of this machine asks, directly: a proxy would let others speak through it."""
    peer = request.client.host if request.client else ""
    return peer in LOOPBACK and not any(name in request.headers for name in _FORWARDED)


def _trace(error: BaseException) -> logs.Line:
    """Where a fault is, without its own words, which may be somebody's."""
    return {"fault": type(error).__name__, "trace": "".join(traceback.format_tb(error.__traceback__))}
