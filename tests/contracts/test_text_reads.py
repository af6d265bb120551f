"""``Reading``: full text, its statistics, and what stays exact when a store is large."""

import itertools

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hindsight_memory.domain.actor import View
from hindsight_memory.domain.events import Change, MemoryChanged, MemoryPurged
from hindsight_memory.domain.memory import MemoryType, Status
from hindsight_memory.domain.text.tokens import tokenize
from hindsight_memory.ports.records import Corpus, MemoryFilter, Records
from tests.contracts.making import EVERY, VIEW, changed, commit, indexed, memory, scope, store, stored


def search(
    records: Records, query: str, *, view: View = VIEW, wanted: MemoryFilter = EVERY, limit: int = 20
) -> list[str]:
    with records.reading() as reading:
        return [match.memory_id for match in reading.lexical(view, tokenize(query), wanted, limit=limit)]


def test_more_and_rarer_tokens_come_earlier(records: Records) -> None:
    store(
        records,
        memory("common", "deploy with docker"),
        memory("rare", "deploy with ansible"),
        memory("both", "deploy docker by ansible"),
        memory("docker2", "docker runs"),
        memory("none", "something else"),
    )
    assert search(records, "docker ansible") == ["both", "rare", "docker2", "common"]


def test_frequencies_and_length_are_those_of_the_tokens(records: Records) -> None:
    store(records, memory("m1", "port 80, port 81, Café"))
    with records.reading() as reading:
        (match,) = reading.lexical(VIEW, ["port", "cafe", "nothing", "81"], EVERY, limit=5)
        counted = reading.term_counts(VIEW, ["m1", "nobody"], ["port", "nothing"])
    assert match.memory_id == "m1"
    assert dict(match.frequencies) == {"port": 2, "cafe": 1, "81": 1}
    assert match.length == len(tokenize("port 80, port 81, Café"))
    assert dict(counted["m1"].frequencies) == {"port": 2}
    assert list(counted) == ["m1"]


@pytest.mark.requirement("REC-14")
@pytest.mark.parametrize(
    ("content", "query"),
    [
        ("用户喜欢深色主题", "深色"),
        ("用户喜欢深色主题", "色"),
        ("部署用 docker compose", "docker 部署"),
        ("ชอบกาแฟดำ", "กาแฟ"),
        ("한국어를 쓴다", "한국어"),
        ("𠮷野家 is open", "𠮷"),
        ("\U00030000\U00030001 are rare characters", "\U00030000"),
        ("use foo_bar-baz in C++", "C++"),
        ("use foo_bar-baz in C++", "foo_bar-baz"),
        ("?!", "?!"),
        ("ΑΘΗΝΑ is a city", "αθηνα"),
        ("Ünïcode matters", "unicode"),
        ("the AND OR NOT NEAR of it", "AND OR NOT NEAR"),
        ('say "hello" * (now)', 'say "hello" * (now)'),
    ],
)
def test_texts_in_any_script_are_found(records: Records, content: str, query: str) -> None:
    store(records, memory("m1", content), memory("m2", "quite another thing"))
    assert search(records, query) == ["m1"]


def test_words_are_whole(records: Records) -> None:
    store(records, memory("m1", "testament"))
    assert search(records, "test") == []
    assert search(records, "testa*") == []


def test_no_tokens_find_nothing(records: Records) -> None:
    store(records, memory("m1"))
    assert search(records, "") == []
    with records.reading() as reading:
        assert reading.corpus(["alpha"], []) == Corpus(1, 4.0, {})


def test_a_limit_is_kept_and_repeated_tokens_count_once(records: Records) -> None:
    store(records, *(memory(f"m{n}", "port " * (n + 1)) for n in range(5)))
    assert search(records, "port port", limit=2) == ["m0", "m1"]


@pytest.mark.requirement("INV-3A")
def test_the_scope_filter_is_inside_the_search(records: Records) -> None:
    store(records, *(memory(f"b{n}", "the port is open", scope=scope("beta")) for n in range(50)))
    store(records, *(memory(f"p{n}", "the port is open", scope=scope(private="bob")) for n in range(50)))
    store(records, memory("m1", "once there was a port among very many other words that make it weigh little"))
    assert search(records, "port", limit=1) == ["m1"]


@pytest.mark.requirement("INV-3A")
def test_the_filter_is_inside_the_search_however_common_the_words_are(records: Records) -> None:
    store(records, memory("old", "the port is open", type=MemoryType.BOUNDARY))
    for batch in range(4):
        states = [memory(f"m{batch}-{n}", "the port is open") for n in range(2000)]
        commit(records, *map(stored, states))
    assert search(records, "port", wanted=MemoryFilter(types=frozenset({MemoryType.BOUNDARY}))) == ["old"]
    assert len(search(records, "port is open", limit=30)) == 30


