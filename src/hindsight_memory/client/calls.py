"""The calls with plain keyword arguments, over any ``Api``: what ``Hindsight`` and ``Client`` offer."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import ParamSpec, TypeVar, Unpack

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
from hindsight_memory.client.decision_calls import DecisionCalls
from hindsight_memory.client.recording import Batch, TaskArguments, TaskOptions
from hindsight_memory.client.steering import Steering
from hindsight_memory.client.tasks import OpenTask
from hindsight_memory.client.traced import recorded
from hindsight_memory.domain.memory import Visibility
from hindsight_memory.domain.trace import OutcomeStatus
from hindsight_memory.wire.api import Api
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


class Calls(Steering, DecisionCalls):
    """Every call raises HindsightError subclasses only; a keyword argument that is not known raises UnknownArgument
    with the name that was probably meant. ``space`` may be left out where there is only one. Safe to call from
    several threads."""

    def __init__(self, api: Api) -> None:
        self._api = api

    def write(self, content: str, **given: Unpack[WriteArguments]) -> WriteAnswer:
        """Offer one self-contained statement; the verdict is final and says why."""
        return self._api.write(WriteBody.taken({"content": content, **given}))

    def write_many(self, statements: Sequence[str | Mapping[str, object]]) -> list[WriteAnswer]:
        """Offer several statements of one space, all or nothing: texts, or mappings with ``content`` and what
        ``write`` takes."""
        return self._api.write_many(asks.offered(statements))

    def search(self, query: str, **given: Unpack[SearchArguments]) -> SearchAnswer:
        """Find what is relevant, best first; nothing relevant gives no hits. ``warnings`` are failures and limits
        that apply."""
        return self._api.search(SearchBody.taken({"query": query, **given}))

    def memory(self, memory_id: str, **given: Unpack[PastArguments]) -> MemoryBody:
        """Return one memory of any status, as it is or was."""
        when = PastQuery.taken(given)
        return self._api.memory(asks.an_id(memory_id, "memory_id"), when.space, when.as_of, when.valid_at)

    def memories(self, **given: Unpack[ListArguments]) -> MemoryList:
        """Return a page of memories, newest first."""
        return self._api.memories(ListBody.taken(given))

    def update(self, memory_id: str, **given: Unpack[UpdateArguments]) -> MemoryBody:
        """Change a memory as a new revision; what is not named stays as it is."""
        return self._api.update(asks.an_id(memory_id, "memory_id"), UpdateBody.taken(given))

    def forget(self, memory_id: str, **given: Unpack[ReasonArguments]) -> MemoryBody:
        """Hide a memory; ``rollback`` brings it back."""
        return self._api.forget(asks.an_id(memory_id, "memory_id"), ForgetBody.taken(given))

    def history(self, memory_id: str, **given: Unpack[InSpace]) -> HistoryBody:
        """Return all revisions, oldest first."""
        return self._api.history(asks.an_id(memory_id, "memory_id"), SpaceBody.taken(given).space)

    def rollback(self, memory_id: str, revision: int, **given: Unpack[ReasonArguments]) -> RolledBackBody:
        """Return to an earlier revision."""
        return self._api.rollback(
            asks.an_id(memory_id, "memory_id"), RollbackBody.taken({"revision": revision, **given})
        )

    def promote(
        self, memory_id: str, visibility: Visibility | str, **given: Unpack[PromoteArguments]
    ) -> RolledBackBody:
        """Let more see a memory: from private to `shared` with a group, or to `global` in its space."""
        return self._api.promote(
            asks.an_id(memory_id, "memory_id"), PromoteBody.taken({"visibility": visibility, **given})
        )

    def feedback(self, memory_id: str, helped: bool, **given: Unpack[InSpace]) -> MemoryBody:
        """Say whether a recalled memory helped, or did harm."""
        return self._api.feedback(asks.an_id(memory_id, "memory_id"), FeedbackBody.taken({"helped": helped, **given}))

    def discards(self, **given: Unpack[PageArguments]) -> DiscardList:
        """Return a page of what the gate left out and still keeps."""
        page = PageBody.taken(given)
        return self._api.discards(page.space, page.limit, page.cursor)

    def restore(self, discard_id: str, **given: Unpack[InSpace]) -> MemoryBody:
        """Make a memory of a discarded draft."""
        return self._api.restore(asks.an_id(discard_id, "discard_id"), SpaceBody.taken(given).space)

    def begin_task(self, **given: Unpack[BeginArguments]) -> TaskBody:
        """Begin a task, or carry one on under its id. ``task`` does this and the rest in a with-block."""
        return self._api.begin_task(BeginBody.taken(given))

    def append_events(
        self, task_id: str, events: Sequence[EventBody | Mapping[str, object]], **given: Unpack[InSpace]
    ) -> AppendAnswer:
        """Append events to a task, oldest first."""
        return self._api.append_events(
            asks.an_id(task_id, "task_id"), EventsBody.taken({"events": asks.several(events, "Events"), **given})
        )

    def ingest_spans(self, request: Mapping[str, object]) -> SpansAnswer:
        """Take in an OTLP/JSON export request (as a dict) of telemetry spans."""
        return self._api.ingest_spans(SpansBody.taken(request))

    def end_task(self, task_id: str, outcome: OutcomeStatus | str, **given: Unpack[EndArguments]) -> EndAnswer:
        """Give a task its outcome; its review is queued."""
        return self._api.end_task(asks.an_id(task_id, "task_id"), EndBody.taken({"outcome": outcome, **given}))

    def tasks(self, **given: Unpack[TasksArguments]) -> TaskList:
        """Return a page of tasks, newest first."""
        page = TasksBody.taken(given)
        return self._api.tasks(page.space, page.limit, page.cursor, page.reviewed)

    def trace(self, task_id: str, **given: Unpack[InSpace]) -> TraceBody:
        """Return a task over all its sessions: events, decisions, gaps and its last report."""
        return self._api.trace(asks.an_id(task_id, "task_id"), SpaceBody.taken(given).space)

    def review(self, **given: Unpack[ReviewArguments]) -> ReviewAnswer:
        """Look back over one task, the tasks of a session, or all that wait."""
        return self._api.review(ReviewBody.taken(given))

    def sweep(self, **given: Unpack[SweepArguments]) -> SweepAnswer:
        """Compare existing memories among themselves: merge, replace, dispute, archive."""
        return self._api.sweep(SweepBody.taken(given))

    def report(self, task_id: str, **given: Unpack[InSpace]) -> ReportBody:
        """Return the report of a task's last review."""
        return self._api.report(asks.an_id(task_id, "task_id"), SpaceBody.taken(given).space)

    def put_note(self, session_id: str, key: str, content: str, **given: Unpack[InSpace]) -> DeskBody:
        """Lay a note on a session's desk, in the place of one under the same key; returns the desk."""
        note = {"session_id": session_id, "key": key, "content": content, **given}
        return self._api.put_note(NoteBody.taken(note))

    def desk(self, session_id: str, **given: Unpack[InSpace]) -> DeskBody:
        """Return what lies on a session's desk, in order."""
        return self._api.desk(DeskQuery.taken({"session_id": session_id, **given}))

    def clear_desk(self, session_id: str, **given: Unpack[DeskArguments]) -> ClearAnswer:
        """Take one note (``key``), or all, off a session's desk."""
        return self._api.clear_desk(ClearBody.taken({"session_id": session_id, **given}))

    def brief(self, **given: Unpack[BriefArguments]) -> BriefBody:
        """Return what to know at the start of a session, in few tokens."""
        return self._api.brief(BriefQuery.taken(given))

    def health(self, **given: Unpack[HealthArguments]) -> HealthBody:
        """Check how a space fares, with advice."""
        return self._api.health(HealthQuery.taken(given))

    def stats(self, **given: Unpack[InSpace]) -> StatsBody:
        """Return the counts of a space."""
        return self._api.stats(SpaceBody.taken(given).space)

    def audit(self, **given: Unpack[PageArguments]) -> AuditList:
        """Return a page of the audit log, newest first."""
        page = PageBody.taken(given)
        return self._api.audit(page.space, page.limit, page.cursor)

    def verify_audit(self, **given: Unpack[InSpace]) -> AuditVerified:
        """Check the audit chains. Raises AuditBroken."""
        return self._api.verify_audit(SpaceBody.taken(given).space)

    def jobs(self, **given: Unpack[JobsArguments]) -> JobList:
        """Return a page of jobs, newest first."""
        return self._api.jobs(JobsBody.taken(given))

    def job(self, job_id: str, **given: Unpack[InSpace]) -> JobBody:
        """Return one job."""
        return self._api.job(asks.an_id(job_id, "job_id"), SpaceBody.taken(given).space)

    def retry_job(self, job_id: str, **given: Unpack[InSpace]) -> JobBody:
        """Queue a failed or cancelled job again."""
        return self._api.retry_job(asks.an_id(job_id, "job_id"), SpaceBody.taken(given).space)

    def cancel_job(self, job_id: str, **given: Unpack[InSpace]) -> JobBody:
        """Cancel a job that waits."""
        return self._api.cancel_job(asks.an_id(job_id, "job_id"), SpaceBody.taken(given).space)

    def keys(self) -> KeyList:
        """Return the API keys."""
        return self._api.keys()

    def create_key(self, agent: str, **given: Unpack[KeyArguments]) -> KeyMade:
        """Make an API key; the answer is the only one that shows its token."""
        return self._api.create_key(NewKeyBody.taken({"agent": agent, **given}))

    def revoke_key(self, key_id: str) -> KeyBody:
        """Revoke an API key for good."""
        return self._api.revoke_key(asks.an_id(key_id, "key_id"))

    def task(self, type: str = "", intent: str = "", **given: Unpack[TaskArguments]) -> OpenTask:
        """Record a task in a with-block: an exception is its failure, else it succeeded unless it says otherwise."""
        return OpenTask(self, TaskOptions.taken({"type": type, "intent": intent, **given}))

    def traced(
        self, type: str = "", intent: str = "", **given: Unpack[InSpace]
    ) -> Callable[[Callable[P, R]], Callable[P, R]]:
        """Decorate a function, a generator or their async kinds: each call is recorded as a task."""
        options = TaskOptions.taken({"type": type, "intent": intent, **given})
        return lambda function: recorded(function, lambda made: OpenTask(self, options.named(*made)))

    def append_batch(self, task_id: str, batch: Batch) -> None:
        """Append a batch of a recording, which is sent again under the same key if it was not confirmed."""
        self._api.append_events(asks.an_id(task_id, "task_id"), batch.body)
