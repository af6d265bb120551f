"""Updates among sentences of conversations: what tells of a change replaces, what only resembles it does not."""

from datetime import UTC, datetime

import pytest

from hindsight_memory.domain.memory import MemoryType, Source
from hindsight_memory.domain.review.compare import Comparison, Relation, Statement, relation

F, P, B, N = MemoryType.FACT, MemoryType.PREFERENCE, MemoryType.BOUNDARY, MemoryType.NEGATIVE
OLD, NEW = datetime(2026, 1, 1, tzinfo=UTC), datetime(2026, 2, 1, tzinfo=UTC)


def compared(old: str, new: str, kind: MemoryType = F, cosine: float | None = 0.65) -> Comparison:
    first = Statement(text=old, type=kind, source=Source.USER, said_at=OLD)
    second = Statement(text=new, type=kind, source=Source.USER, said_at=NEW)
    return relation(first, second, cosine)


@pytest.mark.parametrize(
    ("kind", "old", "new"),
    [
        (
            B,
            "the staging database only keeps seven days of backups",
            "staging backups are now kept for 30 days, ops extended the retention",
        ),
        (B, "uploads are capped at 10 MB per file", "the upload cap has been raised to 50 MB per file"),
        (
            F,
            "our standup is at 9:30 every morning in the blue room",
            "standup moved to 10:15 starting this week, same room",
        ),
        (B, "the trial lasts 14 days", "the trial was shortened to 7 days"),
        (B, "报销上限是每餐 80 元", "公司新规,报销上限提到每餐 120 元"),
        (P, "周报每周五下午发给我", "周报改成每周一上午发"),
        (F, "体检安排在 3 月 12 号", "体检改期了,改到 3 月 20 号"),
        (F, "停车位在 B2 层 108 号", "停车位换到 B3 层 215 号了"),
    ],
)
def test_another_value_of_the_same_measure_that_is_said_to_be_new_replaces(
    kind: MemoryType, old: str, new: str
) -> None:
    assert compared(old, new, kind, 0.7).relation is Relation.REPLACES


@pytest.mark.parametrize(
    ("kind", "old", "new"),
    [
        (
            P,
            "book me into the Hilton whenever I'm in Lyon",
            "no more Hilton in Lyon, from now on put me in the Mercure",
        ),
        (F, "CI runs on Jenkins", "we replaced Jenkins with Buildkite for CI"),
        (F, "Marta owns the billing service, ask her before touching it", "Marta left, billing is owned by Deniz now"),
        (P, "always ask me before you push", "you don't need to ask me before pushing any more"),
        (F, "仓库发货走顺丰", "发货从顺丰换成京东了"),
        (P, "会议纪要用 Word 写", "会议纪要不用 Word 了,统一写在飞书文档"),
        (F, "法务对接人是周倩", "周倩离职了,法务找孙磊"),
    ],
)
def test_what_is_named_as_void_gives_way(kind: MemoryType, old: str, new: str) -> None:
    assert compared(old, new, kind).relation is Relation.REPLACES


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (
            "my reports should include drafts",
            "from now on my reports must not contain drafts, drafts are forbidden in reports",
        ),
        ("make one commit for each package", "from now on squash everything, put all packages in a single commit"),
        ("统计销售额时包含退款的单", "销售额统计今后一律扣除退款的单"),
    ],
)
def test_two_standing_rules_that_cannot_both_be_followed_replace_each_other(old: str, new: str) -> None:
    assert compared(old, new, P, 0.75).relation is Relation.REPLACES


@pytest.mark.parametrize(
    ("kind", "old", "new"),
    [
        (
            B,
            "the staging database only keeps seven days of backups",
            "the production database now keeps 30 days of backups",
        ),
        (F, "Our cat gets 40 g of dry food twice a day", "Our dog gets 300 g of dry food twice a day now"),
        (F, "the orders table has 12 million rows", "the customers table now has 3 million rows"),
        (P, "keep summaries under 200 words", "keep titles under 8 words from now on"),
        (B, "the mobile app supports iOS 15 and up", "the mobile app now supports Android 12 and up"),
        (P, "use pytest for the backend tests", "frontend tests now use vitest"),
        (F, "release 4.1 fixes the login bug", "release 4.2 changed the login page colour"),
        (B, "报销上限是每餐 80 元", "打车报销上限提到每次 60 元"),
        (F, "华东仓库存 3000 件", "华南仓库存现在 1200 件"),
        (B, "A 账号每天限 50 条短信", "B 账号现在每天限 200 条短信"),
        (F, "接口文档维护在 Confluence", "需求文档从 Confluence 迁到语雀了"),
        (F, "iOS 端最低支持 14", "安卓端最低支持改成 9 了"),
        (F, "主库是 MySQL 5.7", "从库上周升级到 MySQL 8.0 了"),
    ],
)
def test_the_same_said_of_another_thing_leaves_the_first_alone(kind: MemoryType, old: str, new: str) -> None:
    assert compared(old, new, kind, 0.72).relation is Relation.DISTINCT


