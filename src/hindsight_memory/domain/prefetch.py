"""What a task that begins is likely to need: the memories that tasks of its kind used before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import log

from hindsight_memory.domain.memory import Usage
from hindsight_memory.domain.review.distil.overlap import words
from hindsight_memory.domain.trace import Event, EventKind, Task, Trace
from hindsight_memory.domain.usage import Use

PRELOADED = "preloaded"
"""The key of a task's metadata under which the ids of what was preloaded stand."""
_ALIKE = 0.35
_NEIGHBOURS = 5
_LEAST_SHARED = 2


@dataclass(frozen=True, slots=True)
class PrefetchPolicy:
    """At most ``limit`` memories are preloaded; a request is compared with the ``tasks`` newest tasks."""

    limit: int = 5
    tasks: int = 200


def similar(intent: str, earlier: Sequence[Task]) -> list[tuple[float, Task]]:
    """Return the earlier tasks that ask for something alike, most similar first, with their similarity in (0, 1].

    Similarity is the share of words, weighed by how rare they are among these tasks, that two requests have in
    common: 2·common / (one + other). At least two words are shared."""
    asked = words(intent)
    if not asked:
        return []
    said = [(task, words(task.intent)) for task in earlier if task.intent]
    spread = Counter(word for _, each in said for word in each)
    weight = {word: log(1 + (len(said) + 1) / (1 + spread[word])) for word in (asked | spread.keys())}
    found: list[tuple[float, Task]] = []
    for task, each in said:
        common = asked & each
        if len(common) < min(_LEAST_SHARED, len(asked)):
            continue
        together = _sum(weight, asked) + _sum(weight, each)
        score = 2 * _sum(weight, common) / together
        if score >= _ALIKE:
            found.append((score, task))
    found.sort(key=lambda pair: (-pair[0], pair[1].task_id))
    return found[:_NEIGHBOURS]


def inferred_type(alike: Iterable[tuple[float, Task]]) -> str:
    """Return the task type that most of the similar tasks have, by similarity; empty when none has one."""
    votes: Counter[str] = Counter()
    for score, task in alike:
        if task.task_type:
            votes[task.task_type] += round(score * 1000)
    return min(votes, key=lambda name: (-votes[name], name)) if votes else ""


def summed(uses: Iterable[tuple[str, str]]) -> dict[str, Usage]:
    """Return the counters by memory of single uses (memory id, ``Use`` value) of several tasks."""
    found: dict[str, Usage] = {}
    for memory_id, use in uses:
        so_far = found.get(memory_id, Usage())
        used = use != Use.IGNORED.value
        found[memory_id] = Usage(
            recalled=so_far.recalled + 1,
            used=so_far.used + used,
            helped=so_far.helped + (use == Use.USED_HELPED.value),
            harmed=so_far.harmed + (use == Use.HARMED.value),
        )
    return found


def chosen(uses: Mapping[str, Usage], limit: int) -> list[str]:
    """Return the ids to preload: used at least once and not harmful on the whole; those that helped most and were
    least often ignored come first."""
    good = {i: u for i, u in uses.items() if u.used > 0 and u.harmed * 2 <= u.used}
    return sorted(good, key=lambda i: (-_worth(good[i]), -good[i].used, i))[:limit]


def preloaded(task: Task) -> tuple[str, ...]:
    """Return the ids of what was preloaded for a task."""
    ids = task.metadata.get(PRELOADED, ())
    return tuple(str(each) for each in ids) if isinstance(ids, list | tuple) else ()  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]


def with_preloaded(trace: Trace, contents: Mapping[str, str]) -> Trace:
    """Return the trace as its task saw it: what lay there when it began (contents by id) was shown before all events.

    So it counts as recalled, and is not learnt again when the agent repeats it."""
    shown = [i for i in preloaded(trace.task) if i in contents]
    if not shown:
        return trace
    text = "\n".join(contents[i] for i in shown)
    first = Event(sequence=0, kind=EventKind.RECALL, text=text, at=trace.task.started_at, memory_ids=tuple(shown))
    return Trace(trace.task, (first, *trace.events))


def _worth(used: Usage) -> float:
    """The smoothed share of recalls that came to use; what helped counts half more, what harmed takes away."""
    return (used.used + 0.5 * used.helped - used.harmed) / (used.recalled + 1)


def _sum(weight: Mapping[str, float], some: Iterable[str]) -> float:
    return sum(weight[word] for word in some)
