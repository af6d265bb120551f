"""The LLM's part in a review: a second look before its transaction, rulings on disputed pairs after it, and the
tasks that could not be looked at and are owed it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from hindsight_memory.domain.actor import Actor
from hindsight_memory.domain.errors import Conflict, LlmUnavailable
from hindsight_memory.domain.events import Change, JobQueued, MemoryChanged, TaskReviewed
from hindsight_memory.domain.ids import uuid7
from hindsight_memory.domain.job import Job
from hindsight_memory.domain.lifecycle import agree, supersede
from hindsight_memory.domain.memory import Draft, Status
from hindsight_memory.domain.report import Considered, ReviewReport
from hindsight_memory.domain.review.distil import Dropped
from hindsight_memory.domain.review.rulings import UNRULED, Finding, Ruling
from hindsight_memory.domain.review.settling import COMPATIBLE, CONTRADICTION, Dispute, is_open, settlement
from hindsight_memory.domain.trace import Trace
from hindsight_memory.domain.verdict import Reason
from hindsight_memory.ports.clock import Clock
from hindsight_memory.ports.records import JobQueue, Records, Work
from hindsight_memory.services.allowance import Purse
from hindsight_memory.services.batch import Batch
from hindsight_memory.services.second_look import Opinion, SecondLook

SECOND_LOOK = "second_look"
"""The kind of job that repeats the review of a task which the LLM could not look at; its key is the task's id."""


@dataclass(frozen=True, slots=True)
class Advisor:
    """Consults the LLM for reviews. ``owner`` holds the leases, ``lease`` is long enough for one call."""

    look: SecondLook
    records: Records
    queue: JobQueue
    clock: Clock
    entropy: Callable[[int], bytes]
    owner: str
    lease: timedelta

    def purse(self, job: Job) -> Purse:
        """Return the purse of a review; each call first makes sure that the job is still this process's."""

        def renew() -> None:
            if not self.queue.renew(job.job_id, self.owner, self.clock.now() + self.lease):
                raise Conflict("Another process has taken over this review.")

        return Purse(renew=renew)

    def opinion(
        self, trace: Trace, drafts: Sequence[Draft], dropped: Sequence[Dropped], *, limit: int, job: Job, purse: Purse
    ) -> Opinion:
        """Return the drafts after the second look. For a task that is owed one, raises LlmUnavailable instead of
        giving the rules' drafts again."""
        opinion = self.look.at(trace, drafts, dropped, limit=limit, purse=purse)
        if opinion.owed is not None and job.kind == SECOND_LOOK:
            raise opinion.owed
        return opinion

    def owed(self, opinion: Opinion, job: Job, now: datetime) -> list[JobQueued]:
        """The event that queues another look at the task, if it is owed one."""
        if opinion.owed is None:
            return []
        again = Job(
            job_id=uuid7(now, self.entropy(10)),
            kind=SECOND_LOOK,
            space=job.space,
            key=job.key,
            actor=job.actor,
            created_at=now,
        )
        return [JobQueued(again)]

    def claim(self, space: str | None = None) -> Job | None:
        """Take the oldest task that is owed a look; None if there is none or the LLM may not be asked now."""
        if not self.look.allowance.open():
            return None
        now = self.clock.now()
        return self.queue.claim([SECOND_LOOK], self.owner, now, now + self.lease, space=space)

    def settled(self, actor: Actor, report: ReviewReport, batch: Batch, purse: Purse) -> ReviewReport:
        """Ask about the pairs that a review left disputed, and carry out what is clear. The review's own results
        are committed already: a failure leaves them, and says so in ``degraded``."""
        disputes = self._disputes(actor, report, batch) if self.look.policy.judge_conflicts else []
        if not disputes:
            return report
        purse = Purse(spent=purse.spent)  # the job has ended: there is no lease to keep
        try:
            found = self.look.rulings([(one.known, one.new) for one in disputes], purse)
        except LlmUnavailable as error:
            changed = replace(report, degraded=tuple(dict.fromkeys([*report.degraded, error.code])))
            return self._committed(actor, changed, [], purse)
        if all(one.finding is Finding.UNCLEAR for one in found):
            return self._committed(actor, report, [], purse)
        return self._committed(actor, report, list(zip(disputes, found, strict=True)), purse)

    def _disputes(self, actor: Actor, report: ReviewReport, batch: Batch) -> list[Dispute]:
        """The pairs that this review left disputed, as they are stored."""
        pairs = [(one.verdict.memory_id, known) for one in report.considered for known in one.verdict.disputed]
        if not pairs:
            return []
        with self.records.reading() as reading:
            stored = reading.memories(actor.view(report.space), list({i for pair in pairs for i in pair}))
        ours = {
            e.memory.memory_id
            for e in batch.events
            if isinstance(e, MemoryChanged) and e.change in (Change.DISPUTED, Change.STORED)
        }
        return [
            Dispute(stored[new], stored[known], fresh=known in ours)
            for new, known in pairs
            if all(i in stored and stored[i].status is Status.DISPUTED for i in (new, known))
        ]

    def _committed(
        self, actor: Actor, report: ReviewReport, ruled: Sequence[tuple[Dispute, Ruling]], purse: Purse
    ) -> ReviewReport:
        now = self.clock.now()
        batch = Batch()
        with self.records.work(actor.agent, report.space, now) as work:
            gone = _carried_out(actor, report.space, ruled, work, batch)
            noted = replace(_noted(report, ruled, gone), llm_tokens=purse.spent.tokens)
            batch.events.append(TaskReviewed(noted))
            batch.commit(work)
        return noted


