"""Ranking of similar decisions: what counts, what is left out, and which of two alike ones comes first."""

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hindsight_memory.domain.decision import Belief, Decision, DecisionKind, Delta, DeltaResult, Outcome, OutcomeSource
from hindsight_memory.domain.likeness import LESSON_FIRST, RELEVANT, Precedent, Sought, explained, ranked
from hindsight_memory.testing import NOON

SOUGHT = Sought(
    tokens=("gateway", "up"),
    intent_types=frozenset(),
    documents=100,
    mean_length=20.0,
    frequencies={"gateway": 3, "up": 40},
)
TYPED = replace(SOUGHT, intent_types=frozenset({"deploy"}))


def precedent(name: str = "d1", belief: float | None = 0.6, intent: float | None = 0.6, **fields: object) -> Precedent:
    plain = Precedent(
        decision_id=name,
        intent_type="deploy",
        result=DeltaResult.UNKNOWN,
        belief=belief,
        intent=intent,
        counts={},
        length=20,
    )
    return replace(plain, **fields)


def names(*precedents: Precedent, sought: Sought = SOUGHT) -> list[str]:
    return [one.precedent.decision_id for one in ranked(precedents, sought)]


def test_what_is_not_similar_is_left_out() -> None:
    assert names(precedent(belief=0.2, intent=0.2)) == []
    assert names() == []


def test_beside_a_very_similar_one_a_little_similar_one_is_left_out() -> None:
    weak, strong = precedent("weak", 0.4, 0.4), precedent("strong", 0.75, 0.75, counts={"gateway": 3})
    assert names(weak) == ["weak"]
    assert names(weak, strong) == ["strong"]


def test_the_belief_counts_more_than_the_intent_and_both_more_than_words() -> None:
    words = precedent("words", 0.35, 0.35, counts={"gateway": 4, "up": 2})
    intent = precedent("intent", 0.4, 0.7)
    belief = precedent("belief", 0.7, 0.4)
    assert names(words, intent, belief)[:2] == ["belief", "intent"]


def test_the_same_type_counts_only_where_one_is_asked_for() -> None:
    same, other = precedent("b"), precedent("a", intent_type="rollback")
    assert names(same, other) == ["a", "b"]
    assert names(same, other, sought=TYPED) == ["b", "a"]
    assert ranked([same], SOUGHT)[0].signals["intent_type"] == 0.0


def test_among_alike_ones_failures_come_first_then_successes() -> None:
    alike = [precedent(result.value, result=result) for result in DeltaResult]
    assert names(*alike) == ["violated", "met", "unknown"]


@given(st.floats(0.4, 0.75), st.floats(0.4, 0.75), st.sampled_from(DeltaResult), st.sampled_from(DeltaResult))
def test_no_lesson_passes_a_clearly_more_similar_one(
    near: float, far: float, good: DeltaResult, bad: DeltaResult
) -> None:
    found = ranked([precedent("a", near, near, result=good), precedent("b", far, far, result=bad)], SOUGHT)
    for before, after in pairwise(found):
        assert after.score - before.score <= max(LESSON_FIRST.values()) + 1e-9


@given(st.permutations([precedent(f"d{n}", 0.4 + n / 40, 0.5, result=list(DeltaResult)[n % 3]) for n in range(9)]))
def test_the_order_they_come_in_does_not_matter(shuffled: list[Precedent]) -> None:
    assert names(*shuffled) == names(*sorted(shuffled, key=lambda one: one.decision_id))


@given(
    st.floats(-1, 1) | st.none(),
    st.floats(-1, 1) | st.none(),
    st.dictionaries(st.sampled_from(["gateway", "up", "other"]), st.integers(0, 50)),
    st.integers(0, 500),
)
def test_scores_and_signals_lie_between_0_and_1(
    belief: float | None, intent: float | None, counts: dict[str, int], length: int
) -> None:
    for sought in (SOUGHT, TYPED):
        for one in ranked([precedent("d", belief, intent, counts=counts, length=length)], sought):
            assert RELEVANT <= one.score <= 1.0 + 1e-9
            assert all(0.0 <= value <= 1.0 for value in one.signals.values())


def test_without_vectors_the_words_decide() -> None:
    close = precedent("close", None, None, counts={"gateway": 2, "up": 1})
    far = precedent("far", None, None, counts={"up": 1})
    assert names(close, far) == ["close"]
    assert ranked([close], SOUGHT)[0].signals["belief"] == 0.0


def decision(result: DeltaResult, **fields: object) -> Decision:
    plain = Decision(
        decision_id="d1",
        space="s",
        agent="ann",
        kind=DecisionKind.BRANCH,
        intent="go",
        belief=Belief(text="it is up"),
        decided_at=NOON,
        outcome=Outcome(text="502", source=OutcomeSource.SYSTEM, at=NOON),
        delta=Delta(result=result, magnitude=1.0, expected="200", actual="502"),
        closed_at=NOON,
    )
    return replace(plain, **fields)


@pytest.mark.requirement("DEC-6")
@pytest.mark.parametrize(
    ("state", "code", "words"),
    [
        (decision(DeltaResult.VIOLATED), "ended_violated", ("expected 200", "got 502", "1.00")),
        (decision(DeltaResult.MET), "ended_met", ("as expected: 200",)),
        (decision(DeltaResult.UNKNOWN, claimed=DeltaResult.MET), "ended_unknown", ("not known", "claimed met")),
        (decision(DeltaResult.UNKNOWN, outcome=None, closed_at=None), "ended_open", ("still open",)),
        (decision(DeltaResult.UNKNOWN, outcome=None), "ended_unknown", ("never got an outcome",)),
    ],
)
def test_an_answer_says_why_it_is_similar_and_how_it_ended(state: Decision, code: str, words: tuple[str, ...]) -> None:
    (one,) = ranked([precedent(belief=0.7, intent=0.5, counts={"gateway": 1})], TYPED)
    similar = explained(one, state, TYPED)
    codes = [reason.code for reason in similar.reasons]
    assert codes == ["like_belief", "like_intent", "same_intent_type", "shared_words", code]
    assert all(word in similar.reasons[-1].text for word in words)
