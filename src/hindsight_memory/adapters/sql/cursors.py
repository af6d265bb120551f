"""Cursors of lists: where a page ended, as opaque text that stays valid under writes."""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, cast

from sqlalchemy import Column, ColumnElement, Connection, and_, or_

from hindsight_memory.adapters.sql.columns import AnyRow, AnySelect, UtcDateTime, iso
from hindsight_memory.domain.errors import Invalid

# The largest whole number a column holds.
_LARGEST = 2**63 - 1


@dataclass(frozen=True, slots=True)
class Order:
    """The columns a list is ordered by (together unique), and whether the values fall."""

    columns: tuple[tuple[Column[Any], bool], ...]

    def page(
        self, connection: Connection, query: AnySelect, limit: int, cursor: str | None
    ) -> tuple[Sequence[AnyRow], str | None]:
        """Run ``query``, which selects these columns last, and return its rows and the next cursor.

        Raises Invalid for a limit below one or a cursor that no list of this order gave out."""
        if limit < 1:
            raise Invalid("The limit must be at least 1.")
        if cursor:
            query = query.where(self._after(self._values(cursor)))
        ordered = query.order_by(*(c.desc() if falling else c.asc() for c, falling in self.columns))
        rows = connection.execute(ordered.limit(limit + 1)).all()
        if len(rows) <= limit:
            return rows, None
        last = rows[limit - 1]
        return rows[:limit], self._cursor(tuple(last)[-len(self.columns) :])

    def _cursor(self, values: Sequence[Any]) -> str:
        plain = [iso(v) if isinstance(v, datetime) else v for v in values]
        return base64.urlsafe_b64encode(json.dumps(plain).encode()).decode().rstrip("=")

    def _values(self, cursor: str) -> list[Any]:
        try:
            raw = base64.b64decode(cursor + "=" * (-len(cursor) % 4), altchars=b"-_", validate=True)
            values: object = json.loads(raw)
            if not isinstance(values, list):
                raise TypeError("not a list")
            return [
                self._value(column, value)
                for (column, _), value in zip(self.columns, cast("list[object]", values), strict=True)
            ]
        except (binascii.Error, ValueError, TypeError, RecursionError) as error:
            raise Invalid("The cursor is not one of this list.") from error

    def _value(self, column: Column[Any], value: object) -> object:
        if isinstance(column.type, UtcDateTime) and isinstance(value, str):
            return datetime.fromisoformat(value)
        if isinstance(value, str) and column.type.python_type is str:
            value.encode()
            return value
        if type(value) is int and column.type.python_type is int and abs(value) <= _LARGEST:
            return value
        raise TypeError(f"{column.name} is no {type(value).__name__}")

    def _after(self, values: Sequence[Any]) -> ColumnElement[bool]:
        """The rows behind ``values``; the bound on the first column alone lets an index start there."""
        parts: list[ColumnElement[bool]] = []
        for n, ((column, falling), value) in enumerate(zip(self.columns, values, strict=True)):
            same = [c == v for (c, _), v in zip(self.columns[:n], values[:n], strict=True)]
            parts.append(and_(*same, column < value if falling else column > value))
        first, falling = self.columns[0]
        return and_(first <= values[0] if falling else first >= values[0], or_(*parts))
