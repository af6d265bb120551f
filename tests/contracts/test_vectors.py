"""The vector index: exact, filtered before the top k, in step with its source."""

import threading
from collections.abc import Iterator, Sequence

import numpy as np
import pytest

from hindsight_memory.adapters.vectors import stages
from hindsight_memory.adapters.vectors.exact import ExactVectors
from hindsight_memory.domain.actor import View
from hindsight_memory.domain.memory import MemoryType, Scope, Status, Tier, Visibility
from hindsight_memory.domain.recall.matrices import Matrix, pack
from hindsight_memory.ports.vectors import VectorChange, VectorFilter

DIMENSIONS = 192
MINE = View(("s",), "me", ("team",))
MANY = 21_000


class Source:
    """Changes by space, the latest of each memory."""

    def __init__(self) -> None:
        self.rows: dict[str, VectorChange] = {}
        self.sequence = 0
        self.asked = 0

    def put(
        self,
        memory_id: str,
        vector: Matrix | None,
        *,
        scope: Scope | None = None,
        status: Status = Status.ACTIVE,
        kind: MemoryType = MemoryType.FACT,
        tier: Tier = Tier.LONG,
    ) -> None:
        self.sequence += 1
        self.rows.pop(memory_id, None)
        self.rows[memory_id] = VectorChange(
            sequence=self.sequence,
            memory_id=memory_id,
            vector=None if vector is None else pack(vector),
            scope=scope or Scope("s"),
            status=status,
            tier=tier,
            type=kind,
        )

    def changes(self, space: str, after: int) -> Sequence[VectorChange]:
        self.asked += 1
        return [row for row in self.rows.values() if row.scope.space == space and row.sequence > after]


def unit(seed: int, count: int = 1) -> Matrix:
    rows = np.random.default_rng(seed).normal(size=(count, DIMENSIONS)).astype(np.float32)
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


@pytest.fixture
def source() -> Source:
    return Source()


@pytest.fixture(params=["numkong", "numpy"])
def index(request: pytest.FixtureRequest, source: Source, monkeypatch: pytest.MonkeyPatch) -> Iterator[ExactVectors]:
    if request.param == "numkong":
        pytest.importorskip("numkong")
    else:
        monkeypatch.setattr(stages, "installed", lambda: None)
    yield ExactVectors(source, DIMENSIONS)


def found(index: ExactVectors, view: View = MINE, limit: int = 10, wanted: VectorFilter | None = None) -> list[str]:
    near = index.search(view, unit(0)[0], limit=limit, wanted=wanted or VectorFilter())
    return [one.memory_id for one in near]


def test_an_empty_space_has_no_neighbours(index: ExactVectors) -> None:
    assert found(index) == []


def test_the_nearest_come_first_with_their_cosines(index: ExactVectors, source: Source) -> None:
    rows = unit(1, 50)
    for place, row in enumerate(rows):
        source.put(f"{place:02}", row)
    cosines = rows @ unit(0)[0]
    near = index.search(MINE, unit(0)[0], limit=5)
    assert [int(one.memory_id) for one in near] == np.argsort(-cosines)[:5].tolist()
    assert [one.cosine for one in near] == pytest.approx(sorted(cosines, reverse=True)[:5], abs=1e-3)


def test_equal_cosines_go_by_memory_id(index: ExactVectors, source: Source) -> None:
    for name in "cab":
        source.put(name, unit(1))
    assert found(index) == ["a", "b", "c"]


def test_changes_of_text_status_and_life_are_followed(index: ExactVectors, source: Source) -> None:
    source.put("a", unit(1))
    source.put("b", unit(2))
    assert set(found(index)) == {"a", "b"}
    source.put("a", unit(1), status=Status.FORGOTTEN)
    assert found(index) == ["b"]
    source.put("b", unit(0))
    assert index.search(MINE, unit(0)[0], limit=1)[0].cosine == pytest.approx(1.0, abs=1e-3)
    source.put("b", None)
    assert found(index) == []
    source.put("a", unit(1))
    assert found(index) == ["a"]


@pytest.mark.parametrize(
    ("scope", "shown"),
    [
        (Scope("s"), True),
        (Scope("s", Visibility.PRIVATE, agent="me"), True),
        (Scope("s", Visibility.PRIVATE, agent="other"), False),
        (Scope("s", Visibility.SHARED, group="team"), True),
        (Scope("s", Visibility.SHARED, group="others"), False),
        (Scope("t"), False),
    ],
)
def test_what_is_not_visible_is_not_found(index: ExactVectors, source: Source, scope: Scope, shown: bool) -> None:
    source.put("a", unit(0), scope=scope)
    assert found(index) == (["a"] if shown else [])
    assert ("a" in index.cosines(MINE, unit(0)[0], ["a"])) is shown
    assert ("a" in index.vectors(MINE, ["a"])) is shown


