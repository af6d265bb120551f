"""``ports.tiers.TierStore``: what is old lies elsewhere, and is found as before."""

import json
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
import zstandard
from sqlalchemy import text

from hindsight_memory.adapters.sql.archive import SUFFIX
from hindsight_memory.adapters.sql.decision_vector_source import SqlDecisionVectorSource
from hindsight_memory.adapters.sql.records import SqlRecords
from hindsight_memory.domain.actor import Actor
from hindsight_memory.domain.chain import chain_of
from hindsight_memory.domain.decision import Belief, Outcome, OutcomeSource
from hindsight_memory.domain.errors import ArchiveDamaged, AuditBroken, Category
from hindsight_memory.domain.events import DecisionChange, EventsAppended, MemoryPurged, TaskBegun
from hindsight_memory.domain.text.tokens import tokenize
from hindsight_memory.domain.tiering import Kept, StorageTier, TierPolicy
from hindsight_memory.ports.decisions import DecisionFilter
from hindsight_memory.testing import FrozenClock
from tests.contracts.making import (
    GENERATION,
    NOW,
    VIEW,
    commit,
    decided,
    decision,
    event,
    later,
    memory,
    store,
    stored,
    task,
)
from tests.contracts.tiering import SECRET, everything, fill, lying, reworded, tiers, total

ANN = Actor(agent="ann", any_space=True, default_space="alpha")


