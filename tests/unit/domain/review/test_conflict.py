"""What replaces what, what contradicts, and what may stand side by side."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from hindsight_memory.domain.memory import Draft, Memory, MemoryType, Provenance, Scope, Source
from hindsight_memory.domain.review.compare import Comparison, Relation, Statement, relation, statement_of
from hindsight_memory.domain.review.conflict import Outcome, resolve

NOW = datetime(2026, 5, 1, tzinfo=UTC)
DAY = timedelta(days=1)


def said(text: str, kind: MemoryType = MemoryType.FACT, speaker: str = "") -> Statement:
    draft = Draft(content=text, said_at=NOW, source=Source.USER, type=kind, provenance=Provenance(speaker=speaker))
    return statement_of(draft)


def between(old: str, new: str) -> Relation:
    return relation(said(old), said(new), 0.95).relation


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("The API server listens on port 8080.", "The API server listens on port 9077."),
        ("I love jazz.", "I hate jazz."),
        ("I prefer dark mode.", "I prefer light mode."),
        ("We use pip to install packages.", "We use uv instead of pip to install packages."),
        ("The deadline is March 3.", "The deadline moved to March 10."),
        ("The user is allergic to peanuts.", "The user is not allergic to peanuts."),
        ("Bob works at Initech.", "Bob works at Globex now."),
        ("The project uses Python 3.10.", "The project uses Python 3.12."),
        ("Cache TTL is 60s.", "Cache TTL is 300s."),
        ("User is vegetarian.", "User is no longer vegetarian."),
        ("Weekly sync is on Monday.", "Weekly sync is on Tuesday."),
        ("我喜欢吃香菜", "我讨厌吃香菜"),
        ("用户偏好深色主题", "用户偏好浅色主题"),
        ("我们用npm管理依赖", "我们改用pnpm管理依赖，不再用npm"),
        ("支付服务的负责人是王伟", "支付服务的负责人改成了李娜"),
        ("项目截止日期是3月3日", "项目截止日期推迟到3月10日"),
        ("部署需要管理员权限", "部署不需要管理员权限"),
        ("张三住在北京", "张三搬到了上海"),
        ("接口限流是每分钟100次", "接口限流是每分钟200次"),
        ("每周一上午开例会", "每周二上午开例会"),
    ],
)
def test_another_value_of_the_same_single_valued_thing_replaces(old: str, new: str) -> None:
    assert between(old, new) is Relation.REPLACES


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Ann lives in Paris.", "Anna lives in Rome."),
        ("User likes tea.", "User likes coffee."),
        ("The user has a cat.", "The user has a dog."),
        ("Redis runs on port 6379.", "Postgres runs on port 5432."),
        ("Order 123 was refunded.", "Order 124 was refunded."),
        ("Meeting with Tom on 2026-03-01 went well.", "Meeting with Tom on 2026-03-08 went well."),
        ("Which port does the API use?", "Which port does the database use?"),
        ("A man is playing a guitar.", "A man is playing a violin."),
        ("支付服务的负责人是王伟", "订单服务的负责人是李娜"),
        ("用户喜欢喝茶", "用户喜欢喝咖啡"),
        ("订单123已退款", "订单124已退款"),
        ("小明是我的同事", "小红是我的同事"),
        ("绿豆芽怎么做好吃", "黄豆芽怎么做好吃"),
    ],
)
def test_statements_that_may_both_hold_are_distinct(old: str, new: str) -> None:
    assert between(old, new) is Relation.DISTINCT


def test_a_denial_of_something_indefinite_contradicts_and_does_not_replace() -> None:
    assert between("A boy is climbing the fence.", "There is no boy climbing the fence.") is Relation.CONTRADICTS


def test_one_event_told_of_somebody_else_is_for_a_person_to_decide() -> None:
    old = "Mara Quist interviewed Ilya Brandt for a radio feature about deep sea cables."
    new = "Tove Rask interviewed Ilya Brandt for a radio feature about deep sea cables."
    assert between(old, new) is Relation.CONTRADICTS


def test_opinions_of_two_speakers_do_not_conflict() -> None:
    old, new = said("I love jazz.", speaker="Ann"), said("I hate jazz.", speaker="Bob")
    assert relation(old, new, 0.95).relation is Relation.DISTINCT
    assert relation(old, replace(new, speaker="ann"), 0.95).relation is Relation.REPLACES


def test_periods_that_do_not_overlap_do_not_conflict() -> None:
    old = replace(said("Bob works at Initech."), valid_from=NOW - 9 * DAY, valid_until=NOW - 5 * DAY)
    new = replace(said("Bob works at Globex."), valid_from=NOW - 5 * DAY)
    assert relation(old, new, 0.95).relation is Relation.DISTINCT
    assert relation(replace(old, valid_until=None), new, 0.95).relation is Relation.REPLACES


def test_the_same_fact_in_two_disjoint_periods_is_kept_twice() -> None:
    old = replace(said("The shop is closed."), valid_from=NOW - 9 * DAY, valid_until=NOW - 5 * DAY)
    new = replace(said("The shop is closed."), valid_from=NOW)
    assert relation(old, new, 1.0).relation is Relation.DISTINCT


def test_a_failure_does_not_replace_a_fact() -> None:
    old = said("The job runs on port 9000.")
    new = said("The job runs on port 9001.", MemoryType.NEGATIVE)
    assert relation(old, new, 0.95).relation is Relation.DISTINCT


def stored(**changes: object) -> Memory:
    memory = Memory(
        memory_id="m1",
        scope=Scope(space="s"),
        type=MemoryType.FACT,
        content="The deadline is March 3.",
        source=Source.USER,
        created_at=NOW,
        last_confirmed_at=NOW,
    )
    return replace(memory, **changes)


REPLACES = relation(said("The deadline is March 3."), said("The deadline moved to March 10."), None)


def test_newer_and_as_trusted_supersedes() -> None:
    resolution = resolve(stored(), Source.USER, NOW + DAY, REPLACES)
    assert resolution.outcome is Outcome.SUPERSEDE
    assert [r.code for r in resolution.reasons] == ["new_value", "newer"]


@pytest.mark.requirement("REV-10")
@pytest.mark.parametrize(
    ("memory", "source", "said_at", "code"),
    [
        (stored(), Source.INFERRED, NOW + DAY, "weaker_source"),
        (stored(), Source.USER, NOW - DAY, "older"),
        (stored(pinned=True), Source.USER, NOW + DAY, "pinned"),
    ],
)
def test_weaker_older_or_against_a_pinned_memory_is_disputed(
    memory: Memory, source: Source, said_at: datetime, code: str
) -> None:
    resolution = resolve(memory, source, said_at, REPLACES)
    assert resolution.outcome is Outcome.DISPUTE
    assert resolution.reasons[-1].code == code


def test_an_unclear_replacement_is_disputed() -> None:
    unclear = Comparison(Relation.REPLACES, REPLACES.reasons, 0.4)
    assert resolve(stored(), Source.VERIFIED, NOW + DAY, unclear).outcome is Outcome.DISPUTE


@pytest.mark.parametrize("kind", [Relation.SAME, Relation.REFINES, Relation.DISTINCT])
def test_what_does_not_conflict_is_kept(kind: Relation) -> None:
    assert resolve(stored(), Source.USER, NOW, Comparison(kind, (), 0.9)).outcome is Outcome.KEEP_BOTH


def test_a_contradiction_goes_to_a_person() -> None:
    assert resolve(stored(), Source.USER, NOW, Comparison(Relation.CONTRADICTS, (), 0.9)).outcome is Outcome.DISPUTE
