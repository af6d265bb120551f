"""What the LLM cost, by day and model. See ``ports.reviewer.Meter`` for the contract."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from sqlalchemy import bindparam, func, insert, select, update

from hindsight_memory.adapters.sql.records import SqlRecords
from hindsight_memory.adapters.sql.schema_spending import llm_spending
from hindsight_memory.domain.spending import Budget, Spent

_s = llm_spending.c


class SqlMeter:
    """Implements ``Meter`` over the record store."""

    def __init__(self, records: SqlRecords) -> None:
        self._records = records

    def reserve(self, day: date, model: str, cost: Spent, budget: Budget) -> bool:
        """Count ``cost`` as spent if the day's budget allows it; else count nothing."""
        at = {"on_day": day.isoformat(), "of_model": model}
        with self._records.changing() as connection:
            tokens, micros = connection.execute(_SUM, at).one()
            if tokens + cost.tokens > budget.tokens_per_day:
                return False
            if budget.micros_per_day is not None and micros + cost.micros > budget.micros_per_day:
                return False
            if connection.execute(_ADDED, {**at, **_amounts(cost)}).rowcount == 0:
                connection.execute(_NEW, {"day": day.isoformat(), "model": model, **_row(cost)})
        return True

    def settle(self, day: date, model: str, reserved: Spent, used: Spent) -> None:
        """Put what was used in the place of what was reserved."""
        at = {"on_day": day.isoformat(), "of_model": model}
        with self._records.changing() as connection:
            connection.execute(_ADDED, {**at, **_amounts(used.minus(reserved))})

    def spent(self, day: date) -> Mapping[str, Spent]:
        """Return the day's spending by model."""
        with self._records.connected() as connection:
            rows = connection.execute(_BY_MODEL, {"on_day": day.isoformat()}).all()
        return {row.model: Spent(row.calls, row.input_tokens, row.output_tokens, row.micros) for row in rows}


def _row(spent: Spent) -> dict[str, int]:
    return {
        "calls": spent.calls,
        "input_tokens": spent.input_tokens,
        "output_tokens": spent.output_tokens,
        "micros": spent.micros,
    }


def _amounts(spent: Spent) -> dict[str, int]:
    return {f"more_{name}": amount for name, amount in _row(spent).items()}


_on_day = _s.day == bindparam("on_day")
_SUM = select(
    func.coalesce(func.sum(_s.input_tokens + _s.output_tokens), 0), func.coalesce(func.sum(_s.micros), 0)
).where(_on_day)
_BY_MODEL = select(llm_spending).where(_on_day).order_by(_s.model)
_NEW = insert(llm_spending)
_ADDED = (
    update(llm_spending)
    .where(_on_day, _s.model == bindparam("of_model"))
    .values({name: _s[name] + bindparam(f"more_{name}") for name in _row(Spent())})
)
