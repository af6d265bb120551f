"""Answers to what the agent needs for the task at hand, and choices for it, are no memories; what lasts stays one."""

import pytest

from hindsight_memory.domain.review.distil import distil
from tests.unit.domain.review.traces import trace

PASSING = [
    ("Could you please provide your order number?", "It is the blue kettle, and the order came on Monday morning."),
    ("Please confirm the date of departure.", "The departure is on May 20, and the return on May 25."),
    ("Which one would you like?", "I'll use the gift card and cover the rest with the Visa."),
    ("Both are available.", "Let's go with the morning train, it arrives at nine."),
    ("请提供收货地址的楼层。", "是三楼,电梯旁边那间。"),
    ("有两个时间可以选,您看呢?", "就选靠窗那个座位,麻烦您了。"),
]
LASTING = [
    ("Could you please provide the format?", "Always send reports as PDF, for every customer."),
    ("Please confirm the supplier.", "Remember that our vaccines come from Kestrel Vet Supply."),
    ("Which option do you prefer?", "From now on use the night train for all trips."),
    ("请提供格式。", "以后所有报告都用 PDF 发。"),
]


def kept(asked: str, answer: str) -> list[str]:
    said = trace(("user", "Hello"), ("assistant", asked), ("user", answer), ("assistant", "Done."))
    return [draft.content for draft in distil(said, limit=5).candidates]


@pytest.mark.parametrize(("asked", "answer"), PASSING)
def test_a_detail_of_this_task_is_not_kept(asked: str, answer: str) -> None:
    assert [content for content in kept(asked, answer) if answer[:12] in content] == []


@pytest.mark.parametrize(("asked", "answer"), LASTING)
def test_what_lasts_is_kept_also_as_an_answer(asked: str, answer: str) -> None:
    assert len(kept(asked, answer)) == 1