def _carried_out(
    actor: Actor, space: str, ruled: Sequence[tuple[Dispute, Ruling]], work: Work, batch: Batch
) -> dict[str, str]:
    """Change what still stands as it was asked about; returns what gave way to what."""
    ids = list({m.memory_id for dispute, _ in ruled for m in (dispute.new, dispute.known)})
    stored = work.memories(actor.view(space), ids)
    still = [
        ruling if all(is_open(stored.get(m.memory_id), m) for m in (dispute.new, dispute.known)) else UNRULED
        for dispute, ruling in ruled
    ]
    result = settlement([dispute for dispute, _ in ruled], still)
    for memory_id in sorted(result.hold):
        batch.add(agree(stored[memory_id]), Change.UPDATED, COMPATIBLE.text)
    for known_id, new_id in result.superseded:
        batch.add(supersede(stored[known_id], new_id), Change.SUPERSEDED, CONTRADICTION.text)
    return dict(result.superseded)


def _noted(report: ReviewReport, ruled: Sequence[tuple[Dispute, Ruling]], gone: Mapping[str, str]) -> ReviewReport:
    """The report with what the LLM said about each pair, and what gave way."""
    said: dict[str, list[Reason]] = {}
    for dispute, ruling in ruled:
        if ruling.finding is not Finding.UNCLEAR:
            reason = COMPATIBLE if ruling.finding is Finding.COMPATIBLE else CONTRADICTION
            text = f"{reason.text} ({ruling.confidence:.0%} sure; “{dispute.known.content}”)"
            said.setdefault(dispute.new.memory_id, []).append(Reason(reason.code, text))
    considered = tuple(_annotated(one, said.get(one.verdict.memory_id, ()), gone) for one in report.considered)
    return replace(report, considered=considered)


def _annotated(one: Considered, said: Sequence[Reason], gone: Mapping[str, str]) -> Considered:
    verdict = one.verdict
    left = tuple(i for i, by in gone.items() if by == verdict.memory_id)
    if not said:
        return one
    changed = replace(verdict, reasons=(*verdict.reasons, *said), superseded=(*verdict.superseded, *left))
    return replace(one, verdict=changed)
