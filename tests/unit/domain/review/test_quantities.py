"""Values: amounts with their measure, days, times, dates, languages, in both languages."""

import pytest

from hindsight_memory.domain.review.quantities import quantities


def values(text: str) -> list[tuple[str, set[str]]]:
    return [(q.value, set(q.measures)) for q in quantities(text)]


@pytest.mark.parametrize(
    ("text", "value", "measure"),
    [
        ("a 5-minute timeout", "300", "time"),
        ("two hours", "7200", "time"),
        ("两个小时", "7200", "time"),
        ("25MB", "25000", "bytes"),
        ("$1,200 a month", "1200", "money"),
        ("50 欧以下", "50", "money"),
        ("总共加到 30 万", "300000", "money"),
        ("3.5%", "3.5", "percent"),
        ("每秒 500 条", "500", "per 秒"),
        ("60 requests a minute", "60", "per minut"),
        ("port 9707.", "9707", "number of 4 digits"),
        ("四家店", "4", "家"),
        ("every Thursday", "4", "weekday"),
        ("每周五", "5", "weekday"),
        ("at 4pm", "16:00", "clock"),
        ("晚上八点半", "20:30", "clock"),
        ("30 June", "6/30", "date"),
        ("3 月 20 号", "3/20", "date"),
        ("用中文写", "chinese", "language"),
        ("入户 8 千瓦", "8", "power"),
    ],
)
def test_a_value_is_read_with_its_measure(text: str, value: str, measure: str) -> None:
    assert any(v == value and measure in m for v, m in values(text)), values(text)


@pytest.mark.parametrize("text", ["release 1.2.3", "in 2017", "(2026-03-02)", "abc-123", ""])
def test_versions_years_stamps_and_names_give_no_value(text: str) -> None:
    assert values(text) == []


def test_no_text_takes_long() -> None:
    assert isinstance(quantities("1 " * 50_000 + "一" * 50_000), tuple)


def test_a_time_of_day_may_stand_before_a_colon() -> None:
    assert "15:30" in {q.value for q in quantities("The courier leaves at 15:30: what comes later waits.")}
    assert not any("clock" in q.measures for q in quantities("It took 15:30:20 in all."))
