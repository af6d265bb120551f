"""The first message asks for work; fragments behind another sentence take it along."""

import pytest

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
    ],
)
def test_a_first_message_that_hands_over_work_is_no_news(text: str) -> None:
    assert hands_over(text)
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
        ("展厅的灯我们重新定了。不超过 50 lx", "展厅的灯我们重新定了 — 不超过 50 lx"),
    ],
)
def test_a_fragment_takes_along_the_sentence_before_it(text: str, kept: str) -> None:
    assert kept in [draft.content for draft in distil(told(text)).candidates]


def test_a_whole_statement_stands_for_itself() -> None:
    contents = [draft.content for draft in distil(told("The labels look fine. We never ship on Fridays.")).candidates]
    assert contents == ["We never ship on Fridays."]
