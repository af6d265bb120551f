"""The calls of ``wire.api`` on an App in this process, for one actor."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from datetime import datetime

from hindsight_memory.bootstrap import App
from hindsight_memory.domain.actor import Actor, Role
from hindsight_memory.domain.chain import chain_of
from hindsight_memory.domain.errors import Invalid, NotFound
from hindsight_memory.domain.memory import VISIBLE_STATUSES
from hindsight_memory.entrypoints.local_deciding import LocalDeciding
from hindsight_memory.entrypoints.local_governing import LocalGoverning
from hindsight_memory.entrypoints.reviewing import drain, review_task
from hindsight_memory.ports.records import MemoryFilter
from hindsight_memory.services.memories import WriteRequest
from hindsight_memory.services.past import When
from hindsight_memory.services.recall import SearchRequest
from hindsight_memory.services.tasks import NewEvent
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
from hindsight_memory.wire.proposals import PendingBody, RolledBackBody
from hindsight_memory.wire.reviews import FailureBody, ReportBody, ReviewAnswer
from hindsight_memory.wire.search import SearchAnswer, SearchBody
from hindsight_memory.wire.sweep import SweepAnswer, SweepBody, swept_range
from hindsight_memory.wire.tasks import AppendAnswer, EndAnswer, EventBody, TaskBody, TaskList, TraceBody
from hindsight_memory.wire.telemetry import PartialSuccess, SpansAnswer, SpansBody
from hindsight_memory.wire.upkeep import AuditBody, AuditList, AuditVerified, LlmBody, StatsBody
from hindsight_memory.wire.working import (
    BriefBody,
    BriefQuery,
    ClearAnswer,
    ClearBody,
    DeskBody,
    DeskQuery,
    NoteBody,
    NoteShown,
)

_WRITE_FIELDS = tuple(f.name for f in fields(WriteRequest) if f.name in WriteBody.model_fields)


@dataclass(frozen=True, slots=True)
class LocalApi(LocalGoverning, LocalDeciding):
    """``Api`` over the services of one App; each method is one service call. Safe to call from several threads."""

    app: App
    actor: Actor

    def write(self, body: WriteBody) -> WriteAnswer:
        """Offer one statement."""
        return WriteAnswer.of(self.app.memories.write(self.actor, _write(body)))

    def write_many(self, bodies: Sequence[WriteBody]) -> list[WriteAnswer]:
        """Offer several statements of one space."""
        verdicts = self.app.memories.write_many(self.actor, [_write(body) for body in bodies])
        return [WriteAnswer.of(verdict) for verdict in verdicts]

    def search(self, body: SearchBody) -> SearchAnswer:
        """Find what is relevant."""
        answer = self.app.recall.search(self.actor, _search(body))
        return SearchAnswer.of(
            answer.hits,
            answer.warnings,
            answer.degraded,
            answer.profile,
            explain=body.explain,
            left_out=(answer.below, answer.cut, answer.collapsed),
        )

    def memory(
        self,
        memory_id: str,
        space: str | None = None,
        as_of: datetime | None = None,
        valid_at: datetime | None = None,
    ) -> MemoryBody:
        """Return one memory, as it is or was."""
        return MemoryBody.of(self.app.memories.get(self.actor, memory_id, space, When(as_of, valid_at)))

    def memories(self, body: ListBody) -> MemoryList:
        """Return a page of memories."""
        when = When(body.as_of, body.valid_at)
        page = self.app.memories.list(
            self.actor, _listed(body), spaces=body.space, limit=body.limit, cursor=body.cursor, when=when
        )
        return MemoryList.of(page.entries, page.next_cursor)

    def update(self, memory_id: str, body: UpdateBody) -> MemoryBody:
        """Change a memory."""
        given = body.model_dump(exclude_none=True, exclude={"reason", "space"})
        changes = {("type" if name == "memory_type" else name): value for name, value in given.items()}
        return MemoryBody.of(self.app.memories.update(self.actor, memory_id, changes, body.reason, body.space))

    def forget(self, memory_id: str, body: ForgetBody) -> MemoryBody:
        """Hide a memory."""
        return MemoryBody.of(self.app.memories.forget(self.actor, memory_id, body.reason, body.space))

    def history(self, memory_id: str, space: str | None = None) -> HistoryBody:
        """Return all revisions."""
        return HistoryBody.of(memory_id, self.app.memories.history(self.actor, memory_id, space))

    def rollback(self, memory_id: str, body: RollbackBody) -> RolledBackBody:
        """Return to an earlier revision."""
        memory = self.app.memories.rollback(self.actor, memory_id, body.revision, body.reason, body.space)
        return self.rolled_back(memory)

    def promote(self, memory_id: str, body: PromoteBody) -> RolledBackBody:
        """Let more see a memory."""
        promote = self.app.memories.promote
        memory = promote(self.actor, memory_id, body.visibility, body.group, body.reason, body.space)
        return self.rolled_back(memory)

    def feedback(self, memory_id: str, body: FeedbackBody) -> MemoryBody:
        """Count that it helped or harmed."""
        return MemoryBody.of(self.app.memories.feedback(self.actor, memory_id, body.helped, body.space))

    def discards(self, space: str | None = None, limit: int = 50, cursor: str | None = None) -> DiscardList:
        """Return a page of the discard log."""
        page = self.app.memories.discards(self.actor, spaces=_spaces(space), limit=limit, cursor=cursor)
        return DiscardList.of(page.entries, page.next_cursor)

    def restore(self, discard_id: str, space: str | None = None) -> MemoryBody:
        """Make a memory of a discarded draft."""
        return MemoryBody.of(self.app.memories.restore(self.actor, discard_id, space))

    def begin_task(self, body: BeginBody) -> TaskBody:
        """Begin or carry on a task; what tasks of its kind used before is laid out on the session's desk."""
        task = self.app.tasks.begin(
            self.actor,
            task_id=body.task_id,
            task_type=body.task_type,
            intent=body.intent,
            session_id=body.session_id,
            space=body.space,
            started_at=body.started_at,
        )
        return TaskBody.of(task, self.app.working.prepare(self.actor, task))

    def append_events(self, task_id: str, body: EventsBody) -> AppendAnswer:
        """Append to a trace."""
        events = self.app.tasks.append(self.actor, task_id, [_event(e) for e in body.events], body.space)
        return AppendAnswer(task_id=task_id, sequences=[e.sequence for e in events])

    def ingest_spans(self, body: SpansBody) -> SpansAnswer:
        """Take in an export of telemetry spans."""
        read = self.app.transcripts.export(body.model_dump(), self.app.clock.now())
        for space, transcript in read.found:
            self.app.tasks.ingest(self.actor, transcript, space or None)
        partial = PartialSuccess(rejectedSpans=read.rejected, errorMessage=read.problem)
        return SpansAnswer(partialSuccess=partial)

    def end_task(self, task_id: str, body: EndBody) -> EndAnswer:
        """End a task and queue its review."""
        job = self.app.tasks.end(
            self.actor, task_id, body.outcome, evidence=body.evidence, space=body.space, ended_at=body.ended_at
        )
        self.app.working.put_away(self.actor, task_id, body.space)
        return EndAnswer(task_id=task_id, outcome=body.outcome, job_id=job.job_id)

    def tasks(
        self,
        space: str | None = None,
        limit: int = 50,
        cursor: str | None = None,
        reviewed: bool | None = None,
    ) -> TaskList:
        """Return a page of tasks."""
        page = self.app.tasks.list(self.actor, spaces=_spaces(space), reviewed=reviewed, limit=limit, cursor=cursor)
        return TaskList.of(page.entries, page.next_cursor)

    def trace(self, task_id: str, space: str | None = None) -> TraceBody:
        """Return a task with its events and decisions."""
        trace = self.app.tasks.trace(self.actor, task_id, space)
        chain = chain_of(trace, self.app.decisions.of_task(self.actor, task_id, trace.task.space))
        try:
            report = self.report(task_id, space)
        except NotFound:
            report = None
        return TraceBody.of(trace, chain, report)

    def review(self, body: ReviewBody) -> ReviewAnswer:
        """Review one task, the tasks of a session, existing memories of a time, or all that wait."""
        self.actor.require(Role.REVIEW)
        space = self.actor.space(body.space)
        if body.time_range:
            return self._swept(body, space)
        failed: list[FailureBody] = []
        reports: list[ReportBody] = []
        named = self._named(body, space)
        if body.wait and named is None:
            drain(
                self.app,
                self.actor,
                space=space,
                on_report=lambda report: reports.append(ReportBody.of(report)),
                on_failure=lambda job, why: failed.append(FailureBody(task_id=job.key, job_id=job.job_id, reason=why)),
            )
        for task_id in named or []:
            if body.wait:
                reports.append(ReportBody.of(review_task(self.app, self.actor, task_id, space)))
            else:
                self.app.reviews.queue_task(self.actor, task_id, space)
        waiting = self.app.reviews.waiting(self.actor, space)
        return ReviewAnswer(items=reports, next_cursor=None, failed=failed, waiting=waiting)

    def _swept(self, body: ReviewBody, space: str) -> ReviewAnswer:
        if body.task_id or body.session_id:
            raise Invalid("A time range is for existing memories; it goes with no task and no session.")
        swept = self.sweep(swept_range(body.time_range, space))
        waiting = self.app.reviews.waiting(self.actor, space)
        return ReviewAnswer(items=[], next_cursor=None, failed=[], waiting=waiting, sweep=swept)

    def sweep(self, body: SweepBody) -> SweepAnswer:
        """Compare existing memories among themselves."""
        swept = self.app.sweep.run(self.actor, since=body.since, until=body.until, limit=body.limit, space=body.space)
        return SweepAnswer.of(swept)

    def report(self, task_id: str, space: str | None = None) -> ReportBody:
        """Return the last report of a task."""
        return ReportBody.of(self.app.reviews.report(self.actor, task_id, space))

    def put_note(self, body: NoteBody) -> DeskBody:
        """Lay a note on a session's desk."""
        self.app.working.put(self.actor, body.session_id, body.key, body.content, body.space)
        return self.desk(DeskQuery(session_id=body.session_id, space=body.space))

    def desk(self, body: DeskQuery) -> DeskBody:
        """Return what lies on a session's desk."""
        shown = self.app.working.listed(self.actor, body.session_id, body.space)
        items = [NoteShown.of(s.note.key, s.note.content, s.note.put_at, s.memory) for s in shown]
        return DeskBody(session_id=body.session_id, items=items)

    def clear_desk(self, body: ClearBody) -> ClearAnswer:
        """Take notes off a session's desk."""
        cleared = self.app.working.clear(self.actor, body.session_id, body.key, body.space)
        return ClearAnswer(session_id=body.session_id, cleared=cleared)

    def brief(self, body: BriefQuery) -> BriefBody:
        """Return what to know at the start of a session."""
        return BriefBody.of(self.app.briefs.brief(self.actor, spaces=body.space, max_tokens=body.max_tokens))

    def health(self, body: HealthQuery) -> HealthBody:
        """Check how a space fares."""
        checked = self.app.health.check(self.actor, spaces=body.space)
        return HealthBody.of(checked.spaces, checked.checked_at, checked.findings, body.lang)

    def stats(self, space: str | None = None) -> StatsBody:
        """Return the counts of a space; the folder and its size only to who may name every space."""
        name = self.actor.space(space)
        counts = self.app.upkeep.stats(self.actor, name)
        home = self.app.settings.home if self.actor.any_space else None
        size = sum(f.stat().st_size for f in home.rglob("*") if f.is_file()) if home else 0
        llm = self._llm() if self.actor.any_space else None
        pending = PendingBody.of(self.app.proposals.pending(self.actor, name), self.app.clock.now())
        stats = StatsBody.of(name, str(home or ""), size, counts, self.app.upkeep.spaces(self.actor), llm)
        return stats.model_copy(update={"pending": pending, "storage": self.storage(name)})

    def audit(self, space: str | None = None, limit: int = 50, cursor: str | None = None) -> AuditList:
        """Return a page of the audit log."""
        page = self.app.upkeep.audit(self.actor, *_spaces(space), limit=limit, cursor=cursor)
        items = [AuditBody.model_validate(entry, from_attributes=True) for entry in page.entries]
        return AuditList(items=items, next_cursor=page.next_cursor)

    def verify_audit(self, space: str | None = None) -> AuditVerified:
        """Check the chains."""
        entries = self.app.upkeep.verify_audit(self.actor, space)
        return AuditVerified(verified=True, entries=entries, space=space)

    def jobs(self, body: JobsBody) -> JobList:
        """Return a page of jobs."""
        page = self.app.jobs.page(self.actor, body.state, space=body.space, limit=body.limit, cursor=body.cursor)
        return JobList.of(page.entries, page.next_cursor)

    def job(self, job_id: str, space: str | None = None) -> JobBody:
        """Return one job."""
        return JobBody.of(self.app.jobs.get(self.actor, job_id, space))

    def retry_job(self, job_id: str, space: str | None = None) -> JobBody:
        """Queue a failed job again."""
        return JobBody.of(self.app.jobs.retry(self.actor, job_id, space))

    def cancel_job(self, job_id: str, space: str | None = None) -> JobBody:
        """Cancel a job that waits."""
        return JobBody.of(self.app.jobs.cancel(self.actor, job_id, space))

    def keys(self) -> KeyList:
        """Return the keys."""
        return KeyList.of(self.app.keys.visible(self.actor))

    def create_key(self, body: NewKeyBody) -> KeyMade:
        """Make a key."""
        key, token = self.app.keys.create(self.actor, body.grant(), body.name)
        return KeyMade(token=token, key=KeyBody.of(key))

    def revoke_key(self, key_id: str) -> KeyBody:
        """Revoke a key."""
        return KeyBody.of(self.app.keys.revoke(self.actor, key_id))

    def _llm(self) -> LlmBody | None:
        allowance = self.app.allowance
        if allowance is None:
            return None
        day, models = allowance.today()
        return LlmBody.of(day, models, allowance.budget, allowance.open())

    def _named(self, body: ReviewBody, space: str) -> list[str] | None:
        if body.task_id:
            return [body.task_id]
        if body.session_id:
            return self.app.tasks.of_session(self.actor, body.session_id, space)
        return None


