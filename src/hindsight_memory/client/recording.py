"""A task on its way into its trace: events wait here and leave in batches, so that none is lost or stored twice.

No I/O: ``tasks`` and ``async_tasks`` send the batches. An event that waits is sent with the next batch; a batch that
was not confirmed is sent again under the same key."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, cast
from uuid import uuid4

from pydantic import Field

from hindsight_memory.client.arguments import InSpace
from hindsight_memory.client.values import MOST_CHARACTERS, capped, fault, plain, shown
from hindsight_memory.domain.trace import EventKind, OutcomeStatus
from hindsight_memory.wire.body import Body
from hindsight_memory.wire.calls import BeginBody, EndBody, EventsBody
from hindsight_memory.wire.search import SearchAnswer
from hindsight_memory.wire.tasks import EventBody, TaskBody

EVENTS = 50
"""So many events that wait are sent."""
MOST_EVENTS = 200
AGE_S = 2.0
"""Events that have waited so long are sent with the next one."""
PAUSE_S = 10.0
"""How long sending waits after it failed, unless the task ends."""


class TaskArguments(InSpace, total=False):
    """What a task is beside its type and intent; ``task_type`` is another name for ``type``."""

    task_id: str
    task_type: str
    session_id: str


class TaskOptions(Body):
    """A task to record."""

    type: str = Field(default="", description="What kind of task it is.")
    task_type: str = Field(default="", description="The same, by its name on other surfaces.")
    intent: str = Field(default="", description="What is to be done.")
    task_id: str = Field(default="", description="Its id; made when absent.")
    session_id: str = Field(default="", description="The session it is worked on in.")
    space: str | None = Field(default=None, description="The space it belongs to.")

    def named(self, name: str, args: Mapping[str, object]) -> TaskOptions:
        """Return the options for one call of a function; they describe it where nothing else is said."""
        intent = self.intent or f"{name}({', '.join(f'{key}={shown(value, 80)}' for key, value in args.items())})"
        return self.model_copy(update={"type": self.type or self.task_type or name, "intent": intent[:500]})

    @property
    def begin(self) -> BeginBody:
        """How it begins."""
        return BeginBody(
            task_id=self.task_id,
            task_type=self.type or self.task_type,
            intent=self.intent,
            session_id=self.session_id,
            space=self.space,
        )


@dataclass(frozen=True, slots=True)
class Batch:
    """Events that are sent together; ``key`` tells a server that it has them already."""

    body: EventsBody
    key: str = field(default_factory=lambda: uuid4().hex)


@dataclass(slots=True)
class ToolCall:
    """A tool at work. Say what it returned with ``result``; an exception says so itself."""

    name: str
    text: str = ""
    status: str = "ok"

    def result(self, output: object, status: str = "ok") -> None:
        """Note what it returned: a text, or anything that can be shown as one. ``status`` is ``ok`` or ``error``."""
        self.text, self.status = shown(output), status

    def event(self) -> dict[str, object]:
        """Return its event."""
        return {"kind": EventKind.TOOL_RESULT, "name": self.name, "text": self.text, "status": self.status}


class Recording:
    """What is known of one task here. Safe to use from several threads."""

    def __init__(self, options: TaskOptions) -> None:
        self.options = options
        self.task: TaskBody | None = None
        self._lock = threading.Lock()
        self._waiting: list[EventBody] = []
        self._batches: deque[Batch] = deque()
        self._size = 0
        self._due_at = 0.0
        self._said: tuple[OutcomeStatus, str] | None = None
        self._noted: BaseException | None = None

    @property
    def task_id(self) -> str:
        """The task's id, once it has begun."""
        return self.task.task_id if self.task else self.options.task_id

    @property
    def space(self) -> str | None:
        """The space that it is in."""
        return self.task.space if self.task else self.options.space

    def note(self, given: Mapping[str, object]) -> None:
        """Take an event. Raises UnknownArgument, Invalid."""
        at = given.get("at") or datetime.now(UTC)
        text, args = given.get("text"), given.get("args")
        known: dict[str, object] = {"session_id": self.options.session_id}
        made = {"text": capped(text) if isinstance(text, str) else text}
        made |= {"args": plain(cast("Mapping[str, object]", args)) if isinstance(args, Mapping) else args}
        event = EventBody.taken({**known, **given, **made, "at": at})
        with self._lock:
            if not self._waiting:
                self._due_at = max(self._due_at, time.monotonic() + AGE_S)
            self._waiting.append(event)
            self._size += _size(event)

    @property
    def is_due(self) -> bool:
        """Whether what waits should be sent."""
        with self._lock:
            if self._batches:
                return time.monotonic() >= self._due_at
            full = len(self._waiting) >= EVENTS or self._size >= MOST_CHARACTERS
            return full or (bool(self._waiting) and time.monotonic() >= self._due_at)

    def batch(self) -> Batch | None:
        """Return the oldest batch that is not confirmed, if events wait at all."""
        with self._lock:
            if not self._batches and self._waiting:
                self._pack()
            return self._batches[0] if self._batches else None

    def confirmed(self, batch: Batch) -> None:
        """Forget a batch that is stored."""
        with self._lock:
            self._batches.remove(batch)

    def put_off(self) -> None:
        """Sending failed; leave it for a while."""
        with self._lock:
            self._due_at = time.monotonic() + PAUSE_S

    @contextmanager
    def tool(self, name: str, args: Mapping[str, object] | None = None) -> Generator[ToolCall]:
        """Note a tool's call now, and its result or its exception at the end of the block."""
        self.note({"kind": EventKind.TOOL_CALL, "name": name, "args": args or {}})
        call = ToolCall(name)
        try:
            yield call
        except BaseException as error:
            self._noted = error
            call.result(fault(error), "error" if isinstance(error, Exception) else "")
            self.note(call.event())
            raise
        self.note(call.event())

    def recalled(self, query: str, answer: SearchAnswer) -> None:
        """Note what a search showed, so that the review sees what it was worth."""
        found = {hit.memory_id: hit for hit in (*answer.warnings, *answer.hits)}
        text = "\n".join(f"[{hit.memory_type}] {hit.content}" for hit in found.values())
        args = {"query": query}
        self.note({"kind": EventKind.RECALL, "text": text, "args": args, "memory_ids": tuple(found)})

    def said(self, outcome: OutcomeStatus | str, evidence: str) -> None:
        """Remember how the task ended. Raises Invalid for an outcome that does not exist."""
        body = EndBody.taken({"outcome": outcome, "evidence": evidence})
        self._said = (body.outcome, capped(body.evidence))

    def ending(self, error: BaseException | None) -> EndBody:
        """Return how the task ends: an exception is a failure, an interruption is no outcome; else what was said,
        else a success."""
        outcome, evidence = self._said or (OutcomeStatus.SUCCESS, "")
        if isinstance(error, Exception):
            if error is not self._noted:
                self.note({"kind": EventKind.ERROR, "text": fault(error), "status": "error"})
            outcome, evidence = OutcomeStatus.FAILURE, fault(error)
        elif error is not None:
            outcome, evidence = self._said or (OutcomeStatus.UNKNOWN, f"interrupted: {fault(error)}")
        return EndBody(outcome=outcome, evidence=evidence, space=self.space)

    def _pack(self) -> None:
        """Make batches of all that waits, each small enough for one request."""
        events: list[EventBody] = []
        size = 0
        for event in self._waiting:
            if events and (len(events) >= MOST_EVENTS or size + _size(event) > MOST_CHARACTERS):
                self._batches.append(Batch(EventsBody(events=tuple(events), space=self.space)))
                events, size = [], 0
            events.append(event)
            size += _size(event)
        self._batches.append(Batch(EventsBody(events=tuple(events), space=self.space)))
        self._waiting, self._size = [], 0


def inside(recording: Recording, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return a write's arguments as the task makes them: it comes from the task, in its space."""
    known = {"task_id": recording.task_id, "session_id": recording.options.session_id, "space": recording.space}
    return {**{name: value for name, value in known.items() if value}, **given}


def _size(event: EventBody) -> int:
    return len(event.text) + len(str(event.args))
