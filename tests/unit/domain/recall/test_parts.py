"""The parts of ranking: signals, profiles, BM25, bounds, updates, budget."""

from dataclasses import replace
from datetime import timedelta

import numpy as np
import pytest

from hindsight_memory.domain.errors import Invalid, UnknownProfile
from hindsight_memory.domain.memory import Source, Usage
from hindsight_memory.domain.recall.bm25 import attainable, bm25, rarity
from hindsight_memory.domain.recall.budget import tokens_of
from hindsight_memory.domain.recall.fusion import dense, fused, lexical
from hindsight_memory.domain.recall.matrices import pack, unpack
from hindsight_memory.domain.recall.profiles import PROFILES, Profile, profile_named
from hindsight_memory.domain.recall.relevance import Relevance
from hindsight_memory.domain.recall.sighting import Sighting
from hindsight_memory.domain.recall.signals import SIGNALS
from hindsight_memory.domain.recall.updates import states_change
from tests.unit.domain.recall.making import NOW, memory

YEAR = timedelta(days=365)
UNUSED = Usage()


def seen(days_ago: float = 0.0, half_life: timedelta = YEAR, usage: Usage = UNUSED) -> Sighting:
    return Sighting(replace(memory("x", days_ago=days_ago), usage=usage), 0.4, NOW, half_life)


@pytest.mark.requirement("REC-6")
def test_recency_halves_with_each_half_life() -> None:
    recency = SIGNALS["recency"]
    assert recency(seen(0)) == 1.0
    assert recency(seen(365)) == pytest.approx(0.5)
    assert recency(seen(730)) == pytest.approx(0.25)
    assert recency(seen(-900)) == 1.0
    assert recency(seen(400_000)) >= 0.0


def test_usage_starts_even_and_moves_slowly() -> None:
    usage = SIGNALS["usage"]
    assert usage(seen()) == 0.5
    assert 0.5 > usage(seen(usage=Usage(harmed=1))) > 0.3
    assert usage(seen(usage=Usage(helped=10))) > 0.9


def test_the_source_signal_is_the_source_weight() -> None:
    sighting = Sighting(memory("x", source=Source.INFERRED), 0.4, NOW, YEAR)
    assert SIGNALS["source"](sighting) == 0.5


@pytest.mark.requirement("REC-2")
def test_every_profile_weighs_known_signals_and_sums_to_one() -> None:
    for profile in PROFILES.values():
        assert set(profile.weights) <= set(SIGNALS)
        assert sum(profile.weights.values()) == pytest.approx(1.0)


def test_an_own_profile_goes_before_a_built_in_one_and_an_unknown_one_names_the_known() -> None:
    own = Profile("balanced", {"similarity": 1.0})
    assert profile_named("balanced", {"balanced": own}) is own
    with pytest.raises(UnknownProfile) as caught:
        profile_named("balance")
    assert "balanced" in caught.value.hint


@pytest.mark.parametrize("weights", [{}, {"similarity": -0.1}, {"similarity": 1.5}, {"similarity": 0.0}])
def test_a_profile_with_senseless_weights_is_refused(weights: dict[str, float]) -> None:
    with pytest.raises(Invalid):
        Profile("own", weights)


def test_a_rare_word_weighs_more_than_a_common_one_and_all_weigh_something() -> None:
    assert rarity(1000, 1) > rarity(1000, 500) > rarity(1000, 1000) > 0.0
    assert rarity(0, 0) > 0.0


def test_repetition_saturates_and_length_dampens() -> None:
    def score(count: int, length: int) -> float:
        return bm25({"port": 1.0}, {"port": count}, length, 10)

    assert score(2, 10) - score(1, 10) > score(9, 10) - score(8, 10)
    assert score(1, 40) < score(1, 10)
    assert score(0, 10) == 0.0


def test_bm25_sums_over_the_words_that_occur() -> None:
    weights = {"port": 3.0, "staging": 2.0}
    assert bm25(weights, {"port": 1}, 10, 10) == pytest.approx(3.0)
    assert bm25(weights, {}, 10, 10) == 0.0


def test_a_long_question_is_not_expected_to_be_matched_in_full() -> None:
    assert attainable(dict.fromkeys(map(str, range(50)), 1.0)) == attainable(dict.fromkeys(map(str, range(8)), 1.0))


def test_similarity_stays_between_nothing_and_full() -> None:
    assert fused(dense(-0.3), lexical(0.0, 5.0)) == 0.0
    assert fused(dense(1.0), lexical(9.0, 5.0)) == 1.0
    assert fused(dense(None), lexical(1.0, 5.0)) == pytest.approx(1 / 3)
    assert lexical(1.0, 0.0) == 0.0


def test_a_wide_search_is_bounded_less_than_a_narrow_one() -> None:
    bounds = [Relevance().bound(0.8, top_k) for top_k in (1, 5, 7, 10, 50)]
    assert bounds == sorted(bounds, reverse=True)
    assert bounds[0] == bounds[1] and bounds[-1] == bounds[-2]


def test_below_the_least_similarity_nothing_is_relevant() -> None:
    assert Relevance().bound(0.3, 5) > 1.0
    assert Relevance().bound(0.3, 10) < 0.3
    assert Relevance().bound(0.1, 10) > 1.0


def test_what_stands_clear_needs_less_and_the_best_of_many_more() -> None:
    assert Relevance().bound(0.36, 5) > 1.0
    assert Relevance().bound(0.36, 5, lead=0.1) <= 0.36
    assert Relevance().bound(0.41, 5) <= 0.41
    assert Relevance().bound(0.41, 5, documents=15) > 1.0
    assert Relevance().bound(0.55, 5, documents=15) == Relevance().bound(0.55, 5, documents=1_000_000)
    assert Relevance().bound(0.3, 10, documents=1_000_000) <= 0.3


@pytest.mark.parametrize(
    "text", ["We no longer use Redis.", "She switched to tea.", "会议改到周四", "不再支持 v1", "後來換成 Notion"]
)
def test_a_statement_of_change_is_recognised(text: str) -> None:
    assert states_change(text)


@pytest.mark.parametrize("text", ["We use Redis.", "She likes tea.", "会议在周四", "支持 v1"])
def test_a_plain_statement_is_no_change(text: str) -> None:
    assert not states_change(text)


def test_chinese_takes_more_of_a_budget_than_english_of_the_same_length() -> None:
    assert tokens_of("部署失败了") == 5
    assert tokens_of("it failed") == 3
    assert tokens_of("") == 0


def test_packed_vectors_come_back_in_half_precision() -> None:
    rows = np.array([[0.6, 0.8], [1.0, 0.0]], dtype=np.float32)
    assert np.allclose(unpack(pack(rows), 2), rows, atol=1e-3)
    assert unpack(pack(rows[0]), 2).shape == (1, 2)
    with pytest.raises(ValueError, match="reshape"):
        unpack(b"123456", 2)
