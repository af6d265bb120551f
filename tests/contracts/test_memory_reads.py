"""``Reading``: memories, their revisions, lists and filters."""

from dataclasses import replace
from datetime import timedelta, timezone

import pytest

from hindsight_memory.domain.actor import View
from hindsight_memory.domain.errors import Invalid
from hindsight_memory.domain.events import Change, MemoryChanged, UsageCounted, VectorAdded
from hindsight_memory.domain.memory import (
    Claim,
    Condition,
    Memory,
    MemoryType,
    Provenance,
    Scores,
    Source,
    Status,
    Tier,
    Usage,
)
from hindsight_memory.domain.text.normal import fingerprint
from hindsight_memory.ports.records import MemoryFilter, Records
from tests.contracts.making import (
    EVERY,
    GENERATION,
    NOW,
    VIEW,
    changed,
    commit,
    ids,
    indexed,
    later,
    memory,
    scope,
    store,
    stored,
)


def full() -> Memory:
    return memory(
        "m1",
        "端口 8077 is taken; don't use it",
        scope=scope(group="crew"),
        type=MemoryType.BOUNDARY,
        source=Source.VERIFIED,
        tier=Tier.SHORT,
        confidence=0.75,
        scores=Scores(0.5, 0.6, 0.7, 0.57),
        claim=Claim("port 8077", "is", "taken"),
        applies_when=Condition(tool="docker"),
        pinned=True,
        tags=("net", "端口"),
        metadata={"nested": {"list": [1, 2.5, None, "三"]}},
        evidence_count=3,
        last_confirmed_at=later(days=1),
        last_used_at=later(days=2),
        valid_from=later(days=-5),
        valid_until=later(days=50),
        expires_at=later(days=90),
        superseded_by="m0",
        provenance=Provenance(task_id="t1", step=4, agent="ann"),
        usage=Usage(5, 4, 3, 2, 1),
    )


def test_a_memory_reads_back_as_it_was_committed(records: Records) -> None:
    store(records, full())
    with records.reading() as reading:
        assert reading.memory(VIEW, "m1") == full()


@pytest.mark.requirement("INV-10")
def test_a_time_of_another_zone_is_ordered_and_filtered_by_its_moment(records: Records) -> None:
    local = NOW.astimezone(timezone(timedelta(hours=8)))
    store(records, memory("m1", created_at=local, last_confirmed_at=local), memory("m2", created_at=later(seconds=1)))
    with records.reading() as reading:
        assert ids(reading.list_memories(VIEW, EVERY, limit=9).entries) == ["m2", "m1"]
        assert reading.count_memories(VIEW, MemoryFilter(since=NOW, until=later(seconds=1))) == 2


def test_a_time_without_a_zone_is_never_stored(records: Records) -> None:
    with pytest.raises(Exception, match="without a zone"):
        store(records, memory("m1", created_at=NOW.replace(tzinfo=None)))


def test_named_memories_can_be_those_of_some_types_alone(records: Records) -> None:
    store(records, memory("fact"), memory("limit", type=MemoryType.BOUNDARY), memory("path", type=MemoryType.PATH))
    with records.reading() as reading:
        found = reading.memories(VIEW, ["path", "fact", "limit"], frozenset({MemoryType.FACT, MemoryType.PATH}))
    assert list(found) == ["path", "fact"]


def test_a_work_sees_what_it_committed_in_a_scope_that_was_new(records: Records) -> None:
    with records.work("ann", "alpha", NOW) as work:
        assert work.memory(VIEW, "m1") is None
        work.commit(stored(memory("m1", scope=scope(group="crew"))))
        assert work.memory(VIEW, "m1") is not None


def test_a_memory_of_any_status_can_be_shown(records: Records) -> None:
    store(records, *(memory(status.value, status=status) for status in Status))
    with records.reading() as reading:
        found = reading.memories(VIEW, [*reversed(Status), "nobody"])
    assert list(found) == [status.value for status in reversed(Status)]


