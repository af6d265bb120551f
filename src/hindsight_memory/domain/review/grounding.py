"""Is each particular of a draft in the trace? Numbers, names and identifiers that nobody said are invented."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date

from hindsight_memory.domain.memory import Draft
from hindsight_memory.domain.text.language import simplified
from hindsight_memory.domain.text.normal import fold
from hindsight_memory.domain.text.particulars import specifics
from hindsight_memory.domain.trace import Event, EventKind, Trace


@dataclass(frozen=True, slots=True)
class Grounded:
    """Every particular of the draft occurs in the trace; ``evidence`` are the events that hold one."""

    evidence: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Ungrounded:
    """``missing`` are the particulars of the draft that occur nowhere in the trace."""

    missing: tuple[str, ...]


_GIVEN_DATE = re.compile(r"\s?[(（]\d{4}-\d\d-\d\d(?:/\d{4}-\d\d-\d\d)?[)）]")
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_ORDINAL = re.compile(r"^\d$")
_UNIT = re.compile(r"^([#$€£¥]?[\d.,:/]+)\s?[a-z%‰]*$")


def _flat(text: str) -> str:
    return _THOUSANDS.sub("", simplified(fold(text))).replace("`", "")


def _spoken(value: object) -> Iterator[str]:
    if isinstance(value, Mapping):
        for key, inner in value.items():  # pyright: ignore[reportUnknownVariableType]
            yield str(key)  # pyright: ignore[reportUnknownArgumentType]
            yield from _spoken(inner)  # pyright: ignore[reportUnknownArgumentType]
    elif isinstance(value, (list, tuple)):
        for inner in value:  # pyright: ignore[reportUnknownVariableType]
            yield from _spoken(inner)  # pyright: ignore[reportUnknownArgumentType]
    elif value is not None:
        yield str(value)


def _text_of(event: Event) -> str:
    return _flat(" ".join([event.text, event.name, *_spoken(event.args)]))


def _holds(text: str, particular: str) -> bool:
    number = _UNIT.match(particular)
    bare = number.group(1).strip(".,:/") if number else particular
    head = r"(?<![\d])" if bare[:1].isdigit() else ""
    tail = r"(?!\d)" if bare[-1:].isdigit() else ""
    return re.search(head + re.escape(bare) + tail, text) is not None


def _dates(trace: Trace) -> frozenset[str]:
    days: set[date] = {e.at.astimezone(UTC).date() for e in trace.events}
    return frozenset(d.isoformat() for d in days)


def grounding(draft: Draft, trace: Trace) -> Grounded | Ungrounded:
    """Return whether all numbers, identifiers and names of a draft occur in its trace.

    Recalled memories do not count as evidence: they are what is to be checked. Dates that resolve a relative day
    (``yesterday (2026-03-02)``) are given by the system and exempt, and so is the date of an event.
    """
    content = _GIVEN_DATE.sub("", draft.content)
    numbers, identifiers, names = specifics(content)
    known_dates = _dates(trace)
    texts = {e.sequence: _text_of(e) for e in trace.events if e.kind is not EventKind.RECALL}
    asked = _flat(f"{trace.task.intent} {trace.task.task_type}")
    missing: list[str] = []
    evidence: set[int] = set()
    for particular in sorted(numbers | identifiers | names):
        shown = _flat(particular)
        if not shown or _ORDINAL.match(shown) or shown in known_dates:
            continue
        holders = {sequence for sequence, text in texts.items() if _holds(text, shown)}
        evidence |= holders
        if not holders and not _holds(asked, shown):
            missing.append(particular)
    return Ungrounded(tuple(missing)) if missing else Grounded(tuple(sorted(evidence)))
