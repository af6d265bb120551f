"""The part of ``wire.api.Api`` that is about decisions."""

from __future__ import annotations

from typing import Protocol

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


class Deciding(Protocol):
    """See ``Api``."""

    def record_decision(self, body: RecordBody) -> RecordedAnswer:
        """Record what is about to be done and why; returns similar past decisions."""
        ...

    def settle_decision(self, decision_id: str, body: OutcomeBody) -> DecisionBody:
        """Give an open decision its outcome; the system computes the delta."""
        ...

    def read_decision(self, decision_id: str, space: str | None = None) -> DecisionBody:
        """Return one decision."""
        ...

    def decisions(self, body: DecisionsBody) -> DecisionList:
        """Return a page of decisions, newest first."""
        ...

    def similar_decisions(self, body: SimilarBody) -> SimilarAnswer:
        """Return past decisions with a like belief and intent, and how they ended."""
        ...

    def patterns(self, body: PatternsQuery) -> PatternsBody:
        """Return what many decisions have in common: calibration, blind spots, repeats, drift."""
        ...

    def weekly_report(self, body: WeeklyQuery) -> WeeklyBody:
        """Return the report of a week, with its page where Markdown or HTML is asked for."""
        ...
