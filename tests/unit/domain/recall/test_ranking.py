"""Candidates and a question in, explained hits out."""

import random
from datetime import timedelta

import pytest

from hindsight_memory.domain.memory import MemoryType
from hindsight_memory.domain.recall.profiles import PROFILES
from hindsight_memory.domain.recall.question import Candidate, Ranking
from hindsight_memory.domain.recall.ranking import rank
from tests.unit.domain.recall.making import NOW, POLICY, candidate, memory, question

BALANCED = PROFILES["balanced"]


def ranked(
    text: str, *candidates: Candidate, top_k: int = 5, max_tokens: int = 0, min_score: float | None = None
) -> Ranking:
    asked = question(text, candidates, top_k=top_k, max_tokens=max_tokens, min_score=min_score)
    return rank(candidates, asked, BALANCED, POLICY)


def contents(ranking: Ranking) -> list[str]:
    return [hit.memory.content for hit in ranking.hits]


@pytest.mark.requirement("REC-1")
def test_the_score_is_the_weighted_sum_of_the_signals() -> None:
    (hit,) = ranked("Which port does staging use?", candidate(memory("Staging uses port 9077."))).hits
    assert set(hit.signals) == {"similarity", "recency", "confidence", "source", "usage"}
    assert hit.score == pytest.approx(sum(BALANCED.weights.get(n, 0.0) * v for n, v in hit.signals.items()))
    assert f"= {hit.score:.3f}" in hit.explanation


def test_nothing_relevant_gives_no_hits() -> None:
    unrelated = candidate(memory("Bob likes green tea."), cosine=0.2)
    assert ranked("Which port does staging use?", unrelated).hits == ()


def test_the_best_of_a_bad_lot_keeps_its_low_similarity() -> None:
    weak = candidate(memory("Bob likes green tea."), cosine=0.2)
    (hit,) = ranked("Which port does staging use?", weak, min_score=0.0).hits
    assert hit.signals["similarity"] < 0.25


@pytest.mark.requirement("REC-4")
def test_the_lowest_score_bounds_the_similarity_and_not_the_sum() -> None:
    found = candidate(memory("Bob likes green tea.", confidence=1.0), cosine=0.3)
    assert ranked("What is tea?", found, min_score=0.99).hits == ()
    assert ranked("What is tea?", found, min_score=0.1).hits


def test_a_narrow_search_leaves_out_what_is_far_behind_the_best() -> None:
    best = candidate(memory("Staging uses port 9077."), cosine=0.7)
    behind = candidate(memory("The staging cluster has four nodes."), cosine=0.35)
    assert contents(ranked("Which port does staging use?", best, behind)) == ["Staging uses port 9077."]
    assert len(ranked("Which port does staging use?", best, behind, top_k=10).hits) == 2


def test_the_order_of_the_candidates_does_not_matter() -> None:
    some = [candidate(memory(f"Host number {n} runs service {n * 7}."), cosine=0.4 + n / 100) for n in range(12)]
    expected = contents(ranked("Which host runs the service?", *some, top_k=10))
    random.Random(4).shuffle(some)
    assert contents(ranked("Which host runs the service?", *some, top_k=10)) == expected


@pytest.mark.requirement("REC-8")
def test_near_copies_collapse_to_the_best_of_them() -> None:
    ranking = ranked(
        "Who signs off migrations?",
        candidate(memory("Maren signs off every schema migration", memory_id="a"), cosine=0.6),
        candidate(memory("maren signs off every schema migration.", memory_id="b"), cosine=0.5),
    )
    assert [hit.memory.memory_id for hit in ranking.hits] == ["a"]
    assert ranking.collapsed == {"a": ("b",)}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The job limit is 25 minutes on the big runner", "The job limit is 40 minutes on the big runner"),
        ("Deploy on Friday evening after the freeze", "Do not deploy on Friday evening after the freeze"),
    ],
)
def test_a_difference_in_numbers_or_negation_is_no_copy(one: str, other: str) -> None:
    assert len(ranked(one, candidate(memory(one)), candidate(memory(other))).hits) == 2


@pytest.mark.requirement("REC-7")
def test_of_two_states_of_one_thing_the_newer_stands_first() -> None:
    old = candidate(memory("The deploy window is Tuesday morning.", days_ago=90), cosine=0.62)
    new = candidate(memory("The deploy window is Thursday night.", days_ago=2), cosine=0.58)
    assert contents(ranked("When is the deploy window?", old, new))[0] == "The deploy window is Thursday night."


def test_a_question_about_the_past_leaves_the_old_state_first() -> None:
    old = candidate(memory("The deploy window is Tuesday morning.", days_ago=90), cosine=0.70)
    new = candidate(memory("The deploy window is Thursday night.", days_ago=2), cosine=0.58)
    asked = "When was the deploy window originally?"
    assert contents(ranked(asked, old, new))[0] == "The deploy window is Tuesday morning."