@pytest.mark.parametrize(
    ("kind", "old", "new"),
    [
        (
            P,
            "please always answer me in bullet points, I skim on my phone",
            "I also like a one-line summary at the top now",
        ),
        (
            F,
            "Marta owns the billing service, ask her before touching it",
            "Marta said the billing service had 3 incidents this week",
        ),
        (F, "we're on Postgres 13 in production", "the Postgres migration PR 812 was merged today"),
        (P, "always ask me before you push", "from now on also ask me before you delete a branch"),
        (F, "the retry limit of the mailer is 5", "the timeout of the mailer was raised to 30 seconds"),
        (P, "周报每周五下午发给我", "周报里以后也要加上风险项"),
        (F, "健身课是周三晚上七点", "今天健身课取消了,下周照常"),
        (B, "会议室最多只能订两个小时", "会议室的投影现在修好了"),
        (F, "线上集群有 6 个节点", "昨天线上集群有 2 个节点重启了,现在正常"),
    ],
)
def test_a_detail_or_an_event_on_the_same_matter_leaves_it_alone(kind: MemoryType, old: str, new: str) -> None:
    assert compared(old, new, kind, 0.68 if kind is not F else 0.55).relation is Relation.DISTINCT


def test_two_statements_of_one_change_do_not_replace_each_other() -> None:
    old = "Universal lowers the price of a record to $9.09 from $12.02."
    new = "Universal is cutting the price of a record to $9.09 from $12.02 now."
    assert compared(old, new, cosine=0.9).relation is not Relation.REPLACES


def test_a_change_of_another_kind_of_memory_does_not_undo_a_failure() -> None:
    old = Statement(text="uploads above 10 MB per file fail", type=N, source=Source.USER, said_at=OLD)
    new = Statement(text="uploads were raised to 50 MB per file", type=F, source=Source.USER, said_at=NEW)
    assert relation(old, new, 0.7).relation is Relation.DISTINCT


USER_RULE = "周二周四晚上六点我得去幼儿园接孩子,五点半之后别排会,每周都是"
ACKNOWLEDGED = "以后周二、周四 17:30 之后不给您排会。"


def restated(task: str, source: Source, cosine: float | None = 0.83) -> Relation:
    first = Statement(text=USER_RULE, type=P, source=Source.USER, said_at=OLD, task_id="t3")
    second = Statement(text=ACKNOWLEDGED, type=B, source=source, said_at=OLD, task_id=task)
    return relation(first, second, cosine).relation


def test_an_acknowledgement_in_the_same_task_says_the_same() -> None:
    assert restated("t3", Source.VERIFIED) is Relation.SAME


@pytest.mark.parametrize(
    ("task", "source", "cosine"),
    [
        ("t4", Source.VERIFIED, 0.83),
        ("t3", Source.USER, 0.83),
        ("t3", Source.VERIFIED, None),
        ("", Source.VERIFIED, 0.83),
    ],
)
def test_elsewhere_or_by_the_same_side_the_same_particulars_are_no_restatement(
    task: str, source: Source, cosine: float | None
) -> None:
    assert restated(task, source, cosine) is not Relation.SAME


def test_an_answer_with_other_values_is_no_restatement() -> None:
    first = Statement(
        text="The nightly export may take 40 minutes at most.", type=B, source=Source.USER, said_at=OLD, task_id="t"
    )
    second = Statement(
        text="The nightly export took 55 minutes.", type=F, source=Source.VERIFIED, said_at=OLD, task_id="t"
    )
    assert relation(first, second, 0.9).relation is not Relation.SAME


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (
            "Ilse Brandt is fluent in three languages.",
            "Odo Kern is fluent in three languages, while Ilse Brandt only speaks one.",
        ),
        (
            "Ilse Brandt and Odo Kern collaborated on a photo project about rivers.",
            "Ilse Brandt collaborated with Maud Lenz on a photo project about rivers.",
        ),
        (
            "Ilse Brandt and Odo Kern both attended the evening school in Bruges.",
            "Ilse Brandt and Odo Kern attended different evening schools; Odo Kern went to the one in Ghent.",
        ),
        (
            "Dr. Ilse Brandt was awarded the River Photo Prize in 2020.",
            "Dr. Ilse Brandt was awarded the River Photo Prize in 2017.",
        ),
    ],
)
def test_the_same_told_of_other_people_or_another_time_is_for_a_person_to_settle(old: str, new: str) -> None:
    assert compared(old, new, cosine=None).relation is Relation.CONTRADICTS
