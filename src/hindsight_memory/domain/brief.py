"""A brief: what an agent should know when a session begins, in few words. The same store gives the same brief."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from hindsight_memory.domain.memory import Memory
from hindsight_memory.domain.recall.budget import tokens_of
from hindsight_memory.domain.text.language import is_chinese

SECTIONS: tuple[str, ...] = ("pinned", "preferences", "boundaries", "negatives", "helpful")
"""In the order in which they stand, and in which they are filled when room is short."""
HEADINGS: Mapping[str, tuple[str, str]] = {
    "pinned": ("Pinned", "置顶"),
    "preferences": ("Preferences", "偏好"),
    "boundaries": ("Limits", "边界与限制"),
    "negatives": ("What failed lately", "近期的失败教训"),
    "helpful": ("What helped most", "最常帮上忙的"),
}
_SHARE = {"pinned": 1.0, "preferences": 0.6, "boundaries": 0.6, "negatives": 0.7, "helpful": 1.0}
_PER_LINE = 4
_PER_HEADING = 6


@dataclass(frozen=True, slots=True)
class Section:
    """One part of a brief: its name (of ``SECTIONS``), its heading, and its memories."""

    name: str
    heading: str
    memories: tuple[Memory, ...]


@dataclass(frozen=True, slots=True)
class Brief:
    """``tokens`` is what its text takes, estimated, and never more than was allowed; ``left_off`` counts memories
    that would have stood in it."""

    language: str
    sections: tuple[Section, ...]
    tokens: int
    left_off: int


def brief(candidates: Mapping[str, Sequence[Memory]], max_tokens: int) -> Brief:
    """Make a brief of candidates by section, each best first. A memory stands in the first section that has it.

    A section may take its share of the room that is left, so that long preferences do not hide every limit; what
    is left over at the end is offered to all sections once more."""
    language = "zh" if _mostly_chinese(candidates) else "en"
    offered = _once(candidates)
    taken: dict[str, list[Memory]] = {name: [] for name in SECTIONS}
    left = max_tokens
    for final in (False, True):
        for name in SECTIONS:
            room = left if final else int(left * _SHARE[name])
            for memory in offered[name]:
                cost = _cost(memory, first=not taken[name])
                if memory not in taken[name] and cost <= room:
                    taken[name].append(memory)
                    room -= cost
                    left -= cost
    order = {memory.memory_id: place for name in SECTIONS for place, memory in enumerate(offered[name])}
    sections = tuple(
        Section(name, heading(name, language), tuple(sorted(taken[name], key=lambda m: order[m.memory_id])))
        for name in SECTIONS
        if taken[name]
    )
    shown = sum(len(section.memories) for section in sections)
    return Brief(language, sections, max_tokens - left, sum(len(some) for some in offered.values()) - shown)


def heading(name: str, language: str) -> str:
    """Return the heading of a section in a language (``en`` or ``zh``)."""
    english, chinese = HEADINGS[name]
    return chinese if language == "zh" else english


def lines(sections: Sequence[tuple[str, Sequence[str]]]) -> Iterator[str]:
    """Yield the Markdown lines of a brief from headings and contents."""
    for title, contents in sections:
        yield f"## {title}"
        for content in contents:
            yield f"- {' '.join(content.split())}"


def _cost(memory: Memory, *, first: bool) -> int:
    return tokens_of(memory.content) + _PER_LINE + (_PER_HEADING + 6 if first else 0)


def _once(candidates: Mapping[str, Sequence[Memory]]) -> dict[str, list[Memory]]:
    seen: set[str] = set()
    found: dict[str, list[Memory]] = {}
    for name in SECTIONS:
        found[name] = []
        for memory in candidates.get(name, ()):
            if memory.memory_id not in seen:
                seen.add(memory.memory_id)
                found[name].append(memory)
    return found


def _mostly_chinese(candidates: Mapping[str, Sequence[Memory]]) -> bool:
    texts = {m.memory_id: m.content for some in candidates.values() for m in some}
    chinese = sum(is_chinese(text) for text in texts.values())
    return chinese * 2 > len(texts)