def _spaces(space: str | None) -> tuple[str, ...]:
    return (space,) if space else ()


def _write(body: WriteBody) -> WriteRequest:
    return WriteRequest(**{name: getattr(body, name) for name in _WRITE_FIELDS})


def _search(body: SearchBody) -> SearchRequest:
    return SearchRequest(
        query=body.query,
        spaces=body.space,
        top_k=body.top_k,
        types=frozenset(body.memory_type),
        sources=frozenset(body.source),
        statuses=frozenset(body.status) or VISIBLE_STATUSES,
        tags=body.tags,
        since=body.since,
        until=body.until,
        as_of=body.as_of,
        valid_at=body.valid_at,
        profile=body.profile,
        min_score=body.min_score,
        max_tokens=body.max_tokens,
    )


def _listed(body: ListBody) -> MemoryFilter:
    return MemoryFilter(
        statuses=frozenset(body.status) or VISIBLE_STATUSES,
        types=frozenset(body.memory_type),
        sources=frozenset(body.source),
        tiers=frozenset(body.tier),
        tags=body.tags,
        since=body.since,
        until=body.until,
        task_id=body.task_id,
    )


def _event(body: EventBody) -> NewEvent:
    return NewEvent(**{f.name: getattr(body, f.name) for f in fields(NewEvent)})
