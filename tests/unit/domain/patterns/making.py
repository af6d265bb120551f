"""Decisions for tests of patterns: short to write, all of one week unless they say otherwise."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import count

from hindsight_memory.domain.decision import Belief, Decision, DecisionKind, Delta, DeltaResult
from hindsight_memory.domain.patterns import Span
from hindsight_memory.domain.weeks import Week

WEEK = Week(2026, 48)
MONDAY = WEEK.start
NOW = datetime(2026, 11, 29, 12, 0, tzinfo=UTC)
EVER = Span(None, NOW)
_NUMBERS = count()

MET, VIOLATED, UNKNOWN = DeltaResult.MET, DeltaResult.VIOLATED, DeltaResult.UNKNOWN


def decided(
    result: DeltaResult | None = MET,
    confidence: float = 0.8,
    *,
    belief: Belief | str = "",
    days: float = 0.0,
    magnitude: float | None = None,
    claimed: DeltaResult | None = None,
    inferred: bool = False,
    agent: str = "builder",
    intent_type: str = "",
    observation: str = "",
    task_id: str = "",
    space: str = "default",
) -> Decision:
    """A decision that ended so; None: it still waits. ``days`` after the Monday of ``WEEK``."""
    at = MONDAY + timedelta(days=days)
    known = result in (MET, VIOLATED)
    size = magnitude if magnitude is not None else float(result is VIOLATED)
    return Decision(
        decision_id=f"d{next(_NUMBERS):06}",
        space=space,
        agent=agent,
        kind=DecisionKind.BRANCH,
        intent="Act.",
        intent_type=intent_type,
        belief=Belief(text=belief) if isinstance(belief, str) else belief,
        observation=observation,
        confidence=confidence,
        task_id=task_id,
        decided_at=at,
        delta=Delta(result=result or UNKNOWN, magnitude=size if known else None),
        claimed=claimed,
        closed_at=None if result is None else at,
        inferred=inferred,
    )
