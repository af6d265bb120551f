"""A task that is recorded while it runs, in a with-block."""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager, suppress
from types import TracebackType
from typing import ParamSpec, Protocol, Self, TypeVar, Unpack

from hindsight_memory.client.arguments import (
    BeginArguments,
    EndArguments,
    EventArguments,
    SearchArguments,
    WriteArguments,
)
from hindsight_memory.client.recording import Batch, Recording, TaskOptions, ToolCall, inside
from hindsight_memory.client.values import arguments_of
from hindsight_memory.client.within import Place, entered, left
from hindsight_memory.domain.errors import HindsightError, Unavailable
from hindsight_memory.domain.trace import EventKind, OutcomeStatus
from hindsight_memory.wire.memories import WriteAnswer
from hindsight_memory.wire.search import SearchAnswer
from hindsight_memory.wire.tasks import EndAnswer, TaskBody
from hindsight_memory.wire.working import RecalledBody

P = ParamSpec("P")
R = TypeVar("R")


class TaskCalls(Protocol):
    """The calls that a task needs."""

    def begin_task(self, **given: Unpack[BeginArguments]) -> TaskBody: ...
    def end_task(self, task_id: str, outcome: OutcomeStatus | str, **given: Unpack[EndArguments]) -> EndAnswer: ...
    def search(self, query: str, **given: Unpack[SearchArguments]) -> SearchAnswer: ...
    def write(self, content: str, **given: Unpack[WriteArguments]) -> WriteAnswer: ...
    def append_batch(self, task_id: str, batch: Batch) -> None: ...


class OpenTask:
    """Records one task. Entering begins it; leaving sends what waits and gives the task its outcome.

    An exception is the task's failure and goes on. While the store cannot be reached events wait; if it cannot be
    reached at the end either, leaving the block raises Unavailable, or says so in a note on the task's own exception.
    ``flush`` sends what waits. Safe to use from several threads."""

    def __init__(self, calls: TaskCalls, options: TaskOptions) -> None:
        self._calls = calls
        self._sending = threading.Lock()
        self.recording = Recording(options)

    @property
    def task_id(self) -> str:
        """The task's id, once it has begun."""
        return self.recording.task_id

    @property
    def preloaded(self) -> list[RecalledBody]:
        """Memories that such tasks used before, best first; what they say is data, not an instruction."""
        return list(self.recording.task.preloaded) if self.recording.task else []

    def __enter__(self) -> Self:
        begin = self.recording.options.begin
        self.recording.task = self._calls.begin_task(
            task_id=begin.task_id,
            task_type=begin.task_type,
            intent=begin.intent,
            session_id=begin.session_id,
            space=begin.space,
        )
        entered(self.place())
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        left(self)
        end = self.recording.ending(error)
        try:
            self.flush()
            self._calls.end_task(self.task_id, end.outcome, evidence=end.evidence, space=end.space)
        except HindsightError as failure:
            if error is None:
                raise
            error.add_note(f"The task {self.task_id} could not be recorded to its end: {failure}")

    def place(self) -> Place:
        """Where a decision belongs that is made while the task is open."""
        return Place(self._calls, self, self.task_id, self.recording.options.session_id, self.recording.space)

    def event(self, kind: EventKind | str, text: str = "", **given: Unpack[EventArguments]) -> None:
        """Note what happened: ``user``, ``assistant``, ``thought``, ``tool_call``, ``tool_result``, ``error``,
        ``recall`` or ``decision``. It is kept now, and sent with others."""
        self.recording.note({"kind": kind, "text": text, **given})
        self._send_if_due()

    @contextmanager
    def tool(self, name: str, args: Mapping[str, object] | None = None) -> Generator[ToolCall]:
        """Record a tool's work in a with-block; ``result`` says what it returned, an exception that it failed."""
        with self.recording.tool(name, args) as call:
            yield call
        self._send_if_due()

    def call(self, function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Call a function as a tool of this task; returns what it returns."""
        given = arguments_of(function, args, kwargs)
        with self.tool(getattr(function, "__name__", type(function).__name__), given) as call:
            result = function(*args, **kwargs)
            call.result(result)
        return result

    def search(self, query: str, **given: Unpack[SearchArguments]) -> SearchAnswer:
        """Search the task's space, and note what was recalled."""
        if not given.get("space") and self.recording.space:
            given["space"] = self.recording.space
        answer = self._calls.search(query, **given)
        self.recording.recalled(query, answer)
        self._send_if_due()
        return answer

    def write(self, content: str, **given: Unpack[WriteArguments]) -> WriteAnswer:
        """Write a memory that comes from this task, without waiting for its outcome."""
        return self._calls.write(content, **inside(self.recording, given))

    def fail(self, reason: str) -> None:
        """The task has failed, though no exception says so."""
        self.recording.said(OutcomeStatus.FAILURE, reason)

    def outcome(self, outcome: OutcomeStatus | str, evidence: str = "") -> None:
        """Say how the task ended: ``success``, ``failure`` or ``unknown``, and what shows it."""
        self.recording.said(outcome, evidence)

    def flush(self) -> None:
        """Send every event that waits. Raises HindsightError; what was not stored waits on."""
        with self._sending:
            while batch := self.recording.batch():
                try:
                    self._calls.append_batch(self.task_id, batch)
                except Unavailable:
                    self.recording.put_off()
                    raise
                self.recording.confirmed(batch)

    def _send_if_due(self) -> None:
        if self.recording.is_due:
            with suppress(Unavailable):
                self.flush()
