"""Properties of comparison that hold for any text."""

from __future__ import annotations

from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from hindsight_memory.domain.memory import MemoryType, Source
from hindsight_memory.domain.review.claims import claim_of
from hindsight_memory.domain.review.compare import Relation, Statement, relation

NOW = datetime(2026, 5, 1, tzinfo=UTC)
WORDS = st.sampled_from(
    "Ann Anna Bob port limit is not 10 100 uses lives in Oslo never 端口 是 不 王伟 改成 the 喜欢 ， .".split()
)
TEXTS = st.one_of(
    st.text(max_size=80), st.lists(WORDS, max_size=12).map(" ".join), st.lists(WORDS, max_size=12).map("".join)
)


def statement(text: str) -> Statement:
    return Statement(text, MemoryType.FACT, Source.USER, NOW, claim_of(text))


@given(TEXTS)
def test_every_text_is_the_same_as_itself(text: str) -> None:
    assert relation(statement(text), statement(text), None).relation is Relation.SAME


@given(TEXTS, TEXTS)
def test_being_the_same_is_mutual(one: str, other: str) -> None:
    there = relation(statement(one), statement(other), None).relation is Relation.SAME
    back = relation(statement(other), statement(one), None).relation is Relation.SAME
    assert there == back


@given(TEXTS, TEXTS, st.floats(0, 1))
def test_a_comparison_always_has_a_reason_and_a_certainty_in_bounds(one: str, other: str, cosine: float) -> None:
    compared = relation(statement(one), statement(other), cosine)
    assert compared.reasons
    assert 0.0 < compared.certainty <= 1.0


@given(TEXTS, TEXTS)
def test_a_higher_cosine_never_turns_a_difference_into_the_same(one: str, other: str) -> None:
    if relation(statement(one), statement(other), None).relation is not Relation.SAME:
        assert relation(statement(one), statement(other), 1.0).relation is not Relation.SAME


@given(st.integers(0, 9999), st.integers(0, 9999))
def test_texts_that_differ_in_a_number_are_never_the_same(one: int, other: int) -> None:
    for form in ("The quota of the build farm is {} hours.", "构建机的配额是{}小时"):
        compared = relation(statement(form.format(one)), statement(form.format(other)), 0.99)
        assert (compared.relation is Relation.SAME) == (one == other)
