"""``Work``: all or nothing, optimistic checks, one writer, purge."""

import threading
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from hindsight_memory.adapters.sql.records import SqlRecords
from hindsight_memory.domain.errors import Conflict, HindsightError, Invalid, NotFound, StoreBusy
from hindsight_memory.domain.events import (
    Change,
    DiscardRestored,
    DomainEvent,
    DraftDiscarded,
    EventsAppended,
    JobDone,
    MemoryChanged,
    MemoryPurged,
    TaskBegun,
    TaskReviewed,
    UsageCounted,
    VectorAdded,
)
from hindsight_memory.domain.memory import Provenance, Status, Usage
from hindsight_memory.domain.report import Considered
from hindsight_memory.domain.text.normal import fingerprint
from hindsight_memory.domain.trace import EventKind
from hindsight_memory.domain.verdict import Verdict, VerdictKind
from hindsight_memory.ports.records import Records
from tests.contracts.making import (
    EVERY,
    GENERATION,
    NOW,
    VIEW,
    changed,
    commit,
    discard,
    event,
    ids,
    memory,
    report,
    scope,
    store,
    stored,
    task,
)


def test_leaving_without_commit_changes_nothing(records: Records) -> None:
    with records.work("ann", "alpha", NOW) as work:
        assert work.memory(VIEW, "m1") is None
    with records.reading() as reading:
        assert reading.spaces() == []


def test_an_exception_inside_changes_nothing(records: Records) -> None:
    with pytest.raises(ZeroDivisionError), records.work("ann", "alpha", NOW):
        raise ZeroDivisionError
    commit(records, stored(memory("m1")))


@pytest.mark.requirement("INV-1B")
def test_events_of_one_commit_stand_or_fall_together(records: Records) -> None:
    old = memory("old")
    store(records, old)
    gone = changed(old, Change.SUPERSEDED, status=Status.SUPERSEDED, superseded_by="new")
    with pytest.raises(NotFound):
        commit(records, stored(memory("new")), gone, UsageCounted("alpha", "nobody", Usage(1), ""))
    with records.reading() as reading:
        assert reading.memory(VIEW, "new") is None
        assert reading.memory(VIEW, "old") == old
        assert reading.lexical(VIEW, ["new"], EVERY, limit=5) == []
    commit(records, stored(memory("new")), gone)
    with records.reading() as reading:
        assert ids(reading.list_memories(VIEW, EVERY, limit=5).entries) == ["new"]


def test_several_states_of_one_memory_in_one_commit_are_all_revisions(records: Records) -> None:
    first = memory("m1")
    second = changed(first, Change.DISPUTED, status=Status.DISPUTED)
    third = changed(second.memory, Change.ARCHIVED, status=Status.ARCHIVED)
    commit(records, stored(first), second, third)
    with records.reading() as reading:
        assert [revision.state for revision in reading.revisions(VIEW, "m1")] == [first, second.memory, third.memory]
        assert reading.memory(VIEW, "m1") == third.memory


@pytest.mark.requirement("MEM-11")
@pytest.mark.parametrize("number", [1, 2, 4])
def test_a_state_that_does_not_follow_the_stored_one_is_a_conflict(records: Records, number: int) -> None:
    first = memory("m1")
    second = changed(first)
    commit(records, stored(first), second)
    with pytest.raises(Conflict):
        commit(records, stored(memory("m1", revision=number)))
    with records.reading() as reading:
        assert reading.memory(VIEW, "m1") == second.memory


def test_a_later_state_of_a_memory_that_is_not_there_is_a_conflict(records: Records) -> None:
    with pytest.raises(Conflict):
        commit(records, stored(memory("m1", revision=2)))


def test_a_memory_does_not_move_to_another_space(records: Records) -> None:
    first = memory("m1")
    store(records, first)
    with pytest.raises(Conflict):
        commit(records, stored(memory("m1", scope=scope("beta"), revision=2)), space="beta")
    with pytest.raises(Conflict):
        commit(records, stored(memory("m1", scope=scope("beta"))), space="beta")


