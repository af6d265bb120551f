"""The one table from error categories to what each surface answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from hindsight_memory.domain.errors import (
    Category,
    HindsightError,
    MalformedBody,
    MethodNotAllowed,
    RequestTooLarge,
    UnsupportedMedia,
)


@dataclass(frozen=True, slots=True)
class Answer:
    """HTTP status and exit code of a category."""

    http: int
    exit_code: int


ANSWERS: Mapping[Category, Answer] = {
    Category.INVALID: Answer(http=400, exit_code=2),
    Category.UNAUTHENTICATED: Answer(http=401, exit_code=8),
    Category.FORBIDDEN: Answer(http=403, exit_code=3),
    Category.NOT_FOUND: Answer(http=404, exit_code=4),
    Category.CONFLICT: Answer(http=409, exit_code=5),
    Category.UNAVAILABLE: Answer(http=503, exit_code=6),
    Category.CORRUPT: Answer(http=500, exit_code=7),
}

# Where HTTP has a narrower status than that of the category.
_NARROWER: Mapping[type[HindsightError], int] = {
    MalformedBody: 422,
    UnsupportedMedia: 415,
    RequestTooLarge: 413,
    MethodNotAllowed: 405,
}


def error_body(error: HindsightError) -> dict[str, object]:
    """Return the body that every surface shows: ``{"error": {code, message, hint, retryable}}``."""
    return {
        "error": {
            "code": error.code,
            "message": error.message,
            "hint": error.hint,
            "retryable": error.retryable,
        }
    }


def exit_code(error: HindsightError) -> int:
    """Return the process's exit code for this error."""
    return ANSWERS[error.category].exit_code


def http_status(error: HindsightError) -> int:
    """Return the HTTP status for this error."""
    return _NARROWER.get(type(error), ANSWERS[error.category].http)
