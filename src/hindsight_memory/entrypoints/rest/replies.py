"""Answers and errors as HTTP responses."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.responses import JSONResponse, Response

from hindsight_memory.domain.errors import Category, HindsightError
from hindsight_memory.entrypoints.errors import error_body, http_status

JSON_TYPE = "application/json"
REALM = "hindsight-memory"
RETRY_AFTER_S = 1
INTERNAL = {
    "error": {
        "code": "internal",
        "message": "This is a fault of Hindsight.",
        "hint": "The server's log says more under the request id.",
        "retryable": False,
    }
}


def answered(body: bytes, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """Return an answer that is JSON already."""
    return Response(body, status, dict(headers or {}), media_type=JSON_TYPE)


def refused(error: HindsightError, *, metadata_url: str = "", with_credential: bool = False) -> Response:
    """Return an error's response. ``metadata_url`` says where a client learns whose tokens are accepted."""
    headers: dict[str, str] = {}
    if error.category is Category.UNAUTHENTICATED:
        challenge = [f'Bearer realm="{REALM}"']
        challenge += ['error="invalid_token"'] if with_credential else []
        challenge += [f'resource_metadata="{metadata_url}"'] if metadata_url else []
        headers["WWW-Authenticate"] = ", ".join(challenge)
    if error.category is Category.UNAVAILABLE:
        headers["Retry-After"] = str(RETRY_AFTER_S)
    return JSONResponse(error_body(error), http_status(error), headers)


def failed() -> Response:
    """Return the response for a fault of ours."""
    return JSONResponse(INTERNAL, 500)
