"""Which ideas remain: the same thing once, nothing that memory already told, the strongest first."""

from __future__ import annotations

from dataclasses import replace

from hindsight_memory.domain.memory import MemoryType
from hindsight_memory.domain.review.distil.idea import Dropped, Idea, dropped
from hindsight_memory.domain.review.distil.overlap import containment, overlap, words
from hindsight_memory.domain.review.quantities import quantities

_SAME = 0.6
_RECALLED = 0.6
_KIND_ORDER = {
    MemoryType.PREFERENCE: 0.08,
    MemoryType.BOUNDARY: 0.08,
    MemoryType.PATH: 0.1,
    MemoryType.NEGATIVE: 0.04,
    MemoryType.FACT: 0.0,
}


def _rank(idea: Idea) -> tuple[float, int]:
    return (-(idea.strength + _KIND_ORDER[idea.type]), idea.evidence[0] if idea.evidence else 0)


def _covered(idea: Idea, mine: frozenset[str], by: Idea) -> bool:
    """Whether another idea says the same; never with another value, and nothing new where both were asked for."""
    theirs = words(by.compared)
    if overlap(mine, theirs) < _SAME:
        return False
    values, others = ({one.value for one in quantities(each.compared)} for each in (idea, by))
    if values - others and others - values:
        return False
    return not (idea.explicit and by.explicit and mine - theirs and theirs - mine)


def chosen(ideas: list[Idea], recalled: tuple[str, ...], limit: int) -> tuple[list[Idea], list[Dropped]]:
    """Return the ideas to keep, best first, and those left out with reasons."""
    kept: list[Idea] = []
    left_out: list[Dropped] = []
    known = [words(text) for text in recalled]
    for idea in sorted(ideas, key=_rank):
        if idea.text.endswith((":", "：")):
            left_out.append(dropped(idea.text, idea.evidence, "announced"))
            continue
        mine = words(idea.compared)
        if any(containment(mine, text) >= _RECALLED for text in known):
            left_out.append(dropped(idea.text, idea.evidence, "recall_echo"))
            continue
        twin = next((k for k in kept if _covered(idea, mine, k)), None)
        if twin is not None:
            merged = replace(twin, evidence=tuple(sorted({*twin.evidence, *idea.evidence})))
            kept[kept.index(twin)] = merged
            left_out.append(dropped(idea.text, idea.evidence, "covered"))
            continue
        if len(kept) >= limit:
            left_out.append(dropped(idea.text, idea.evidence, "limit"))
            continue
        kept.append(idea)
    return kept, left_out