def test_a_work_writes_to_its_own_space_only(records: Records) -> None:
    with pytest.raises(ValueError, match="does not belong"):
        commit(records, stored(memory("m1", scope=scope("beta"))))


def test_a_new_text_without_its_index_is_refused(records: Records) -> None:
    first = memory("m1")
    with pytest.raises(ValueError, match="without its index"):
        commit(records, MemoryChanged(first, Change.STORED, ""))
    store(records, first)
    with pytest.raises(ValueError, match="without its index"):
        commit(records, changed(first, content="another text"))


def test_metadata_that_json_cannot_hold_is_refused_and_nothing_is_stored(records: Records) -> None:
    with pytest.raises(Invalid):
        commit(records, stored(memory("m0")), stored(memory("m1", metadata={"what": object()})))
    with records.reading() as reading:
        assert reading.memory(VIEW, "m0") is None


def test_a_work_commits_once(records: Records) -> None:
    with records.work("ann", "alpha", NOW) as work:
        work.commit(stored(memory("m1")))
        with pytest.raises(RuntimeError):
            work.commit(stored(memory("m2")))
        assert work.memory(VIEW, "m1") == memory("m1")


@pytest.mark.parametrize(
    "happened",
    [
        MemoryPurged("alpha", "m9", ""),
        UsageCounted("alpha", "m9", Usage(1), ""),
        VectorAdded("alpha", "m9", b"\0\0", GENERATION),
        DiscardRestored("alpha", "m9"),
        EventsAppended("alpha", "m9", (event(1),)),
        JobDone("alpha", "m9"),
    ],
)
def test_what_names_something_that_is_not_in_the_space_finds_nothing(records: Records, happened: DomainEvent) -> None:
    store(records, memory("m9", scope=scope("beta")))
    with pytest.raises(NotFound):
        commit(records, happened)


def test_a_work_reads_what_was_committed_before_it_began_and_it_stays_true(records: Records) -> None:
    store(records, memory("m1"))
    ended = threading.Event()
    failed: list[HindsightError] = []

    def overtake() -> None:
        try:
            commit(records, changed(memory("m1"), content="the statement of m1 "))
        except HindsightError as error:
            failed.append(error)
        ended.set()

    with records.work("ann", "alpha", NOW) as work:
        other = threading.Thread(target=overtake)
        other.start()
        found = work.memory(VIEW, "m1")
        assert found == memory("m1")
        assert not ended.is_set()
        work.commit(changed(memory("m1"), Change.CONFIRMED, evidence_count=2))
    other.join()
    assert [type(error) for error in failed] == [Conflict]


def test_reading_sees_one_state_while_others_write(records: Records) -> None:
    store(records, memory("m1"))
    with records.reading() as reading:
        assert reading.count_memories(VIEW, EVERY) == 1
        store(records, memory("m2"))
        assert reading.count_memories(VIEW, EVERY) == 1
    with records.reading() as reading:
        assert reading.count_memories(VIEW, EVERY) == 2


def test_reading_goes_on_while_a_writer_holds_the_lock(records: Records) -> None:
    store(records, memory("m1"))
    with records.work("ann", "alpha", NOW), records.reading() as reading:
        assert reading.count_memories(VIEW, EVERY) == 1


def hold(records: Records, then: Callable[[], None]) -> None:
    with records.work("ann", "alpha", NOW):
        then()


def test_a_writer_that_waits_too_long_is_told_that_the_store_is_busy(tmp_path: Path) -> None:
    holder = SqlRecords.open(tmp_path)
    waiter = SqlRecords.open(tmp_path, busy_timeout=timedelta(milliseconds=50))
    try:
        for late in (waiter, SqlRecords.open(tmp_path, busy_timeout=timedelta(milliseconds=50))):
            with holder.work("ann", "alpha", NOW), pytest.raises(StoreBusy):
                commit(late, stored(memory("m1")))
            late.close()
        assert StoreBusy.retryable
    finally:
        holder.close()


def test_a_second_writer_of_the_same_process_waits_its_turn(tmp_path: Path) -> None:
    records = SqlRecords.open(tmp_path, busy_timeout=timedelta(milliseconds=50))
    try:
        with pytest.raises(StoreBusy):
            hold(records, lambda: commit(records, stored(memory("m1"))))
    finally:
        records.close()


