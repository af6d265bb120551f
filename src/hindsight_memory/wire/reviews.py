"""Reviews at the edge: every choice of a review with its reason."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from pydantic import Field

from hindsight_memory.domain.consequences import Effect
from hindsight_memory.domain.memory import MemoryType, Source
from hindsight_memory.domain.report import Considered, DecisionsSeen, ReviewReport
from hindsight_memory.domain.trace import OutcomeStatus
from hindsight_memory.domain.verdict import VerdictKind
from hindsight_memory.wire.body import Body, ReasonBody
from hindsight_memory.wire.memories import ScoresBody
from hindsight_memory.wire.sweep import SweepAnswer


class ConsideredBody(Body):
    """A candidate that reached the gate; ``evidence`` are sequence numbers of the trace."""

    content: str
    memory_type: MemoryType
    source: Source
    evidence: list[int]
    verdict: VerdictKind
    memory_id: str
    reasons: list[ReasonBody]
    scores: ScoresBody | None
    superseded: list[str]
    disputed: list[str]

    @classmethod
    def of(cls, considered: Considered) -> ConsideredBody:
        """Return the body of a considered candidate."""
        verdict = considered.verdict
        return cls(
            content=considered.content,
            memory_type=considered.type,
            source=considered.source,
            evidence=list(considered.evidence),
            verdict=verdict.kind,
            memory_id=verdict.memory_id,
            reasons=ReasonBody.each(verdict.reasons),
            scores=ScoresBody.of(verdict.scores),
            superseded=list(verdict.superseded),
            disputed=list(verdict.disputed),
        )


class PassedOverBody(Body):
    """Something that was looked at and is no candidate."""

    text: str
    evidence: list[int]
    reason: ReasonBody


class UseBody(Body):
    """What the trace shows about a recalled memory: ``helped``, ``used``, ``harmed`` or ``ignored``."""

    memory_id: str
    use: str


class PrefetchBody(Body):
    """How well the memories fitted that were laid out when the task began: the share that it used, in [0, 1]."""

    preloaded: list[str]
    used: list[str]
    hit_rate: float


class ConsequenceBody(Body):
    """What the end of a decision did to a memory it relied on: ``lowered``, ``confirmed`` or ``kept``, with the
    memory's confidence before and after."""

    decision_id: str
    memory_id: str
    effect: Effect
    before: float
    after: float


class DecisionsSeenBody(Body):
    """What a review did about decisions: open ones that it ``closed`` as unknown, ones that it ``extracted`` from what
    was only logged, and their ``consequences`` on memories."""

    closed: list[str]
    extracted: list[str]
    consequences: list[ConsequenceBody]

    @classmethod
    def of(cls, seen: DecisionsSeen) -> DecisionsSeenBody:
        """Return the body of what was done."""
        acts = [ConsequenceBody.model_validate(one, from_attributes=True) for one in seen.consequences]
        return cls(closed=list(seen.closed), extracted=list(seen.extracted), consequences=acts)


class ReportBody(Body):
    """What one review decided and why. ``promoted`` are short-term memories that came to use and stay;
    ``prefetch`` is absent when nothing was laid out, ``decisions`` when it did nothing about decisions,
    ``llm_tokens`` (in both directions) when no LLM was asked."""

    task_id: str
    space: str
    agent: str
    outcome: OutcomeStatus
    events_seen: int
    reviewed_at: datetime
    reviewer: str
    considered: list[ConsideredBody]
    left_out: list[PassedOverBody]
    uses: list[UseBody]
    archived: list[str]
    promoted: list[str] = Field(default_factory=list[str])
    prefetch: PrefetchBody | None = Field(default=None, exclude_if=lambda value: value is None)
    decisions: DecisionsSeenBody | None = Field(default=None, exclude_if=lambda value: value is None)
    degraded: list[str]
    llm_tokens: int = Field(default=0, exclude_if=lambda value: value == 0)

    def why_nothing(self) -> str:
        """Return a sentence on why no candidate was found; ``""`` when there was one."""
        if self.considered:
            return ""
        if not self.events_seen:
            return "Nothing to keep: the task has no events."
        if self.left_out:
            return "Nothing to keep: what it says is left out for the reasons below."
        return "Nothing to keep: it states no preference, fact or limit, and shows no failure and no way that worked."

    @classmethod
    def of(cls, report: ReviewReport) -> ReportBody:
        """Return the body of a report."""
        return cls(
            task_id=report.task_id,
            space=report.space,
            agent=report.agent,
            outcome=report.outcome,
            events_seen=report.events_seen,
            reviewed_at=report.reviewed_at,
            reviewer=report.reviewer,
            considered=[ConsideredBody.of(c) for c in report.considered],
            left_out=[
                PassedOverBody(
                    text=one.text,
                    evidence=list(one.evidence),
                    reason=ReasonBody(code=one.reason.code, text=one.reason.text),
                )
                for one in report.left_out
            ],
            uses=[UseBody(memory_id=u.memory_id, use=u.use) for u in report.uses],
            archived=list(report.archived),
            promoted=list(report.promoted),
            prefetch=_prefetch(report),
            decisions=DecisionsSeenBody.of(report.decisions) if report.decisions != DecisionsSeen() else None,
            degraded=list(report.degraded),
            llm_tokens=report.llm_tokens,
        )


def _prefetch(report: ReviewReport) -> PrefetchBody | None:
    rate = report.prefetch_hit_rate
    if rate is None:
        return None
    used = [u.memory_id for u in report.uses if u.use != "ignored" and u.memory_id in report.preloaded]
    return PrefetchBody(preloaded=list(report.preloaded), used=used, hit_rate=round(rate, 4))


class FailureBody(Body):
    """A review that failed; it can be tried again."""

    task_id: str
    job_id: str
    reason: str


class ReviewAnswer(Body):
    """The reports of the reviews that were done; ``waiting`` counts the jobs that are not finished. ``sweep`` is
    what became of existing memories, when a time range was asked for."""

    items: list[ReportBody]
    next_cursor: str | None
    failed: list[FailureBody]
    waiting: int
    sweep: SweepAnswer | None = Field(default=None, exclude_if=lambda value: value is None)

    @classmethod
    def of(cls, reports: Sequence[ReviewReport], failed: Sequence[FailureBody], waiting: int) -> ReviewAnswer:
        """Return the body of several reports."""
        items = [ReportBody.of(r) for r in reports]
        return cls(items=items, next_cursor=None, failed=list(failed), waiting=waiting)
