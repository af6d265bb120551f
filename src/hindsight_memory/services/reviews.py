"""The review: looks back over a finished task and decides what is worth keeping.

What is slow (distilling, embedding) happens first; then one transaction holds the memories, the use counters,
the expired ones, the report and the end of the job: a kill leaves either all of it or nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from hindsight_memory.domain.actor import Actor, Role, View
from hindsight_memory.domain.errors import Conflict, EmbedderUnavailable, NotFound
from hindsight_memory.domain.events import Change, JobDone, JobQueued, TaskReviewed
from hindsight_memory.domain.ids import uuid7
from hindsight_memory.domain.job import Job, JobState
from hindsight_memory.domain.lifecycle import archive
from hindsight_memory.domain.memory import Draft, Memory, MemoryType, Scope
from hindsight_memory.domain.prefetch import preloaded, with_preloaded
from hindsight_memory.domain.report import Considered, LeftOut, ReviewReport, UseFound
from hindsight_memory.domain.review.distil import Distilled, distil, undecided
from hindsight_memory.domain.review.grounding import Grounded, grounding
from hindsight_memory.domain.trace import EventKind, Trace
from hindsight_memory.domain.usage import usage_of
from hindsight_memory.domain.verdict import Reason, Verdict
from hindsight_memory.ports.clock import Clock
from hindsight_memory.ports.leaning import Leaning
from hindsight_memory.ports.records import JobQueue, Reading, Records, Work
from hindsight_memory.services.admission import Admission
from hindsight_memory.services.advisor import Advisor
from hindsight_memory.services.allowance import Purse
from hindsight_memory.services.batch import Batch
from hindsight_memory.services.decision_review import DecisionReview
from hindsight_memory.services.drafting import Prepared
from hindsight_memory.services.second_look import Opinion
from hindsight_memory.services.tasks import REVIEW
from hindsight_memory.services.uses import count_uses, keep_used


@dataclass(frozen=True, slots=True)
class ReviewPolicy:
    """At most ``limit`` memories from one task; a review holds its job for ``lease``."""

    limit: int = 5
    lease: timedelta = timedelta(minutes=2)
    expire_batch: int = 500


@dataclass(frozen=True, slots=True)
class Reviews:
    """The review service. ``owner`` names this process as the holder of leases."""

    records: Records
    queue: JobQueue
    admission: Admission
    clock: Clock
    policy: ReviewPolicy
    owner: str
    decisions: DecisionReview
    advisor: Advisor | None = None
    leaning: Leaning | None = None

    def queue_task(self, actor: Actor, task_id: str, space: str | None = None) -> str:
        """Accept the review of one task as a job (the waiting one, if there is one). Raises NotFound."""
        actor.require(Role.REVIEW)
        now = self.clock.now()
        name = actor.space(space)
        with self.records.work(actor.agent, name, now) as work:
            if work.task(actor.view(name), task_id) is None:
                raise NotFound(f"There is no task {task_id!r} here.")
            job = self._job(actor, name, task_id, now)
            work.commit(JobQueued(job))
        return job.job_id

    def claim_task(self, actor: Actor, task_id: str, space: str | None = None) -> Job:
        """Queue and take the review of one task. Raises NotFound, or Conflict while another process has it."""
        self.queue_task(actor, task_id, space)
        job = self.claim(actor.space(space), task_id)
        if job is None:
            raise Conflict(f"The task {task_id!r} is being reviewed by another process.")
        return job

    def claim(self, space: str | None = None, task_id: str | None = None) -> Job | None:
        """Take the oldest waiting review job (of one space, or any), or None."""
        now = self.clock.now()
        until = now + self.policy.lease
        return self.queue.claim([REVIEW], self.owner, now, until, space=space, key=task_id)

    def claim_owed(self, space: str | None = None) -> Job | None:
        """Take the oldest task that the LLM could not look at, if it may be asked now, or None."""
        return self.advisor.claim(space) if self.advisor else None

    def perform(self, actor: Actor, job: Job) -> ReviewReport:
        """Review the task of a claimed job and end the job. Raises what goes wrong; the caller fails the job."""
        view = actor.view(job.space)
        with self.records.reading() as reading:
            stored = reading.trace(view, job.key)
            if stored is None:
                raise NotFound(f"There is no task {job.key!r} here.")
            before = reading.report(view, job.key)
            recalled = reading.memories(view, [*preloaded(stored.task), *_recalled_ids(stored)])
            known = reading.decisions_of_task(view, job.key)
        contents = {i: m.content for i, m in recalled.items()}
        trace = with_preloaded(stored, contents)
        seen = self.decisions.look(stored, known)
        uses = {**usage_of(trace, contents), **seen.uses}
        distilled = distil(trace, limit=self.policy.limit, lean=self._lean)
        drafts, left_out = _grounded(distilled, trace)
        purse = self.advisor.purse(job) if self.advisor else Purse()
        opinion = self._opinion(trace, drafts, distilled, job, purse)
        offered, beside = seen.joined(opinion.drafts, self.policy.limit)
        prepared = self.admission.prepare(offered)
        now = self.clock.now()
        batch = Batch()
        scope = Scope(space=job.space, agent=trace.task.agent)
        with self.records.work(actor.agent, job.space, now) as work:
            verdicts = [self.admission.judge(work, one, scope, now, batch) for one in prepared]
            decided = self.decisions.carry_out(work, view, stored, seen, before, now, batch)
            # What was used stays, before what has run out goes.
            promoted = keep_used(work, view, trace.task, uses, now, batch)
            archived = self._expire(work, job.space, now, batch)
            count_uses(work, view, trace.task, uses, before, batch)
            report = replace(
                _begun(job, stored, now),
                considered=_considered(prepared, verdicts, batch),
                left_out=(*left_out, *opinion.left_out, *beside),
                uses=tuple(UseFound(memory_id=i, use=u.value) for i, u in uses.items()),
                archived=tuple(archived),
                promoted=tuple(promoted),
                decisions=decided,
                degraded=_once(*(prepared[0].degraded if prepared else ()), *seen.degraded, *opinion.degraded),
                reviewer=opinion.reviewer,
                llm_tokens=purse.spent.tokens,
            )
            batch.events += [TaskReviewed(report), JobDone(job.space, job.job_id)]
            batch.events += self.advisor.owed(opinion, job, now) if self.advisor else []
            batch.commit(work)
        if self.advisor is not None:
            report = self.advisor.settled(actor, report, batch, purse)
        with self.records.reading() as reading:
            return _shown(report, reading, view)

    def _lean(self, speaker: EventKind, texts: Sequence[str]) -> Sequence[float]:
        """What the model hears in statements; nothing without one, or while it is away."""
        if self.leaning is None:
            return undecided(speaker, texts)
        try:
            return self.leaning.of(speaker, texts)
        except EmbedderUnavailable:
            return undecided(speaker, texts)

    def _opinion(self, trace: Trace, drafts: Sequence[Draft], distilled: Distilled, job: Job, purse: Purse) -> Opinion:
        if self.advisor is None:
            return Opinion(drafts=tuple(drafts))
        limit = self.policy.limit
        return self.advisor.opinion(trace, drafts, distilled.dropped, limit=limit, job=job, purse=purse)

    def report(self, actor: Actor, task_id: str, space: str | None = None) -> ReviewReport:
        """Return the report of a task's last review, without memories that the actor may not see. Raises NotFound."""
        actor.require(Role.READ)
        view = actor.view(space) if space else actor.view()
        with self.records.reading() as reading:
            report = reading.report(view, task_id)
            if report is None:
                raise NotFound(f"There is no review of a task {task_id!r} here.")
            return _shown(report, reading, view)

    def waiting(self, actor: Actor, *spaces: str) -> int:
        """Return how many review jobs of the view's spaces are not finished."""
        open_states = frozenset({JobState.QUEUED, JobState.RUNNING})
        with self.records.reading() as reading:
            counts = reading.counts(actor.view(*spaces)).get("jobs", {})
        return sum(counts.get(state.value, 0) for state in open_states)

    def expire(self, actor: Actor, space: str | None = None) -> list[str]:
        """Archive what has run out in one space; returns the ids."""
        actor.require(Role.REVIEW)
        now = self.clock.now()
        name = actor.space(space)
        batch = Batch()
        with self.records.work(actor.agent, name, now) as work:
            archived = self._expire(work, name, now, batch)
            batch.commit(work)
        return archived

    def _expire(self, work: Work, space: str, now: datetime, batch: Batch) -> list[str]:
        archived: list[str] = []
        for memory in work.expired(now, space=space, limit=self.policy.expire_batch):
            if memory.memory_id in batch.states:
                continue
            batch.add(archive(memory), Change.ARCHIVED, "its time has run out")
            archived.append(memory.memory_id)
        return archived

    def _job(self, actor: Actor, space: str, task_id: str, now: datetime) -> Job:
        return Job(
            job_id=uuid7(now, self.admission.entropy(10)),
            kind=REVIEW,
            space=space,
            key=task_id,
            actor=actor.agent,
            created_at=now,
        )


