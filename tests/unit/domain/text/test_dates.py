"""Explicit ends become instants; numbers alone never do."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from hindsight_memory.domain.text.dates import expiry, resolve_relative, validity

MONDAY = datetime(2026, 3, 2, 11, 5, tzinfo=UTC)


def day_after(month: int, day: int, year: int = 2026) -> datetime:
    return datetime(year, month, day, tzinfo=UTC) + timedelta(days=1)


@pytest.mark.requirement("GATE-7")
@pytest.mark.parametrize(
    ("text", "last_day"),
    [
        ("the code is valid until Friday 6 March, tell people", (3, 6)),
        ("frozen until Friday", (3, 6)),
        ("we use the old mirror by end of May", (5, 31)),
        ("for the next two weeks the lift is out of order", (3, 16)),
        ("code freeze through March 20", (3, 20)),
        ("half price from 3 April to 7 April", (4, 7)),
        ("closed 3 to 7 April", (4, 7)),
        ("on site until the end of next week", (3, 15)),
        ("coupon SPRING ends on 2026-05-01", (5, 1)),
        ("本周内有效", (3, 8)),
        ("3 月 20 号开展之前都走东门", (3, 20)),
        ("3月6号之前线上一律不升级", (3, 6)),
        ("this week the office line is diverted to my mobile", (3, 8)),
        ("这两周宿舍在装空调,东西寄到师姐那", (3, 16)),
        ("这周食堂都不开,3 月 12 号才恢复", (3, 12)),
        ("this month the pool is closed", (3, 31)),
        ("5 月 6 号到 5 月 20 号第二杯半价", (5, 20)),
        ("5月1日至7日闭馆", (5, 7)),
        ("截至 6/30 免运费", (6, 30)),
        ("快递寄到酒店,到周日为止", (3, 8)),
        ("截止到五月二十号", (5, 20)),
        ("本月底之前别升级", (3, 31)),
        ("未来三天停水", (3, 5)),
        ("這個優惠到五月二十號為止", (5, 20)),
    ],
)
def test_an_explicit_end_is_the_midnight_after_its_last_day(text: str, last_day: tuple[int, int]) -> None:
    assert expiry(text, MONDAY) == day_after(*last_day)


@pytest.mark.parametrize(
    "text",
    [
        "port 9848 is open until it works",
        "upgrade to 3.11 by hand",
        "the window is every Wednesday 02:00 to 04:00",
        "变更窗口只有每周三 02:00 到 04:00",
        "分表数从 16 改成 32,t_order_0 到 t_order_31",
        "every 30 minutes until resolved",
        "my passport runs out on 19 August",
        "周三前给我",
        "3 月 6 号之前把报告交上来",
        "周五下午之前都不发版",
        "从本周起不用签到",
        "this week's report is late",
        "我们周一到周五上班",
        "the meeting is on 6 March",
    ],
)
def test_what_names_no_end_has_none(text: str) -> None:
    assert expiry(text, MONDAY) is None


def test_a_range_gives_both_ends_and_since_a_start() -> None:
    assert validity("from 3 April to 7 April", MONDAY) == (datetime(2026, 4, 3, tzinfo=UTC), day_after(4, 7))
    assert validity("since 1 March we ship from Lodz", MONDAY) == (datetime(2026, 3, 1, tzinfo=UTC), None)


def test_a_day_ends_in_the_time_zone_it_was_said_in() -> None:
    said = datetime(2026, 3, 2, 11, tzinfo=timezone(timedelta(hours=8)))
    assert expiry("到周日为止", said) == datetime(2026, 3, 8, 16, tzinfo=UTC)


def test_a_day_without_a_year_is_the_next_one() -> None:
    assert expiry("until 10 January", datetime(2026, 12, 20, tzinfo=UTC)) == day_after(1, 10, 2027)


@pytest.mark.requirement("MEM-6")
@pytest.mark.parametrize(
    ("text", "resolved"),
    [
        ("we changed it yesterday", "we changed it yesterday (2026-03-01)"),
        ("下周三上线", "下周三（2026-03-11）上线"),
        ("这周住酒店", "这周（2026-03-02/2026-03-08）住酒店"),
        ("moved 3 days ago", "moved 3 days ago (2026-02-27)"),
        ("以后天天浇水", "以后天天浇水"),
        ("every Friday", "every Friday"),
    ],
)
def test_relative_days_carry_their_date(text: str, resolved: str) -> None:
    assert resolve_relative(text, MONDAY) == resolved
    assert resolve_relative(resolved, MONDAY) == resolved
