"""``Deciding`` on an App in this process; a part of ``LocalApi``."""

from __future__ import annotations

from dataclasses import fields

from hindsight_memory.bootstrap import App
from hindsight_memory.domain.actor import Actor
from hindsight_memory.domain.likeness import SimilarDecision
from hindsight_memory.domain.weekly import WINDOW
from hindsight_memory.domain.weeks import Week
from hindsight_memory.entrypoints.weekly import reported
from hindsight_memory.ports.decisions import DecisionFilter
from hindsight_memory.services.decision_requests import OutcomeRequest, RecordRequest, SimilarRequest
from hindsight_memory.wire.decisions import (
    DecisionBody,
    DecisionList,
    DecisionsBody,
    OutcomeBody,
    RecordBody,
    RecordedAnswer,
    SimilarAnswer,
    SimilarBody,
    SimilarHit,
)
from hindsight_memory.wire.patterns import PatternsBody, PatternsQuery
from hindsight_memory.wire.weekly import WeeklyBody, WeeklyQuery

_INTENT_FIELDS = tuple(f.name for f in fields(RecordRequest) if f.name != "outcome")


class LocalDeciding:
    """Implements ``wire.deciding.Deciding``; each method is one service call."""

    __slots__ = ()

    app: App
    actor: Actor

    def record_decision(self, body: RecordBody) -> RecordedAnswer:
        """Record a decision."""
        given = {name: getattr(body, name) for name in _INTENT_FIELDS}
        outcome = _outcome(body) if body.says_something else None
        recorded = self.app.decisions.record(self.actor, RecordRequest(**given, outcome=outcome))
        similar = [_hit(one) for one in recorded.similar]
        return RecordedAnswer.of(recorded.decision, similar, recorded.degraded)

    def settle_decision(self, decision_id: str, body: OutcomeBody) -> DecisionBody:
        """Give a decision its outcome."""
        return DecisionBody.of(self.app.decisions.settle(self.actor, decision_id, _outcome(body), body.space))

    def read_decision(self, decision_id: str, space: str | None = None) -> DecisionBody:
        """Return one decision."""
        return DecisionBody.of(self.app.decisions.get(self.actor, decision_id, space))

    def decisions(self, body: DecisionsBody) -> DecisionList:
        """Return a page of decisions."""
        page = self.app.decisions.page(
            self.actor, _filter(body), spaces=body.space, limit=body.limit, cursor=body.cursor
        )
        return DecisionList.of(page.entries, page.next_cursor)

    def similar_decisions(self, body: SimilarBody) -> SimilarAnswer:
        """Return similar past decisions."""
        answer = self.app.decisions.similar(self.actor, _similar(body))
        return SimilarAnswer(hits=[_hit(one) for one in answer.hits], degraded=list(answer.degraded))

    def patterns(self, body: PatternsQuery) -> PatternsBody:
        """Return what decisions have in common."""
        found = self.app.patterns.find(
            self.actor,
            since=body.since,
            until=body.until,
            intent_types=body.intent_type,
            agents=body.agent,
            spaces=body.space,
        )
        return PatternsBody.of(found.spaces, found.since, found.until, found.patterns, cut=found.cut)

    def weekly_report(self, body: WeeklyQuery) -> WeeklyBody:
        """Return the report of a week."""
        week = Week.named(body.week) if body.week else None
        report = self.app.patterns.weekly(self.actor, week, spaces=body.space)
        return reported(WeeklyBody.of(report, body, window_weeks=WINDOW, summary="", page=""), self.app.plots)


def _outcome(body: OutcomeBody) -> OutcomeRequest:
    return OutcomeRequest(
        outcome=body.outcome,
        outcome_source=body.outcome_source,
        outcome_status=body.outcome_status,
        exit_code=body.exit_code,
        outcome_event=body.outcome_event,
        claimed=body.claimed,
        at=body.outcome_at,
    )


def _filter(body: DecisionsBody) -> DecisionFilter:
    return DecisionFilter(
        intent_types=frozenset(body.intent_type),
        agents=frozenset(body.agent),
        kinds=frozenset(body.kind),
        results=frozenset(body.result),
        open=body.open,
        inferred=body.inferred,
        since=body.since,
        until=body.until,
        task_id=body.task_id,
        memory_id=body.memory_id,
    )


def _similar(body: SimilarBody) -> SimilarRequest:
    return SimilarRequest(
        query=body.query,
        belief=body.belief,
        intent=body.intent,
        intent_types=body.intent_type,
        agents=body.agent,
        results=body.result,
        since=body.since,
        until=body.until,
        top_k=body.top_k,
        spaces=body.space,
    )


def _hit(one: SimilarDecision) -> SimilarHit:
    return SimilarHit.of(one.decision, one.score, one.signals, one.reasons)