def test_the_filter_acts_before_the_top_k(index: ExactVectors, source: Source) -> None:
    for place in range(30):
        source.put(f"near{place}", unit(0), kind=MemoryType.FACT)
    source.put("far", unit(9), kind=MemoryType.PATH, status=Status.DISPUTED, tier=Tier.SHORT)
    assert found(index, limit=1, wanted=VectorFilter(types=frozenset({MemoryType.PATH}))) == ["far"]
    assert found(index, limit=1, wanted=VectorFilter(statuses=frozenset({Status.DISPUTED}))) == ["far"]
    assert found(index, limit=1, wanted=VectorFilter(tiers=frozenset({Tier.SHORT}))) == ["far"]


def test_several_spaces_are_searched_as_one(index: ExactVectors, source: Source) -> None:
    source.put("a", unit(1), scope=Scope("s"))
    source.put("b", unit(0), scope=Scope("t"))
    assert found(index, View(("s", "t"), "me"))[0] == "b"


def test_of_several_rows_of_one_memory_the_best_counts(index: ExactVectors, source: Source) -> None:
    source.put("long", np.concatenate([unit(3), unit(0), unit(4)]))
    source.put("short", unit(5))
    near = index.search(MINE, unit(0)[0], limit=10)
    assert [one.memory_id for one in near] == ["long", "short"]
    assert near[0].cosine == pytest.approx(1.0, abs=1e-3)
    assert index.cosines(MINE, unit(0)[0], ["long", "gone"])["long"] == pytest.approx(1.0, abs=1e-3)


def test_a_dropped_space_is_loaded_again(index: ExactVectors, source: Source) -> None:
    source.put("a", unit(1))
    assert found(index) == ["a"]
    index.drop("s")
    assert found(index) == ["a"]


def test_many_replacements_leave_the_right_rows(index: ExactVectors, source: Source) -> None:
    for turn in range(8):
        for place in range(40):
            source.put(f"{place:02}", unit(100 * turn + place))
        assert len(found(index, limit=100)) == 40
    expected = {f"{p:02}": float(unit(700 + p)[0] @ unit(0)[0]) for p in range(40)}
    assert index.cosines(MINE, unit(0)[0], list(expected)) == pytest.approx(expected, abs=1e-3)


def test_a_large_space_gives_the_exact_nearest(index: ExactVectors, source: Source) -> None:
    centres = unit(7, 200)
    rng = np.random.default_rng(8)
    spread = rng.normal(size=(MANY, DIMENSIONS)) * np.geomspace(0.08, 0.01, DIMENSIONS)
    rows = (centres[rng.integers(0, 200, MANY)] + spread).astype(np.float32)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    for place, row in enumerate(rows):
        source.put(f"{place:05}", row, status=Status.ARCHIVED if place % 2 else Status.ACTIVE)
    query = centres[3]
    order = np.argsort(-(rows @ query))
    every = VectorFilter(statuses=frozenset(Status))
    near = index.search(MINE, query, limit=20, wanted=every)
    assert len({int(one.memory_id) for one in near} & set(order[:20].tolist())) >= 19
    even = [place for place in order.tolist() if place % 2 == 0][:20]
    half = index.search(MINE, query, limit=20)
    assert len({int(one.memory_id) for one in half} & set(even)) >= 19
    source.put("00001", query)
    assert index.search(MINE, query, limit=1)[0].memory_id == "00001"


def test_searches_and_changes_in_several_threads_agree_in_the_end(index: ExactVectors, source: Source) -> None:
    lock = threading.Lock()
    failures: list[str] = []

    def write(first: int) -> None:
        for place in range(60):
            with lock:
                source.put(f"{first + place}", unit(first + place))
                near = index.search(MINE, unit(first + place)[0], limit=1)
            if near[0].memory_id != f"{first + place}":
                failures.append(near[0].memory_id)

    def read() -> None:
        for _ in range(60):
            with lock:
                known = set(source.rows)
            near = index.search(MINE, unit(0)[0], limit=200)
            if len({one.memory_id for one in near}) != len(near) or len(near) < len(known):
                failures.append("lost")

    threads = [threading.Thread(target=write, args=(1000,)), threading.Thread(target=write, args=(2000,))]
    threads += [threading.Thread(target=read) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert len(found(index, limit=500)) == 120
