"""Decisions: what was believed, intended and expected at a point of a task, and what really happened.

An agent says what it observed, believes, intends and expects; the outcome names its source; the delta between
expected and actual is computed by the system (``domain.delta``), never by the agent. All times are aware UTC datetimes.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class DecisionKind(StrEnum):
    """What kind of point a decision marks."""

    BRANCH = "branch"
    BELIEF_UPDATE = "belief_update"
    VIOLATION = "violation"


class ExpectedKind(StrEnum):
    """How an expectation is compared with what happened; ``domain.delta`` defines each."""

    EQUALS = "equals"
    CONTAINS = "contains"
    MATCHES = "matches"
    RANGE = "range"
    STATUS = "status"
    EXIT_CODE = "exit_code"
    JSON_PATH = "json_path"
    CHANGED = "changed"
    ABSENT = "absent"


class OutcomeSource(StrEnum):
    """Who says what happened: a tool's result in the trace, the system (exit code, decorator), or the agent."""

    TOOL_RESULT = "tool_result"
    SYSTEM = "system"
    AGENT = "agent"


class DeltaResult(StrEnum):
    """Whether what was expected happened. ``unknown`` where nobody but the agent says so, or it cannot be compared."""

    MET = "met"
    VIOLATED = "violated"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True, kw_only=True)
class Belief:
    """What was taken to be true: a triple, or a short text where no triple fits."""

    subject: str = ""
    relation: str = ""
    object: str = ""
    text: str = ""

    @property
    def statement(self) -> str:
        """The belief as one line; empty when there is none."""
        return self.text or " ".join(part for part in (self.subject, self.relation, self.object) if part)


@dataclass(frozen=True, slots=True, kw_only=True)
class Expectation:
    """What was expected. Without ``kind`` it is words for people and cannot be computed with."""

    text: str = ""
    kind: ExpectedKind | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What happened. ``status`` is ``ok``, ``error`` or empty; ``event`` is the trace's sequence of the tool result
    it was read from (None for the other sources), and ``claim`` what the agent wrote beside such a result."""

    text: str = ""
    source: OutcomeSource
    at: datetime
    status: str = ""
    exit_code: int | None = None
    event: int | None = None
    claim: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Delta:
    """The difference between expected and actual. ``magnitude`` in [0, 1] (0 = as expected) is None when unknown;
    ``reason`` is a stable code that says how it was found; ``expected`` and ``actual`` are the two values compared."""

    result: DeltaResult = DeltaResult.UNKNOWN
    magnitude: float | None = None
    reason: str = "no_outcome"
    expected: str = ""
    actual: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """One decision point of a task.

    ``step`` is its place in the trace (the sequence of the event it stands at), if known. ``claimed`` is the agent's
    own judgement: it stands beside the delta and never moves it. ``inferred`` ones were read out of a trace that was
    only logged. ``suspicious`` names the entities of the belief that occur nowhere in the observation.
    ``closed_at`` without ``outcome`` means that the review closed an intent that never got one."""

    decision_id: str
    space: str
    agent: str
    kind: DecisionKind
    intent: str
    intent_type: str = ""
    belief: Belief = Belief()
    observation: str = ""
    expectation: Expectation = Expectation()
    action: str = ""
    options: tuple[str, ...] = ()
    choice_reason: str = ""
    confidence: float = 0.8
    memory_ids: tuple[str, ...] = ()
    task_id: str = ""
    session_id: str = ""
    step: int | None = None
    decided_at: datetime
    outcome: Outcome | None = None
    claimed: DeltaResult | None = None
    delta: Delta = Delta()
    closed_at: datetime | None = None
    inferred: bool = False
    suspicious: tuple[str, ...] = ()

    @property
    def is_open(self) -> bool:
        """Whether its outcome is still awaited."""
        return self.closed_at is None

    @property
    def misjudged(self) -> bool:
        """Whether the agent claimed another result than the one that was computed."""
        known = self.delta.result is not DeltaResult.UNKNOWN
        return known and self.claimed not in (None, DeltaResult.UNKNOWN, self.delta.result)
