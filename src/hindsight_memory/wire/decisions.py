"""Decisions at the edge: what is recorded, what came of it, what was decided before. Every field is flat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Annotated

from pydantic import Field

from hindsight_memory.domain.decision import Decision, DecisionKind, DeltaResult, ExpectedKind, OutcomeSource
from hindsight_memory.domain.verdict import Reason
from hindsight_memory.wire.body import Body, ReasonBody, Several
from hindsight_memory.wire.moment import Moment

_MOST = 2**31
_SAID = ("outcome", "outcome_status", "exit_code", "outcome_event", "claimed")
"""Each of these alone says that there is an outcome."""


class IntentBody(Body):
    """A decision before its action: what was seen, believed, intended and expected."""

    intent: str = Field(description="What you are about to do.")
    intent_type: str = Field(default="", description="Its kind, such as `dependency_upgrade`.")
    belief_text: str = Field(default="", description="Or the belief in a short sentence.")
    belief_subject: str = Field(default="", description="What the belief is about.")
    belief_relation: str = Field(default="", description="How it stands to the object.")
    belief_object: str = Field(default="", description="What is believed of it.")
    observation: str = Field(default="", description="What it rests on.")
    expected: str = Field(default="", description="What will be seen if it is right.")
    expected_kind: ExpectedKind | None = Field(default=None, description="How that is compared; else no delta.")
    action: str = Field(default="", description="The call or step.")
    options: Annotated[tuple[str, ...], Several] = Field(default=(), description="What could have been done.")
    choice_reason: str = Field(default="", description="Why this and not another.")
    confidence: float = Field(default=0.8, ge=0, le=1, description="How sure the belief is.")
    memory_ids: Annotated[tuple[str, ...], Several] = Field(default=(), description="Memories it relies on.")
    kind: DecisionKind = Field(default=DecisionKind.BRANCH, description="What it marks.")
    task_id: str = Field(default="", description="Its task.")
    session_id: str = Field(default="", description="Its session.")
    step: int | None = Field(default=None, ge=0, lt=_MOST, description="Its place in the trace.")
    decided_at: Moment | None = Field(default=None, description="When, if not now.")
    top_k: int = Field(default=3, ge=0, le=50, description="Most similar ones.")
    space: str | None = Field(default=None, description="The space.")


class OutcomeBody(Body):
    """What happened, and who says so. Only a tool result of the trace or the system makes a delta."""

    outcome: str = Field(default="", description="What happened.")
    outcome_source: OutcomeSource = Field(default=OutcomeSource.AGENT, description="Who says so.")
    outcome_status: str = Field(default="", pattern="^(ok|error)?$", description="`ok` or `error`.")
    exit_code: int | None = Field(default=None, description="The process's exit code.")
    outcome_event: int | None = Field(default=None, ge=1, description="For `tool_result`: its sequence in the trace.")
    claimed: DeltaResult | None = Field(default=None, description="Your own judgement; moves no delta.")
    outcome_at: Moment | None = Field(default=None, description="When, if not now.")
    space: str | None = Field(default=None, description="The space.")

    @property
    def says_something(self) -> bool:
        """Whether it holds an outcome at all."""
        return any(getattr(self, name) not in (None, "") for name in _SAID)


class RecordBody(OutcomeBody, IntentBody):
    """A decision: its intent before the action, or intent and outcome at once."""


class DecisionsBody(Body):
    """Which decisions to list, newest first. What is absent does not restrict."""

    intent_type: Annotated[tuple[str, ...], Several] = Field(default=(), description="Only these kinds.")
    agent: Annotated[tuple[str, ...], Several] = Field(default=(), description="Only by these agents.")
    kind: Annotated[tuple[DecisionKind, ...], Several] = Field(default=(), description="Only these.")
    result: Annotated[tuple[DeltaResult, ...], Several] = Field(default=(), description="Only these results.")
    open: bool | None = Field(default=None, description="Only those that await their outcome, or that do not.")
    inferred: bool | None = Field(default=None, description="Only those read out of a logged trace, or recorded ones.")
    since: Moment | None = Field(default=None, description="Decided then or later.")
    until: Moment | None = Field(default=None, description="Decided before then.")
    task_id: str = Field(default="", description="Only of this task.")
    memory_id: str = Field(default="", description="Only those that relied on this memory.")
    space: Annotated[tuple[str, ...], Several] = Field(default=(), description="The spaces to list.")
    limit: int = Field(default=50, ge=1, le=1000, description="Most decisions of one page.")
    cursor: str | None = Field(default=None, description="Where the last page ended.")


class SimilarBody(Body):
    """What is about to be decided. At least one of ``query``, ``belief`` and ``intent`` is needed."""

    query: str = Field(default="", description="The decision in a sentence, or:")
    belief: str = Field(default="", description="What you believe.")
    intent: str = Field(default="", description="What you intend.")
    intent_type: Annotated[tuple[str, ...], Several] = Field(default=(), description="Only these kinds.")
    agent: Annotated[tuple[str, ...], Several] = Field(default=(), description="Only by these agents.")
    result: Annotated[tuple[DeltaResult, ...], Several] = Field(default=(), description="Only these results.")
    since: Moment | None = Field(default=None, description="Decided then or later.")
    until: Moment | None = Field(default=None, description="Decided before then.")
    top_k: int = Field(default=5, ge=1, le=50, description="Most decisions.")
    space: Annotated[tuple[str, ...], Several] = Field(default=(), description="The spaces.")


class DeltaBody(Body):
    """The computed difference: ``magnitude`` in [0, 1] is null when unknown; ``reason`` is a stable code."""

    result: DeltaResult
    magnitude: float | None
    reason: str
    expected: str
    actual: str

    @classmethod
    def of(cls, decision: Decision) -> DeltaBody:
        """Return the body of a decision's delta."""
        delta = decision.delta
        magnitude = None if delta.magnitude is None else round(delta.magnitude, 4)
        return cls(
            result=delta.result,
            magnitude=magnitude,
            reason=delta.reason,
            expected=delta.expected,
            actual=delta.actual,
        )


