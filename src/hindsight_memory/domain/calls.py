"""Tool calls of a trace and the events that hold their results."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hindsight_memory.domain.trace import Event, EventKind

_RESULTS = frozenset({EventKind.TOOL_RESULT, EventKind.ERROR, EventKind.RECALL})


@dataclass(frozen=True, slots=True)
class Call:
    """A tool call and its result: a ``tool_result``, an ``error``, or the ``recall`` of a memory search; None
    when there is none."""

    event: Event
    result: Event | None


def calls_of(events: Sequence[Event]) -> tuple[Call, ...]:
    """Return the calls among the events of one session (in order of sequence), each with its result.

    A result belongs to the first call of its tool's name that waits for one; a result without a name, or of
    another name, to the first that waits at all, except that a recall has to bear the name of a call.
    """
    results: dict[int, Event] = {}
    waiting: list[Event] = []
    for event in events:
        if event.kind is EventKind.TOOL_CALL:
            waiting.append(event)
        elif event.kind in _RESULTS and (call := _answered(waiting, event)) is not None:
            waiting.remove(call)
            results[call.sequence] = event
    return tuple(Call(event, results.get(event.sequence)) for event in events if event.kind is EventKind.TOOL_CALL)


def _answered(waiting: Sequence[Event], result: Event) -> Event | None:
    named = next((call for call in waiting if result.name and call.name == result.name), None)
    if named is not None or result.kind is EventKind.RECALL:
        return named
    return next(iter(waiting), None)
