"""Reads that look after a store, in every record store."""

from dataclasses import replace
from datetime import timedelta

import pytest

from hindsight_memory.domain.actor import View
from hindsight_memory.domain.events import Change, DraftDiscarded, JobQueued, MemoryPurged, UsageCounted
from hindsight_memory.domain.health import Census
from hindsight_memory.domain.memory import Memory, Source, Status, Tier, Usage
from hindsight_memory.ports.records import Records
from tests.contracts.making import (
    GENERATION,
    NOW,
    VIEW,
    changed,
    commit,
    discard,
    ids,
    job,
    later,
    memory,
    scope,
    store,
    stored,
)

BOB = View(spaces=("alpha",), agent="bob")


def census(records: Records, view: View = VIEW, generation: str = GENERATION) -> Census:
    with records.reading() as reading:
        return reading.census(view, NOW, generation)


def used(memory_id: str, task_type: str = "deploy", **counts: int) -> UsageCounted:
    return UsageCounted("alpha", memory_id, Usage(**counts), "because of a test", task_type)


def test_pinned_memories_come_the_last_confirmed_first(records: Records) -> None:
    store(
        records,
        memory("m1", pinned=True),
        memory("m2"),
        memory("m3", pinned=True, last_confirmed_at=later(days=1)),
        memory("m4", pinned=True, status=Status.ARCHIVED),
        memory("m5", pinned=True, scope=scope(private="bob")),
    )
    with records.reading() as reading:
        assert ids(reading.pinned(VIEW, limit=10)) == ["m3", "m1"]
        assert ids(reading.pinned(VIEW, limit=1)) == ["m3"]
        assert ids(reading.pinned(BOB, limit=10)) == ["m3", "m1", "m5"]


def test_what_helped_most_comes_first_and_what_harmed_more_not_at_all(records: Records) -> None:
    store(records, *(memory(f"m{n}") for n in range(5)))
    commit(
        records,
        used("m1", used=3, helped=3, harmed=1),
        used("m2", used=5, helped=5),
        used("m3", used=4, helped=1, harmed=3),
        used("m4", used=9, helped=2),
    )
    with records.reading() as reading:
        assert ids(reading.most_helpful(VIEW, limit=10)) == ["m2", "m4", "m1"]


@pytest.mark.requirement("REC-16")
def test_uses_are_counted_by_task_type(records: Records) -> None:
    store(records, *(memory(f"m{n}") for n in range(1, 4)))
    commit(records, used("m1", recalled=1, used=1, helped=1), used("m2", recalled=1, ignored=1))
    commit(records, used("m1", recalled=1, used=1), used("m3", "review", recalled=1, used=1))
    commit(records, UsageCounted("alpha", "m2", Usage(recalled=1, used=1), "no type"))
    with records.reading() as reading:
        assert dict(reading.type_uses(VIEW, "deploy", limit=10)) == {"m1": Usage(recalled=2, used=2, helped=1)}
        assert list(reading.type_uses(VIEW, "review", limit=10)) == ["m3"]
        assert list(reading.type_uses(VIEW, "", limit=10)) == []
        assert list(reading.type_uses(View(spaces=("beta",), agent="ann"), "deploy", limit=10)) == []


@pytest.mark.requirement("INV-3")
def test_uses_of_what_is_not_visible_or_not_active_are_not_there(records: Records) -> None:
    private, forgotten = memory("m1", scope=scope(private="bob", agent="bob")), memory("m2")
    store(records, private, forgotten)
    commit(records, used("m1", recalled=1, used=1), used("m2", recalled=1, used=1))
    commit(records, changed(forgotten, Change.FORGOTTEN, status=Status.FORGOTTEN))
    with records.reading() as reading:
        assert list(reading.type_uses(VIEW, "deploy", limit=10)) == []
        assert list(reading.type_uses(BOB, "deploy", limit=10)) == ["m1"]
    commit(records, MemoryPurged("alpha", "m1", "asked for"))
    with records.reading() as reading:
        assert list(reading.type_uses(BOB, "deploy", limit=10)) == []


@pytest.mark.requirement("UP-2")
def test_an_empty_store_counts_nothing(records: Records) -> None:
    assert census(records) == Census()


def everything(old: timedelta) -> list[Memory]:
    """One memory of each kind that the census tells apart, and a plain one."""
    return [
        memory("plain"),
        memory("old", created_at=NOW - old),
        memory("short", tier=Tier.SHORT, source=Source.INFERRED),
        memory("disputed", status=Status.DISPUTED),
        memory("over", expires_at=NOW, source=Source.VERIFIED),
        memory("held", expires_at=NOW, pinned=True),
        memory("last-week", created_at=NOW - timedelta(days=8)),
        memory("quarantined", status=Status.QUARANTINED),
        memory("gone", status=Status.FORGOTTEN),
        memory("same", "the statement of plain"),
    ]


@pytest.mark.requirement("UP-2")
def test_every_kind_is_counted_once(records: Records) -> None:
    store(records, *everything(timedelta(days=31)))
    commit(records, stored(memory("with-vector"), vector=b"\0" * 8), DraftDiscarded(discard("d1", memory("left-out"))))
    commit(records, JobQueued(job("j1")))
    assert census(records) == Census(
        active=8,
        short_term=1,
        of_age=1,
        unretrieved=1,
        disputed=1,
        by_source={"inferred": 1, "user": 6, "verified": 1},
        this_week=9,
        week_before=1,
        same_text=1,
        without_vector=8,
        overdue=1,
        quarantined=1,
        failed_jobs=0,
        waiting_jobs=1,
        discarded=1,
    )
    assert census(records, generation="").without_vector == 0
    commit(records, used("old", recalled=1, ignored=1))
    assert census(records).unretrieved == 0


@pytest.mark.requirement("INV-3")
def test_what_is_not_visible_is_not_counted(records: Records) -> None:
    store(records, *(replace(m, scope=scope(private="bob")) for m in everything(timedelta(days=31))))
    assert census(records) == Census()
    assert census(records, BOB).active == 7