class DecisionBody(Body):
    """One decision. ``belief`` is the whole belief in one line; ``open`` says that its outcome is awaited;
    ``misjudged`` that the agent claimed another result than the computed one; ``outcome_claim`` is what it wrote beside
    a tool's result; ``suspicious`` names what the belief speaks of and the observation does not."""

    decision_id: str
    space: str
    agent: str
    kind: DecisionKind
    intent: str
    intent_type: str
    belief: str
    belief_subject: str
    belief_relation: str
    belief_object: str
    belief_text: str
    observation: str
    expected: str
    expected_kind: ExpectedKind | None
    action: str
    options: list[str]
    choice_reason: str
    confidence: float
    memory_ids: list[str]
    task_id: str
    session_id: str
    step: int | None
    decided_at: datetime
    open: bool
    outcome: str
    outcome_source: OutcomeSource | None
    outcome_status: str
    exit_code: int | None
    outcome_event: int | None
    outcome_at: datetime | None
    outcome_claim: str
    claimed: DeltaResult | None
    delta: DeltaBody
    misjudged: bool
    closed_at: datetime | None
    inferred: bool
    suspicious: list[str]

    @classmethod
    def of(cls, decision: Decision) -> DecisionBody:
        """Return the body of a decision."""
        belief, outcome = decision.belief, decision.outcome
        return cls(
            decision_id=decision.decision_id,
            space=decision.space,
            agent=decision.agent,
            kind=decision.kind,
            intent=decision.intent,
            intent_type=decision.intent_type,
            belief=belief.statement,
            belief_subject=belief.subject,
            belief_relation=belief.relation,
            belief_object=belief.object,
            belief_text=belief.text,
            observation=decision.observation,
            expected=decision.expectation.text,
            expected_kind=decision.expectation.kind,
            action=decision.action,
            options=list(decision.options),
            choice_reason=decision.choice_reason,
            confidence=decision.confidence,
            memory_ids=list(decision.memory_ids),
            task_id=decision.task_id,
            session_id=decision.session_id,
            step=decision.step,
            decided_at=decision.decided_at,
            open=decision.is_open,
            outcome=outcome.text if outcome else "",
            outcome_source=outcome.source if outcome else None,
            outcome_status=outcome.status if outcome else "",
            exit_code=outcome.exit_code if outcome else None,
            outcome_event=outcome.event if outcome else None,
            outcome_at=outcome.at if outcome else None,
            outcome_claim=outcome.claim if outcome else "",
            claimed=decision.claimed,
            delta=DeltaBody.of(decision),
            misjudged=decision.misjudged,
            closed_at=decision.closed_at,
            inferred=decision.inferred,
            suspicious=list(decision.suspicious),
        )


class DecisionList(Body):
    """Part of a list of decisions, newest first."""

    items: list[DecisionBody]
    next_cursor: str | None

    @classmethod
    def of(cls, decisions: Sequence[Decision], next_cursor: str | None) -> DecisionList:
        """Return the body of a page."""
        return cls(items=[DecisionBody.of(one) for one in decisions], next_cursor=next_cursor)


class SimilarHit(Body):
    """A past decision like the one that is about to be made: how it ended, and why it is similar. ``signals`` are
    in [0, 1]."""

    decision_id: str
    belief: str
    intent: str
    intent_type: str
    expected: str
    action: str
    outcome: str
    delta: DeltaBody
    open: bool
    confidence: float
    agent: str
    space: str
    task_id: str
    decided_at: datetime
    score: float
    signals: dict[str, float]
    reasons: list[ReasonBody]

    @classmethod
    def of(
        cls, decision: Decision, score: float, signals: Mapping[str, float], reasons: Sequence[Reason]
    ) -> SimilarHit:
        """Return the body of a hit."""
        return cls(
            decision_id=decision.decision_id,
            belief=decision.belief.statement,
            intent=decision.intent,
            intent_type=decision.intent_type,
            expected=decision.expectation.text,
            action=decision.action,
            outcome=decision.outcome.text if decision.outcome else "",
            delta=DeltaBody.of(decision),
            open=decision.is_open,
            confidence=decision.confidence,
            agent=decision.agent,
            space=decision.space,
            task_id=decision.task_id,
            decided_at=decision.decided_at,
            score=round(score, 4),
            signals={name: round(value, 4) for name, value in signals.items()},
            reasons=ReasonBody.each(reasons),
        )


class SimilarAnswer(Body):
    """Similar past decisions, best first; ``degraded`` says what was away."""

    hits: list[SimilarHit]
    degraded: list[str]


class RecordedAnswer(Body):
    """A decision is recorded. ``similar`` are past ones like it, which it never counts among."""

    decision_id: str
    open: bool
    delta: DeltaBody
    misjudged: bool
    suspicious: list[str]
    similar: list[SimilarHit]
    degraded: list[str]

    @classmethod
    def of(cls, decision: Decision, similar: Sequence[SimilarHit], degraded: Sequence[str]) -> RecordedAnswer:
        """Return the answer to a recorded decision."""
        return cls(
            decision_id=decision.decision_id,
            open=decision.is_open,
            delta=DeltaBody.of(decision),
            misjudged=decision.misjudged,
            suspicious=list(decision.suspicious),
            similar=list(similar),
            degraded=list(degraded),
        )