def _begun(job: Job, stored: Trace, now: datetime) -> ReviewReport:
    """The report of a review that has only looked at its task so far."""
    return ReviewReport(
        task_id=job.key,
        space=job.space,
        agent=stored.task.agent,
        outcome=stored.task.outcome,
        events_seen=len(stored.events),
        reviewed_at=now,
        preloaded=preloaded(stored.task),
    )


def _considered(prepared: Sequence[Prepared], verdicts: Sequence[Verdict], batch: Batch) -> tuple[Considered, ...]:
    return tuple(
        Considered(
            content=one.draft.content,
            type=_type_of(one.draft, batch, verdict.memory_id),
            source=one.draft.source,
            evidence=one.draft.evidence,
            verdict=verdict,
        )
        for one, verdict in zip(prepared, verdicts, strict=True)
    )


def _once(*degraded: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(degraded))


def _shown(report: ReviewReport, reading: Reading, view: View) -> ReviewReport:
    """The report as the view shows it: a review also archives what only others may see."""
    named = [*report.archived, *report.promoted, *report.preloaded, *(use.memory_id for use in report.uses)]
    consequences = report.decisions.consequences
    named += [one.memory_id for one in consequences]
    visible = reading.memories(view, named)
    return replace(
        report,
        archived=tuple(i for i in report.archived if i in visible),
        promoted=tuple(i for i in report.promoted if i in visible),
        preloaded=tuple(i for i in report.preloaded if i in visible),
        uses=tuple(use for use in report.uses if use.memory_id in visible),
        decisions=replace(
            report.decisions, consequences=tuple(one for one in consequences if one.memory_id in visible)
        ),
    )


def _recalled_ids(trace: Trace) -> Sequence[str]:
    shown = (i for e in trace.events if e.kind is EventKind.RECALL for i in e.memory_ids)
    return list(dict.fromkeys(shown))


def _grounded(distilled: Distilled, trace: Trace) -> tuple[list[Draft], tuple[LeftOut, ...]]:
    """Keep the candidates that the trace supports; say why the others are not."""
    left = [LeftOut(text=d.text, evidence=d.evidence, reason=d.reason) for d in distilled.dropped]
    drafts: list[Draft] = []
    for draft in distilled.candidates:
        found = grounding(draft, trace)
        if isinstance(found, Grounded):
            drafts.append(replace(draft, provenance=replace(draft.provenance, channel="review")))
        else:
            missing = ", ".join(found.missing)
            reason = Reason("ungrounded", f"Nothing in the trace says: {missing}.")
            left.append(LeftOut(text=draft.content, evidence=draft.evidence, reason=reason))
    return drafts, tuple(left)


def _type_of(draft: Draft, batch: Batch, memory_id: str) -> MemoryType:
    stored: Memory | None = batch.states.get(memory_id)
    if stored is not None:
        return stored.type
    return draft.type or MemoryType.FACT
