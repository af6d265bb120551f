"""Decisions in the record store: written once, ended once, found by what they say and by nothing else."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from hindsight_memory.adapters.sql.records import SqlRecords
from hindsight_memory.domain.actor import View
from hindsight_memory.domain.decision import (
    Belief,
    Decision,
    DecisionKind,
    DeltaResult,
    Expectation,
    ExpectedKind,
)
from hindsight_memory.domain.errors import Conflict, Invalid, NotFound
from hindsight_memory.domain.events import (
    DecisionChange,
    DecisionChanged,
    DecisionVectorsAdded,
    EventsAppended,
    MemoryPurged,
    TaskBegun,
)
from hindsight_memory.domain.memory import Scope, Visibility
from hindsight_memory.domain.text.tokens import tokenize
from hindsight_memory.ports.decisions import EVERY_DECISION, DecisionFilter
from hindsight_memory.ports.records import Records
from tests.contracts.making import (
    FAILED,
    GENERATION,
    NOW,
    VIEW,
    VIOLATED,
    commit,
    decided,
    decision,
    ended,
    event,
    later,
    memory,
    store,
    task,
)

OTHER = View(spaces=("beta",), agent="ann")
BOTH = View(spaces=("alpha", "beta"), agent="ann")


def keep(records: Records, *states: Decision) -> None:
    """Store decisions, each in its space."""
    for space in dict.fromkeys(state.space for state in states):
        commit(records, *(decided(state) for state in states if state.space == space), space=space)


def read(records: Records, decision_id: str, view: View = VIEW) -> Decision | None:
    with records.reading() as reading:
        return reading.decision(view, decision_id)


def listed(records: Records, wanted: DecisionFilter = EVERY_DECISION, view: View = VIEW) -> list[str]:
    with records.reading() as reading:
        return [each.decision_id for each in reading.decisions(view, wanted, limit=100).entries]


def lexical(
    records: Records, text: str, wanted: DecisionFilter = EVERY_DECISION, view: View = VIEW, limit: int = 10
) -> list[str]:
    with records.reading() as reading:
        found = reading.decision_lexical(view, tokenize(text), wanted, limit=limit)
    return [each.decision_id for each in found]


def full(decision_id: str = "d1") -> Decision:
    """A decision with something in every field."""
    return decision(
        decision_id,
        kind=DecisionKind.VIOLATION,
        intent_type="dependency_upgrade",
        belief=Belief(subject="A", relation="is independent of", object="B"),
        observation="两个包都在 pins.txt 里",
        expectation=Expectation(text="0", kind=ExpectedKind.EXIT_CODE),
        action="pin A==2.0.0",
        options=("pin 1.9", "pin 2.0"),
        choice_reason="the newest",
        confidence=0.25,
        task_id="t1",
        session_id="s1",
        step=3,
        outcome=replace(FAILED, exit_code=1, event=4, claim="all fine"),
        claimed=DeltaResult.MET,
        delta=VIOLATED,
        closed_at=later(seconds=9),
        inferred=True,
        suspicious=("2.0.0",),
    )


@pytest.mark.requirement("DEC-1")
def test_what_is_written_is_what_is_read(records: SqlRecords) -> None:
    store(records, memory("m1"))
    state = replace(full(), memory_ids=("m1",))
    keep(records, state)
    assert read(records, "d1") == state
    assert records.verify_audit() == 2


def test_an_outcome_ends_a_decision_and_changes_nothing_else(records: SqlRecords) -> None:
    keep(records, decision("d1"))
    tampered = replace(ended(decision("d1")), intent="something else", confidence=0.1, agent="eve")
    commit(records, decided(tampered, DecisionChange.SETTLED))
    assert read(records, "d1") == ended(decision("d1"))
    assert lexical(records, "the build broke") == ["d1"]
    assert records.verify_audit() == 2


def test_a_decision_ends_once(records: SqlRecords) -> None:
    keep(records, decision("d1"))
    commit(records, decided(ended(decision("d1")), DecisionChange.SETTLED))
    for change in (DecisionChange.SETTLED, DecisionChange.CLOSED):
        with pytest.raises(Conflict):
            commit(records, decided(ended(decision("d1")), change))
    with pytest.raises(Conflict):
        commit(records, decided(ended(decision("nowhere")), DecisionChange.SETTLED))


def test_one_that_was_closed_without_an_outcome_may_still_get_it_but_is_not_closed_again(records: SqlRecords) -> None:
    keep(records, decision("d1"))
    closed = replace(decision("d1"), closed_at=later(days=1))
    commit(records, decided(closed, DecisionChange.CLOSED))
    assert listed(records, DecisionFilter(open=True)) == []
    with pytest.raises(Conflict):
        commit(records, decided(closed, DecisionChange.CLOSED))
    commit(records, decided(ended(decision("d1")), DecisionChange.SETTLED))
    assert listed(records, DecisionFilter(results=frozenset({DeltaResult.VIOLATED}))) == ["d1"]


def test_an_id_is_used_once_in_all_spaces(records: SqlRecords) -> None:
    keep(records, decision("d1"))
    for space in ("alpha", "beta"):
        with pytest.raises(Conflict):
            commit(records, decided(decision("d1", space=space)), space=space)
    with pytest.raises(Conflict):
        commit(records, decided(ended(decision("d1", space="beta")), DecisionChange.SETTLED), space="beta")


def test_work_that_fails_leaves_neither_the_decision_nor_its_event_nor_an_entry(records: SqlRecords) -> None:
    commit(records, TaskBegun(task("t1")))
    with pytest.raises(Conflict):
        commit(
            records,
            decided(decision("d1", task_id="t1")),
            EventsAppended("alpha", "t1", (event(1),)),
            decided(decision("d1")),
        )
    assert read(records, "d1") is None
    assert lexical(records, "says holds") == []
    with records.reading() as reading:
        assert reading.decision_corpus(("alpha",), ("hold",)).documents == 0
        assert reading.event(VIEW, "t1", 1) is None
    assert records.verify_audit() == 1


@pytest.mark.requirement("INV-3A")
def test_another_space_sees_nothing_and_weighs_nothing(records: SqlRecords) -> None:
    keep(records, decision("d1"), decision("d2", space="beta", task_id="t1"))
    assert read(records, "d2") is None
    assert read(records, "d2", OTHER) == decision("d2", space="beta", task_id="t1")
    assert listed(records) == ["d1"]
    assert listed(records, view=BOTH) == ["d1", "d2"]
    assert lexical(records, "says") == ["d1"]
    with records.reading() as reading:
        assert reading.decisions_of_task(VIEW, "t1") == []
        assert reading.decision_corpus(("alpha",), ("say",)).frequencies == {"say": 1}
        assert reading.decision_term_counts(VIEW, ["d1", "d2"], ("say",)).keys() == {"d1"}
        assert reading.decision_sketches(VIEW, ["d1", "d2"], EVERY_DECISION, GENERATION).keys() == {"d1"}
        assert reading.decisions_named(VIEW, ["d2", "d1"]).keys() == {"d1"}
        assert reading.counts(VIEW)["decisions"] == {"open": 1}
        assert {entry.subject_id for entry in reading.audit(VIEW, limit=9).entries} == {"d1"}


@pytest.mark.requirement("INV-3")
def test_a_memory_that_is_not_visible_is_not_named(records: SqlRecords) -> None:
    store(records, memory("m1"), memory("m2", scope=Scope("alpha", Visibility.PRIVATE, agent="bob")))
    keep(records, decision("d1", memory_ids=("m1", "m2", "never")))
    state = read(records, "d1")
    assert state is not None
    assert state.memory_ids == ("m1",)
    commit(records, decided(ended(state), DecisionChange.SETTLED))
    seen_by_bob = read(records, "d1", View(("alpha",), "bob"))
    assert seen_by_bob is not None
    assert seen_by_bob.memory_ids == ("m1", "m2")


FILTERS: Sequence[tuple[DecisionFilter, list[str]]] = (
    (DecisionFilter(intent_types=frozenset({"deploy"})), ["d2"]),
    (DecisionFilter(agents=frozenset({"bob"})), ["d2"]),
    (DecisionFilter(kinds=frozenset({DecisionKind.VIOLATION})), ["d3"]),
    (DecisionFilter(results=frozenset({DeltaResult.VIOLATED})), ["d3"]),
    (DecisionFilter(open=True), ["d2", "d1"]),
    (DecisionFilter(open=False), ["d3"]),
    (DecisionFilter(inferred=True), ["d3"]),
    (DecisionFilter(inferred=False), ["d2", "d1"]),
    (DecisionFilter(since=later(days=1)), ["d3", "d2"]),
    (DecisionFilter(until=later(days=1)), ["d1"]),
    (DecisionFilter(since=later(days=1), until=later(days=2)), ["d2"]),
    (DecisionFilter(task_id="t1"), ["d3"]),
    (DecisionFilter(memory_id="m7"), ["d2"]),
    (DecisionFilter(agents=frozenset({"ann"}), open=True), ["d1"]),
)


@pytest.mark.parametrize(("wanted", "expected"), FILTERS)
def test_a_filter_is_part_of_every_way_to_find(
    records: SqlRecords, wanted: DecisionFilter, expected: list[str]
) -> None:
    keep(
        records,
        decision("d1"),
        decision("d2", agent="bob", intent_type="deploy", decided_at=later(days=1), memory_ids=("m7",)),
        replace(full("d3"), decided_at=later(days=2), belief=Belief(text="what it says holds")),
    )
    assert listed(records, wanted) == expected
    assert sorted(lexical(records, "says holds", wanted)) == sorted(expected)
    assert len(lexical(records, "says holds", wanted, limit=1)) == 1
    with records.reading() as reading:
        found = reading.decision_sketches(VIEW, ["d1", "d2", "d3"], wanted, GENERATION)
    assert sorted(found) == sorted(expected)


def test_pages_go_from_new_to_old_and_stay_valid(records: SqlRecords) -> None:
    keep(records, *(decision(f"d{n}", decided_at=later(days=n // 2)) for n in range(5)))
    with records.reading() as reading:
        first = reading.decisions(VIEW, EVERY_DECISION, limit=2)
    keep(records, decision("d9", decided_at=later(days=9)))
    with records.reading() as reading:
        second = reading.decisions(VIEW, EVERY_DECISION, limit=9, cursor=first.next_cursor)
        with pytest.raises(Invalid):
            reading.decisions(VIEW, EVERY_DECISION, limit=1, cursor="no cursor")
    got = [each.decision_id for each in (*first.entries, *second.entries)]
    assert got == ["d4", "d2", "d3", "d0", "d1"]
    assert second.next_cursor is None


@pytest.mark.requirement("DEC-7")
def test_the_decisions_of_a_task_come_oldest_first_over_all_its_sessions(records: SqlRecords) -> None:
    keep(
        records,
        decision("d3", task_id="t1", session_id="s2", decided_at=later(days=2)),
        decision("d1", task_id="t1", session_id="s1"),
        decision("d2", task_id="t1", session_id="s1", decided_at=later(days=1)),
        decision("dx", task_id="t2"),
    )
    with records.reading() as reading:
        assert [d.decision_id for d in reading.decisions_of_task(VIEW, "t1")] == ["d1", "d2", "d3"]


def test_one_event_of_a_trace_is_read_by_its_number(records: SqlRecords) -> None:
    commit(records, TaskBegun(task("t1")), EventsAppended("alpha", "t1", (event(1, "one"), event(2, "two"))))
    with records.reading() as reading:
        two = reading.event(VIEW, "t1", 2)
        assert two is not None
        assert two.text == "two"
        assert reading.event(VIEW, "t1", 3) is None
        assert reading.event(OTHER, "t1", 2) is None


def test_rare_words_come_first_and_ties_go_to_shorter_texts(records: SqlRecords) -> None:
    keep(
        records,
        decision("d1", intent="deploy", belief=Belief(text="the gateway is up and so is everything else")),
        decision("d2", intent="deploy", belief=Belief(text="the gateway is up")),
        decision("d3", intent="deploy", belief=Belief(text="the zebra is up")),
        decision("d4", intent="部署", belief=Belief(text="网关已经启动")),
    )
    assert lexical(records, "zebra gateway up") == ["d3", "d2", "d1"]
    assert lexical(records, "网关") == ["d4"]
    assert lexical(records, "deploy") == ["d3", "d2", "d1"]
    assert lexical(records, "nothing of it") == []


def test_statistics_follow_what_is_said(records: SqlRecords) -> None:
    state = decision("d1", intent="go", belief=Belief(text="gateway gateway"))
    keep(records, state)
    with records.reading() as reading:
        corpus = reading.decision_corpus(("alpha",), ("gateway", "build"))
        assert (corpus.documents, corpus.mean_length) == (1, 3.0)
        assert corpus.frequencies == {"gateway": 1, "build": 0}
        (match,) = reading.decision_term_counts(VIEW, ["d1"], ("gateway", "go", "never")).values()
        assert (dict(match.frequencies), match.length) == ({"gateway": 2, "go": 1}, 3)
    commit(records, decided(ended(state), DecisionChange.SETTLED))
    with records.reading() as reading:
        corpus = reading.decision_corpus(("alpha",), ("gateway", "build"))
        assert (corpus.documents, corpus.mean_length) == (1, 6.0)
        assert corpus.frequencies == {"gateway": 1, "build": 1}


def test_vectors_come_with_the_decision_or_later(records: SqlRecords) -> None:
    commit(records, decided(decision("d1"), belief=b"\1\1", intent=b"\2\2"), decided(decision("d2")))
    keep(records, decision("d3", space="beta"))
    with records.reading() as reading:
        waiting = reading.decisions_without_vector(GENERATION, limit=9)
        assert [each.decision_id for each in waiting] == ["d2", "d3"]
        assert len(reading.decisions_without_vector("another model", limit=2)) == 2
    commit(records, DecisionVectorsAdded("alpha", "d2", b"\3\3", b"\4\4", GENERATION))
    commit(records, DecisionVectorsAdded("alpha", "d2", b"\5\5", b"\6\6", GENERATION))
    with records.reading() as reading:
        found = reading.decision_sketches(VIEW, ["d1", "d2"], EVERY_DECISION, GENERATION)
        none = reading.decision_sketches(VIEW, ["d1"], EVERY_DECISION, "another model")
    assert {i: (s.belief, s.intent) for i, s in found.items()} == {"d1": (b"\1\1", b"\2\2"), "d2": (b"\5\5", b"\6\6")}
    assert none["d1"].belief is None
    for space, name in (("alpha", "d3"), ("alpha", "never")):
        with pytest.raises(NotFound):
            commit(records, DecisionVectorsAdded(space, name, b"\0\0", b"\0\0", GENERATION), space=space)


def test_a_new_decision_needs_its_words(records: SqlRecords) -> None:
    with pytest.raises(ValueError, match="index"):
        commit(records, DecisionChanged(decision("d1"), DecisionChange.RECORDED, ""))


@pytest.mark.requirement("INV-2A")
def test_a_purge_takes_the_text_out_of_decisions_and_of_what_they_are_found_by(records: SqlRecords) -> None:
    secret = "the vault opens with zanzibar quux"
    store(records, memory("m1", secret))
    spoken = decision(
        "d1",
        intent=f"Do it: {secret}.",
        belief=Belief(subject=secret, relation="is", object="known"),
        observation=secret.upper(),
        expectation=Expectation(text=secret, kind=ExpectedKind.CONTAINS),
        action=secret,
        options=(secret, "wait"),
        choice_reason=f"because {secret}",
        outcome=replace(FAILED, text=secret, claim=secret),
        delta=replace(VIOLATED, expected=secret, actual=secret),
        closed_at=NOW,
        suspicious=(secret,),
        memory_ids=("m1",),
    )
    commit(
        records,
        decided(spoken, belief=b"\1\1", intent=b"\2\2"),
        decided(decision("d2"), belief=b"\1\1", intent=b"\2\2"),
    )
    commit(records, MemoryPurged("alpha", "m1", "asked to"))
    state = read(records, "d1")
    assert state is not None
    assert "zanzibar" not in repr(state).lower()
    assert (state.options[1], state.delta.result, state.expectation.kind) == (
        "wait",
        DeltaResult.VIOLATED,
        ExpectedKind.CONTAINS,
    )
    assert lexical(records, "zanzibar vault") == []
    with records.reading() as reading:
        assert reading.decision_corpus(("alpha",), ("zanzibar",)).frequencies == {"zanzibar": 0}
        assert [each.decision_id for each in reading.decisions_without_vector(GENERATION, limit=9)] == ["d1"]
    assert read(records, "d2") == decision("d2")
    records.verify_audit()


@pytest.mark.requirement("INV-2A")
def test_after_a_purge_no_byte_says_what_decisions_quoted(records: SqlRecords, tmp_path: Path) -> None:
    store(records, memory("m1", "the vault opens with zanzibar quux"))
    keep(records, decision("d1", observation="He said: the vault opens with zanzibar quux."))
    commit(records, MemoryPurged("alpha", "m1", "asked to"))
    records.close()
    assert all(b"zanzibar" not in file.read_bytes() for file in (tmp_path / "store").iterdir())


def test_counts_say_how_they_ended(records: SqlRecords) -> None:
    keep(records, decision("d1"), decision("d2"), ended(decision("d3")), decision("d4", closed_at=NOW))
    with records.reading() as reading:
        assert reading.counts(VIEW)["decisions"] == {"open": 2, "unknown": 1, "violated": 1}
