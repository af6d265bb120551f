"""Worlds of agent tasks with what should and what should not be remembered: reading and matching.

A wanted or forbidden statement is known by substrings: it is met when all substrings of one of its groups occur
in the folded text, a number never inside a longer number.
"""

from __future__ import annotations

import gzip
import json
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any

from hindsight_memory.domain.errors import UnreadableInput
from hindsight_memory.wire.moment import moment

ALREADY_KNOWN = "already known"
EXCUSABLE = frozenset({"noise", "self-correction", "intermediate error", "assistant guess contradicted later"})
"""A memory that says what is wanted may carry one of these along ("9077, not 8080")."""

_MARKS = {ord(c): "-" for c in "‐‑‒–—―−"} | {ord(c): "'" for c in "‘’"} | {ord(c): '"' for c in "“”"}
_WIDE = "\u3000-\u303f\u3400-\u9fff\uff00-\uffef"
_BY_WIDE = re.compile(f"(?<=[{_WIDE}]) | (?=[{_WIDE}])")
_SEPARATOR = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")


SHIPPED = tuple(Path(__file__).parent / "data" / f"regression-{lang}.jsonl" for lang in ("en", "zh"))
"""The regression set that comes with Hindsight; docs/regression.md says what is in it."""


@cache
def folded(text: str) -> str:
    """Return the text without differences of width, case, dashes, quotes, spacing and thousands separators."""
    plain = " ".join(unicodedata.normalize("NFKC", text).translate(_MARKS).casefold().split())
    return _SEPARATOR.sub("", _BY_WIDE.sub("", plain))


@cache
def _finder(part: str) -> re.Pattern[str]:
    plain = folded(part)
    before = r"(?<!\d)" if plain[:1].isdigit() else ""
    after = r"(?!\d)" if plain[-1:].isdigit() else ""
    return re.compile(before + re.escape(plain) + after)


@dataclass(frozen=True, slots=True)
class Statement:
    """Something that should (or should not) be remembered."""

    key: str
    any_of: tuple[tuple[str, ...], ...]
    type: str = ""
    types: frozenset[str] = frozenset()
    sources: frozenset[str] = frozenset()
    why: str = ""

    def met_by(self, text: str) -> bool:
        """Whether the text says it."""
        plain = folded(text)
        return any(all(_finder(part).search(plain) for part in group) for group in self.any_of)


@dataclass(frozen=True, slots=True)
class WorldTask:
    """One finished task: ``raw`` is its trace as given; the rest is for scoring only."""

    task_id: str
    raw: Mapping[str, Any]
    expected: tuple[Statement, ...]
    forbidden: tuple[Statement, ...]
    neutral: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Probe:
    """A question asked after a task; ``gold``, ``acceptable`` and ``stale`` are keys."""

    probe_id: str
    after_task: str
    asked_at: datetime | None
    query: str
    gold: tuple[str, ...]
    acceptable: tuple[str, ...]
    stale: tuple[str, ...]
    expect_empty: bool


@dataclass(frozen=True, slots=True)
class World:
    """Tasks in order, with their probes."""

    world_id: str
    lang: str
    space: str
    agent_id: str
    tasks: tuple[WorldTask, ...]
    probes: tuple[Probe, ...]
    expected: Mapping[str, Statement] = field(default_factory=dict[str, Statement])
    neutral: Mapping[str, Statement] = field(default_factory=dict[str, Statement])
    newer: Mapping[str, frozenset[str]] = field(default_factory=dict[str, frozenset[str]])
    """Replaced key → the keys that replaced it."""

    def keys(self, text: str) -> frozenset[str]:
        """Return the expected keys that the text says."""
        return frozenset(key for key, wanted in self.expected.items() if wanted.met_by(text))

    def own_keys(self, text: str) -> frozenset[str]:
        """Return the same without old keys where the text says the new thing ("spaces, not tabs")."""
        said = self.keys(text)
        return frozenset(key for key in said if not said & self.newer.get(key, frozenset()))

    def says(self, text: str, keys: Iterable[str]) -> frozenset[str]:
        """Return those of the keys (expected or neutral) that the text says."""
        known = {**self.neutral, **self.expected}
        return frozenset(key for key in keys if known[key].met_by(text))


def read_worlds(path: Path) -> list[World]:
    """Read a file of worlds, plain or gzip. Raises UnreadableInput with the line."""
    opener = gzip.open if path.suffix == ".gz" else open
    worlds: list[World] = []
    try:
        with opener(path, "rt", encoding="utf-8") as lines:
            for number, line in enumerate(lines, start=1):
                if line.strip():
                    worlds.append(_world_of(path, number, line))
    except OSError as error:
        raise UnreadableInput(f"{path} cannot be read: {error.strerror or error}") from error
    return worlds


def _world_of(path: Path, number: int, line: str) -> World:
    try:
        return world(json.loads(line))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise UnreadableInput(
            f"{path}, line {number}, is no world: {error!r}", hint="One JSON object with tasks and probes a line."
        ) from error


def world(raw: Mapping[str, Any]) -> World:
    """Return the world that a JSON object describes."""
    tasks = tuple(_task(task) for task in raw["tasks"])
    probes = tuple(_probe(probe) for probe in raw["probes"])
    newer: dict[str, set[str]] = {}
    for probe in probes:
        for key in probe.stale:
            newer.setdefault(key, set()).update(probe.gold)
    return World(
        world_id=raw["world_id"],
        lang=raw["lang"],
        space=raw["space"],
        agent_id=raw["agent_id"],
        tasks=tasks,
        probes=probes,
        expected=_first(s for task in tasks for s in task.expected),
        neutral=_first(s for task in tasks for s in task.neutral),
        newer={key: frozenset(keys) for key, keys in newer.items()},
    )


def _first(statements: Iterable[Statement]) -> dict[str, Statement]:
    found: dict[str, Statement] = {}
    for statement in statements:
        found.setdefault(statement.key, statement)
    return found


def _task(raw: Mapping[str, Any]) -> WorldTask:
    return WorldTask(
        task_id=raw["task_id"],
        raw=raw,
        expected=_statements(raw["expected"]),
        forbidden=_statements(raw["forbidden"]),
        neutral=_statements(raw.get("neutral", ())),
    )


def _statements(raw: Sequence[Mapping[str, Any]]) -> tuple[Statement, ...]:
    return tuple(
        Statement(
            key=one["key"],
            any_of=tuple(tuple(group) for group in one["any_of"]),
            type=one.get("type", ""),
            types=frozenset({one.get("type", ""), *one.get("type_ok", ())}),
            sources=frozenset({one.get("source", ""), *one.get("source_ok", ())}),
            why=one.get("why", ""),
        )
        for one in raw
    )


def _probe(raw: Mapping[str, Any]) -> Probe:
    return Probe(
        probe_id=raw["probe_id"],
        after_task=raw["after_task"],
        asked_at=moment(raw["asked_at"]) if raw.get("asked_at") else None,
        query=raw["query"],
        gold=tuple(raw["gold"]),
        acceptable=tuple(raw["acceptable"]),
        stale=tuple(raw["stale"]),
        expect_empty=raw["expect_empty"],
    )
