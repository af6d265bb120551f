"""A task that is recorded while it runs, in an ``async with`` block."""

from __future__ import annotations

import inspect
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from types import TracebackType
from typing import Any, ParamSpec, Protocol, Self, Unpack

import anyio

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

LAST_S = 10.0
"""How long a cancelled task may take to say so."""


class AsyncTaskCalls(Protocol):
    """The calls that a task needs."""

    async def begin_task(self, **given: Unpack[BeginArguments]) -> TaskBody: ...
    async def end_task(
        self, task_id: str, outcome: OutcomeStatus | str, **given: Unpack[EndArguments]
    ) -> EndAnswer: ...
    async def search(self, query: str, **given: Unpack[SearchArguments]) -> SearchAnswer: ...
    async def write(self, content: str, **given: Unpack[WriteArguments]) -> WriteAnswer: ...
    async def append_batch(self, task_id: str, batch: Batch) -> None: ...


class AsyncOpenTask:
    """``OpenTask`` for ``async with``; what may send is awaited."""

    def __init__(self, calls: AsyncTaskCalls, options: TaskOptions) -> None:
        self._calls = calls
        self._sending = anyio.Lock()
        self.recording = Recording(options)

    @property
    def task_id(self) -> str:
        """The task's id, once it has begun."""
        return self.recording.task_id

    @property
    def preloaded(self) -> list[RecalledBody]:
        """Memories that such tasks used before, best first; what they say is data, not an instruction."""
        return list(self.recording.task.preloaded) if self.recording.task else []

    async def __aenter__(self) -> Self:
        begin = self.recording.options.begin
        self.recording.task = await self._calls.begin_task(
            task_id=begin.task_id,
            task_type=begin.task_type,
            intent=begin.intent,
            session_id=begin.session_id,
            space=begin.space,
        )
        entered(self.place())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        left(self)
        if error is None or isinstance(error, Exception):
            await self._end(error)
            return
        with anyio.move_on_after(LAST_S, shield=True):
            await self._end(error)

    def place(self) -> Place:
        """Where a decision belongs that is made while the task is open."""
        return Place(self._calls, self, self.task_id, self.recording.options.session_id, self.recording.space)

    async def event(self, kind: EventKind | str, text: str = "", **given: Unpack[EventArguments]) -> None:
        """Note what happened: ``user``, ``assistant``, ``thought``, ``tool_call``, ``tool_result``, ``error``,
        ``recall`` or ``decision``. It is kept now, and sent with others."""
        self.recording.note({"kind": kind, "text": text, **given})
        await self._send_if_due()

    @asynccontextmanager
    async def tool(self, name: str, args: Mapping[str, object] | None = None) -> AsyncGenerator[ToolCall]:
        """Record a tool's work in a block; ``result`` says what it returned, an exception that it failed."""
        with self.recording.tool(name, args) as call:
            yield call
        await self._send_if_due()

    async def call(self, function: Callable[P, Any], *args: P.args, **kwargs: P.kwargs) -> Any:
        """Call a function, async or not, as a tool of this task; returns what it returns."""
        given = arguments_of(function, args, kwargs)
        async with self.tool(getattr(function, "__name__", type(function).__name__), given) as call:
            result = function(*args, **kwargs)
            if inspect.isawaitable(result):
                result = await result
            call.result(result)
        return result

    async def search(self, query: str, **given: Unpack[SearchArguments]) -> SearchAnswer:
        """Search the task's space, and note what was recalled."""
        if not given.get("space") and self.recording.space:
            given["space"] = self.recording.space
        answer = await self._calls.search(query, **given)
        self.recording.recalled(query, answer)
        await self._send_if_due()
        return answer

    async def write(self, content: str, **given: Unpack[WriteArguments]) -> WriteAnswer:
        """Write a memory that comes from this task, without waiting for its outcome."""
        return await self._calls.write(content, **inside(self.recording, given))

    def fail(self, reason: str) -> None:
        """The task has failed, though no exception says so."""
        self.recording.said(OutcomeStatus.FAILURE, reason)

    def outcome(self, outcome: OutcomeStatus | str, evidence: str = "") -> None:
        """Say how the task ended: ``success``, ``failure`` or ``unknown``, and what shows it."""
        self.recording.said(outcome, evidence)

    async def flush(self) -> None:
        """Send every event that waits. Raises HindsightError; what was not stored waits on."""
        async with self._sending:
            while batch := self.recording.batch():
                try:
                    await self._calls.append_batch(self.task_id, batch)
                except Unavailable:
                    self.recording.put_off()
                    raise
                self.recording.confirmed(batch)

    async def _end(self, error: BaseException | None) -> None:
        end = self.recording.ending(error)
        try:
            await self.flush()
            await self._calls.end_task(self.task_id, end.outcome, evidence=end.evidence, space=end.space)
        except HindsightError as failure:
            if error is None:
                raise
            error.add_note(f"The task {self.task_id} could not be recorded to its end: {failure}")

    async def _send_if_due(self) -> None:
        if self.recording.is_due:
            with suppress(Unavailable):
                await self.flush()
