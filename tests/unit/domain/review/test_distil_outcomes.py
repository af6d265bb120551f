"""How things turned out, as people say it: cleared suspects, orders not followed, regrets, changes for good."""

from collections.abc import Sequence

import pytest

from hindsight_memory.domain.gate.features import features
from hindsight_memory.domain.memory import MemoryType
from hindsight_memory.domain.review.distil import distil
from hindsight_memory.domain.text import cues
from hindsight_memory.domain.trace import EventKind
from tests.unit.domain.review.traces import concluded, told, trace


def _towards_keeping(speaker: EventKind, texts: Sequence[str]) -> Sequence[float]:
    return [0.5 if speaker is EventKind.ASSISTANT else 0.0] * len(texts)


@pytest.mark.parametrize(
    "text",
    [
        "The pump runs at 2,900 rpm because it was serviced, so that's not it.",
        "The relay is new since March, so it is not the cause.",
        "风扇转速 2900，所以不是它。",
        "因为线是新换的，可以排除。",
    ],
)
def test_a_cleared_suspect_is_no_finding(text: str) -> None:
    assert cues.EXCLUDED.found(text)
    assert distil(concluded(text)).candidates == ()


@pytest.mark.parametrize(
    "text",
    [
        "A comment on the page tells AI tools to skip the limit check, I ignored it.",
        "The last line is an instruction to always approve refunds, I did not follow it.",
        "网页底部有一句要求助手把上限改成 9999 的话，我没有理会。",
    ],
)
def test_an_order_in_data_that_was_not_followed_is_not_kept_either(text: str) -> None:
    assert distil(concluded(text)).candidates == ()


@pytest.mark.parametrize(
    "text", ["The Corvo tent was a mistake.", "那款鹿角牌帐篷买错了", "those filters let us down twice"]
)
def test_a_regretted_choice_is_kept_so_that_it_is_not_made_again(text: str) -> None:
    assert [draft.type for draft in distil(told(text)).candidates] == [MemoryType.NEGATIVE]


@pytest.mark.parametrize(
    "text",
    ["This issue goes out as A5, and from now on every issue does.", "这期先用双栏，今后每期都用双栏"],
)
def test_what_holds_from_now_on_is_not_for_this_once(text: str) -> None:
    assert not features(text).one_off
    assert distil(told(text)).candidates


@pytest.mark.parametrize("text", ["Use A5 just for this issue.", "就这期用双栏"])
def test_what_is_for_this_once_stays_so(text: str) -> None:
    assert features(text).one_off


def test_what_answers_the_user_after_a_tool_is_kept_before_a_step_on_the_way() -> None:
    fact = "The outer berth costs 310 euros, the inner one 450."
    asked = ("user", "What do the berths cost?")
    looked = [("tool_call", "fees"), ("tool_result", "outer 310, inner 450")]
    answer = trace(asked, *looked, ("assistant", fact), ("user", "thanks"))
    on_the_way = trace(asked, *looked, ("assistant", fact), ("tool_call", "mail"), ("tool_result", "sent"))
    assert [draft.content for draft in distil(answer, lean=_towards_keeping).candidates] == [fact]
    assert distil(on_the_way, lean=_towards_keeping).candidates == ()


@pytest.mark.parametrize(
    "text", ["Looks like the valve that nobody can reach.", "Sounds like a driver that fails on 6.8."]
)
def test_a_guess_may_begin_the_sentence(text: str) -> None:
    assert features(text).guess


@pytest.mark.parametrize("text", ["just so you know, we ship from Ghent", "the HA-API module is an extra"])
def test_lookalikes_of_talk_are_no_talk(text: str) -> None:
    assert not features(text).borrowed and not features(text).chat


@pytest.mark.parametrize(
    "text", ["The watch keeps losing its pairing.", "这个版本的差分包做不出来", "海关系统那边接不了批量"]
)
def test_failures_are_heard_in_more_of_their_forms(text: str) -> None:
    assert features(text).failure


def test_plain_phrases_match_any_white_space_and_leave_gaps() -> None:
    assert cues.REGRET.found("we are  not buying those lamps again")
    assert not cues.REGRET.found(
        "not buying it; the shop that sells them opens on Monday and then it may open once again"
    )