def test_many_threads_lose_nothing(records: Records) -> None:
    def write(name: int) -> None:
        for n in range(10):
            commit(records, stored(memory(f"m{name}-{n}")))

    threads = [threading.Thread(target=write, args=(name,)) for name in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with records.reading() as reading:
        assert reading.count_memories(VIEW, EVERY) == 60
    assert records.verify_audit() == 60


@pytest.mark.requirement("INV-2A")
def test_a_purge_leaves_a_tombstone_and_nothing_else(records: Records) -> None:
    secret = memory("m1", "the zanzibarquux stands in room seven", tags=("xyzzytag",))
    commit(records, stored(secret, vector=b"\x11\x22"))
    changed_text = changed(secret, content="the plughplover stands elsewhere").memory
    commit(records, stored(changed_text, change=Change.UPDATED))
    commit(records, DraftDiscarded(discard("d1", memory("m2", secret.content.upper()))))
    commit(records, MemoryPurged("alpha", "m1", "asked for"))
    with records.reading() as reading:
        assert reading.memory(VIEW, "m1") is None
        assert reading.revisions(VIEW, "m1") == []
        assert reading.lexical(VIEW, ["zanzibarquux", "plughplov", "plughplover"], EVERY, limit=5) == []
        assert reading.vectors_of(VIEW, ["m1"], GENERATION) == {}
        assert reading.discard(VIEW, "d1") is None
        assert reading.buried("alpha", fingerprint(secret.content))
        assert reading.buried("alpha", fingerprint(changed_text.content))
        assert not reading.buried("beta", fingerprint(secret.content))
        assert reading.corpus(["alpha"], ["zanzibarquux"]).documents == 0
    assert records.verify_audit("alpha") == 4


@pytest.mark.requirement("INV-2A")
def test_a_purge_reaches_the_copies_in_traces_and_reports(records: Records) -> None:
    content = "the zanzibarquux stands in room seven"
    source = event(1, f"please remember: {content}")
    recalled = event(1, content, kind=EventKind.RECALL, memory_ids=("m1",))
    call = event(2, "look it up", args={"query": [content, {"deep": content}]}, memory_ids=("m1",))
    verdict = Verdict(kind=VerdictKind.STORED, memory_id="m1", reasons=())
    m1 = memory("m1", content, provenance=Provenance(task_id="t1"))
    considered = Considered(content=content, type=m1.type, source=m1.source, evidence=(1,), verdict=verdict)
    commit(
        records,
        *(TaskBegun(task("t1", intent=content)), TaskBegun(task("t2"))),
        EventsAppended("alpha", "t1", (source,)),
        EventsAppended("alpha", "t2", (recalled, call)),
        stored(m1),
        TaskReviewed(replace(report("t1", 1), considered=(considered,))),
    )
    commit(records, MemoryPurged("alpha", "m1", "asked for"))
    with records.reading() as reading:
        first, second = reading.trace(VIEW, "t1"), reading.trace(VIEW, "t2")
        kept = reading.report(VIEW, "t1")
        assert "zanzibarquux" not in repr((first, second, kept, reading.task(VIEW, "t1")))
        assert first is not None
        assert first.events[0].text == "please remember: [purged]"
    records.verify_audit()


def test_a_purge_does_not_wait_for_a_reader(records: Records) -> None:
    store(records, memory("m1"))
    with records.reading() as reading:
        assert reading.count_memories(VIEW, EVERY) == 1
        commit(records, MemoryPurged("alpha", "m1", ""))
        store(records, memory("m2"))
        assert reading.count_memories(VIEW, EVERY) == 1


def test_a_purged_text_can_be_stored_anew(records: Records) -> None:
    store(records, memory("m1", "the port is 80"))
    commit(records, MemoryPurged("alpha", "m1", ""))
    store(records, memory("m2", "the port is 80"))
    with records.reading() as reading:
        assert [match.memory_id for match in reading.lexical(VIEW, ["port"], EVERY, limit=5)] == ["m2"]
