"""Column types that mean the same on every dialect."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, TypeAlias

from sqlalchemy import Row, Select, String
from sqlalchemy.engine import Dialect
from sqlalchemy.types import TypeDecorator

AnyRow: TypeAlias = Row[*tuple[Any, ...]]
"""A row whose columns are known by name."""
AnySelect: TypeAlias = Select[*tuple[Any, ...]]
"""A query that gives such rows."""


class UtcDateTime(TypeDecorator[datetime]):
    """An aware UTC time as text of fixed width (``2026-05-01T09:00:00.000000Z``), so that text order is time order."""

    impl = String(27)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> str | None:
        """Write a time. Raises ValueError for one without a zone: its meaning is not known."""
        return None if value is None else iso(value)

    def process_result_value(self, value: str | None, dialect: Dialect) -> datetime | None:
        """Read a time, in UTC."""
        return None if value is None else datetime.fromisoformat(value).replace(tzinfo=UTC)


def iso(value: datetime) -> str:
    """Return the fixed-width text of a time. Raises ValueError when it has no zone."""
    if value.tzinfo is None:
        raise ValueError("a time without a zone cannot be stored")
    if value.utcoffset():
        value = value.astimezone(UTC)
    return value.replace(tzinfo=None).isoformat(timespec="microseconds") + "Z"
