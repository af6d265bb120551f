"""``VectorSource``: the changes of a space, in order, only the latest of a memory."""

import pytest

from hindsight_memory.adapters.sql.records import SqlRecords
from hindsight_memory.adapters.sql.vector_source import SqlVectorSource
from hindsight_memory.domain.events import Change, MemoryChanged, MemoryPurged, TaskBegun, UsageCounted, VectorAdded
from hindsight_memory.domain.memory import MemoryType, Scope, Status, Tier, Usage, Visibility
from hindsight_memory.ports.vectors import VectorChange
from tests.contracts.making import GENERATION, changed, commit, indexed, memory, scope, store, stored, task


@pytest.fixture
def source(records: SqlRecords) -> SqlVectorSource:
    return SqlVectorSource(records, GENERATION)


def told(source: SqlVectorSource, after: int = 0, space: str = "alpha") -> list[tuple[str, bytes | None]]:
    return [(change.memory_id, change.vector) for change in source.changes(space, after)]


def test_an_empty_space_has_no_changes(source: SqlVectorSource) -> None:
    assert source.latest("alpha") == 0
    assert source.changes("alpha", 0) == ()


def test_a_change_tells_everything_the_index_filters_by(records: SqlRecords, source: SqlVectorSource) -> None:
    state = memory("m1", scope=scope(group="crew"), type=MemoryType.PATH, tier=Tier.SHORT, status=Status.DISPUTED)
    commit(records, stored(state, vector=b"\x00<\x00\x00"))
    assert source.changes("alpha", 0) == [
        VectorChange(
            sequence=1,
            memory_id="m1",
            vector=b"\x00<\x00\x00",
            scope=Scope("alpha", Visibility.SHARED, group="crew"),
            status=Status.DISPUTED,
            tier=Tier.SHORT,
            type=MemoryType.PATH,
        )
    ]


def test_only_what_came_after_is_told(records: SqlRecords, source: SqlVectorSource) -> None:
    commit(records, stored(memory("m1"), vector=b"\0\0"), stored(memory("m2"), vector=b"\1\1"))
    seen = source.latest("alpha")
    assert source.changes("alpha", seen) == ()
    commit(records, changed(memory("m1"), Change.ARCHIVED, status=Status.ARCHIVED))
    (only,) = source.changes("alpha", seen)
    assert (only.memory_id, only.status, only.vector) == ("m1", Status.ARCHIVED, b"\0\0")
    assert only.sequence == source.latest("alpha") > seen


def test_of_several_changes_of_a_memory_the_latest_is_told(records: SqlRecords, source: SqlVectorSource) -> None:
    first = memory("m1")
    commit(records, stored(first, vector=b"\0\0"), stored(memory("m2"), vector=b"\1\1"))
    commit(records, changed(first, Change.PROMOTED, scope=scope(group="crew")))
    assert told(source) == [("m2", b"\1\1"), ("m1", b"\0\0")]


def test_a_vector_that_comes_later_is_a_change(records: SqlRecords, source: SqlVectorSource) -> None:
    store(records, memory("m1"))
    assert told(source) == [("m1", None)]
    seen = source.latest("alpha")
    commit(records, VectorAdded("alpha", "m1", b"\1\1", GENERATION))
    assert told(source, seen) == [("m1", b"\1\1")]


def test_a_vector_of_another_generation_is_none_here(records: SqlRecords, source: SqlVectorSource) -> None:
    commit(records, stored(memory("m1"), vector=b"\0\0"))
    commit(records, VectorAdded("alpha", "m1", b"\1\1", "another model"))
    assert told(source) == [("m1", b"\0\0")]
    assert told(SqlVectorSource(records, "another model")) == [("m1", b"\1\1")]


def test_a_new_text_without_a_vector_leaves_the_index(records: SqlRecords, source: SqlVectorSource) -> None:
    commit(records, stored(memory("m1", "one"), vector=b"\0\0"))
    second = changed(memory("m1", "one"), content="two").memory
    commit(records, MemoryChanged(second, Change.UPDATED, "", indexed("two")))
    assert told(source) == [("m1", None)]


def test_a_purged_memory_leaves_the_index_for_good(records: SqlRecords, source: SqlVectorSource) -> None:
    commit(records, stored(memory("m1"), vector=b"\0\0"), stored(memory("m2"), vector=b"\1\1"))
    commit(records, MemoryPurged("alpha", "m1", ""))
    assert told(source) == [("m2", b"\1\1"), ("m1", None)]
    commit(records, stored(memory("m1"), vector=b"\2\2"))
    assert told(source)[-1] == ("m1", b"\2\2")


def test_what_does_not_concern_the_index_is_no_change(records: SqlRecords, source: SqlVectorSource) -> None:
    commit(records, stored(memory("m1"), vector=b"\0\0"))
    seen = source.latest("alpha")
    commit(records, UsageCounted("alpha", "m1", Usage(1), ""), TaskBegun(task("t1")))
    store(records, memory("m2", scope=scope("beta")))
    assert source.latest("alpha") == seen
    assert told(source, space="beta") == [("m2", None)]


def test_work_that_failed_is_no_change(records: SqlRecords, source: SqlVectorSource) -> None:
    with pytest.raises(ValueError, match="index"):
        commit(records, stored(memory("m1")), MemoryChanged(memory("m2"), Change.STORED, ""))
    assert source.latest("alpha") == 0