@pytest.mark.requirement("INV-3")
@pytest.mark.requirement("MEM-8")
def test_what_is_not_visible_is_not_there_in_any_read(records: Records) -> None:
    claim = Claim("port", "is", "80")
    hidden = (
        memory("m1", "the port is 80", scope=scope(private="bob"), claim=claim),
        memory("m2", "the port is 80", scope=scope(group="others"), claim=claim),
        memory("m3", "the port is 80", scope=scope("beta"), claim=claim),
    )
    store(records, *hidden)
    every = frozenset(Status)
    with records.reading() as reading:
        for state in hidden:
            assert reading.memory(VIEW, state.memory_id) is None
            assert reading.revisions(VIEW, state.memory_id) == []
        assert reading.memories(VIEW, ["m1", "m2", "m3"]) == {}
        assert reading.list_memories(VIEW, MemoryFilter(statuses=every), limit=9).entries == ()
        assert reading.count_memories(VIEW, MemoryFilter(statuses=every)) == 0
        assert reading.same_claim(VIEW, "port", "is") == []
        assert reading.lexical(VIEW, ["port"], MemoryFilter(statuses=every), limit=9) == []
        assert reading.term_counts(VIEW, ["m1", "m2", "m3"], ["port"]) == {}
        assert reading.vectors_of(VIEW, ["m1", "m2", "m3"], GENERATION) == {}
        assert reading.states_at(VIEW, later(days=1), MemoryFilter(statuses=every)) == []
        assert reading.counts(VIEW)["status"] == {}


def test_a_view_shows_global_own_and_group_memories_of_each_of_its_spaces(records: Records) -> None:
    store(
        records,
        memory("m1"),
        memory("m2", scope=scope(private="ann")),
        memory("m3", scope=scope(group="crew", agent="bob")),
        memory("m4", scope=scope("beta", agent="bob")),
        memory("m5", scope=scope("gamma")),
    )
    with records.reading() as reading:
        page = reading.list_memories(View(("alpha", "beta"), "ann", ("crew",)), EVERY, limit=9)
    assert ids(page.entries) == ["m1", "m2", "m3", "m4"]


def test_ids_with_delimiters_never_meet(records: Records) -> None:
    store(records, memory("m1", scope=scope("a", private="b:c")), memory("m2", scope=scope("a:b", private="c")))
    with records.reading() as reading:
        assert ids(reading.list_memories(View(("a",), "b:c"), EVERY, limit=9).entries) == ["m1"]
        assert reading.list_memories(View(("a:b",), "b:c"), EVERY, limit=9).entries == ()
        assert reading.list_memories(View(("a:b:c",), ""), EVERY, limit=9).entries == ()


