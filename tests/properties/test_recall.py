"""What holds for every ranking and every tokenized text."""

from collections import Counter
from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from hindsight_memory.domain.memory import Memory, MemoryType, Scope, Source, Usage
from hindsight_memory.domain.recall.profiles import PROFILES
from hindsight_memory.domain.recall.question import Candidate, Question, RecallPolicy
from hindsight_memory.domain.recall.ranking import rank
from hindsight_memory.domain.text.context import embedded_texts
from hindsight_memory.domain.text.stems import stem
from hindsight_memory.domain.text.tokens import fts_token, tokenize
from hindsight_memory.domain.types import POLICIES

NOW = datetime(2026, 5, 1, tzinfo=UTC)
POLICY = RecallPolicy(half_lives={kind: policy.half_life for kind, policy in POLICIES.items()})
WORDS = st.sampled_from("port staging 9077 deploy not no longer tea 部署 失败 端口 改成 the 的 C++ foo-bar".split())
SENTENCES = st.lists(WORDS, min_size=1, max_size=8).map(" ".join)
ANY_TEXT = st.text(max_size=120)


@st.composite
def candidates(draw: st.DrawFn) -> list[Candidate]:
    made: list[Candidate] = []
    for number in range(draw(st.integers(0, 12))):
        content = draw(SENTENCES)
        said = NOW - timedelta(days=draw(st.integers(-400, 4000)))
        memory = Memory(
            memory_id=f"m{number:02}",
            scope=Scope("s"),
            type=draw(st.sampled_from(MemoryType)),
            content=content,
            source=draw(st.sampled_from(Source)),
            confidence=draw(st.floats(0, 1)),
            created_at=said,
            last_confirmed_at=said,
            usage=Usage(helped=draw(st.integers(0, 9)), harmed=draw(st.integers(0, 9))),
        )
        tokens = tokenize(content)
        cosine = draw(st.none() | st.floats(-1, 1))
        made.append(Candidate(memory=memory, cosine=cosine, counts=Counter(tokens), length=len(tokens)))
    return made


@st.composite
def questions(draw: st.DrawFn, some: list[Candidate]) -> Question:
    text = draw(SENTENCES)
    frequencies = Counter(token for one in some for token in one.counts)
    return Question(
        text=text,
        tokens=tuple(tokenize(text)),
        now=NOW,
        documents=max(len(some), 1),
        mean_length=5.0,
        document_frequencies=frequencies,
        top_k=draw(st.integers(1, 12)),
        max_tokens=draw(st.sampled_from([0, 30, 1000])),
        min_score=draw(st.none() | st.floats(0, 1)),
    )


@given(st.data())
def test_every_signal_lies_between_0_and_1_and_every_hit_is_a_candidate_once(data: st.DataObject) -> None:
    some = data.draw(candidates())
    question = data.draw(questions(some))
    ranking = rank(some, question, PROFILES[data.draw(st.sampled_from(sorted(PROFILES)))], POLICY)
    ids = [hit.memory.memory_id for hit in ranking.hits]
    gone = [name for names in ranking.collapsed.values() for name in names]
    assert len(ids) == len(set(ids)) <= question.top_k
    assert set(ids) <= {one.memory.memory_id for one in some}
    assert not set(ids) & set(gone)
    for hit in (*ranking.hits, *ranking.warnings):
        assert all(0.0 <= value <= 1.0 for value in hit.signals.values())
        assert 0.0 <= hit.score <= 1.0 + 1e-9


@given(st.data())
def test_the_order_of_candidates_never_matters(data: st.DataObject) -> None:
    some = data.draw(candidates())
    question = data.draw(questions(some))
    shuffled = data.draw(st.permutations(some))
    profile = PROFILES["balanced"]
    assert rank(some, question, profile, POLICY) == rank(shuffled, question, profile, POLICY)


@given(st.data())
def test_a_higher_cosine_never_lowers_a_score(data: st.DataObject) -> None:
    some = data.draw(candidates().filter(bool))
    question = data.draw(questions(some))
    low, high = sorted(data.draw(st.tuples(st.floats(-1, 1), st.floats(-1, 1))))
    one = some[0]

    def similarity(cosine: float) -> float:
        moved = Candidate(memory=one.memory, cosine=cosine, counts=one.counts, length=one.length)
        hits = rank([moved], question, PROFILES["balanced"], POLICY).hits
        return hits[0].signals["similarity"] if hits else 0.0

    assert similarity(low) <= similarity(high) + 1e-9


@given(ANY_TEXT)
def test_any_text_can_be_tokenized_and_written_for_an_engine(text: str) -> None:
    tokens = tokenize(text)
    assert all(token and fts_token(token).isalnum() for token in tokens)
    assert tokenize(text) == tokens
    assert len(tokens) <= 4 * len(text) + 4


@given(ANY_TEXT, ANY_TEXT)
def test_tokens_of_a_part_are_found_in_the_whole(one: str, other: str) -> None:
    assert Counter(tokenize(f"{one} \n {other} x")) >= Counter(t for t in tokenize(f"{one} x") if t != "x")


@given(st.text("abcdefghijklmnopqrstuvwxyz", max_size=12))
def test_a_stem_is_never_empty_for_a_word(word: str) -> None:
    assert bool(stem(word)) == bool(word)


@given(st.text(max_size=3000), st.text(max_size=10))
def test_every_embedded_text_is_bounded(content: str, speaker: str) -> None:
    parts = embedded_texts(content, said_at=NOW, speaker=speaker)
    assert 1 <= len(parts) <= 2
    assert all(len(part) <= 600 for part in parts)
