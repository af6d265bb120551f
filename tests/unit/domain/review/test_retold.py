"""What is told twice in other words: reminders of known rules, findings that a summary repeats."""

from datetime import UTC, datetime

import pytest

from hindsight_memory.domain.memory import MemoryType, Source
from hindsight_memory.domain.review.compare import Comparison, Relation, Statement, relation

F, P, B, N = MemoryType.FACT, MemoryType.PREFERENCE, MemoryType.BOUNDARY, MemoryType.NEGATIVE
OLD, NEW = datetime(2026, 1, 1, tzinfo=UTC), datetime(2026, 2, 1, tzinfo=UTC)


def said(old: str, new: str, *, kinds: tuple[MemoryType, MemoryType] = (P, F), source: Source = Source.USER) -> str:
    first = Statement(text=old, type=kinds[0], source=Source.USER, said_at=OLD)
    second = Statement(text=new, type=kinds[1], source=source, said_at=NEW)
    return relation(first, second, 0.8).reasons[0].code


def found(
    old: str,
    new: str,
    kinds: tuple[MemoryType, MemoryType] = (N, N),
    *,
    tasks: tuple[str, str] = ("t", "t"),
    cosine: float = 0.8,
) -> Comparison:
    first = Statement(text=old, type=kinds[0], source=Source.VERIFIED, said_at=OLD, task_id=tasks[0])
    second = Statement(text=new, type=kinds[1], source=Source.VERIFIED, said_at=OLD, task_id=tasks[1])
    return relation(first, second, cosine)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (
            "Invoices to Kelmar go out with the purchase order number on the first line.",
            "one invoice to Kelmar for the March work, and don't forget the purchase order number on the first line",
        ),
        (
            "Always run the linter before you open a pull request.",
            "fix the typo in the footer. as always, run the linter before opening the pull request",
        ),
        ("I'm allergic to penicillin.", "pack the travel kit, and keep in mind that I'm allergic to penicillin"),
        (
            "Customers outside the EU pay shipping themselves.",
            "quote for the Oslo order please; customers outside the EU pay shipping themselves, as before",
        ),
        ("Never deploy on Fridays.", "prepare the release notes, and remember: never deploy on Fridays"),
        ("Reports go to Henrike as PDF, not as Word.", "the April report is ready for Henrike, as PDF as always"),
        ("发给门店的通知必须先让周店长过目。", "拟一份春节排班通知,别忘了发给门店前先让周店长过目"),
        ("快递一律寄到南门驿站。", "给我寄两箱苹果,快递还是老样子,寄到南门驿站"),
        ("每晚十点以后不推送消息。", "安排一条活动推送,记得晚上十点以后不推送"),
        ("我不吃牛肉。", "订一份午餐,提醒一下,我不吃牛肉"),
        ("冷库温度保持在零下 18 度。", "巡检一下冷库,温度还是按零下 18 度,不变"),
    ],
)
def test_a_reminder_that_adds_nothing_says_the_same_as_the_known_rule_of_another_type(old: str, new: str) -> None:
    assert said(old, new) == "reminder"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("The greenhouse vents close at 19:00 every day.", "remember, the greenhouse lights go off at 19:00"),
        ("The greenhouse vents close at 19:00 every day.", "remember, the greenhouse vents close at 18:00 in winter"),
        (
            "Customers outside the EU pay shipping themselves.",
            "remember that customers outside the EU pay customs duties themselves",
        ),
        ("The backup runs at 3 am.", "as before, the backup is copied to the vault at 3 am"),
        ("Reports go to Henrike as PDF.", "don't forget that reports go to Oskar as PDF"),
        ("Run the linter before every push.", "remember, don't run the linter before every push"),
        ("I'm allergic to penicillin.", "keep in mind that my son is allergic to penicillin"),
        ("我不吃牛肉。", "记得我老公不吃牛肉"),
        ("每晚十点以后不推送消息。", "别忘了周末不推送消息"),
        ("冷库温度保持在零下 18 度。", "别忘了冷库温度保持在零下 20 度"),
        ("GMV 按下单金额算,只剔除测试店铺。", "GMV 今后一律扣除退款,测试店铺照旧剔除"),
        ("Use pnpm in the web package.", "use yarn in the web package from now on, and don't forget pnpm is gone"),
    ],
)
def test_a_reminder_with_another_value_name_denial_or_rule_is_no_repetition(old: str, new: str) -> None:
    assert said(old, new) != "reminder"


def test_only_the_user_reminds_and_only_with_a_word_that_points_back() -> None:
    rule, again = "Never deploy on Fridays.", "prepare the notes, and remember: never deploy on Fridays"
    assert said(rule, again) == "reminder"
    assert said(rule, again, source=Source.INFERRED) != "reminder"
    assert said(rule, "prepare the notes, and never deploy on Fridays") != "reminder"


def test_what_goes_on_as_always_replaces_nothing() -> None:
    assert said("合同编号以 HT 开头,后面跟年份。", "新合同起个编号,老规矩,HT 开头加年份") == "different"


@pytest.mark.parametrize(
    ("old", "new", "kinds"),
    [
        ("E-mail orders are refused since January.", "By e-mail they no longer take orders.", (N, N)),
        (
            "Vouchers cannot be combined with the student discount.",
            "The order failed: a voucher and the student discount do not go together.",
            (B, N),
        ),
        ("增大缓存没有改善,瓶颈在磁盘。", "单纯增大缓存没用。", (N, F)),
        ("换线没有效果,端口坏了。", "单纯换网线没有作用。", (N, F)),
    ],
)
def test_a_finding_told_on_the_way_and_at_the_end_of_a_task_is_one(
    old: str, new: str, kinds: tuple[MemoryType, MemoryType]
) -> None:
    assert found(old, new, kinds).reasons[0].code == "found_again"
    assert found(old, new, kinds, tasks=("t", "u")).reasons[0].code != "found_again"


@pytest.mark.parametrize(
    ("old", "new", "kinds"),
    [
        ("Clearing the cache does not help.", "Clearing the cookies does not help.", (N, N)),
        ("Raising the timeout did not help.", "Raising the memory limit did not help.", (N, N)),
        ("增大内存没有用。", "增大超时没有用。", (N, N)),
        ("东库房不支持退货。", "西库房不支持退货。", (B, B)),
        ("The API rejects files above 20 MB.", "The API rejects more than 5 files a second.", (B, B)),
        (
            "The assumption that parser and printer are independent was wrong: the build failed.",
            "printer 0.9 requires parser>=1.2,<2 and cannot be used with parser 2.0.",
            (N, B),
        ),
        ("Pinning parser 2.0 broke the build.", "The cause: printer 0.9 itself calls parser.", (N, F)),
        ("The refund needs the original receipt.", "The refund takes five working days.", (B, B)),
        ("The Holm belt slips on line 4.", "The Brandt belt slips on line 4.", (N, N)),
    ],
)
def test_findings_about_two_things_stay_two(old: str, new: str, kinds: tuple[MemoryType, MemoryType]) -> None:
    assert found(old, new, kinds, cosine=0.9).relation is Relation.DISTINCT


def test_of_two_tellings_the_more_particular_one_stays() -> None:
    short = "The upload fails, the API takes no files that large."
    full = "The upload fails because the API takes no files above 20 MB."
    assert found(short, full).relation is Relation.REFINES
    assert found(full, short).relation is Relation.SAME
