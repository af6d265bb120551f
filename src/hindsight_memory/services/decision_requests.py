"""What is asked of the decision service, and what it answers with."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from hindsight_memory.domain.decision import Decision, DecisionKind, DeltaResult, ExpectedKind, OutcomeSource
from hindsight_memory.domain.decision_words import type_name
from hindsight_memory.domain.likeness import SimilarDecision
from hindsight_memory.ports.decisions import DecisionFilter


@dataclass(frozen=True, slots=True, kw_only=True)
class OutcomeRequest:
    """What happened, and who says so.

    ``outcome_source`` ``tool_result`` needs ``outcome_event``, the sequence of a tool's result (or an error) in the
    trace of the decision's task: text, status and exit code are read from there, and ``outcome`` is only a claim
    beside it. ``claimed`` is the agent's own judgement. ``at`` is now if not given."""

    outcome: str = ""
    outcome_source: OutcomeSource = OutcomeSource.AGENT
    outcome_status: str = ""
    exit_code: int | None = None
    outcome_event: int | None = None
    claimed: DeltaResult | None = None
    at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordRequest:
    """A decision to record: an intent and a belief (a triple or a short text) at least. ``confidence`` in [0, 1].

    With ``task_id`` it becomes an event of that task's trace, which must have been begun. ``top_k`` similar past
    decisions are looked for before it is stored; 0 looks for none."""

    intent: str
    intent_type: str = ""
    belief_subject: str = ""
    belief_relation: str = ""
    belief_object: str = ""
    belief_text: str = ""
    observation: str = ""
    expected: str = ""
    expected_kind: ExpectedKind | None = None
    action: str = ""
    options: Sequence[str] = ()
    choice_reason: str = ""
    confidence: float = 0.8
    memory_ids: Sequence[str] = ()
    kind: DecisionKind = DecisionKind.BRANCH
    task_id: str = ""
    session_id: str = ""
    step: int | None = None
    decided_at: datetime | None = None
    space: str | None = None
    outcome: OutcomeRequest | None = None
    top_k: int = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class SimilarRequest:
    """Which past decisions are looked for. One of ``query``, ``belief`` and ``intent`` is needed; ``query`` stands
    for each side that is not given. The collections restrict when they are not empty; ``since``/``until`` bound when
    it was decided (inclusive/exclusive)."""

    query: str = ""
    belief: str = ""
    intent: str = ""
    intent_types: Collection[str] = ()
    agents: Collection[str] = ()
    results: Collection[DeltaResult] = ()
    since: datetime | None = None
    until: datetime | None = None
    top_k: int = 5
    spaces: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Recorded:
    """The decision as it was stored, and the similar ones that were there before it. ``degraded`` says what was
    missing (no model: found by words alone for now)."""

    decision: Decision
    similar: tuple[SimilarDecision, ...]
    degraded: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SimilarAnswer:
    """The similar decisions, best first; nothing similar gives none."""

    hits: tuple[SimilarDecision, ...]
    degraded: tuple[str, ...]


def typed(wanted: DecisionFilter) -> DecisionFilter:
    """Return the filter with intent types as they are stored."""
    return replace(wanted, intent_types=frozenset(type_name(each) for each in wanted.intent_types) - {""})
