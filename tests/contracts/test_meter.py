"""The meter of the LLM: what is spent is counted once, by all, and never more than the budget allows."""

from concurrent.futures import ThreadPoolExecutor
from datetime import date, timedelta

import pytest

from hindsight_memory.adapters.sql.records import SqlRecords
from hindsight_memory.adapters.sql.spending import SqlMeter
from hindsight_memory.domain.spending import Budget, Prices, Spent, estimated_tokens

DAY = date(2026, 3, 3)
WIDE = Budget(tokens_per_review=0, tokens_per_day=1_000)
COST = Spent(1, 80, 20, 7)


def test_a_reservation_counts_at_once_and_settling_puts_the_truth_in_its_place(records: SqlRecords) -> None:
    meter = SqlMeter(records)
    assert meter.spent(DAY) == {}
    assert meter.reserve(DAY, "m", COST, WIDE)
    assert meter.spent(DAY) == {"m": COST}
    meter.settle(DAY, "m", COST, Spent(1, 50, 5, 2))
    assert meter.spent(DAY) == {"m": Spent(1, 50, 5, 2)}


@pytest.mark.requirement("REV-17")
def test_the_budget_is_one_for_all_models_and_new_every_day(records: SqlRecords) -> None:
    meter = SqlMeter(records)
    assert [meter.reserve(DAY, f"m{n % 3}", COST, WIDE) for n in range(12)] == [True] * 10 + [False] * 2
    assert sum(spent.tokens for spent in meter.spent(DAY).values()) == 1_000
    assert meter.reserve(DAY + timedelta(days=1), "m0", COST, WIDE)


def test_money_is_a_limit_of_its_own(records: SqlRecords) -> None:
    meter = SqlMeter(records)
    tight = Budget(tokens_per_review=0, tokens_per_day=1_000, micros_per_day=20)
    assert [meter.reserve(DAY, "m", COST, tight) for _ in range(3)] == [True, True, False]


def test_reservations_that_come_at_once_do_not_pass_each_other(records: SqlRecords) -> None:
    meter = SqlMeter(records)

    def reserved(model: str) -> bool:
        return meter.reserve(DAY, model, COST, WIDE)

    with ThreadPoolExecutor(8) as threads:
        granted = list(threads.map(reserved, ["m"] * 24))
    assert sum(granted) == 10


def test_a_reservation_survives_its_process(records: SqlRecords) -> None:
    SqlMeter(records).reserve(DAY, "m", COST, WIDE)
    assert SqlMeter(records).spent(DAY) == {"m": COST}


def test_prices_are_for_a_million_and_rounded_up() -> None:
    assert Prices(3.0, 15.0).cost(1_000, 100) == Spent(1, 1_000, 100, 4_500)
    assert Prices(0.1, 0.0).cost(1, 0).micros == 1


@pytest.mark.parametrize(
    ("text", "least"), [("The quick brown fox jumps.", 6), ("快速的棕色狐狸跳过懒狗", 11), ("", 0)]
)
def test_tokens_are_estimated_rather_too_high(text: str, least: int) -> None:
    assert least <= estimated_tokens(text) <= 2 * least + 2
