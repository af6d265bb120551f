"""Times as callers write them: ISO 8601 with an offset, or a date, which begins at midnight UTC."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Annotated

from pydantic import BeforeValidator

from hindsight_memory.domain.errors import BadTime


def moment(value: object) -> datetime:
    """Return the instant in UTC. Raises BadTime when it cannot be read or has no offset."""
    if isinstance(value, str):
        value = _read(value.strip())
    if not isinstance(value, datetime):
        raise BadTime(f"{value!r} is no time.")
    if value.tzinfo is None:
        raise BadTime(f"The time {value.isoformat()} has no offset.")
    try:
        return value.astimezone(UTC)
    except OverflowError as error:
        raise BadTime(f"The time {value.isoformat()} is out of range.") from error


def _read(text: str) -> datetime:
    try:
        if len(text) == len("2026-05-01"):
            day = date.fromisoformat(text)
            return datetime(day.year, day.month, day.day, tzinfo=UTC)
        return datetime.fromisoformat(text)
    except ValueError as error:
        raise BadTime(f"{text[:60]!r} is no time.") from error


def _checked(value: object) -> datetime:
    try:
        return moment(value)
    except BadTime as error:
        # pydantic collects ValueErrors; the cause goes on with it.
        raise NotReadable(error) from error


class NotReadable(ValueError):
    """Carries the BadTime through pydantic's validation."""

    def __init__(self, cause: BadTime) -> None:
        super().__init__(cause.message)
        self.cause = cause


Moment = Annotated[datetime, BeforeValidator(_checked)]
"""A field that holds an instant in UTC."""