def test_of_many_equally_heavy_texts_the_shortest_come_first(records: Records) -> None:
    states = [memory(f"m{n:03}", "port " + "filler " * (120 - n)) for n in range(120)]
    store(records, *states, memory("rare", "the port of the harbour"))
    assert search(records, "port harbour", limit=4) == ["rare", "m119", "m118", "m117"]


def test_a_question_of_more_words_than_one_statement_takes_is_answered(records: Records) -> None:
    words = [f"word{n}" for n in range(700)]
    store(records, memory("all", " ".join(words)), memory("last", words[-1]), memory("none", "something else"))
    assert search(records, " ".join(words)) == ["all", "last"]


def test_a_text_is_found_in_its_new_scope_and_only_there(records: Records) -> None:
    own = memory("m1", "the port is 80", scope=scope(private="ann"))
    store(records, own)
    bob = View(("alpha",), "bob")
    assert search(records, "port", view=bob) == []
    commit(records, changed(own, Change.PROMOTED, scope=scope()))
    assert search(records, "port", view=bob) == search(records, "port") == ["m1"]
    with records.reading() as reading:
        assert reading.corpus(["alpha"], ["port"]).frequencies == {"port": 1}


def test_a_new_text_takes_the_place_of_the_old_one(records: Records) -> None:
    first = memory("m1", "the port is eighty")
    store(records, first)
    second = changed(first, content="the door is open").memory
    commit(records, MemoryChanged(second, Change.UPDATED, "", indexed(second.content)))
    assert search(records, "port") == []
    assert search(records, "door") == ["m1"]
    with records.reading() as reading:
        corpus = reading.corpus(["alpha"], ["port", "door"])
    assert corpus == Corpus(1, 4.0, {"port": 0, "door": 1})


def test_statistics_cover_every_status_of_the_named_spaces_alone(records: Records) -> None:
    store(
        records,
        memory("m1", "port one"),
        memory("m2", "port two three", status=Status.SUPERSEDED, scope=scope(private="bob")),
        memory("m3", "port in beta", scope=scope("beta")),
    )
    with records.reading() as reading:
        assert reading.corpus(["alpha"], ["port", "two", "x"]) == Corpus(2, 2.5, {"port": 2, "two": 1, "x": 0})
        assert reading.corpus(["alpha", "beta"], ["port"]).documents == 3
        assert reading.corpus(["nowhere"], ["port"]) == Corpus(0, 0.0, {"port": 0})


@pytest.mark.requirement("REC-5")
def test_another_space_never_moves_the_order(records: Records) -> None:
    store(records, memory("m1", "a docker host"), memory("m2", "an ansible host"), memory("m3", "docker and more"))
    before = search(records, "docker ansible")
    store(records, *(memory(f"b{n}", "ansible", scope=scope("beta")) for n in range(30)))
    assert search(records, "docker ansible") == before == ["m2", "m3", "m1"]


SPACES = itertools.count()
WORDS = st.lists(st.sampled_from(["port", "door", "端口", "host", "C++"]), min_size=1, max_size=6).map(" ".join)


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(texts=st.lists(WORDS, min_size=1, max_size=8), data=st.data())
def test_statistics_agree_with_what_is_stored_after_any_changes(
    records: Records, texts: list[str], data: st.DataObject
) -> None:
    space = f"space {next(SPACES)}"
    held = {f"{space}/{n}": memory(f"{space}/{n}", text, scope=scope(space)) for n, text in enumerate(texts)}
    commit(records, *map(stored, held.values()), space=space)
    for memory_id in data.draw(st.lists(st.sampled_from(sorted(held)), unique=True)):
        if data.draw(st.booleans()):
            del held[memory_id]
            commit(records, MemoryPurged(space, memory_id, ""), space=space)
        else:
            content = data.draw(WORDS)
            state = changed(held[memory_id], content=content).memory
            held[memory_id] = state
            commit(records, MemoryChanged(state, Change.UPDATED, "", indexed(content)), space=space)
    tokens = [tokenize(state.content) for state in held.values()]
    asked = sorted({token for text in texts for token in tokenize(text)})
    with records.reading() as reading:
        corpus = reading.corpus([space], asked)
    assert corpus.documents == len(held)
    assert corpus.mean_length * len(held) == pytest.approx(sum(map(len, tokens)))
    assert corpus.frequencies == {token: sum(token in each for each in tokens) for token in asked}
