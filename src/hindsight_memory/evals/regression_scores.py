"""Scores of worlds: was the right thing stored, is it found, and what comes along that should not.

A *decision* is one expected or forbidden statement of one task, judged on what is active after that task.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from hindsight_memory.evals.worlds import ALREADY_KNOWN, EXCUSABLE, Probe, Statement, World, folded

TOP = 5
LONGEST_EXCUSED = 800
"""Characters: what is longer is a transcript, and nothing in it is excused."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Shown:
    """A memory as a snapshot or a search shows it. Any other status than ``active`` marks it as not current."""

    memory_id: str
    content: str
    type: str = ""
    source: str = ""
    status: str = "active"

    @property
    def current(self) -> bool:
        """Whether it is in force."""
        return self.status == "active"


@dataclass(slots=True)
class Observed:
    """What a system did in one world: its memories after each task, its answer to each probe."""

    world: World
    snapshots: dict[str, tuple[Shown, ...]] = field(default_factory=dict[str, tuple[Shown, ...]])
    answers: dict[str, tuple[Shown, ...]] = field(default_factory=dict[str, tuple[Shown, ...]])

    def active(self, task_id: str) -> list[Shown]:
        """Return what is in force after a task."""
        return [memory for memory in self.snapshots.get(task_id, ()) if memory.current]

    @property
    def at_end(self) -> list[Shown]:
        """Return what is in force after the last task."""
        return self.active(self.world.tasks[-1].task_id)

    @property
    def ids(self) -> set[str]:
        """Return the ids of all memories that its snapshots show."""
        return {memory.memory_id for shown in self.snapshots.values() for memory in shown}


@dataclass(frozen=True, slots=True)
class Decision:
    """One judged statement; ``type_right`` and ``source_right`` are None where nothing was found."""

    right: bool
    type: str = ""
    why: str = ""
    type_right: bool | None = None
    source_right: bool | None = None


@dataclass(frozen=True, slots=True)
class Kept:
    """A memory that is active at the end; ``extra`` is 1 when it is superfluous."""

    types: frozenset[str]
    matched: bool
    extra: int


@dataclass(frozen=True, slots=True)
class Replaced:
    """A statement that a later task replaced; ``lingers`` when a memory still says only the old thing."""

    type: str
    lingers: bool


@dataclass(frozen=True, slots=True)
class Asked:
    """One probe and what came back."""

    types: frozenset[str]
    empty: bool
    first_gold: int
    gold_share: float | None
    stale: bool | None
    returned: int
    polluted: Counter[str]
    leaked: int


@dataclass(frozen=True, slots=True)
class Rows:
    """Everything that was judged."""

    decisions: list[Decision] = field(default_factory=list[Decision])
    kept: list[Kept] = field(default_factory=list[Kept])
    replaced: list[Replaced] = field(default_factory=list[Replaced])
    asked: list[Asked] = field(default_factory=list[Asked])

    def of_type(self, kind: str) -> Rows:
        """Return the rows about one type of statement."""
        return Rows(
            [d for d in self.decisions if d.type == kind],
            [k for k in self.kept if kind in k.types],
            [r for r in self.replaced if r.type == kind],
            [a for a in self.asked if kind in a.types],
        )


def superfluous(said: Sequence[frozenset[str]]) -> int:
    """Return how many memories are too many: all, less the most that can each be given a key of their own.

    ``said`` holds the keys of each memory. A maximum bipartite matching by augmenting paths (Kuhn)."""
    holder: dict[str, int] = {}

    def given(memory: int, tried: set[str]) -> bool:
        for key in sorted(said[memory] - tried):
            tried.add(key)
            if key not in holder or given(holder[key], tried):
                holder[key] = memory
                return True
        return False

    return sum(not given(memory, set()) for memory in range(len(said)))


def breached(world: World, forbidden: Statement, active: Iterable[Shown]) -> bool:
    """Return whether active memories say what must not be remembered."""
    texts = [memory.content for memory in active if forbidden.met_by(memory.content)]
    if forbidden.why == ALREADY_KNOWN:
        return superfluous([world.own_keys(text) for text in texts if world.keys(text)]) > 0
    if forbidden.why in EXCUSABLE:
        texts = [text for text in texts if len(folded(text)) > LONGEST_EXCUSED or not world.keys(text)]
    return bool(texts)


def rows_of(observed: Observed, everything: Sequence[Observed]) -> Rows:
    """Judge one world; ``everything`` holds all worlds, so that what leaked between them is seen."""
    foreign = {i for other in everything if other is not observed for i in other.ids} - observed.ids - {""}
    return Rows(
        _decisions(observed),
        _kept(observed),
        _replaced(observed),
        [_asked(observed, probe, foreign) for probe in observed.world.probes],
    )


def _decisions(observed: Observed) -> list[Decision]:
    decisions: list[Decision] = []
    for task in observed.world.tasks:
        active = observed.active(task.task_id)
        decisions += [_expected(statement, observed.world, active) for statement in task.expected]
        decisions += [Decision(not breached(observed.world, f, active), why=f.why) for f in task.forbidden]
    return decisions


def _expected(statement: Statement, world: World, active: Sequence[Shown]) -> Decision:
    found = [memory for memory in active if statement.key in world.keys(memory.content)]
    types = {memory.type for memory in found if memory.type}
    sources = {memory.source for memory in found if memory.source}
    return Decision(
        right=bool(found),
        type=statement.type,
        type_right=bool(types & statement.types) if types else None,
        source_right=bool(sources & statement.sources) if sources else None,
    )


