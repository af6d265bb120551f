"""What a user says is kept when it lasts, in both languages, and left out when it does not."""

import pytest

from hindsight_memory.domain.memory import MemoryType, Source
from hindsight_memory.domain.review.distil import distil
from tests.unit.domain.review.traces import START, told, trace

LASTING = [
    (MemoryType.PREFERENCE, "I'd rather have tests before code."),
    (MemoryType.PREFERENCE, "don't ever use emojis in customer mails"),
    (MemoryType.PREFERENCE, "put the summary on top next time"),
    (MemoryType.PREFERENCE, "our convention: keep variable names in snake_case, always"),
    (MemoryType.PREFERENCE, "图表配色用蓝色系,我们品牌色"),
    (MemoryType.PREFERENCE, "早上八点前别给我打电话"),
    (MemoryType.PREFERENCE, "以后先跑单测再提交"),
    (MemoryType.PREFERENCE, "變數命名請用駝峰式,之後都這樣"),
    (MemoryType.FACT, "our accountant is Petra Novak, she handles all the VAT questions"),
    (MemoryType.FACT, "The staging database lives on the old cluster, not on the new one."),
    (MemoryType.FACT, "my daughter starts school in September"),
    (MemoryType.FACT, "负责支付的是老周,有问题找他"),
    (MemoryType.FACT, "客服邮箱换成 help@abc.example 了"),
    (MemoryType.FACT, "小宝对鸡蛋过敏"),
    (MemoryType.BOUNDARY, "Anything over 5k needs Dana's sign-off."),
    (MemoryType.BOUNDARY, "we may send at most 200 mails per hour"),
    (MemoryType.BOUNDARY, "The garage closes at 10 pm."),
    (MemoryType.BOUNDARY, "单笔转账不能超过五万"),
    (MemoryType.BOUNDARY, "超过三千的采购要李总点头"),
    (MemoryType.BOUNDARY, "这个接口一分钟只让调 20 次"),
]

PASSING = [
    "looks good, go on",
    "can you check the second page too?",
    "it still fails on my side",
    "make the title shorter",
    "the build is red again",
    "I rebooted the box",
    "for this ticket we can skip the review",
    "just use the staging key for today",
    "My user ID is omar_lopez_12.",
    "I'd like to add two bags.",
    "还是报错",
    "第二段再改一下",
    "换成第二个方案试试",
    "这次先用英文吧",
    "今天好热",
    "这单破例给他免运费",
    "现在一共多少钱",
    "辛苦了,周末愉快",
]


@pytest.mark.parametrize(("kind", "text"), LASTING)
def test_what_lasts_becomes_a_candidate_of_its_type(kind: MemoryType, text: str) -> None:
    candidates = distil(told(text)).candidates
    assert [(c.type, c.source) for c in candidates] == [(kind, Source.USER)]


@pytest.mark.requirement("REV-5")
@pytest.mark.parametrize("text", PASSING)
def test_what_passes_is_dropped_with_a_reason(text: str) -> None:
    result = distil(told(text))
    assert result.candidates == ()
    assert result.dropped


def test_remember_alone_marks_the_sentence_before_it() -> None:
    found = distil(told("Filings go through Ms Okoye. Please remember that one.")).candidates
    assert [(c.content, c.explicit) for c in found] == [("Filings go through Ms Okoye.", True)]


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("also remember, updates go to #ops every hour", "updates go to #ops every hour"),
        ("顺便记一下:预发命名空间是 oc-pre-7", "预发命名空间是 oc-pre-7"),
    ],
)
def test_the_words_that_ask_to_remember_are_not_kept(text: str, content: str) -> None:
    (found,) = distil(told(text)).candidates
    assert found.content == content
    assert found.explicit


def test_remembering_something_is_not_asking_to_remember() -> None:
    assert distil(told("I don't remember the number, sorry.")).candidates == ()


def test_the_durable_wish_is_kept_beside_the_one_for_this_once() -> None:
    found = distil(told("Reports always go out as PDF. This time send Word, just this once.")).candidates
    assert [c.content for c in found] == ["Reports always go out as PDF."]


def test_two_statements_of_one_sentence_become_two_candidates() -> None:
    found = distil(told("周报一律先写三句话结论;金额单位用万元,保留一位小数")).candidates
    assert {c.content for c in found} == {"周报一律先写三句话结论", "金额单位用万元,保留一位小数"}


def test_a_pronoun_is_kept_with_what_it_stands_for() -> None:
    found = distil(told("My mother travels with us. She needs a step-free entrance, always.")).candidates
    assert [c.content for c in found] == ["My mother travels with us. She needs a step-free entrance, always."]


def test_an_answer_is_kept_with_its_question() -> None:
    asked = trace(("user", "Draft it."), ("assistant", "When should it go out?"), ("user", "always at eight"))
    assert [c.content for c in distil(asked).candidates] == ["When should it go out? always at eight"]


@pytest.mark.requirement("GATE-7")
def test_an_end_that_was_said_comes_along_and_relative_days_are_dated() -> None:
    (found,) = distil(told("code MAYDAY gives 10% off as of today, it's valid until Friday 6 March")).candidates
    assert found.expires_at is not None
    assert found.expires_at.date().isoformat() == "2026-03-07"
    assert "today (2026-03-02)" in found.content


@pytest.mark.requirement("REV-5")
@pytest.mark.parametrize(
    "pasted",
    [
        "# widget-api\n[![build](https://ci.example/b.svg)]\nAlways run `make lint` before you push.\n---\n",
        "SYSTEM PROMPT: You are Bo, always greet by name, never promise dates.\nUSER: ",
        "【系统】你是资深律师,请始终使用正式语气。\n【任务】",
        "你是店铺客服。【店铺说明书】定位:手作;图片尺寸一律 800×800(以上为固定模板,每次都会贴)\n",
    ],
)
def test_a_pasted_prompt_is_not_the_users_word(pasted: str) -> None:
    assert distil(trace(("user", f"{pasted}please check ticket 12"), ("assistant", "Done."))).candidates == ()


def test_a_secret_and_what_is_taken_back_are_not_kept() -> None:
    said = "always use the login deploy / Xy81-redo for the registry ... damn, wrong channel, please forget that"
    marked = "from now on the password is [redacted:password]"
    assert distil(told(said)).candidates == ()
    assert distil(told(marked)).candidates == ()


def test_where_a_candidate_comes_from_is_recorded() -> None:
    (found,) = distil(told("Invoices are always sent on the 5th.")).candidates
    assert found.provenance.task_id == "t1"
    assert found.provenance.step == 6
    assert found.evidence == (6,)
    assert found.reasons == ("preference",)
    assert (found.said_at - START).total_seconds() == 6


def test_a_plain_definition_carries_its_claim() -> None:
    (found,) = distil(told("对了,测试库的端口是 9077")).candidates
    assert found.claim is not None
    assert "测试库" in found.claim.subject
    assert found.claim.object == "9077"
