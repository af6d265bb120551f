"""The first message asks for work; fragments behind another sentence take it along."""

import pytest

from hindsight_memory.domain.gate.features import features
from hindsight_memory.domain.review.distil import distil
from hindsight_memory.domain.text.cues import hands_over
from tests.unit.domain.review.traces import told, trace


@pytest.mark.parametrize(
    "text",
    [
        "Cut the hedge on the north side.",
        "tiny one: rename the shed to workshop everywhere",
        "text Mrs Obi that the frame is ready whenever she likes",
        "need to pack 15 crates",
        "约显微镜,3 月 2 号上午",
        "五号楼水泵有异响,派单",
        "想把说明书翻成法语",
        "导语里“湖光”两个字改成“山色”",
        "Fit the model again with the new transect.",
    ],
)
def test_a_first_message_that_hands_over_work_is_no_news(text: str) -> None:
    assert distil(trace(("user", text), ("assistant", "Done."))).candidates == ()


@pytest.mark.parametrize(
    "text",
    [
        "The depot moved to Quay 7, change the labels please",
        "仓库搬到七号码头了,标签改一下",
        "From May on we close at six, fix the sign",
    ],
)
def test_news_at_the_start_of_a_task_is_kept_with_the_work_that_follows_from_it(text: str) -> None:
    assert distil(trace(("user", text), ("assistant", "Done."))).candidates


@pytest.mark.parametrize("text", ["We order from Kestrel.", "三楼的钥匙在前台"])
def test_a_plain_statement_hands_over_nothing(text: str) -> None:
    assert not hands_over(text)


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        (
            "We've dropped the old file names. Kebab-case, no prefix",
            "We've dropped the old file names — Kebab-case, no prefix",
        ),
        ("灯光这块看了三遍。不超过 50 lx", "灯光这块看了三遍 — 不超过 50 lx"),
        (
            "Two reefers for Halvorsen, ready Friday. Setpoint is always minus 20 for them.",
            "Two reefers for Halvorsen, ready Friday — Setpoint is always minus 20 for them.",
        ),
    ],
)
def test_a_fragment_takes_along_the_sentence_before_it(text: str, kept: str) -> None:
    assert kept in [draft.content for draft in distil(told(text)).candidates]


@pytest.mark.parametrize(
    "text", ["The tenant in flat 12 asks when the drilling may start", "12 楼的业主问周末能不能装修,几点算晚"]
)
def test_a_question_that_is_passed_on_is_a_question(text: str) -> None:
    assert features(text).question and distil(told(text)).candidates == ()


@pytest.mark.parametrize(
    "text",
    [
        "We're down to 4 boxes of the blue tiles.",
        "蓝色瓷砖只剩四箱了",
        "Pallet WRX880412 comes from Quay 7.",
        "工单 88041 那户在三楼",
    ],
)
def test_stock_and_single_cases_do_not_last(text: str) -> None:
    assert distil(told(text)).candidates == ()


def test_numbers_that_stay_with_someone_are_no_single_case() -> None:
    assert distil(told("Our VAT number is DE811907980.")).candidates


def test_a_whole_statement_stands_for_itself() -> None:
    contents = [draft.content for draft in distil(told("The labels look fine. We never ship on Fridays.")).candidates]
    assert contents == ["We never ship on Fridays."]