def _kept(observed: Observed) -> list[Kept]:
    world = observed.world
    kept: list[Kept] = []
    owned: list[frozenset[str]] = []
    too_many = 0
    for memory in observed.at_end:
        keys = world.keys(memory.content)
        if not keys and any(n.met_by(memory.content) for n in world.neutral.values()):
            continue
        extra = 0
        if keys:
            owned.append(world.own_keys(memory.content))
            now = superfluous(owned)
            extra, too_many = now - too_many, now
        types = frozenset(world.expected[key].type for key in keys) or frozenset({memory.type})
        kept.append(Kept(types, bool(keys), extra))
    return kept


def _replaced(observed: Observed) -> list[Replaced]:
    world = observed.world
    said = [world.own_keys(memory.content) for memory in observed.at_end]
    return [Replaced(world.expected[key].type, any(key in keys for keys in said)) for key in world.newer]


def _asked(observed: Observed, probe: Probe, foreign: set[str]) -> Asked:
    world = observed.world
    shown = observed.answers.get(probe.probe_id, ())[:TOP]
    forbidden = [f for task in world.tasks for f in task.forbidden if f.why != ALREADY_KNOWN]
    first_gold, found, stale = 0, set[str](), False
    polluted: Counter[str] = Counter()
    for rank, memory in enumerate(shown, start=1):
        gold = world.says(memory.content, probe.gold) if memory.current else frozenset[str]()
        found |= gold
        first_gold = first_gold or (rank if gold else 0)
        outdated = not gold and bool(world.says(memory.content, probe.stale))
        stale = stale or (outdated and (memory.current or not first_gold))
        if not gold and not world.says(memory.content, (*probe.gold, *probe.acceptable)):
            bad = any(breached(world, f, [memory]) for f in forbidden)
            polluted["stale" if outdated else "forbidden" if bad else "other"] += 1
    return Asked(
        types=frozenset(world.expected[key].type for key in (*probe.gold, *probe.stale)),
        empty=probe.expect_empty,
        first_gold=first_gold,
        gold_share=len(found) / len(set(probe.gold)) if probe.gold else None,
        stale=stale if probe.stale else None,
        returned=len(shown),
        polluted=polluted,
        leaked=sum(memory.memory_id in foreign for memory in shown),
    )


def figures(rows: Rows) -> dict[str, float | None]:
    """Return every metric; None where nothing was there to judge."""
    expected = [d for d in rows.decisions if not d.why]
    forbidden = [d for d in rows.decisions if d.why]
    matched = [k for k in rows.kept if k.matched]
    asked = [a for a in rows.asked if not a.empty]
    returned = sum(a.returned for a in rows.asked)
    return {
        "write_accuracy": _mean(d.right for d in rows.decisions),
        "write_recall": _mean(d.right for d in expected),
        "write_rejection": _mean(d.right for d in forbidden),
        "write_precision": _mean(k.matched for k in rows.kept),
        "type_accuracy": _mean(d.type_right for d in expected),
        "source_accuracy": _mean(d.source_right for d in expected),
        "duplicate_rate": _mean(k.extra for k in matched) if matched else 0.0,
        "stale_active_rate": _mean(r.lingers for r in rows.replaced),
        f"hit_rate@{TOP}": _mean(a.first_gold > 0 for a in asked),
        f"gold_recall@{TOP}": _mean(a.gold_share for a in asked),
        "mrr": _mean(1 / a.first_gold if a.first_gold else 0.0 for a in asked),
        "stale_rate": _mean(a.stale for a in rows.asked),
        "pollution_rate": _share(sum(a.polluted.total() for a in rows.asked), returned),
        "empty_accuracy": _mean(a.returned == 0 for a in rows.asked if a.empty),
        "leak_rate": _share(sum(a.leaked for a in rows.asked), returned),
    }


def counts(rows: Rows) -> dict[str, int]:
    """Return how many of each there were."""
    return {
        "expected_decisions": sum(not d.why for d in rows.decisions),
        "forbidden_decisions": sum(bool(d.why) for d in rows.decisions),
        "memories_judged": len(rows.kept),
        "probes": len(rows.asked),
        "probes_expect_empty": sum(a.empty for a in rows.asked),
        "probes_with_stale": sum(a.stale is not None for a in rows.asked),
        "items_returned": sum(a.returned for a in rows.asked),
    }


def joined(parts: Iterable[Rows]) -> Rows:
    """Return the rows of several worlds together."""
    whole = Rows()
    for part in parts:
        whole.decisions.extend(part.decisions)
        whole.kept.extend(part.kept)
        whole.replaced.extend(part.replaced)
        whole.asked.extend(part.asked)
    return whole


def by_group(rows: Sequence[tuple[T, Rows]]) -> Mapping[T, Rows]:
    """Return the rows of each group together, in the order of their first world."""
    groups: dict[T, list[Rows]] = {}
    for name, part in rows:
        groups.setdefault(name, []).append(part)
    return {name: joined(parts) for name, parts in groups.items()}


def _mean(values: Iterable[float | None]) -> float | None:
    known = [float(value) for value in values if value is not None]
    return round(sum(known) / len(known), 4) if known else None


def _share(part: int, whole: int) -> float:
    return round(part / whole, 4) if whole else 0.0
