"""Updates in words that no list knows, told from statements of like things and of other sides of the same thing."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from hindsight_memory.domain.memory import MemoryType, Source
from hindsight_memory.domain.review.clauses import clauses, exchanged, head, units
from hindsight_memory.domain.review.compare import Comparison, Relation, Statement, relation

FEBRUARY = datetime(2026, 2, 3, 9, 0, tzinfo=UTC)
MONTH = timedelta(days=34)
FACT, RULE, LIMIT = MemoryType.FACT, MemoryType.PREFERENCE, MemoryType.BOUNDARY


def compared(
    old: str,
    new: str,
    cosine: float | None,
    kind: MemoryType = FACT,
    later: timedelta = MONTH,
    sources: tuple[Source, Source] = (Source.USER, Source.USER),
) -> Comparison:
    was = Statement(text=old, type=kind, source=sources[0], said_at=FEBRUARY)
    now = Statement(text=new, type=kind, source=sources[1], said_at=FEBRUARY + later)
    return relation(was, now, cosine)


UPDATES = [
    (
        FACT,
        0.82,
        "The payments service runs on Postgres 14.",
        "payments runs on Postgres 16 since the weekend upgrade.",
    ),
    (FACT, 0.76, "Guest wifi credentials are kept in 1Password.", "Guest wifi credentials live in Vault from today."),
    (FACT, 0.78, "The rent is 1,450 a month.", "Rent went up: 1,520 from January."),
    (FACT, 0.84, "Ben is allergic to penicillin.", "The allergy clinic says Ben can take penicillin after all."),
    (FACT, 0.77, "The clinic is closed on Wednesdays.", "The clinic opens on Wednesdays again."),
    (FACT, 0.85, "报销找李倩审批。", "李倩休产假去了，报销现在由周航审批。"),
    (
        LIMIT,
        0.77,
        "No one may enter hall 3 while the inspection is on, it ends May 12.",
        "The inspection of hall 3 is over since May 12.",
    ),
    (LIMIT, 0.87, "日志保留 7 天。", "日志保留期延到 30 天。"),
    (RULE, 0.88, "周报用 Word 写。", "周报别用 Word 了，直接写在语雀里。"),
    (FACT, 0.91, "面料供应商是恒达。", "恒达不做了，面料供应商是瑞丰。"),
]

APART = [
    (FACT, 0.60, "Standup is at 9:30 every morning.", "Retro moved to 16:00."),
    (FACT, 0.76, "The night shift starts at 22:00.", "The day shift starts an hour later now, at 9:00."),
    (FACT, 0.71, "The Berlin office has 40 desks.", "The Paris office now has 60 desks."),
    (LIMIT, 0.77, "The printer on floor 2 only takes A4.", "The printer on floor 3 takes A3 now."),
    (FACT, 0.62, "The build takes about 14 minutes.", "The build now also runs the linters."),
    (FACT, 0.84, "周会在每周三下午三点。", "月会改到每月最后一个周五。"),
    (LIMIT, 0.86, "早高峰限速 60。", "晚高峰限速调到 50 了。"),
    (LIMIT, 0.91, "大客户退货期 15 天。", "普通客户退货期改为 7 天。"),
    (FACT, 0.80, "猫粮买皇家的。", "狗粮换成渴望了。"),
    (FACT, 0.84, "我早餐喝豆浆。", "我先生早餐改喝牛奶了。"),
]


@pytest.mark.parametrize(("kind", "cosine", "old", "new"), UPDATES)
def test_what_holds_now_replaces_what_held(kind: MemoryType, cosine: float, old: str, new: str) -> None:
    assert compared(old, new, cosine, kind).relation is Relation.REPLACES


@pytest.mark.parametrize(("kind", "cosine", "old", "new"), APART)
def test_a_change_of_another_thing_replaces_nothing(kind: MemoryType, cosine: float, old: str, new: str) -> None:
    assert compared(old, new, cosine, kind).relation is Relation.DISTINCT


def test_in_one_sitting_only_a_change_in_so_many_words_replaces() -> None:
    old, new = "The clinic is closed on Wednesdays.", "The clinic opens on Wednesdays again."
    assert compared(old, new, 0.77).relation is Relation.REPLACES
    assert compared(old, new, 0.77, later=timedelta(minutes=2)).relation is Relation.DISTINCT


def test_a_weaker_source_has_to_tell_of_the_change() -> None:
    old, new = "The clinic is closed on Wednesdays.", "The clinic opens on Wednesdays again."
    guessed = compared(old, new, 0.77, sources=(Source.USER, Source.INFERRED))
    assert guessed.relation is Relation.DISTINCT


def test_without_vectors_nothing_is_weighed() -> None:
    assert compared("The clinic is closed on Wednesdays.", "The clinic opens on Wednesdays again.", None).relation in (
        Relation.DISTINCT,
        Relation.CONTRADICTS,
    )


def test_what_lies_far_off_in_topic_replaces_nothing() -> None:
    assert compared("The clinic is closed on Wednesdays.", "The clinic opens on Wednesdays again.", 0.4).relation is (
        Relation.DISTINCT
    )


def test_a_lesson_that_tells_of_a_change_replaces_a_limit() -> None:
    was = Statement(text="讲座每场上限 25 人。", type=LIMIT, source=Source.VERIFIED, said_at=FEBRUARY)
    now = Statement(
        text="讲座每场上限改为 30 人，4 月 10 日生效。",
        type=MemoryType.PATH,
        source=Source.VERIFIED,
        said_at=FEBRUARY + MONTH,
    )
    assert relation(was, now, 0.85).relation is Relation.REPLACES


@pytest.mark.parametrize(
    ("clause", "about"),
    [
        ("the staging database is on db-07", "staging database"),
        ("we moved the standup to 10:15", "the standup"),
        ("write commit messages in the past tense", "commit messages"),
        ("以后把截止日期改到周五", "截止日期"),
        ("订单服务升级到 8.0 了", "订单服务"),
    ],
)
def test_the_head_of_a_clause_is_what_it_is_about(clause: str, about: str) -> None:
    assert head(clause) == about


def test_words_of_one_family_are_one_unit() -> None:
    assert units("the bakery delivers") == units("bakery delivery")


def test_clauses_are_few_and_at_least_one() -> None:
    assert clauses("") == ("",)
    assert len(clauses("一，二，三，四，五，六，七，八")) == 6


def test_parts_that_stand_for_each_other_before_what_is_equal_name_two_things() -> None:
    old, new = "the staging database is full", "the production database is full now"
    assert exchanged(old, new) == (True, False)
    assert exchanged(old, "the staging database is empty") == (False, False)


def test_a_holiday_is_no_number_of_anybody() -> None:
    old, new = "五一去泉州，订两间房，外婆要有电梯的。", "外婆搬走了，以后订房不用管电梯。"
    assert compared(old, new, 0.78, RULE).relation is Relation.REPLACES


def test_of_nobody_in_particular_nothing_is_replaced() -> None:
    assert compared("A clinic is closed on Wednesdays.", "A clinic opens on Wednesdays again.", 0.9).relation is not (
        Relation.REPLACES
    )


def test_what_happened_stays_true() -> None:
    old = "Revenue rose 3.9 percent, to 1.63 billion from 1.57 billion."
    new = "Newspaper revenue increased 5 percent to 1.46 billion."
    assert compared(old, new, 0.7).relation is not Relation.REPLACES
