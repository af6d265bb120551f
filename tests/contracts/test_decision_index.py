"""The index of decisions and what it reads: exact, filtered before the top k, in step with the store."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from hindsight_memory.adapters.sql.decision_vector_source import SqlDecisionVectorSource
from hindsight_memory.adapters.sql.records import SqlRecords
from hindsight_memory.adapters.vectors.exact_decisions import ExactDecisions
from hindsight_memory.domain.actor import View
from hindsight_memory.domain.decision import Delta, DeltaResult, Outcome, OutcomeSource
from hindsight_memory.domain.events import DecisionChange, DecisionVectorsAdded, MemoryPurged
from hindsight_memory.domain.recall.matrices import Matrix, Vector, pack
from hindsight_memory.ports.decisions import EVERY_DECISION, DecisionFilter, DecisionVectorChange
from tests.contracts.making import GENERATION, NOW, VIEW, commit, decided, decision, later, memory, store

DIMENSIONS = 32
BETA = View(("beta",), "ann")


def unit(seed: int) -> Vector:
    row = np.random.default_rng(seed).normal(size=DIMENSIONS).astype(np.float32)
    return row / np.float32(np.linalg.norm(row))


def middle(first: Vector, second: Vector) -> Matrix:
    total = first + second
    return total / np.float32(np.linalg.norm(total))


@pytest.fixture
def source(records: SqlRecords) -> SqlDecisionVectorSource:
    return SqlDecisionVectorSource(records, GENERATION)


@pytest.fixture
def index(source: SqlDecisionVectorSource) -> ExactDecisions:
    return ExactDecisions(source, DIMENSIONS)


def keep(records: SqlRecords, decision_id: str, belief: int, intent: int, **fields: object) -> None:
    state = decision(decision_id, **fields)
    commit(records, decided(state, belief=pack(unit(belief)), intent=pack(unit(intent))), space=state.space)


def found(
    index: ExactDecisions, query: Vector, wanted: DecisionFilter = EVERY_DECISION, view: View = VIEW, limit: int = 9
) -> list[str]:
    return [near.decision_id for near in index.search(view, query, limit=limit, wanted=wanted)]


def test_nothing_is_near_in_an_empty_space(index: ExactDecisions, source: SqlDecisionVectorSource) -> None:
    assert found(index, unit(0)) == []
    assert source.changes("alpha", 0) == ()


def test_a_change_tells_what_is_filtered_by(records: SqlRecords, source: SqlDecisionVectorSource) -> None:
    state = decision("d1", agent="bob", intent_type="deploy", decided_at=later(days=2))
    commit(records, decided(state, belief=b"\1\1", intent=b"\2\2"))
    plain = DecisionVectorChange(
        sequence=1,
        decision_id="d1",
        belief=b"\1\1",
        intent=b"\2\2",
        intent_type="deploy",
        agent="bob",
        result=DeltaResult.UNKNOWN,
        decided_at=later(days=2),
    )
    assert source.changes("alpha", 0) == [plain]
    assert source.changes("alpha", 1) == source.changes("beta", 0) == ()
    assert SqlDecisionVectorSource(records, "another model").changes("alpha", 0) == [
        replace(plain, belief=None, intent=None)
    ]


def test_only_the_latest_of_a_decision_is_told(records: SqlRecords, source: SqlDecisionVectorSource) -> None:
    keep(records, "d1", 1, 2)
    keep(records, "d2", 3, 4)
    ended = replace(
        decision("d1"),
        outcome=Outcome(text="", source=OutcomeSource.SYSTEM, at=NOW),
        delta=Delta(result=DeltaResult.MET, magnitude=0.0),
        closed_at=NOW,
    )
    commit(records, decided(ended, DecisionChange.SETTLED))
    told = [(change.decision_id, change.result) for change in source.changes("alpha", 0)]
    assert told == [("d2", DeltaResult.UNKNOWN), ("d1", DeltaResult.MET)]


def test_the_middle_of_belief_and_intent_is_compared(records: SqlRecords, index: ExactDecisions) -> None:
    for number in range(20):
        keep(records, f"d{number:02}", number, 100 + number)
    query = middle(unit(7), unit(107))
    near = index.search(VIEW, query, limit=3)
    assert near[0].decision_id == "d07"
    assert near[0].cosine == pytest.approx(1.0, abs=1e-3)
    exact = {f"d{n:02}": float(middle(unit(n), unit(100 + n)) @ query) for n in range(20)}
    assert [one.decision_id for one in near] == sorted(exact, key=lambda i: -exact[i])[:3]


def test_equal_ones_go_by_id(records: SqlRecords, index: ExactDecisions) -> None:
    for name in ("dc", "da", "db"):
        keep(records, name, 1, 2)
    assert found(index, unit(0)) == ["da", "db", "dc"]


@pytest.mark.requirement("INV-3A")
def test_another_space_is_not_looked_at(records: SqlRecords, index: ExactDecisions) -> None:
    keep(records, "d1", 1, 2)
    keep(records, "d2", 1, 2, space="beta")
    assert found(index, unit(1)) == ["d1"]
    assert found(index, unit(1), view=BETA) == ["d2"]
    assert found(index, unit(1), view=View(("alpha", "beta"), "ann")) == ["d1", "d2"]


FILTERS: Sequence[tuple[DecisionFilter, list[str]]] = (
    (DecisionFilter(intent_types=frozenset({"deploy"})), ["far"]),
    (DecisionFilter(agents=frozenset({"bob"})), ["far"]),
    (DecisionFilter(results=frozenset({DeltaResult.MET})), ["far"]),
    (DecisionFilter(since=later(days=3)), ["far"]),
    (DecisionFilter(since=later(days=3), until=later(days=3, seconds=1)), ["far"]),
    (DecisionFilter(since=later(days=3, seconds=1)), []),
    (DecisionFilter(until=later(days=3), agents=frozenset({"bob"})), []),
)


@pytest.mark.parametrize(("wanted", "expected"), FILTERS)
def test_filters_act_before_the_top_k(
    records: SqlRecords, index: ExactDecisions, wanted: DecisionFilter, expected: list[str]
) -> None:
    for number in range(30):
        keep(records, f"near{number}", 0, 0)
    met = Delta(result=DeltaResult.MET, magnitude=0.0)
    keep(records, "far", 9, 9, intent_type="deploy", agent="bob", delta=met, decided_at=later(days=3), closed_at=NOW)
    assert found(index, unit(0), wanted, limit=1) == expected


def test_what_changes_is_followed_by_every_process(records: SqlRecords, source: SqlDecisionVectorSource) -> None:
    first, second = ExactDecisions(source, DIMENSIONS), ExactDecisions(source, DIMENSIONS)
    commit(records, decided(decision("d1")))
    assert found(first, unit(1)) == found(second, unit(1)) == []
    commit(records, DecisionVectorsAdded("alpha", "d1", pack(unit(1)), pack(unit(1)), GENERATION))
    keep(records, "d2", 2, 2)
    assert found(first, unit(1)) == found(second, unit(1)) == ["d1", "d2"]


def test_a_decision_whose_text_was_purged_leaves_until_it_is_embedded_anew(
    records: SqlRecords, index: ExactDecisions
) -> None:
    store(records, memory("m1", "the vault opens with zanzibar quux"))
    keep(records, "d1", 1, 1, observation="the vault opens with zanzibar quux")
    assert found(index, unit(1)) == ["d1"]
    commit(records, MemoryPurged("alpha", "m1", ""))
    assert found(index, unit(1)) == []
    commit(records, DecisionVectorsAdded("alpha", "d1", pack(unit(3)), pack(unit(3)), GENERATION))
    assert index.search(VIEW, unit(3), limit=1)[0].cosine == pytest.approx(1.0, abs=1e-3)
