"""The two senders, over one connection pool each, and the calls of ``Api`` on a server."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

import anyio
import httpx2

from hindsight_memory.client import asks
from hindsight_memory.client.asks import AnyAnswer, Ask
from hindsight_memory.client.decision_asks import HttpDeciding
from hindsight_memory.client.exchange import Address, Attempts, Retry
from hindsight_memory.client.governing import HttpGoverning
from hindsight_memory.domain.errors import StoreClosed
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
from hindsight_memory.wire.proposals import RolledBackBody
from hindsight_memory.wire.reviews import ReportBody, ReviewAnswer
from hindsight_memory.wire.search import SearchAnswer, SearchBody
from hindsight_memory.wire.sweep import SweepAnswer, SweepBody
from hindsight_memory.wire.tasks import AppendAnswer, EndAnswer, TaskBody, TaskList, TraceBody
from hindsight_memory.wire.telemetry import SpansAnswer, SpansBody
from hindsight_memory.wire.upkeep import AuditList, AuditVerified, StatsBody
from hindsight_memory.wire.working import BriefBody, BriefQuery, ClearAnswer, ClearBody, DeskBody, DeskQuery, NoteBody

USUAL = Retry()
_CLOSED = "This client was closed."


@dataclass(frozen=True, slots=True)
class Sender:
    """Sends and waits. Safe to use from several threads."""

    address: Address
    http: httpx2.Client
    retry: Retry = USUAL
    pause: Callable[[float], None] = time.sleep

    @classmethod
    def to(cls, address: Address, retry: Retry = USUAL, http: httpx2.Client | None = None) -> Sender:
        """Return a sender to this address, over ``http`` if given."""
        return cls(address, http or httpx2.Client(trust_env=not address.here), retry)

    def send(self, ask: Ask[AnyAnswer], key: str = "") -> AnyAnswer:
        """Make one call. Raises HindsightError."""
        if self.http.is_closed:
            raise StoreClosed(_CLOSED, hint="Make another one.")
        request = self.address.request(ask, key)
        attempts = Attempts(self.retry, ask, self.address.url)
        while True:
            try:
                response = self.http.send(self.http.build_request(**request), follow_redirects=False)
            except httpx2.RequestError as error:
                pause = attempts.after_loss(error)
            else:
                if response.is_success:
                    return self.address.read(ask, response.content)
                pause = attempts.after_failure(response)
            self.pause(pause)


@dataclass(frozen=True, slots=True)
class AsyncSender:
    """Sends without blocking, under asyncio or trio."""

    address: Address
    http: httpx2.AsyncClient
    retry: Retry = USUAL
    pause: Callable[[float], Awaitable[Any]] = anyio.sleep

    @classmethod
    def to(cls, address: Address, retry: Retry = USUAL, http: httpx2.AsyncClient | None = None) -> AsyncSender:
        """Return a sender to this address, over ``http`` if given."""
        return cls(address, http or httpx2.AsyncClient(trust_env=not address.here), retry)

    async def send(self, ask: Ask[AnyAnswer], key: str = "") -> AnyAnswer:
        """Make one call. Raises HindsightError."""
        if self.http.is_closed:
            raise StoreClosed(_CLOSED, hint="Make another one.")
        request = self.address.request(ask, key)
        attempts = Attempts(self.retry, ask, self.address.url)
        while True:
            try:
                response = await self.http.send(self.http.build_request(**request), follow_redirects=False)
            except httpx2.RequestError as error:
                pause = attempts.after_loss(error)
            else:
                if response.is_success:
                    return self.address.read(ask, response.content)
                pause = attempts.after_failure(response)
            await self.pause(pause)


@dataclass(frozen=True, slots=True)
class HttpApi(HttpGoverning, HttpDeciding):
    """``Api`` on a server: what the embedded calls do, over HTTP."""

    sender: Sender

    @property
    def _sends(self) -> Sender:
        return self.sender

    def with_key(self, key: str) -> HttpApi:
        """Return the same calls with another key. Raises Invalid for one that no header can carry."""
        return HttpApi(replace(self.sender, address=replace(self.sender.address, key=key)))

    def write(self, body: WriteBody) -> WriteAnswer:
        """Offer one statement."""
        return self.sender.send(asks.write(body))

    def write_many(self, bodies: Sequence[WriteBody]) -> list[WriteAnswer]:
        """Offer several statements of one space."""
        return self.sender.send(asks.write_many(bodies)).items

    def search(self, body: SearchBody) -> SearchAnswer:
        """Find what is relevant."""
        return self.sender.send(asks.search(body))

    def memory(
        self,
        memory_id: str,
        space: str | None = None,
        as_of: datetime | None = None,
        valid_at: datetime | None = None,
    ) -> MemoryBody:
        """Return one memory, as it is or was."""
        return self.sender.send(asks.memory(memory_id, space, as_of, valid_at))

    def memories(self, body: ListBody) -> MemoryList:
        """Return a page of memories."""
        return self.sender.send(asks.memories(body))

    def update(self, memory_id: str, body: UpdateBody) -> MemoryBody:
        """Change a memory."""
        return self.sender.send(asks.update(memory_id, body))

    def forget(self, memory_id: str, body: ForgetBody) -> MemoryBody:
        """Hide a memory."""
        return self.sender.send(asks.forget(memory_id, body))

    def history(self, memory_id: str, space: str | None = None) -> HistoryBody:
        """Return all revisions."""
        return self.sender.send(asks.history(memory_id, space))

    def rollback(self, memory_id: str, body: RollbackBody) -> RolledBackBody:
        """Return to an earlier revision."""
        return self.sender.send(asks.rollback(memory_id, body))

    def promote(self, memory_id: str, body: PromoteBody) -> RolledBackBody:
        """Let more see a memory."""
        return self.sender.send(asks.promote(memory_id, body))

    def feedback(self, memory_id: str, body: FeedbackBody) -> MemoryBody:
        """Count that it helped or harmed."""
        return self.sender.send(asks.feedback(memory_id, body))

    def discards(self, space: str | None = None, limit: int = 50, cursor: str | None = None) -> DiscardList:
        """Return a page of the discard log."""
        return self.sender.send(asks.discards(space, limit, cursor))

    def restore(self, discard_id: str, space: str | None = None) -> MemoryBody:
        """Make a memory of a discarded draft."""
        return self.sender.send(asks.restore(discard_id, space))

    def begin_task(self, body: BeginBody) -> TaskBody:
        """Begin or carry on a task."""
        return self.sender.send(asks.begin_task(body))

    def append_events(self, task_id: str, body: EventsBody) -> AppendAnswer:
        """Append to a trace."""
        return self.sender.send(asks.append_events(task_id, body))

    def ingest_spans(self, body: SpansBody) -> SpansAnswer:
        """Take in an export of telemetry spans."""
        return self.sender.send(asks.ingest_spans(body))

    def end_task(self, task_id: str, body: EndBody) -> EndAnswer:
        """End a task and queue its review."""
        return self.sender.send(asks.end_task(task_id, body))

    def tasks(
        self,
        space: str | None = None,
        limit: int = 50,
        cursor: str | None = None,
        reviewed: bool | None = None,
    ) -> TaskList:
        """Return a page of tasks."""
        return self.sender.send(asks.tasks(space, limit, cursor, reviewed))

    def trace(self, task_id: str, space: str | None = None) -> TraceBody:
        """Return a task with its events."""
        return self.sender.send(asks.trace(task_id, space))

    def review(self, body: ReviewBody) -> ReviewAnswer:
        """Review one task, the tasks of a session, or all that wait."""
        return self.sender.send(asks.review(body))

    def sweep(self, body: SweepBody) -> SweepAnswer:
        """Compare existing memories among themselves."""
        return self.sender.send(asks.sweep(body))

    def report(self, task_id: str, space: str | None = None) -> ReportBody:
        """Return the last report of a task."""
        return self.sender.send(asks.report(task_id, space))

    def put_note(self, body: NoteBody) -> DeskBody:
        """Lay a note on a session's desk."""
        return self.sender.send(asks.put_note(body))

    def desk(self, body: DeskQuery) -> DeskBody:
        """Return what lies on a session's desk."""
        return self.sender.send(asks.desk(body))

    def clear_desk(self, body: ClearBody) -> ClearAnswer:
        """Take notes off a session's desk."""
        return self.sender.send(asks.clear_desk(body))

    def brief(self, body: BriefQuery) -> BriefBody:
        """Return what to know at the start of a session."""
        return self.sender.send(asks.brief(body))

    def health(self, body: HealthQuery) -> HealthBody:
        """Check how a space fares."""
        return self.sender.send(asks.health(body))

    def stats(self, space: str | None = None) -> StatsBody:
        """Return the counts of a space."""
        return self.sender.send(asks.stats(space))

    def audit(self, space: str | None = None, limit: int = 50, cursor: str | None = None) -> AuditList:
        """Return a page of the audit log."""
        return self.sender.send(asks.audit(space, limit, cursor))

    def verify_audit(self, space: str | None = None) -> AuditVerified:
        """Check the chains."""
        return self.sender.send(asks.verify_audit(space))

    def jobs(self, body: JobsBody) -> JobList:
        """Return a page of jobs."""
        return self.sender.send(asks.jobs(body))

    def job(self, job_id: str, space: str | None = None) -> JobBody:
        """Return one job."""
        return self.sender.send(asks.job(job_id, space))

    def retry_job(self, job_id: str, space: str | None = None) -> JobBody:
        """Queue a failed job again."""
        return self.sender.send(asks.retry_job(job_id, space))

    def cancel_job(self, job_id: str, space: str | None = None) -> JobBody:
        """Cancel a job that waits."""
        return self.sender.send(asks.cancel_job(job_id, space))

    def keys(self) -> KeyList:
        """Return the keys."""
        return self.sender.send(asks.keys())

    def create_key(self, body: NewKeyBody) -> KeyMade:
        """Make a key."""
        return self.sender.send(asks.create_key(body))

    def revoke_key(self, key_id: str) -> KeyBody:
        """Revoke a key."""
        return self.sender.send(asks.revoke_key(key_id))