def files(folder: Path) -> list[Path]:
    return sorted((folder / "archive").glob(f"*{SUFFIX}"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "store"


@pytest.mark.requirement("DEC-10")
def test_what_is_old_moves_by_its_age_and_every_read_finds_the_same(records: SqlRecords, clock: FrozenClock) -> None:
    fill(records)
    before = everything(records)
    run = tiers(records, clock).retier(ANN)
    assert everything(records) == before
    assert {kind: total(run, kind, StorageTier.ARCHIVE) for kind in Kept} == {
        Kept.DECISIONS: 2,
        Kept.TRACES: 6,
        Kept.REVISIONS: 4,
    }
    assert lying(records) == {
        ("decisions", "hot"): 1,
        ("decisions", "warm"): 2,
        ("decisions", "archive"): 2,
        ("traces", "hot"): 3,
        ("traces", "warm"): 6,
        ("traces", "archive"): 6,
        ("revisions", "hot"): 7,
        ("revisions", "warm"): 4,
        ("revisions", "archive"): 4,
    }
    assert records.verify_audit() > 0


def test_a_second_run_finds_nothing_to_do(records: SqlRecords, clock: FrozenClock, folder: Path) -> None:
    fill(records)
    tiers(records, clock).retier(ANN)
    before, named = lying(records), files(folder)
    assert tiers(records, clock).retier(ANN).moved == ()
    assert (lying(records), files(folder)) == (before, named)


def test_a_run_stops_at_its_limit_and_the_next_goes_on(records: SqlRecords, clock: FrozenClock) -> None:
    fill(records)
    first = tiers(records, clock).retier(ANN, limit=1)
    assert first.more
    runs = 0
    while tiers(records, clock).retier(ANN, limit=1).more:
        runs += 1
    assert runs > 2
    assert lying(records)["traces", "archive"] == 6


def test_the_present_state_of_a_memory_stays_however_old(records: SqlRecords, clock: FrozenClock) -> None:
    store(records, memory("old", "it is so"))
    clock.stand_at(later(days=1000))
    tiers(records, clock).retier(ANN)
    assert lying(records) == {("revisions", "hot"): 1}


def test_files_are_for_their_owner_alone_and_read_by_any_tool(
    records: SqlRecords, clock: FrozenClock, folder: Path
) -> None:
    fill(records)
    tiers(records, clock).retier(ANN)
    (decisions,) = (file for file in files(folder) if file.name.startswith("decisions-"))
    assert decisions.stat().st_mode & 0o777 == 0o600
    assert decisions.parent.stat().st_mode & 0o777 == 0o700
    with decisions.open("rb") as packed:
        plain = zstandard.ZstdDecompressor().stream_reader(packed, read_across_frames=True).read()
    assert [json.loads(line)["decision_id"] for line in plain.splitlines()] == ["d4-400", "d3-100"]


def test_archived_decisions_leave_the_vectors_and_words_still_find_them(
    records: SqlRecords, clock: FrozenClock
) -> None:
    fill(records)
    source = SqlDecisionVectorSource(records, GENERATION)
    seen = max(change.sequence for change in source.changes("alpha", 0))
    with records.reading() as reading:
        assert not reading.some_archived(VIEW, DecisionFilter())
    tiers(records, clock).retier(ANN)
    gone = {change.decision_id: change.belief for change in source.changes("alpha", seen)}
    assert gone == {"d3-100": None, "d4-400": None}
    with records.reading() as reading:
        found = reading.decision_lexical(VIEW, tokenize("holds"), DecisionFilter(), limit=10)
        assert {"d3-100", "d4-400"} <= {match.decision_id for match in found}
        assert reading.some_archived(VIEW, DecisionFilter())
        assert not reading.some_archived(VIEW, DecisionFilter(since=later(days=-50)))
        assert reading.decisions_without_vector(GENERATION, limit=10) == []


def test_what_comes_late_to_an_archived_trace_is_read_with_it_and_follows_it(
    records: SqlRecords, clock: FrozenClock
) -> None:
    fill(records)
    tiers(records, clock).retier(ANN)
    late = event(4, "came late", at=later(days=-399))
    commit(records, EventsAppended("alpha", "t4-400", (late,)))
    before = everything(records)
    run = tiers(records, clock).retier(ANN)
    assert total(run, Kept.TRACES, StorageTier.ARCHIVE) == 1
    assert everything(records) == before
    with records.reading() as reading:
        trace = reading.trace(VIEW, "t4-400")
    assert trace is not None
    assert [each.sequence for each in trace.events] == [1, 2, 3, 4]


def test_a_trace_that_goes_on_stays_hot(records: SqlRecords, clock: FrozenClock) -> None:
    begun = task("long", started_at=later(days=-500))
    commit(
        records, TaskBegun(begun), EventsAppended("alpha", "long", (event(1, at=later(days=-500)), event(2, at=NOW)))
    )
    tiers(records, clock).retier(ANN)
    assert lying(records) == {("traces", "hot"): 2}


def test_an_archived_decision_can_still_be_given_its_outcome(
    records: SqlRecords, clock: FrozenClock, folder: Path
) -> None:
    fill(records)
    tiers(records, clock).retier(ANN)
    with records.reading() as reading:
        old = reading.decision(VIEW, "d4-400")
    assert old is not None
    ended = replace(old, outcome=Outcome(text="it did", source=OutcomeSource.SYSTEM, at=NOW), closed_at=NOW)
    commit(records, decided(ended, DecisionChange.SETTLED))
    assert b"d4-400" not in contents(folder)
    with records.reading() as reading:
        assert reading.decision(VIEW, "d4-400") == ended
        assert reading.decision(VIEW, "d3-100") is not None
    records.verify_audit()
    tiers(records, clock).retier(ANN)
    assert lying(records)["decisions", "archive"] == 2
    records.verify_audit()


def test_a_purge_erases_in_the_archive_too(records: SqlRecords, clock: FrozenClock, folder: Path) -> None:
    fill(records)
    at = later(days=-200)
    secret = memory("secret", SECRET, created_at=at)
    commit(records, stored(secret), now=at)
    commit(records, reworded(secret, f"{SECRET}, and gold"), now=at)
    told = event(4, f"Somebody said: {SECRET}.", at=at, memory_ids=("secret",))
    commit(records, EventsAppended("alpha", "t3-100", (told,)), now=at)
    tells = decision("tells", belief=Belief(text=SECRET), decided_at=at, memory_ids=("secret",))
    commit(records, decided(tells), now=at)
    tiers(records, clock).retier(ANN)
    assert SECRET.encode() in contents(folder)
    with records.reading() as reading:
        others = reading.decision(VIEW, "d4-400"), reading.trace(VIEW, "t4-400"), reading.revisions(VIEW, "m4-400")
    before = set(files(folder))
    commit(records, MemoryPurged("alpha", "secret", "asked for"))
    assert b"teal" not in contents(folder)
    assert before - set(files(folder))
    with records.reading() as reading:
        assert others == (
            reading.decision(VIEW, "d4-400"),
            reading.trace(VIEW, "t4-400"),
            reading.revisions(VIEW, "m4-400"),
        )
        trace, masked = reading.trace(VIEW, "t3-100"), reading.decision(VIEW, "tells")
    assert trace is not None
    assert masked is not None
    assert "teal" not in repr((trace, masked))
    assert len(trace.events) == 4
    records.verify_audit()
    tiers(records, clock).retier(ANN)
    assert b"teal" not in contents(folder)
    assert lying(records)["traces", "hot"] == 3
    records.verify_audit()


def test_a_purge_between_reading_and_moving_leaves_nothing_behind(
    records: SqlRecords, clock: FrozenClock, folder: Path
) -> None:
    at = later(days=-200)
    secret = memory("secret", SECRET, created_at=at)
    commit(records, stored(secret), now=at)
    commit(records, reworded(secret, "it is gold"), now=at)
    commit(records, stored(memory("plain", "it is plain", created_at=at)), now=at)
    commit(records, reworded(memory("plain", "it is plain", created_at=at), "it is not"), now=at)
    todo = [MemoryPurged("alpha", "secret", "asked for")]

    def purge_once(step: str) -> None:
        if step == "verified" and todo:
            commit(records, todo.pop())

    records.dialect.archive.step = purge_once
    tiers(records, clock).retier(ANN)
    assert todo == []
    assert b"teal" not in contents(folder)
    assert lying(records) == {("revisions", "hot"): 1, ("revisions", "archive"): 1}
    assert len(files(folder)) == 1
    records.verify_audit()


@pytest.mark.parametrize("harm", ["missing", "damaged", "cut"])
def test_a_harmed_file_is_named_and_all_else_is_read(
    records: SqlRecords, clock: FrozenClock, folder: Path, harm: str
) -> None:
    fill(records)
    commit(records, EventsAppended("alpha", "t4-400", (event(4, "came late", at=NOW),)))
    tiers(records, clock).retier(ANN)
    commit(records, EventsAppended("alpha", "t3-100", (event(4, "came late", at=NOW),)))
    for file in files(folder):
        _harm(file, harm)
    with pytest.raises(ArchiveDamaged) as caught:
        records.verify_audit()
    assert any(file.name in caught.value.message for file in files(folder)) or harm == "missing"
    assert "-" in caught.value.message
    assert caught.value.category is Category.CORRUPT
    with records.reading() as reading:
        trace = reading.trace(VIEW, "t3-100")
        assert trace is not None
        assert [each.sequence for each in trace.events] == [4]
        assert [lost.sequences for lost in trace.lost] == [(1, 2, 3)]
        gap = chain_of(trace, reading.decisions_of_task(VIEW, "t3-100")).gaps[0]
        assert gap.code == "archive_unreadable"
        assert "traces-" in gap.text
        listed = reading.decisions(VIEW, DecisionFilter(), limit=10).entries
        assert [each.decision_id for each in listed] == ["d0-0", "d1-10", "d2-40", "d3-100", "d4-400"]
        assert "decisions-" in listed[-1].intent
        assert listed[-1].decided_at == later(days=-400)
        with pytest.raises(ArchiveDamaged, match="revisions-"):
            reading.revisions(VIEW, "m4-400")
        assert reading.memory(VIEW, "m4-400") is not None


def _harm(file: Path, harm: str) -> None:
    content = bytearray(file.read_bytes())
    match harm:
        case "missing":
            file.unlink()
        case "damaged":
            content[20] ^= 0xFF
            file.write_bytes(content)
        case _:
            file.write_bytes(content[: len(content) // 2])


def test_a_changed_list_of_files_is_noticed(records: SqlRecords, clock: FrozenClock) -> None:
    fill(records)
    tiers(records, clock).retier(ANN)
    with records.changing() as connection:
        connection.execute(text("UPDATE archive_files SET sha256 = 'other'"))
    with pytest.raises(AuditBroken, match="not the file recorded"):
        records.verify_audit()


def test_files_that_were_listed_once_go_at_the_next_opening_and_new_ones_stay(
    records: SqlRecords, clock: FrozenClock, folder: Path
) -> None:
    fill(records)
    tiers(records, clock).retier(ANN)
    (old,) = (file for file in files(folder) if file.name.startswith("decisions-"))
    kept = old.read_bytes()
    with records.reading() as reading:
        state = reading.decision(VIEW, "d4-400")
    assert state is not None
    ended = replace(state, outcome=Outcome(text="it did", source=OutcomeSource.SYSTEM, at=NOW), closed_at=NOW)
    commit(records, decided(ended, DecisionChange.SETTLED))
    assert not old.exists()
    # As if the process had been stopped before it removed the file.
    old.write_bytes(kept)
    fresh = old.with_name(f"decisions-fresh{SUFFIX}")
    fresh.write_bytes(kept)
    SqlRecords.open(folder).close()
    assert not old.exists()
    assert fresh.exists()


def test_another_space_is_left_alone_and_counted_apart(records: SqlRecords, clock: FrozenClock) -> None:
    fill(records)
    tiers(records, clock).retier(Actor(agent="bob", any_space=True, default_space="beta"))
    assert {tier for _, tier in lying(records)} == {"hot"}


def test_ages_are_settings(records: SqlRecords, clock: FrozenClock) -> None:
    fill(records)
    tiers(records, clock, TierPolicy(timedelta(days=50), timedelta(days=200))).retier(ANN)
    assert lying(records)["decisions", "warm"] == 1
    assert lying(records)["decisions", "archive"] == 1


def contents(folder: Path) -> bytes:
    """All that the files of the archive say."""
    found = b""
    for file in files(folder):
        with file.open("rb") as packed:
            found += zstandard.ZstdDecompressor().stream_reader(packed, read_across_frames=True).read()
    return found