def test_a_list_is_newest_first_and_its_pages_join_without_gap_or_repeat(records: Records) -> None:
    states = [memory(f"m{n:02}", created_at=later(seconds=n // 3)) for n in range(20)]
    store(records, *states)
    expected = ids(sorted(states, key=lambda state: (-state.created_at.timestamp(), state.memory_id)))
    seen: list[str] = []
    cursor = None
    with records.reading() as reading:
        while len(seen) < len(expected):
            page = reading.list_memories(VIEW, EVERY, limit=7, cursor=cursor)
            seen += ids(page.entries)
            cursor = page.next_cursor
    assert seen == expected
    assert cursor is None


def test_a_cursor_stays_valid_under_writes(records: Records) -> None:
    store(records, *(memory(f"m{n}", created_at=later(seconds=n)) for n in range(4)))
    with records.reading() as reading:
        first = reading.list_memories(VIEW, EVERY, limit=2)
    store(records, memory("m9", created_at=later(seconds=9)))
    commit(records, changed(first.entries[1], Change.ARCHIVED, status=Status.ARCHIVED))
    with records.reading() as reading:
        assert ids(reading.list_memories(VIEW, EVERY, limit=9, cursor=first.next_cursor).entries) == ["m1", "m0"]


@pytest.mark.parametrize("cursor", ["x", "!!", "bnVsbA", "WzFd", "WyJ4IiwieSJd", "你好", "W" * 5000])
def test_a_cursor_of_no_list_is_refused(records: Records, cursor: str) -> None:
    with records.reading() as reading, pytest.raises(Invalid):
        reading.list_memories(VIEW, EVERY, limit=2, cursor=cursor)


def test_a_cursor_of_another_list_is_refused(records: Records) -> None:
    store(records, memory("m1"), memory("m2"))
    with records.reading() as reading, pytest.raises(Invalid):
        reading.audit(VIEW, limit=2, cursor=reading.list_memories(VIEW, EVERY, limit=1).next_cursor)


@pytest.mark.requirement("INV-4")
def test_a_filter_without_words_shows_only_readable_statuses(records: Records) -> None:
    store(records, *(memory(status.value, status=status) for status in Status))
    with records.reading() as reading:
        assert ids(reading.list_memories(VIEW, EVERY, limit=9).entries) == ["active", "disputed"]
        pending = MemoryFilter(statuses=frozenset({Status.PENDING}))
        assert ids(reading.list_memories(VIEW, pending, limit=9).entries) == ["pending"]
        assert reading.count_memories(VIEW, MemoryFilter(statuses=frozenset(Status))) == len(Status)


@pytest.mark.requirement("REC-13")
@pytest.mark.parametrize(
    "wanted",
    [
        MemoryFilter(types=frozenset({MemoryType.PATH})),
        MemoryFilter(sources=frozenset({Source.VERIFIED})),
        MemoryFilter(tiers=frozenset({Tier.SHORT})),
        MemoryFilter(tags=("a", "b")),
        MemoryFilter(since=later(days=2)),
        MemoryFilter(until=later(days=2, seconds=1), since=later(days=1)),
        MemoryFilter(task_id="t1"),
    ],
)
def test_each_condition_of_a_filter_restricts(records: Records, wanted: MemoryFilter) -> None:
    target = memory(
        "target",
        type=MemoryType.PATH,
        source=Source.VERIFIED,
        tier=Tier.SHORT,
        tags=("b", "a", "c"),
        last_confirmed_at=later(days=2),
        provenance=Provenance(task_id="t1"),
    )
    store(records, target, memory("other", tags=("a",)))
    with records.reading() as reading:
        assert ids(reading.list_memories(VIEW, wanted, limit=9).entries) == ["target"]
        assert reading.count_memories(VIEW, wanted) == 1
        assert [match.memory_id for match in reading.lexical(VIEW, ["statement"], wanted, limit=9)] == ["target"]
        assert ids(reading.states_at(VIEW, later(days=9), wanted)) == ["target"]


def test_until_is_exclusive(records: Records) -> None:
    store(records, memory("m1"))
    with records.reading() as reading:
        assert reading.count_memories(VIEW, MemoryFilter(until=NOW)) == 0
        assert reading.count_memories(VIEW, MemoryFilter(since=NOW)) == 1


def test_tags_are_whole_and_follow_each_change(records: Records) -> None:
    first = memory("m1", tags=("network",))
    store(records, first)
    commit(records, changed(first, tags=("disk", "disk")))
    with records.reading() as reading:
        assert reading.count_memories(VIEW, MemoryFilter(tags=("net",))) == 0
        assert reading.count_memories(VIEW, MemoryFilter(tags=("network",))) == 0
        assert reading.count_memories(VIEW, MemoryFilter(tags=("disk",))) == 1


def test_the_same_text_is_found_in_exactly_its_scope(records: Records) -> None:
    text = "Ports below 1024 need root."
    old = memory("m1", text)
    new = memory("m2", text.upper(), created_at=later(days=1))
    own = memory("m3", text, scope=scope(private="ann"))
    store(records, old, new, own, memory("m4", text, status=Status.FORGOTTEN, scope=scope(private="bob")))
    active = frozenset({Status.ACTIVE})
    with records.reading() as reading:
        assert reading.same_text(scope(agent="bob"), fingerprint(text), active) == new
        assert reading.same_text(scope(private="ann"), fingerprint(text), active) == own
        assert reading.same_text(scope(private="bob"), fingerprint(text), active) is None
        assert reading.same_text(scope(group="crew"), fingerprint(text), active) is None
        assert reading.same_text(scope("beta"), fingerprint(text), active) is None
        assert reading.same_text(scope(), fingerprint("another text"), active) is None


def test_the_same_claim_is_found_oldest_first_while_it_holds(records: Records) -> None:
    claim = Claim("port", "is", "80")
    store(
        records,
        memory("m3", claim=claim, created_at=later(days=2)),
        memory("m2", claim=replace(claim, object="81"), status=Status.DISPUTED),
        memory("m1", claim=claim, status=Status.SUPERSEDED),
        memory("m4", claim=replace(claim, relation="was")),
        memory("m5"),
    )
    with records.reading() as reading:
        assert ids(reading.same_claim(VIEW, "port", "is")) == ["m2", "m3"]


@pytest.mark.requirement("INV-2")
def test_every_change_is_a_revision_that_can_be_read(records: Records) -> None:
    first = memory("m1", "the port is 80")
    second = replace(first, content="the port is 81", revision=2)
    store(records, first)
    with records.work("bob", "alpha", later(days=1)) as work:
        work.commit(MemoryChanged(second, Change.UPDATED, "it moved", indexed(second.content)))
    with records.reading() as reading:
        before, after = reading.revisions(VIEW, "m1")
        assert reading.memory(VIEW, "m1") == second
    assert (before.number, before.state, before.change, before.actor) == (1, first, "stored", "ann")
    assert (after.number, after.state, after.change, after.actor) == (2, second, "updated", "bob")
    assert (after.reason, after.recorded_at) == ("it moved", later(days=1))


def test_past_states_are_what_was_recorded_by_then(records: Records) -> None:
    first = memory("m1", "the port is 80", created_at=later(days=-9))
    commit(records, stored(first), stored(memory("m0")))
    second = changed(first, Change.FORGOTTEN, status=Status.FORGOTTEN)
    commit(records, second, now=later(days=2))
    with records.reading() as reading:
        assert reading.states_at(VIEW, later(seconds=-1), EVERY) == []
        assert ids(reading.states_at(VIEW, later(days=1), EVERY)) == ["m1", "m0"]
        assert ids(reading.states_at(VIEW, later(days=2), EVERY)) == ["m0"]
        forgotten = MemoryFilter(statuses=frozenset({Status.FORGOTTEN}))
        assert reading.states_at(VIEW, later(days=3), forgotten) == [second.memory]


def test_what_has_run_out_comes_earliest_first_and_pinned_ones_stay(records: Records) -> None:
    store(
        records,
        memory("m1", expires_at=later(days=-1)),
        memory("m2", valid_until=later(days=-2), expires_at=later(days=5)),
        memory("m3", expires_at=NOW, status=Status.DISPUTED),
        memory("m4", expires_at=later(days=-3), pinned=True),
        memory("m5", expires_at=later(days=-3), status=Status.ARCHIVED),
        memory("m6", expires_at=later(seconds=1)),
        memory("m7", expires_at=later(days=-1), scope=scope(private="bob")),
        memory("m8", expires_at=later(days=-1), scope=scope("beta")),
    )
    with records.reading() as reading:
        assert ids(reading.expired(NOW, space="alpha", limit=9)) == ["m2", "m1", "m7", "m3"]
        assert ids(reading.expired(NOW, space="alpha", limit=2)) == ["m2", "m1"]


def test_usage_grows_without_a_new_revision(records: Records) -> None:
    store(records, memory("m1", usage=Usage(recalled=1)))
    commit(records, UsageCounted("alpha", "m1", Usage(1, 1, 1, 0, 0), "it helped"), now=later(days=1))
    commit(records, UsageCounted("alpha", "m1", Usage(1, 0, 0, 0, 1), "it was ignored"), now=later(days=2))
    with records.reading() as reading:
        found = reading.memory(VIEW, "m1")
        assert found is not None
        assert (found.usage, found.last_used_at, found.revision) == (Usage(3, 1, 1, 0, 1), later(days=1), 1)
        assert len(reading.revisions(VIEW, "m1")) == 1


def test_a_vector_that_comes_later_is_found_and_names_its_generation(records: Records) -> None:
    store(records, memory("m1"), memory("m2"))
    with records.reading() as reading:
        assert ids(reading.without_vector(GENERATION, limit=9)) == ["m1", "m2"]
        assert ids(reading.without_vector(GENERATION, limit=1)) == ["m1"]
    commit(records, VectorAdded("alpha", "m1", b"\x00<", GENERATION))
    with records.reading() as reading:
        found = reading.memory(VIEW, "m1")
        assert found is not None
        assert (found.generation, found.revision) == (GENERATION, 1)
        assert reading.vectors_of(VIEW, ["m1", "m2"], GENERATION) == {"m1": b"\x00<"}
        assert reading.vectors_of(VIEW, ["m1"], "another model") == {}
        assert ids(reading.without_vector(GENERATION, limit=9)) == ["m2"]
        assert ids(reading.without_vector("another model", limit=9)) == ["m1", "m2"]


def test_a_new_text_leaves_no_vector_of_the_old_one(records: Records) -> None:
    first = memory("m1", "the port is 80")
    commit(records, stored(first, vector=b"\x00<"))
    commit(records, VectorAdded("alpha", "m1", b"\x01<", "another model"))
    second = replace(first, content="the port is 81", revision=2)
    commit(records, MemoryChanged(second, Change.UPDATED, "", indexed(second.content)))
    with records.reading() as reading:
        assert reading.vectors_of(VIEW, ["m1"], GENERATION) == {}
        assert reading.vectors_of(VIEW, ["m1"], "another model") == {}


def test_counts_say_how_many_there_are_of_what(records: Records) -> None:
    store(
        records,
        memory("m1"),
        memory("m2", type=MemoryType.PATH, source=Source.INFERRED, tier=Tier.SHORT),
        memory("m3", status=Status.SUPERSEDED),
        memory("m4", scope=scope("beta")),
    )
    with records.reading() as reading:
        counts = reading.counts(VIEW)
    assert counts["status"] == {"active": 2, "superseded": 1}
    assert counts["type"] == {"fact": 1, "path": 1}
    assert counts["source"] == {"inferred": 1, "user": 1}
    assert counts["tier"] == {"long": 1, "short": 1}
    assert (counts["tasks"], counts["jobs"], counts["discards"], counts["events"]) == (
        {},
        {},
        {"total": 0},
        {"total": 0},
    )
