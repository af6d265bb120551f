"""Decisions on a server; a part of ``HttpApi``."""

from __future__ import annotations

from hindsight_memory.client.asks import Ask, SpaceBody, path_part
from hindsight_memory.client.governing import Sending
from hindsight_memory.wire.decisions import (
    DecisionBody,
    DecisionList,
    DecisionsBody,
    OutcomeBody,
    RecordBody,
    RecordedAnswer,
    SimilarAnswer,
    SimilarBody,
)
from hindsight_memory.wire.patterns import PatternsBody, PatternsQuery
from hindsight_memory.wire.weekly import WeeklyBody, WeeklyQuery


def record_decision(body: RecordBody) -> Ask[RecordedAnswer]:
    """Record a decision."""
    return Ask("POST", "/decisions", RecordedAnswer, body, keyed=True)


def settle_decision(decision_id: str, body: OutcomeBody) -> Ask[DecisionBody]:
    """Give a decision its outcome."""
    return Ask("POST", f"/decisions/{path_part(decision_id)}/outcome", DecisionBody, body, keyed=True)


def read_decision(decision_id: str, space: str | None = None) -> Ask[DecisionBody]:
    """Return one decision."""
    return Ask("GET", f"/decisions/{path_part(decision_id)}", DecisionBody, SpaceBody(space=space))


def decisions(body: DecisionsBody) -> Ask[DecisionList]:
    """Return a page of decisions."""
    return Ask("GET", "/decisions", DecisionList, body)


def similar_decisions(body: SimilarBody) -> Ask[SimilarAnswer]:
    """Return similar past decisions."""
    return Ask("POST", "/decisions/similar", SimilarAnswer, body)


def patterns(body: PatternsQuery) -> Ask[PatternsBody]:
    """Return what decisions have in common."""
    return Ask("GET", "/patterns", PatternsBody, body, long=True)


def weekly_report(body: WeeklyQuery) -> Ask[WeeklyBody]:
    """Return the report of a week."""
    return Ask("GET", "/reports/weekly", WeeklyBody, body, long=True)


class HttpDeciding:
    """Implements ``wire.deciding.Deciding``."""

    __slots__ = ()

    @property
    def _sends(self) -> Sending:
        """What sends the calls."""
        raise NotImplementedError

    def record_decision(self, body: RecordBody) -> RecordedAnswer:
        """Record a decision."""
        return self._sends.send(record_decision(body))

    def settle_decision(self, decision_id: str, body: OutcomeBody) -> DecisionBody:
        """Give a decision its outcome."""
        return self._sends.send(settle_decision(decision_id, body))

    def read_decision(self, decision_id: str, space: str | None = None) -> DecisionBody:
        """Return one decision."""
        return self._sends.send(read_decision(decision_id, space))

    def decisions(self, body: DecisionsBody) -> DecisionList:
        """Return a page of decisions."""
        return self._sends.send(decisions(body))

    def similar_decisions(self, body: SimilarBody) -> SimilarAnswer:
        """Return similar past decisions."""
        return self._sends.send(similar_decisions(body))

    def patterns(self, body: PatternsQuery) -> PatternsBody:
        """Return what decisions have in common."""
        return self._sends.send(patterns(body))

    def weekly_report(self, body: WeeklyQuery) -> WeeklyBody:
        """Return the report of a week."""
        return self._sends.send(weekly_report(body))
