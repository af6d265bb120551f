"""From what a server answered back to the error that it met."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, cast

from hindsight_memory.domain.errors import (
    Conflict,
    Forbidden,
    HindsightError,
    Invalid,
    MalformedBody,
    NotFound,
    Unauthenticated,
    Unavailable,
)

# What a status means when the code is not known here, or something before the server answered.
_BY_STATUS: Mapping[int, type[HindsightError]] = {
    400: Invalid,
    401: Unauthenticated,
    403: Forbidden,
    404: NotFound,
    408: Unavailable,
    409: Conflict,
    422: MalformedBody,
    429: Unavailable,
    502: Unavailable,
    503: Unavailable,
    504: Unavailable,
}
_OTHER = "The server may be a newer one; its documentation explains the code."


def failure_of(status: int, content: bytes) -> HindsightError:
    """Return the error of a response that is no answer: of its own class where the code is known."""
    error = _error(content)
    usual = _BY_STATUS.get(status, HindsightError)
    if not error:
        return usual(f"The server answered with status {status}.", hint="Is there a Hindsight server at this address?")
    code, message, hint = (str(error.get(name) or "") for name in ("code", "message", "hint"))
    known = known_errors().get(code)
    if known is None:
        known = type("ServerError", (usual,), {"code": code, "retryable": bool(error.get("retryable"))})
        hint = hint or _OTHER
    return known(message, hint=hint)


def known_errors() -> dict[str, type[HindsightError]]:
    """Return every error class by its code."""
    return {kind.code: kind for kind in _below(HindsightError) if kind.__module__ == HindsightError.__module__}


def _below(kind: type[HindsightError]) -> Iterator[type[HindsightError]]:
    yield kind
    for one in kind.__subclasses__():
        yield from _below(one)


def _error(content: bytes) -> Mapping[str, Any]:
    try:
        body: Any = json.loads(content)
    except ValueError:
        return {}
    error: Any = cast("dict[str, Any]", body).get("error") if isinstance(body, dict) else None
    return cast("dict[str, Any]", error) if isinstance(error, dict) else {}
