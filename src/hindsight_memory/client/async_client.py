"""The client of a server, for asyncio and trio."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import TracebackType
from typing import ParamSpec, Self, TypeVar, Unpack

import httpx2

from hindsight_memory.client import asks
from hindsight_memory.client.arguments import (
    BeginArguments,
    BriefArguments,
    DeskArguments,
    EndArguments,
    HealthArguments,
    InSpace,
    JobsArguments,
    KeyArguments,
    ListArguments,
    PageArguments,
    PageBody,
    PastArguments,
    PromoteArguments,
    ReasonArguments,
    ReviewArguments,
    SearchArguments,
    SpaceBody,
    SweepArguments,
    TasksArguments,
    TasksBody,
    UpdateArguments,
    WriteArguments,
)
from hindsight_memory.client.async_tasks import AsyncOpenTask
from hindsight_memory.client.decision_calls import AwaitedDecisionCalls
from hindsight_memory.client.exchange import Address, Retry
from hindsight_memory.client.http import USUAL, AsyncSender
from hindsight_memory.client.recording import Batch, TaskArguments, TaskOptions
from hindsight_memory.client.steering import AwaitedSteering
from hindsight_memory.client.traced import async_recorded
from hindsight_memory.domain.memory import Visibility
from hindsight_memory.domain.trace import OutcomeStatus
from hindsight_memory.wire.calls import (
    BeginBody,
    EndBody,
    EventsBody,
    FeedbackBody,
    ForgetBody,
    ListBody,
    PromoteBody,
    ReviewBody,
    RollbackBody,
    UpdateBody,
)
from hindsight_memory.wire.health import HealthBody, HealthQuery
from hindsight_memory.wire.jobs import JobBody, JobList, JobsBody
from hindsight_memory.wire.keys import KeyBody, KeyList, KeyMade, NewKeyBody
from hindsight_memory.wire.memories import DiscardList, HistoryBody, MemoryBody, MemoryList, WriteAnswer, WriteBody
from hindsight_memory.wire.proposals import PastQuery, RolledBackBody
from hindsight_memory.wire.reviews import ReportBody, ReviewAnswer
from hindsight_memory.wire.search import SearchAnswer, SearchBody
from hindsight_memory.wire.sweep import SweepAnswer, SweepBody
from hindsight_memory.wire.tasks import AppendAnswer, EndAnswer, EventBody, TaskBody, TaskList, TraceBody
from hindsight_memory.wire.telemetry import SpansAnswer, SpansBody
from hindsight_memory.wire.upkeep import AuditList, AuditVerified, StatsBody
from hindsight_memory.wire.working import BriefBody, BriefQuery, ClearAnswer, ClearBody, DeskBody, DeskQuery, NoteBody

P = ParamSpec("P")
R = TypeVar("R")


class AsyncClient(AwaitedSteering, AwaitedDecisionCalls):
    """A Hindsight server, with the arguments of ``Client`` and the same calls, each of which is awaited."""

    def __init__(
        self,
        url: str,
        key: str = "",
        *,
        space: str = "",
        timeout_s: float = 30.0,
        retry: Retry = USUAL,
        http: httpx2.AsyncClient | None = None,
    ) -> None:
        """Nothing is sent yet. Raises Invalid for an address or a key that cannot be one."""
        self._sender = AsyncSender.to(Address(url, key, space, timeout_s), retry, http)
        self._own = http is None

    @property
    def _sends(self) -> AsyncSender:
        return self._sender

    def __repr__(self) -> str:
        return f"AsyncClient({self._sender.address.url!r})"

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the connections."""
        if self._own:
            await self._sender.http.aclose()

    async def write(self, content: str, **given: Unpack[WriteArguments]) -> WriteAnswer:
        """Offer one self-contained statement; the verdict is final and says why."""
        return await self._sender.send(asks.write(WriteBody.taken({"content": content, **given})))

    async def write_many(self, statements: Sequence[str | Mapping[str, object]]) -> list[WriteAnswer]:
        """Offer several statements of one space, all or nothing: texts, or mappings with ``content`` and what
        ``write`` takes."""
        answer = await self._sender.send(asks.write_many(asks.offered(statements)))
        return answer.items

    async def search(self, query: str, **given: Unpack[SearchArguments]) -> SearchAnswer:
        """Find what is relevant, best first; nothing relevant gives no hits. ``warnings`` are failures and limits
        that apply."""
        return await self._sender.send(asks.search(SearchBody.taken({"query": query, **given})))

    async def memory(self, memory_id: str, **given: Unpack[PastArguments]) -> MemoryBody:
        """Return one memory of any status, as it is or was."""
        when = PastQuery.taken(given)
        return await self._sender.send(asks.memory(memory_id, when.space, when.as_of, when.valid_at))

    async def memories(self, **given: Unpack[ListArguments]) -> MemoryList:
        """Return a page of memories, newest first."""
        return await self._sender.send(asks.memories(ListBody.taken(given)))

    async def update(self, memory_id: str, **given: Unpack[UpdateArguments]) -> MemoryBody:
        """Change a memory as a new revision; what is not named stays as it is."""
        return await self._sender.send(asks.update(memory_id, UpdateBody.taken(given)))

    async def forget(self, memory_id: str, **given: Unpack[ReasonArguments]) -> MemoryBody:
        """Hide a memory; ``rollback`` brings it back."""
        return await self._sender.send(asks.forget(memory_id, ForgetBody.taken(given)))

    async def history(self, memory_id: str, **given: Unpack[InSpace]) -> HistoryBody:
        """Return all revisions, oldest first."""
        return await self._sender.send(asks.history(memory_id, SpaceBody.taken(given).space))

    async def rollback(self, memory_id: str, revision: int, **given: Unpack[ReasonArguments]) -> RolledBackBody:
        """Return to an earlier revision."""
        return await self._sender.send(asks.rollback(memory_id, RollbackBody.taken({"revision": revision, **given})))

    async def promote(
        self, memory_id: str, visibility: Visibility | str, **given: Unpack[PromoteArguments]
    ) -> RolledBackBody:
        """Let more see a memory: from private to `shared` with a group, or to `global` in its space."""
        return await self._sender.send(asks.promote(memory_id, PromoteBody.taken({"visibility": visibility, **given})))

    async def feedback(self, memory_id: str, helped: bool, **given: Unpack[InSpace]) -> MemoryBody:
        """Say whether a recalled memory helped, or did harm."""
        return await self._sender.send(asks.feedback(memory_id, FeedbackBody.taken({"helped": helped, **given})))

    async def discards(self, **given: Unpack[PageArguments]) -> DiscardList:
        """Return a page of what the gate left out and still keeps."""
        page = PageBody.taken(given)
        return await self._sender.send(asks.discards(page.space, page.limit, page.cursor))

    async def restore(self, discard_id: str, **given: Unpack[InSpace]) -> MemoryBody:
        """Make a memory of a discarded draft."""
        return await self._sender.send(asks.restore(discard_id, SpaceBody.taken(given).space))

    async def begin_task(self, **given: Unpack[BeginArguments]) -> TaskBody:
        """Begin a task, or carry one on under its id. ``task`` does this and the rest in an ``async with`` block."""
        return await self._sender.send(asks.begin_task(BeginBody.taken(given)))

    async def append_events(
        self, task_id: str, events: Sequence[EventBody | Mapping[str, object]], **given: Unpack[InSpace]
    ) -> AppendAnswer:
        """Append events to a task, oldest first."""
        return await self._sender.send(
            asks.append_events(task_id, EventsBody.taken({"events": asks.several(events, "Events"), **given}))
        )

    async def ingest_spans(self, request: Mapping[str, object]) -> SpansAnswer:
        """Take in an OTLP/JSON export request (as a dict) of telemetry spans."""
        return await self._sender.send(asks.ingest_spans(SpansBody.taken(request)))

    async def end_task(self, task_id: str, outcome: OutcomeStatus | str, **given: Unpack[EndArguments]) -> EndAnswer:
        """Give a task its outcome; its review is queued."""
        return await self._sender.send(asks.end_task(task_id, EndBody.taken({"outcome": outcome, **given})))

    async def tasks(self, **given: Unpack[TasksArguments]) -> TaskList:
        """Return a page of tasks, newest first."""
        page = TasksBody.taken(given)
        return await self._sender.send(asks.tasks(page.space, page.limit, page.cursor, page.reviewed))

    async def trace(self, task_id: str, **given: Unpack[InSpace]) -> TraceBody:
        """Return a task over all its sessions: events, decisions, gaps and its last report."""
        return await self._sender.send(asks.trace(task_id, SpaceBody.taken(given).space))

    async def review(self, **given: Unpack[ReviewArguments]) -> ReviewAnswer:
        """Look back over one task, the tasks of a session, or all that wait."""
        return await self._sender.send(asks.review(ReviewBody.taken(given)))

    async def sweep(self, **given: Unpack[SweepArguments]) -> SweepAnswer:
        """Compare existing memories among themselves: merge, replace, dispute, archive."""
        return await self._sender.send(asks.sweep(SweepBody.taken(given)))

    async def report(self, task_id: str, **given: Unpack[InSpace]) -> ReportBody:
        """Return the report of a task's last review."""
        return await self._sender.send(asks.report(task_id, SpaceBody.taken(given).space))

    async def put_note(self, session_id: str, key: str, content: str, **given: Unpack[InSpace]) -> DeskBody:
        """Lay a note on a session's desk, in the place of one under the same key; returns the desk."""
        note = {"session_id": session_id, "key": key, "content": content, **given}
        return await self._sender.send(asks.put_note(NoteBody.taken(note)))

    async def desk(self, session_id: str, **given: Unpack[InSpace]) -> DeskBody:
        """Return what lies on a session's desk, in order."""
        return await self._sender.send(asks.desk(DeskQuery.taken({"session_id": session_id, **given})))

    async def clear_desk(self, session_id: str, **given: Unpack[DeskArguments]) -> ClearAnswer:
        """Take one note (``key``), or all, off a session's desk."""
        return await self._sender.send(asks.clear_desk(ClearBody.taken({"session_id": session_id, **given})))

    async def brief(self, **given: Unpack[BriefArguments]) -> BriefBody:
        """Return what to know at the start of a session, in few tokens."""
        return await self._sender.send(asks.brief(BriefQuery.taken(given)))

    async def health(self, **given: Unpack[HealthArguments]) -> HealthBody:
        """Check how a space fares, with advice."""
        return await self._sender.send(asks.health(HealthQuery.taken(given)))

    async def stats(self, **given: Unpack[InSpace]) -> StatsBody:
        """Return the counts of a space."""
        return await self._sender.send(asks.stats(SpaceBody.taken(given).space))

    async def audit(self, **given: Unpack[PageArguments]) -> AuditList:
        """Return a page of the audit log, newest first."""
        page = PageBody.taken(given)
        return await self._sender.send(asks.audit(page.space, page.limit, page.cursor))

    async def verify_audit(self, **given: Unpack[InSpace]) -> AuditVerified:
        """Check the audit chains. Raises AuditBroken."""
        return await self._sender.send(asks.verify_audit(SpaceBody.taken(given).space))

    async def jobs(self, **given: Unpack[JobsArguments]) -> JobList:
        """Return a page of jobs, newest first."""
        return await self._sender.send(asks.jobs(JobsBody.taken(given)))

    async def job(self, job_id: str, **given: Unpack[InSpace]) -> JobBody:
        """Return one job."""
        return await self._sender.send(asks.job(job_id, SpaceBody.taken(given).space))

    async def retry_job(self, job_id: str, **given: Unpack[InSpace]) -> JobBody:
        """Queue a failed or cancelled job again."""
        return await self._sender.send(asks.retry_job(job_id, SpaceBody.taken(given).space))

    async def cancel_job(self, job_id: str, **given: Unpack[InSpace]) -> JobBody:
        """Cancel a job that waits."""
        return await self._sender.send(asks.cancel_job(job_id, SpaceBody.taken(given).space))

    async def keys(self) -> KeyList:
        """Return the API keys."""
        return await self._sender.send(asks.keys())

    async def create_key(self, agent: str, **given: Unpack[KeyArguments]) -> KeyMade:
        """Make an API key; the answer is the only one that shows its token."""
        return await self._sender.send(asks.create_key(NewKeyBody.taken({"agent": agent, **given})))

    async def revoke_key(self, key_id: str) -> KeyBody:
        """Revoke an API key for good."""
        return await self._sender.send(asks.revoke_key(key_id))

    def task(self, type: str = "", intent: str = "", **given: Unpack[TaskArguments]) -> AsyncOpenTask:
        """Record a task in an ``async with`` block: an exception is its failure, else it succeeded
        unless it says otherwise."""
        return AsyncOpenTask(self, TaskOptions.taken({"type": type, "intent": intent, **given}))

    def traced(
        self, type: str = "", intent: str = "", **given: Unpack[InSpace]
    ) -> Callable[[Callable[P, R]], Callable[P, R]]:
        """Decorate an async function or generator: each call is recorded as a task."""
        options = TaskOptions.taken({"type": type, "intent": intent, **given})
        return lambda function: async_recorded(function, lambda made: AsyncOpenTask(self, options.named(*made)))

    async def append_batch(self, task_id: str, batch: Batch) -> None:
        """Append a batch of a recording under its own key."""
        await self._sender.send(asks.append_events(task_id, batch.body), batch.key)
