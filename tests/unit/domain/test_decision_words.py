"""The words of a decision: how long a belief may be, the one form of names, entities that nobody saw."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hindsight_memory.domain.decision import Belief
from hindsight_memory.domain.decision_form import forms_of
from hindsight_memory.domain.decision_words import BELIEF_WIDTH, type_name, unseen_entities, width


@pytest.mark.parametrize(
    ("text", "fits"),
    [
        ("a" * 120, True),
        ("a" * 121, False),
        ("包" * 50, True),
        ("包" * 51, False),
        ("包" * 25 + "a" * 60, True),
        ("包" * 25 + "a" * 61, False),
        ("한" * 51, False),
    ],
)
def test_fifty_chinese_or_a_hundred_and_twenty_other_characters_fit(text: str, fits: bool) -> None:
    assert (width(text) <= BELIEF_WIDTH + 1e-9) is fits


@pytest.mark.parametrize(
    "written",
    ["dependency_upgrade", "Dependency Upgrade", " dependency-upgrade ", "DEPENDENCY/upgrade", "ｄependency upgrade"],
)
def test_a_type_has_one_form_however_it_is_written(written: str) -> None:
    assert type_name(written) == "dependency_upgrade"


@given(st.text())
def test_the_form_of_a_type_is_its_own_form(text: str) -> None:
    assert type_name(type_name(text)) == type_name(text)


@pytest.mark.parametrize(
    ("belief", "observation", "unseen"),
    [
        ("the limit is 100 per minute", "the page says 100 requests a minute", ()),
        ("the limit is 100 per minute", "the page says 1000 requests", ("100",)),
        ("port 80 is open", "", ()),
        ("`load_rows` is thread-safe", "load_rows is called by 4 threads", ()),
        ("`load_rows` is thread-safe", "load_rows_fast is called", ("load_rows",)),
        ("接口限流为每分钟60次", "文档写着每分钟60次", ()),
        ("用户 Mia 是金卡会员", "用户是金卡会员", ("mia",)),
        ("nothing in particular", "whatever was seen", ()),
    ],
)
def test_what_a_belief_names_and_nobody_saw_is_suspicious(
    belief: str, observation: str, unseen: tuple[str, ...]
) -> None:
    assert unseen_entities(belief, observation) == unseen


@given(st.text(), st.text())
def test_no_text_is_too_odd_to_be_looked_at(belief: str, observation: str) -> None:
    unseen_entities(belief, observation)
    forms_of(Belief(text=belief), observation)


@pytest.mark.parametrize(
    ("belief", "intent", "forms"),
    [
        (
            Belief(text="chartlib and gridview are independent of each other"),
            "upgrade chartlib to 4.1.0",
            ("A and B are independent of each other", "upgrade A to C"),
        ),
        (
            Belief(subject="datebook", relation="is independent of", object="reminder-kit"),
            "pin datebook==2.0.0",
            ("A is independent of B", "pin A==C"),
        ),
        (
            Belief(text="chartlib 与 gridview 相互独立"),
            "把 chartlib 升级到 4.1.0",
            ("A 与 B 相互独立", "把 A 升级到 C"),
        ),
        (
            Belief(text="用户 U123 的订单可以免费改签"),
            "为 U123 改签航班 HAT170",
            ("用户 A 的订单可以免费改签", "为 A 改签航班 B"),
        ),
        (Belief(text="`load_rows` is thread-safe"), "call load_rows", ("`A` is thread-safe", "call A")),
        (Belief(text="the cache is warm"), "measure the service", ("the cache is warm", "measure the service")),
        (Belief(text="升级不会影响其他模块"), "升级到新版本", ("升级不会影响其他模块", "升级到新版本")),
    ],
)
def test_the_form_of_a_belief_has_letters_for_names(belief: Belief, intent: str, forms: tuple[str, str]) -> None:
    assert forms_of(belief, intent) == forms


def test_the_same_belief_about_other_things_has_the_same_form() -> None:
    one = forms_of(Belief(text="web-1 and web-2 share a disk"), "restart web-1")
    assert one == forms_of(Belief(text="db-7 and db-9 share a disk"), "restart db-7")


def test_what_was_observed_helps_to_know_a_name() -> None:
    belief = Belief(text="datebook and mailkit go together")
    assert forms_of(belief, "go on")[0] == "datebook and mailkit go together"
    assert forms_of(belief, "go on", "pins.txt has datebook 1.4.0")[0] == "A and B go together"
