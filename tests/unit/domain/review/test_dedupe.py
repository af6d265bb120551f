"""What counts as the same statement, and what never does."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from hindsight_memory.domain.memory import Draft, MemoryType, Source
from hindsight_memory.domain.review.compare import Relation, Statement, relation, statement_of
from hindsight_memory.domain.review.dedupe import mergeable, nearest_same

NOW = datetime(2026, 5, 1, tzinfo=UTC)


def said(text: str) -> Statement:
    return statement_of(Draft(content=text, said_at=NOW, source=Source.USER))


def between(old: str, new: str, cosine: float | None = None) -> Relation:
    return relation(said(old), said(new), cosine).relation


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Tests must pass before merging.", "The tests must pass before merging!"),
        ("The nightly job runs at 02:00.", "The nightly job runs at 2:00 am"),
        ("The user doesn't eat meat.", "The user does not eat meat"),
        ("The team has three servers.", "The team has 3 servers."),
        ("部署前必须先备份数据库。", "部署前必须先备份数据库"),
        ("怎样才能重置路由器", "如何重置路由器？"),
        ("会议在三月五号", "会议在3月5号。"),
        ("哪里有充电桩可以用", "充电桩哪里有可以用"),
    ],
)
def test_wordings_that_differ_in_nothing_that_matters_are_the_same(old: str, new: str) -> None:
    assert between(old, new) is Relation.SAME


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Ann lives in Paris.", "Anna lives in Paris."),
        ("The limit is 10 requests.", "The limit is 100 requests."),
        ("The build works on ARM.", "The build does not work on ARM."),
        ("Alice reports to Bob.", "Bob reports to Alice."),
        ("She lived in Oslo.", "She lives in Oslo."),
        ("flights from Rome to Oslo", "flights from Oslo to Rome"),
        ("小明把书借给小红", "小红把书借给小明"),
        ("每分钟限流100次", "每分钟限流1000次"),
        ("部署需要管理员权限", "部署不需要管理员权限"),
        ("怀孕八个月能坐飞机吗", "怀孕三个月能坐飞机吗"),
        ("什么日子", "日子是什么"),
    ],
)
def test_a_difference_in_names_numbers_order_tense_or_negation_is_never_the_same(old: str, new: str) -> None:
    assert between(old, new) is not Relation.SAME
    assert between(new, old) is not Relation.SAME


def test_a_low_cosine_vetoes_the_same_but_a_high_one_never_makes_it() -> None:
    assert between("The office opens early", "The office opens early.", 0.99) is Relation.SAME
    assert between("Please restart the server", "Restart the server", 0.5) is Relation.DISTINCT
    assert between("The server has 8 cores.", "The server has 16 cores.", 0.999) is not Relation.SAME


def test_a_reason_added_to_the_same_words_refines() -> None:
    old, new = (
        "Retries help when the API times out.",
        "Retries help when the API times out because the gateway is slow.",
    )
    assert between(old, new) is Relation.REFINES


def test_memories_of_different_types_are_not_near_duplicates() -> None:
    one = said("Use the mirror for downloads.")
    other = replace(said("Please use the mirror for downloads"), type=MemoryType.PATH)
    assert relation(one, other, None).relation is not Relation.SAME


def test_the_nearest_same_is_the_surest_and_then_the_closest() -> None:
    new = said("The tests must pass before merging")
    others = [
        ("m1", said("Docs must build before merging."), 0.97),
        ("m2", said("Tests must pass before merging, please."), 0.93),
        ("m3", said("Tests must pass before merging!"), 0.96),
    ]
    assert nearest_same(new, others) == "m3"
    assert nearest_same(new, others[:1]) is None
    assert nearest_same(new, []) is None


@pytest.mark.requirement("REV-7")
def test_being_mergeable_is_not_handed_on_along_a_chain() -> None:
    base = "The export job needs admin rights"
    first = said(f"{base} because it reads audit tables.")
    middle = said(f"{base}.")
    last = said(f"{base} since it writes to the vault.")
    assert mergeable([first, middle])
    assert mergeable([middle, last])
    assert not mergeable([first, middle, last])


def test_a_single_memory_is_no_group() -> None:
    assert not mergeable([said("The export job needs admin rights.")])