def test_a_chinese_statement_of_change_stands_before_what_it_changes() -> None:
    old = candidate(memory("会议地点定在总图三楼，大家比较熟悉。", days_ago=60), cosine=0.6)
    new = candidate(memory("后来把会议地点改成资工系馆讨论室。", days_ago=3), cosine=0.55)
    assert contents(ranked("会议地点是哪里？", old, new))[0].startswith("后来")


@pytest.mark.requirement("MEM-13")
def test_a_stamp_in_the_future_counts_as_now_and_never_as_newest() -> None:
    future = candidate(memory("The deploy window is Tuesday morning.", days_ago=-4000), cosine=0.5)
    today = candidate(memory("The deploy window is Thursday night.", days_ago=0), cosine=0.55)
    ranking = ranked("When is the deploy window?", future, today)
    assert contents(ranking)[0] == "The deploy window is Thursday night."
    assert all(hit.signals["recency"] == 1.0 for hit in ranking.hits)


@pytest.mark.requirement("REC-10")
def test_what_failed_weighs_half_among_hits_and_is_a_warning() -> None:
    failed = candidate(memory("The pydantic v1 shim does not work here", kind=MemoryType.NEGATIVE), cosine=0.6)
    ranking = ranked("Does the pydantic v1 shim work here?", failed)
    assert ranking.warnings == ranking.hits
    (hit,) = ranking.hits
    assert hit.score == pytest.approx(0.5 * sum(BALANCED.weights.get(n, 0.0) * v for n, v in hit.signals.items()))


def test_a_failure_that_has_nothing_to_do_with_it_is_no_warning() -> None:
    failed = candidate(memory("The pydantic v1 shim does not work here", kind=MemoryType.NEGATIVE), cosine=0.2)
    fact = candidate(memory("Staging uses port 9077."), cosine=0.7)
    assert ranked("Which port does staging use?", failed, fact).warnings == ()


@pytest.mark.requirement("REC-9")
def test_the_token_budget_leaves_out_what_does_not_fit() -> None:
    short = candidate(memory("Staging uses port 9077."), cosine=0.6)
    long = candidate(memory("Staging uses port 9077, " + "and the port is open " * 40), cosine=0.7)
    ranking = ranked("Which port does staging use?", short, long, max_tokens=40)
    assert contents(ranking) == ["Staging uses port 9077."]
    assert ranking.cut == 1


def test_without_vectors_words_alone_find() -> None:
    right = candidate(memory("Staging uses port 9077."), cosine=None)
    wrong = candidate(memory("Bob likes green tea."), cosine=None)
    assert contents(ranked("Which port does staging use?", right, wrong)) == ["Staging uses port 9077."]


@pytest.mark.parametrize("text", ["what is the", "是 什么"])
def test_a_question_of_stop_words_alone_is_answered(text: str) -> None:
    found = candidate(memory(text + " x"), cosine=None)
    assert ranked(text, found).hits


def test_a_word_nobody_uses_makes_every_answer_weaker() -> None:
    found = candidate(memory("Staging uses port 9077."), cosine=0.5)
    plain = ranked("staging port", found).hits[0].signals["similarity"]
    asked_more = ranked("staging port password", found, min_score=0.0).hits[0].signals["similarity"]
    assert asked_more < plain


def test_another_space_does_not_move_a_score() -> None:
    found = candidate(memory("Staging uses port 9077."))
    alone = ranked("staging port", found).hits[0].score
    beside = ranked("staging port", found, candidate(memory("Bob likes green tea."), cosine=0.1)).hits[0].score
    assert alone == pytest.approx(beside, abs=0.01)


def test_an_older_memory_ranks_lower_when_all_else_is_equal() -> None:
    old = candidate(memory("Host alpha runs the mail relay", days_ago=2000), cosine=0.5)
    new = candidate(memory("Host gamma runs the mail relay", days_ago=1), cosine=0.5)
    assert contents(ranked("mail relay", old, new))[0] == "Host gamma runs the mail relay"
    assert NOW - timedelta(days=2000) == old.memory.last_confirmed_at


def test_a_narrow_search_keeps_what_updates_the_best_hit_and_leaves_out_what_is_only_near() -> None:
    best = candidate(memory("The court for the Tuesday match is court 4.", days_ago=30), cosine=0.6)
    update = candidate(memory("The court for the Tuesday match is court 7 now.", days_ago=1), cosine=0.5)
    near = candidate(memory("Shoes with black soles leave marks on indoor floors.", days_ago=1), cosine=0.56)
    found = contents(ranked("Which court do we play on?", best, update, near))
    assert update.memory.content in found and near.memory.content not in found
