"""The audit of ``Records``: one entry per event, chained, readable, verified."""

import hashlib
import json

import pytest

from hindsight_memory.domain.actor import View
from hindsight_memory.domain.events import (
    Change,
    DiscardRestored,
    DraftDiscarded,
    EventsAppended,
    JobDone,
    JobQueued,
    MemoryPurged,
    TaskBegun,
    TaskEnded,
    TaskReviewed,
    UsageCounted,
    VectorAdded,
)
from hindsight_memory.domain.memory import Usage
from hindsight_memory.ports.records import AuditEntry, Records
from tests.contracts.making import (
    GENERATION,
    NOW,
    VIEW,
    changed,
    commit,
    discard,
    event,
    job,
    later,
    memory,
    report,
    scope,
    store,
    stored,
    task,
)


def entries(records: Records, view: View = VIEW) -> list[AuditEntry]:
    """All entries of a view, oldest first."""
    with records.reading() as reading:
        return list(reading.audit(view, limit=999).entries)[::-1]


@pytest.mark.requirement("INV-1A")
@pytest.mark.requirement("DEF-7")
def test_every_kind_of_event_leaves_one_entry(records: Records) -> None:
    m1 = memory("m1")
    commit(
        records,
        stored(m1),
        changed(m1, Change.FORGOTTEN),
        UsageCounted("alpha", "m1", Usage(1), "it was recalled"),
        VectorAdded("alpha", "m1", b"\0\0", GENERATION),
        DraftDiscarded(discard("d1", memory("m2"))),
        DiscardRestored("alpha", "d1"),
        TaskBegun(task("t1")),
        EventsAppended("alpha", "t1", (event(1),)),
        TaskEnded(task("t1")),
        TaskReviewed(report("t1", 1)),
        JobQueued(job("j1")),
        JobDone("alpha", "j1"),
        MemoryPurged("alpha", "m1", "asked for"),
    )
    found = entries(records)
    assert [(entry.action, entry.subject_id) for entry in found] == [
        ("memory.stored", "m1"),
        ("memory.forgotten", "m1"),
        ("usage.counted", "m1"),
        ("vector.added", "m1"),
        ("draft.discarded", "d1"),
        ("discard.restored", "d1"),
        ("task.begun", "t1"),
        ("events.appended", "t1"),
        ("task.ended", "t1"),
        ("task.reviewed", "t1"),
        ("job.queued", "j1"),
        ("job.done", "j1"),
        ("memory.purged", "m1"),
    ]
    assert {(entry.actor, entry.recorded_at, entry.space) for entry in found} == {("ann", NOW, "alpha")}
    assert (found[0].reason, found[-1].reason) == ("because of a test", "asked for")
    assert records.verify_audit() == 13


@pytest.mark.requirement("DEF-7")
def test_each_entry_is_chained_to_the_one_before_by_a_hash_that_anybody_can_compute(records: Records) -> None:
    store(records, memory("m1", "端口"), memory("m2"))
    previous = "0" * 64
    for number, entry in enumerate(entries(records), start=1):
        assert (entry.number, entry.previous) == (number, previous)
        fields = {
            "action": entry.action,
            "actor": entry.actor,
            "content_hash": entry.content_hash,
            "number": entry.number,
            "reason": entry.reason,
            "recorded_at": "2026-05-01T09:30:00.123456Z",
            "space": entry.space,
            "subject_id": entry.subject_id,
        }
        text = json.dumps(fields, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
        assert entry.hash == hashlib.sha256((previous + text).encode()).hexdigest()
        previous = entry.hash


def test_each_space_has_its_own_chain(records: Records) -> None:
    store(records, memory("m1"), memory("m2", scope=scope("beta")), memory("m3", scope=scope("beta")))
    assert [entry.number for entry in entries(records)] == [1]
    assert [entry.number for entry in entries(records, View(("beta",), "ann"))] == [1, 2]
    assert (records.verify_audit("alpha"), records.verify_audit("beta"), records.verify_audit()) == (1, 2, 3)
    assert records.verify_audit("nowhere") == 0


def test_equal_contents_have_different_hashes(records: Records) -> None:
    store(records, memory("m1", "yes"), memory("m2", "yes"))
    first, second = entries(records)
    assert first.content_hash != second.content_hash


def test_a_page_of_entries_is_newest_first_over_all_spaces_of_the_view(records: Records) -> None:
    both = View(("alpha", "beta"), "ann")
    commit(records, stored(memory("m1")))
    commit(records, stored(memory("m2", scope=scope("beta"))), space="beta", now=later(seconds=1))
    commit(records, stored(memory("m3")), now=later(seconds=2))
    with records.reading() as reading:
        first = reading.audit(both, limit=2)
        second = reading.audit(both, limit=2, cursor=first.next_cursor)
    assert [entry.subject_id for entry in first.entries + second.entries] == ["m3", "m2", "m1"]
    assert second.next_cursor is None


def test_spaces_are_named_in_order(records: Records) -> None:
    store(records, memory("m1", scope=scope("b")), memory("m2", scope=scope("a")))
    with records.reading() as reading:
        assert reading.spaces() == ["a", "b"]


def test_the_audit_is_read_between_two_times(records: Records) -> None:
    for number, name in enumerate(("m1", "m2", "m3")):
        with records.work("a", "alpha", later(days=number)) as work:
            work.commit(stored(memory(name)))
    with records.reading() as reading:
        between = reading.audit(VIEW, since=later(days=1), until=later(days=2), limit=9)
        assert [entry.subject_id for entry in between.entries] == ["m2"]
        first = reading.audit(VIEW, since=later(days=0), until=later(days=3), limit=2)
        assert [entry.subject_id for entry in first.entries] == ["m3", "m2"]
        rest = reading.audit(VIEW, since=later(days=0), until=later(days=3), limit=2, cursor=first.next_cursor)
        assert ([entry.subject_id for entry in rest.entries], rest.next_cursor) == (["m1"], None)


def test_the_audit_is_read_by_what_its_actions_begin_with(records: Records) -> None:
    commit(records, stored(memory("m1")), UsageCounted("alpha", "m1", Usage(1), "it was recalled"))
    with records.reading() as reading:
        assert [entry.action for entry in reading.audit(VIEW, about="memory.", limit=9).entries] == ["memory.stored"]
        assert [entry.action for entry in reading.audit(VIEW, about="usage", limit=9).entries] == ["usage.counted"]
        assert reading.audit(VIEW, about="%.", limit=9).entries == ()
        assert len(reading.audit(VIEW, limit=9).entries) == 2
