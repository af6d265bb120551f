"""Building the events of one transcript: numbered, timed, cleaned, capped, injected recall set apart."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from itertools import pairwise

from hindsight_memory.adapters.transcripts.values import as_json, mapping, sequence
from hindsight_memory.adapters.transcripts.words import apart, memory_ids
from hindsight_memory.domain.text.normal import clean
from hindsight_memory.domain.trace import Event, EventKind

TICK = timedelta(microseconds=1)
_CAPPED = frozenset({EventKind.TOOL_RESULT, EventKind.ERROR})
_MAY_BE_EMPTY = frozenset({EventKind.TOOL_CALL, EventKind.TOOL_RESULT})
_INTENT = 500
# Results of a memory search are recall, whoever's memory it is: they are no evidence for what they repeat.
_RECALLING_TOOLS = ("memory_search",)


def cap(text: str, limit: int) -> tuple[str, int]:
    """Return head and tail of a text that is longer than ``limit`` characters, and how many were cut.

    The result, marker included, has at most ``limit`` characters: capping it again changes nothing.
    """
    if len(text) <= limit:
        return text, 0
    room = max(0, limit - len(_marker(len(text))))
    tail = room // 3
    head = room - tail
    cut = len(text) - head - tail
    return text[:head] + _marker(cut) + (text[-tail:] if tail else ""), cut


def _marker(cut: int) -> str:
    return f"\n[… {cut} characters cut …]\n"


def capped_value(value: object, limit: int) -> tuple[object, int]:
    """Return a JSON value with every string in it capped, and how many characters were cut in all."""
    if isinstance(value, str):
        return cap(value, limit)
    if (entries := mapping(value)) is not None:
        pairs = {name: capped_value(entry, limit) for name, entry in entries.items()}
        return {name: entry for name, (entry, _) in pairs.items()}, sum(cut for _, cut in pairs.values())
    if (values := sequence(value)) is not None:
        parts = [capped_value(each, limit) for each in values]
        return [part for part, _ in parts], sum(cut for _, cut in parts)
    return value, 0


def call_text(name: str, args: Mapping[str, object]) -> str:
    """Return a tool call as a line: the name and its arguments, a lone argument without its name."""
    shown = {key: value if isinstance(value, str) else as_json(value) for key, value in args.items()}
    body = next(iter(shown.values())) if len(shown) == 1 else ", ".join(f"{k}={v}" for k, v in shown.items())
    return clean(f"{name}: {body}" if name and body else name or body)


@dataclass(slots=True)
class EventList:
    """The events of one transcript as they come; ``fallback`` is the time where none is given."""

    limit: int
    fallback: datetime
    started_at: datetime | None = None
    session_id: str = ""
    _events: list[tuple[Event, bool]] = field(default_factory=list[tuple[Event, bool]])
    _tools: dict[str, str] = field(default_factory=dict[str, str])
    _last_tool: str = ""

    def add(
        self,
        kind: EventKind,
        text: str,
        *,
        at: datetime | None = None,
        sequence: int = 0,
        name: str = "",
        args: Mapping[str, object] | None = None,
        status: str = "",
        session_id: str = "",
        recalled: tuple[str, ...] = (),
        truncated: int = 0,
        may_be_empty: bool = False,
    ) -> None:
        """Append one event. Injected recall in the text becomes events of its own before it, and a message
        that holds nothing else is left out; so is an empty one, unless it ``may_be_empty``."""
        words, blocks = (text, ()) if kind is EventKind.RECALL else apart(text)
        for block in blocks:
            self.add(EventKind.RECALL, block.text, at=at, session_id=session_id, recalled=block.memory_ids)
        if not words and kind not in _MAY_BE_EMPTY and (blocks or not may_be_empty):
            return
        given, lost = capped_value(dict(args or {}), self.limit)
        body, cut = cap(words, self.limit) if kind in _CAPPED or kind is EventKind.TOOL_CALL else (words, 0)
        event = Event(
            sequence=sequence,
            kind=kind,
            text=body,
            at=at or self.fallback,
            name=name,
            args=mapping(given) or {},
            status=status,
            session_id=session_id or self.session_id,
            memory_ids=recalled,
            truncated=truncated + cut + lost,
        )
        self._events.append((event, at is not None))

    def call(
        self,
        name: str,
        args: Mapping[str, object],
        *,
        text: str = "",
        call_id: str = "",
        at: datetime | None = None,
    ) -> None:
        """Append a tool call and remember its id, so that its result finds the tool's name. Without a text of
        its own it reads as the name and the arguments."""
        self._last_tool = name
        if call_id:
            self._tools[call_id] = name
        short, _ = capped_value(dict(args), self.limit)
        shown = text or call_text(name, mapping(short) or {})
        self.add(EventKind.TOOL_CALL, shown, at=at, name=name, args=args)

    def result(
        self, text: str, *, call_id: str = "", name: str = "", status: str = "", at: datetime | None = None
    ) -> None:
        """Append a tool's result; its name is found by the call's id, else it is that of the last call."""
        tool = name or self._tools.get(call_id, "" if call_id else self._last_tool)
        if tool.rpartition("__")[2].rpartition(".")[2] in _RECALLING_TOOLS and status != "error":
            self.add(EventKind.RECALL, text, at=at, name=tool, recalled=memory_ids(text))
        else:
            self.add(EventKind.TOOL_RESULT, text, at=at, name=tool, status=status)

    def drop_last(self) -> None:
        """Take back the last event, as if it had not been added."""
        self._events.pop()

    def __len__(self) -> int:
        return len(self._events)

    @property
    def first_request(self) -> str:
        """What the user asked first, on one line of at most 500 characters; empty if nobody did."""
        text = next((event.text for event, _ in self._events if event.kind is EventKind.USER), "")
        line = " ".join(text.split())
        return line if len(line) <= _INTENT else line[: _INTENT - 1] + "…"

    @property
    def begins_at(self) -> datetime:
        """When the task began: as given, else its first event's time, else the fallback."""
        timed = (event.at for event, given in self._events if given)
        return self.started_at or next(timed, self.fallback)

    def finish(self) -> tuple[Event, ...]:
        """Return the events. Given sequences are kept when they ascend, else all are numbered from 1.

        An event without a time stands one microsecond after the one before it.
        """
        numbers = [event.sequence for event, _ in self._events]
        kept = all(a > 0 for a in numbers) and all(a < b for a, b in pairwise(numbers))
        last = self.begins_at
        finished: list[Event] = []
        for position, (event, given) in enumerate(self._events, start=1):
            last = event.at if given else _after(last)
            finished.append(replace(event, sequence=event.sequence if kept else position, at=last))
        return tuple(finished)


def _after(at: datetime) -> datetime:
    try:
        return at + TICK
    except OverflowError:
        return at
