"""What an LLM proposes from a trace: its answer as text becomes checked values, or the reason why it cannot.

Only the shape is checked here; whether the trace says so is the matter of ``scrutiny``.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from hindsight_memory.domain.memory import MemoryType, Source
from hindsight_memory.domain.review.near_json import json_values
from hindsight_memory.domain.text.normal import clean

LIST_NAME = "memories"
MOST_READ = 40
"""What an answer holds beyond this many is not looked at."""
_KEYS = frozenset({"content", "type", "source", "evidence", "quote", "confidence"})
_DIGITS = re.compile(r"\d{1,9}")

SCHEMA: Mapping[str, object] = {
    "type": "object",
    "properties": {
        LIST_NAME: {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "quote": {"type": "string"},
                    "evidence": {"type": "array", "items": {"type": "integer"}},
                    "content": {"type": "string"},
                    "type": {"type": "string", "enum": [kind.value for kind in MemoryType]},
                    "source": {"type": "string", "enum": [source.value for source in Source]},
                    "confidence": {"type": "number"},
                },
                "required": ["quote", "evidence", "content", "type", "source", "confidence"],
                "additionalProperties": False,
            },
        }
    },
    "required": [LIST_NAME],
    "additionalProperties": False,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposed:
    """One statement that a model offers. ``evidence`` are event sequences, ``confidence`` is in [0, 1]."""

    content: str
    type: MemoryType
    source: Source
    evidence: tuple[int, ...]
    quote: str
    confidence: float


@dataclass(frozen=True, slots=True)
class Answered:
    """What could be read; ``violations`` say, each in a sentence, what in the answer is not of the schema.
    ``unread`` counts what stood beyond ``MOST_READ``."""

    proposed: tuple[Proposed, ...]
    violations: tuple[str, ...] = ()
    unread: int = 0


@dataclass(frozen=True, slots=True)
class Unreadable:
    """The answer is not of the schema, nor close to it. ``reason`` is a sentence."""

    reason: str


def read_proposed(text: str) -> Answered | Unreadable:
    """Read an answer that should be of ``SCHEMA``: near-JSON, a bare list or a single entry are understood."""
    for value in json_values(text):
        entries = _entries(value)
        if entries is not None:
            return _answered(entries)
    return Unreadable(f'The answer holds no complete JSON object with a list "{LIST_NAME}".')


def _entries(value: object) -> list[object] | None:
    if isinstance(value, list):
        entries = cast("list[object]", value)
        return entries if all(isinstance(e, dict) and _KEYS & e.keys() for e in entries) else None
    held = cast("dict[str, object]", value)
    named = held.get(LIST_NAME)
    if isinstance(named, list):
        return cast("list[object]", named)
    return [held] if "content" in held else None


def _answered(entries: list[object]) -> Answered | Unreadable:
    proposed: list[Proposed] = []
    violations: list[str] = []
    for number, entry in enumerate(entries[:MOST_READ], start=1):
        read = _proposed(entry)
        if isinstance(read, Proposed):
            proposed.append(read)
        else:
            violations.append(f"Entry {number}: {read}")
    if violations and not proposed:
        return Unreadable(" ".join(violations[:3]))
    return Answered(tuple(proposed), tuple(violations), max(0, len(entries) - MOST_READ))


def _proposed(entry: object) -> Proposed | str:
    """The value of one entry, or what is wrong with it."""
    if not isinstance(entry, dict):
        return "it is no object."
    held = cast("dict[str, object]", entry)
    content, quote = held.get("content"), held.get("quote")
    if not isinstance(content, str) or not content.strip():
        return '"content" must be a text.'
    if not isinstance(quote, str) or not quote.strip():
        return '"quote" must be a text.'
    kind, source = _word(held.get("type")), _word(held.get("source"))
    if kind not in list(MemoryType):
        return f'"type" must be one of {", ".join(MemoryType)}.'
    if source not in list(Source):
        return f'"source" must be one of {", ".join(Source)}.'
    confidence = _confidence(held.get("confidence"))
    if confidence is None:
        return '"confidence" must be a number from 0 to 1.'
    return Proposed(
        content=clean(content).strip(),
        type=MemoryType(kind),
        source=Source(source),
        evidence=_numbers(held.get("evidence")),
        quote=clean(quote).strip(),
        confidence=confidence,
    )


def _word(value: object) -> str:
    return value.strip().casefold() if isinstance(value, str) else ""


def _confidence(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        number = float(value)
    except (ValueError, OverflowError):
        return None
    if not math.isfinite(number):
        return None
    if 1 < number <= 100:
        number /= 100  # said in percent
    return number if 0 <= number <= 1 else None


def _numbers(value: object) -> tuple[int, ...]:
    """Sequence numbers, however they are written: 3, "3", "event 3", [3, "[4]"]."""
    values = cast("list[object]", value) if isinstance(value, list) else [value]
    found: list[int] = []
    for one in values[:MOST_READ]:
        if isinstance(one, int) and not isinstance(one, bool):
            found.append(one)
        elif isinstance(one, str) and (digits := _DIGITS.search(one)):
            found.append(int(digits.group()))
    return tuple(dict.fromkeys(found))
