"""Events as telemetry shows them: the same one several times, late, or again, and each to be kept once.

A span of a model call holds the whole conversation before it; a tool call shows in the model's answer, in the span
of the tool and in every later call. Nothing numbers them. What is new is found by content, time and count.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from hindsight_memory.domain.text.normal import fold
from hindsight_memory.domain.trace import Event, EventKind


class Seen(StrEnum):
    """How an event was seen: where it ``happened`` (a model's answer, a tool's result, an error), when a tool
    ``started`` (its call, which a model's answer may have shown before), or ``told`` again in a conversation."""

    HAPPENED = "happened"
    STARTED = "started"
    TOLD = "told"


@dataclass(frozen=True, slots=True)
class Sighting:
    """One sighting of an event; its sequence means nothing. ``telling`` tells apart the conversations in which
    events are ``told``: the same one twice in one telling happened twice."""

    event: Event
    seen: Seen
    telling: int = 0


Content = tuple[EventKind, str, str, str]


@dataclass(slots=True)
class _Known:
    """What is in the trace: the times of each content, of the calls and of the results of each tool."""

    times: dict[Content, list[datetime]] = field(default_factory=dict[Content, list[datetime]])
    calls: dict[str, list[datetime]] = field(default_factory=dict[str, list[datetime]])
    results: dict[str, list[datetime]] = field(default_factory=dict[str, list[datetime]])
    told: dict[tuple[int, Content], int] = field(default_factory=dict[tuple[int, Content], int])

    def add(self, event: Event) -> None:
        self.times.setdefault(_content(event), []).append(event.at)
        if event.kind is EventKind.TOOL_CALL:
            self.calls.setdefault(event.name, []).append(event.at)
        elif event.kind in (EventKind.TOOL_RESULT, EventKind.RECALL):
            self.results.setdefault(event.name, []).append(event.at)

    def holds(self, sighting: Sighting) -> bool:
        """Whether the event that was seen is there already."""
        content, at = _content(sighting.event), sighting.event.at
        times = self.times.get(content, [])
        match sighting.seen:
            case Seen.TOLD:
                place = (sighting.telling, content)
                self.told[place] = self.told.get(place, 0) + 1
                return len(times) >= self.told[place]
            case Seen.HAPPENED:
                # The same at its own time, or told by a conversation that came later.
                return any(time >= at for time in times)
            case Seen.STARTED:
                if any(time >= at for time in times):
                    return True
                name = sighting.event.name
                called = sum(time <= at for time in self.calls.get(name, []))
                answered = sum(time <= at for time in self.results.get(name, []))
                return bool(times) and called > answered


def fresh(known: Sequence[Event], sightings: Sequence[Sighting]) -> tuple[Event, ...]:
    """Return the events among the sightings that a trace with the ``known`` events does not hold yet, by time.

    Seeing the same again, in another order or in parts, adds nothing twice: an event that happened counts once at
    its time; one that is told counts as often as the longest telling repeats it; the call of a tool that started is
    the one that a model asked for and that has no result yet.
    """
    held = _Known()
    for event in known:
        held.add(event)
    found: list[Event] = []
    for sighting in sorted(sightings, key=lambda each: (each.event.at, each.seen is Seen.TOLD)):
        if not held.holds(sighting):
            held.add(sighting.event)
            found.append(sighting.event)
    return tuple(found)


def _content(event: Event) -> Content:
    args = json.dumps(dict(event.args), sort_keys=True, ensure_ascii=True, default=str) if event.args else ""
    return event.kind, event.name, fold(event.text), args
