"""Working memory in every adapter: small, ordered, exact, and nobody else's."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from hindsight_memory.adapters.sql.desks import SqlDesks
from hindsight_memory.adapters.sql.records import SqlRecords
from hindsight_memory.domain.desk import Desk, Note
from hindsight_memory.domain.events import MemoryPurged
from hindsight_memory.ports.working import WorkingMemory
from tests.contracts.making import NOW, commit, later, memory, store

DESK = Desk("alpha", "ann", "s1")
UNTIL = later(days=1)
MOST = 5


@pytest.fixture(params=["sql"])
def desks(request: pytest.FixtureRequest, records: SqlRecords) -> Iterator[WorkingMemory]:
    """Working memory of each kind, empty. A further adapter is one more case here."""
    match request.param:
        case "sql":
            yield SqlDesks(records)
        case name:
            raise LookupError(f"no working memory is called {name}")


def note(key: str, content: str = "", **fields: object) -> Note:
    return Note(key=key, content=content or f"what {key} says", put_at=NOW, **fields)  # type: ignore[arg-type]


def keys(desks: WorkingMemory, desk: Desk = DESK) -> list[str]:
    return [each.key for each in desks.listed(desk, NOW)]


@pytest.mark.requirement("TRACE-7")
def test_notes_come_back_exactly_and_in_the_order_in_which_they_were_put(desks: WorkingMemory) -> None:
    texts = ["  two  spaces\n", "中文，和 emoji 🦊", "'; DROP TABLE working_notes; --"]
    assert desks.put(DESK, [note("c", texts[0]), note("a", texts[1])], UNTIL, MOST)
    assert desks.put(DESK, [note("b", texts[2])], UNTIL, MOST)
    assert [(n.key, n.content) for n in desks.listed(DESK, NOW)] == list(zip("cab", texts, strict=True))
    assert desks.listed(DESK, NOW)[0].put_at == NOW


@pytest.mark.requirement("TRACE-7")
def test_a_note_under_a_known_key_takes_the_place_of_the_old_one(desks: WorkingMemory) -> None:
    desks.put(DESK, [note("a"), note("b")], UNTIL, MOST)
    assert desks.put(DESK, [note("a", "new"), note("c")], UNTIL, MOST)
    assert next((n.key, n.content) for n in desks.listed(DESK, NOW)) == ("a", "new")
    assert keys(desks) == ["a", "b", "c"]


@pytest.mark.requirement("TRACE-7")
def test_a_desk_that_is_full_takes_all_of_the_notes_or_none(desks: WorkingMemory) -> None:
    assert desks.put(DESK, [note(str(n)) for n in range(4)], UNTIL, MOST)
    assert not desks.put(DESK, [note("x"), note("y")], UNTIL, MOST)
    assert keys(desks) == ["0", "1", "2", "3"]
    assert desks.put(DESK, [note("x"), note("0", "again")], UNTIL, MOST)
    assert len(keys(desks)) == MOST


@pytest.mark.requirement("INV-3")
@pytest.mark.parametrize(
    "other",
    [Desk("beta", "ann", "s1"), Desk("alpha", "bob", "s1"), Desk("alpha", "ann", "s2"), Desk("alph", "aann", "s1")],
)
def test_no_other_space_agent_or_session_sees_a_desk(desks: WorkingMemory, other: Desk) -> None:
    desks.put(DESK, [note("a")], UNTIL, MOST)
    assert desks.listed(other, NOW) == []
    assert desks.clear(other) == 0
    assert desks.put(other, [note("b")], UNTIL, 1)
    assert (keys(desks), keys(desks, other)) == (["a"], ["b"])


def test_one_note_or_all_are_taken_off(desks: WorkingMemory) -> None:
    desks.put(DESK, [note("a"), note("b"), note("c")], UNTIL, MOST)
    assert desks.clear(DESK, "b") == 1
    assert desks.clear(DESK, "b") == 0
    assert keys(desks) == ["a", "c"]
    assert desks.clear(DESK) == 2
    assert keys(desks) == []


def test_a_desk_that_nobody_clears_runs_out_and_a_new_note_keeps_all_of_it(desks: WorkingMemory) -> None:
    desks.put(DESK, [note("a")], later(days=1), MOST)
    assert desks.listed(DESK, later(days=1)) == []
    desks.put(DESK, [Note(key="b", content="b", put_at=later(days=0.9))], later(days=1.9), MOST)
    assert [n.key for n in desks.listed(DESK, later(days=1.5))] == ["a", "b"]
    assert desks.put(DESK, [Note(key="c", content="c", put_at=later(days=2))], later(days=3), 1)
    assert [n.key for n in desks.listed(DESK, later(days=2))] == ["c"]


def test_a_purge_takes_the_text_off_every_desk_of_the_space(records: SqlRecords, desks: WorkingMemory) -> None:
    secret = "the vault opens with nine turns"
    other = Desk("beta", "ann", "s1")
    store(records, memory("m1", secret))
    desks.put(DESK, [note("a", f"remember: {secret}"), note("b")], UNTIL, MOST)
    desks.put(other, [note("a", secret)], UNTIL, MOST)
    commit(records, MemoryPurged("alpha", "m1", "asked for"))
    assert keys(desks) == ["b"]
    assert keys(desks, other) == ["a"]


def test_another_process_on_the_folder_sees_the_same_desk(tmp_path: Path) -> None:
    one, two = SqlRecords.open(tmp_path / "shared"), SqlRecords.open(tmp_path / "shared")
    try:
        SqlDesks(one).put(DESK, [note("a")], UNTIL, MOST)
        assert keys(SqlDesks(two)) == ["a"]
        SqlDesks(two).put(DESK, [note("b")], UNTIL, MOST)
        assert keys(SqlDesks(one)) == ["a", "b"]
    finally:
        one.close()
        two.close()


def test_many_who_put_at_once_never_overfill_a_desk(desks: WorkingMemory) -> None:
    def put(number: int) -> bool:
        return desks.put(DESK, [note(f"k{number}")], UNTIL, MOST)

    with ThreadPoolExecutor(4) as pool:
        laid = list(pool.map(put, range(20)))
    assert sum(laid) == MOST
    assert set(keys(desks)) == {f"k{n}" for n, done in enumerate(laid) if done}
