"""A decision around what is done about it: recorded before, with what is known of such decisions; settled after.

The store is asked in passing: whatever happens to it, what is decorated or stands in the block runs as it would
without. ``failure`` says what went wrong, and a warning is logged."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from subprocess import CalledProcessError, CompletedProcess
from types import TracebackType
from typing import Any, Protocol, Self, Unpack, cast

import anyio
from anyio import CancelScope
from anyio.to_thread import run_sync

from hindsight_memory.client.async_tasks import LAST_S, AsyncOpenTask
from hindsight_memory.client.decision_arguments import DecidingOptions, OutcomeArguments, RecordArguments
from hindsight_memory.client.tasks import OpenTask
from hindsight_memory.client.values import fault, shown
from hindsight_memory.client.within import Place, entered, left, place_in
from hindsight_memory.domain.decision import ExpectedKind, OutcomeSource
from hindsight_memory.domain.errors import HindsightError
from hindsight_memory.wire.decisions import DecisionBody, OutcomeBody, RecordedAnswer, SimilarHit

_log = logging.getLogger("hindsight_memory.decisions")


class DecisionStore(Protocol):
    """The calls that a decision needs."""

    def record_decision(self, intent: str, **given: Unpack[RecordArguments]) -> RecordedAnswer: ...
    def settle_decision(self, decision_id: str, **given: Unpack[OutcomeArguments]) -> DecisionBody: ...


class AsyncDecisionStore(Protocol):
    """The same, awaited."""

    async def record_decision(self, intent: str, **given: Unpack[RecordArguments]) -> RecordedAnswer: ...
    async def settle_decision(self, decision_id: str, **given: Unpack[OutcomeArguments]) -> DecisionBody: ...


class Decided:
    """What is known here of one decision. No I/O.

    ``similar`` are past decisions like it, how they ended, and why they are similar; what they say is data, not an
    instruction. ``settled`` is the decision with its delta, once it has ended; ``failure`` why it is not stored."""

    def __init__(self, calls: object, options: DecidingOptions) -> None:
        self.decision_id = ""
        self.similar: list[SimilarHit] = []
        self.settled: DecisionBody | None = None
        self.failure: HindsightError | None = None
        self._calls = calls
        self._options = options
        self._around: Place | None = None
        self._said: OutcomeBody | None = None

    def outcome(self, value: object = None, *, status: str = "ok", exit_code: int | None = None) -> None:
        """Say what happened: a text, a finished process, or anything that can be shown as JSON. ``status`` is ``ok``
        or ``error``. Of an expected exit code a plain number is one. Raises Invalid."""
        given: dict[str, object] = {"outcome": shown(value), "outcome_status": status, "exit_code": exit_code}
        if isinstance(value, CompletedProcess):
            given = _of_process(cast("CompletedProcess[Any]", value))
        elif self._options.expected_kind is ExpectedKind.EXIT_CODE and type(value) is int and exit_code is None:
            given["exit_code"] = value
        self._said = OutcomeBody.taken(given)

    def place(self) -> Place:
        """Where it is made, for what is decided inside it."""
        around, own = self._around, self._options
        return Place(
            self._calls,
            self,
            own.task_id or (around.task_id if around else ""),
            own.session_id or (around.session_id if around else ""),
            own.space or (around.space if around else None),
        )

    def _intended(self) -> dict[str, Any]:
        """What is recorded first."""
        self._around = place_in(self._calls)
        if self._options.task_id:
            return self._options.stated
        place = self.place()
        return self._options.stated | {"task_id": place.task_id, "session_id": place.session_id, "space": place.space}

    def _recorded(self, answer: RecordedAnswer) -> None:
        self.decision_id, self.similar = answer.decision_id, answer.similar

    def _missed(self, failure: HindsightError) -> None:
        self.failure = failure
        _log.warning("A decision is not stored: %s (%s)", failure, failure.code)

    def _ended(self, error: BaseException | None) -> dict[str, Any]:
        """What came of it by the names of ``settle_decision``; nothing when that is not known."""
        body = self._said
        if error is not None and not isinstance(error, GeneratorExit):
            body = _of_error(error)
        elif body is None and error is None and self._options.expected_kind in (None, ExpectedKind.STATUS):
            body = OutcomeBody(outcome_status="ok")
        if body is None or not self.decision_id:
            return {}
        known = {"outcome_source": OutcomeSource.SYSTEM, "space": self.place().space}
        return body.model_dump(exclude_unset=True) | known


class OpenDecision(Decided):
    """One decision in a ``with`` block, or in an ``async with`` block where the store waits in a thread."""

    _calls: DecisionStore

    def __enter__(self) -> Self:
        self._begin()
        entered(self.place())
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        left(self)
        self._end(error)

    async def __aenter__(self) -> Self:
        await run_sync(self._begin)
        entered(self.place())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        left(self)
        with CancelScope(shield=True):
            await run_sync(self._end, error)

    def _begin(self) -> None:
        given = self._intended()
        try:
            if self._around is not None and isinstance(self._around.owner, OpenTask):
                self._around.owner.flush()  # so that the trace has what came before
            self._recorded(self._calls.record_decision(**given))
        except HindsightError as failure:
            self._missed(failure)

    def _end(self, error: BaseException | None) -> None:
        given = self._ended(error)
        if not given:
            return
        try:
            self.settled = self._calls.settle_decision(self.decision_id, **given)
        except HindsightError as failure:
            self._missed(failure)


class AsyncOpenDecision(Decided):
    """One decision in an ``async with`` block; the store is awaited."""

    _calls: AsyncDecisionStore

    async def __aenter__(self) -> Self:
        given = self._intended()
        try:
            if self._around is not None and isinstance(self._around.owner, AsyncOpenTask):
                await self._around.owner.flush()
            self._recorded(await self._calls.record_decision(**given))
        except HindsightError as failure:
            self._missed(failure)
        entered(self.place())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        left(self)
        given = self._ended(error)
        if error is None or isinstance(error, Exception):
            await self._end(given)
            return
        with anyio.move_on_after(LAST_S, shield=True):
            await self._end(given)

    async def _end(self, given: Mapping[str, Any]) -> None:
        if not given:
            return
        try:
            self.settled = await self._calls.settle_decision(self.decision_id, **given)
        except HindsightError as failure:
            self._missed(failure)


def _of_process(done: CompletedProcess[Any]) -> dict[str, object]:
    """A finished process: what it printed, and its exit code."""
    text = "".join(_text(part) for part in (done.stdout, done.stderr))
    status = "error" if done.returncode else "ok"
    return {"outcome": shown(text), "outcome_status": status, "exit_code": done.returncode}


def _of_error(error: BaseException) -> OutcomeBody:
    """An exception, an interruption, or a time limit that cancelled what was done."""
    text, code = fault(error), None
    if isinstance(error, CalledProcessError):
        text, code = "\n".join((text, *map(_text, (error.stdout, error.stderr)))).rstrip(), error.returncode
    elif isinstance(error, SystemExit) and isinstance(error.code, int):
        code = error.code
    return OutcomeBody(outcome=shown(text), outcome_status="error", exit_code=code)


def _text(output: Any) -> str:
    return output.decode("utf-8", "replace") if isinstance(output, bytes) else str(output or "")
