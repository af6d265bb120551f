"""The moves of an agent: each tool call with what was said before it, what came back, and what went before."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

from hindsight_memory.domain.calls import calls_of
from hindsight_memory.domain.extraction import words as cue
from hindsight_memory.domain.extraction.findings import Result, read_result
from hindsight_memory.domain.extraction.tools import IntentType, intent_type_of, is_thinking
from hindsight_memory.domain.trace import Event, EventKind

_SAYS = frozenset({EventKind.ASSISTANT, EventKind.THOUGHT})
_BACK = 2  # statements before a call that may still carry its belief
LOOKS = frozenset({"search", "lookup"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """One call with its result. ``said`` are the agent's statements since the last result, newest first;
    ``seen`` the last result before it; ``before`` the last move with the same tool; ``comment`` what the agent
    said of the result."""

    call: Event
    result: Event
    read: Result
    intent_type: IntentType
    said: tuple[Event, ...]
    seen: Event | None
    before: Move | None
    comment: str

    @property
    def looks(self) -> bool:
        """Whether the call was made to find something."""
        return self.intent_type in LOOKS

    @property
    def is_retry(self) -> bool:
        """Whether it tries the same tool again in another way, after it gave nothing or an unhelpful answer."""
        before = self.before
        if before is None or _same_arguments(before.call, self.call):
            return False
        return before.read.failed or (self.looks and any(cue.LACKS.found(said_text(event)) for event in self.said))


def moves_of(events: Sequence[Event]) -> tuple[Move, ...]:
    """Return the moves of one session, in order. Calls without a result are none; calls that only write down a
    thought are statements."""
    results = {call.event.sequence: call.result for call in calls_of(events)}
    notes = {event.sequence for event in events if _is_note(event)}
    silent = {result.sequence for number in notes if (result := results.get(number)) is not None}
    places = {event.sequence: place for place, event in enumerate(events)}
    moves: list[Move] = []
    latest: dict[str, Move] = {}
    said: deque[Event] = deque(maxlen=_BACK)
    seen: Event | None = None
    for event in events:
        if event.kind in _SAYS or event.sequence in notes:
            said.appendleft(event)
        elif event.kind is EventKind.USER and cue.DENIES.starts(event.text):
            said.clear()
        elif event.kind is EventKind.TOOL_CALL:
            result = results.get(event.sequence)
            if result is not None and result.kind is not EventKind.RECALL:
                comment = _comment(events, places[result.sequence] + 1)
                move = _move(event, result, tuple(said), seen, latest.get(event.name), comment)
                moves.append(move)
                latest[event.name] = move
        elif event.kind in (EventKind.TOOL_RESULT, EventKind.ERROR) and event.sequence not in silent:
            said.clear()
            seen = event
    return tuple(moves)


def said_text(event: Event) -> str:
    """Return the words of a statement: those of a call that notes a thought stand in its arguments."""
    if event.kind is not EventKind.TOOL_CALL:
        return event.text
    return "\n".join(value for value in event.args.values() if isinstance(value, str)) or event.text


def steps_of(events: Sequence[Event]) -> int:
    """Return how many steps there are: tool calls and turns of the agent."""
    return sum(event.kind in (EventKind.TOOL_CALL, EventKind.ASSISTANT) for event in events)


def _is_note(event: Event) -> bool:
    return event.kind is EventKind.TOOL_CALL and is_thinking(event.name, frozenset(event.args))


def _move(
    call: Event, result: Event, said: tuple[Event, ...], seen: Event | None, before: Move | None, comment: str
) -> Move:
    kind = intent_type_of(call.name)
    read = read_result(result, looks=kind in LOOKS)
    return Move(
        call=call,
        result=result,
        read=read,
        intent_type=kind,
        said=said,
        seen=seen,
        before=before,
        comment=comment,
    )


def _comment(events: Sequence[Event], start: int) -> str:
    """What the agent said of a result before it did anything else; the events behind the result begin at ``start``."""
    for place in range(start, len(events)):
        event = events[place]
        if event.kind in _SAYS or _is_note(event):
            return said_text(event)
        if event.kind is not EventKind.TOOL_RESULT:
            break
    return ""


def _same_arguments(one: Event, other: Event) -> bool:
    if one.args or other.args:
        return one.args == other.args
    return one.text == other.text
