"""What was asked to be recorded becomes a decision: cleaned, redacted, bounded, and refused with a reason."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import TypeVar

from hindsight_memory.domain.decision import (
    Belief,
    Decision,
    DecisionKind,
    DeltaResult,
    Expectation,
    ExpectedKind,
    Outcome,
    OutcomeSource,
)
from hindsight_memory.domain.decision_words import BELIEF_WIDTH, CJK_WIDTH, type_name, unseen_entities, width
from hindsight_memory.domain.defence.redaction import redact
from hindsight_memory.domain.delta import delta_of
from hindsight_memory.domain.errors import Invalid
from hindsight_memory.domain.text.normal import capped, clean
from hindsight_memory.domain.trace import Event, EventKind
from hindsight_memory.services.decision_requests import OutcomeRequest, RecordRequest

_Kind = TypeVar("_Kind", bound=StrEnum)
MOST_OPTIONS = 20
MOST_MEMORIES = 50
MOST_OUTCOME = 4_000
"""Characters of an outcome that are kept; the rest is cut with a marker."""
_CAPS = {
    "intent": 500,
    "intent_type": 64,
    "observation": 2_000,
    "action": 2_000,
    "expected": 1_000,
    "choice_reason": 1_000,
    "option": 300,
    "task_id": 256,
    "session_id": 256,
    "memory_id": 64,
}
_STATUSES = frozenset({"", "ok", "error"})
_CLOCKS_DIFFER = timedelta(days=1)
_ENDS = frozenset({EventKind.TOOL_RESULT, EventKind.ERROR})
_TELL_SHORT = "State the one assumption that would sink the task if it were wrong, in a few words."


def drafted(request: RecordRequest, *, decision_id: str, space: str, agent: str, now: datetime) -> Decision:
    """Return the open decision that a request means. Raises Invalid with what was wrong and how to mend it."""
    intent = _said("intent", request.intent)
    if not intent:
        raise Invalid("A decision needs an intent.", hint="Say in a few words what is about to be done.")
    belief = _belief(request)
    observation = _said("observation", request.observation)
    return Decision(
        decision_id=decision_id,
        space=space,
        agent=agent,
        kind=_one_of(DecisionKind, request.kind, "kind"),
        intent=intent,
        intent_type=type_name(_said("intent_type", request.intent_type)),
        belief=belief,
        observation=observation,
        expectation=_expectation(request),
        action=_said("action", request.action),
        options=tuple(_said("option", each) for each in _few("options", request.options, MOST_OPTIONS)),
        choice_reason=_said("choice_reason", request.choice_reason),
        confidence=_confidence(request.confidence),
        memory_ids=tuple(
            dict.fromkeys(_said("memory_id", m) for m in _few("memory_ids", request.memory_ids, MOST_MEMORIES))
        ),
        task_id=_said("task_id", request.task_id),
        session_id=_said("session_id", request.session_id),
        step=_step(request.step),
        decided_at=_moment(request.decided_at, now),
        suspicious=unseen_entities(belief.statement, observation),
    )


def settled(decision: Decision, outcome: Outcome, claimed: DeltaResult | None, now: datetime) -> Decision:
    """Return the decision with its outcome and the delta that the system computes; from the whole text, of which the
    ends are kept."""
    delta = delta_of(decision.expectation, outcome)
    return replace(
        decision,
        outcome=replace(outcome, text=capped(outcome.text, MOST_OUTCOME)),
        claimed=claimed,
        delta=delta,
        closed_at=now,
    )


def checked_outcome(request: OutcomeRequest, task_id: str) -> tuple[OutcomeSource, DeltaResult | None]:
    """Return who says what happened and what the agent claims. Raises Invalid for what cannot be an outcome."""
    source = _one_of(OutcomeSource, request.outcome_source, "outcome_source")
    claimed = None if request.claimed is None else _one_of(DeltaResult, request.claimed, "claimed")
    if request.outcome_status not in _STATUSES:
        raise Invalid(f"The outcome_status {request.outcome_status!r} is not known.", hint="It is ok, error or empty.")
    if source is not OutcomeSource.TOOL_RESULT:
        if request.outcome_event is not None:
            raise Invalid(
                f"An outcome_event goes with the outcome_source tool_result, not with {source.value}.",
                hint="Give outcome_source=tool_result, or leave outcome_event out.",
            )
        empty = not clean(request.outcome) and not request.outcome_status and request.exit_code is None
        if empty and claimed is None:
            raise Invalid("The outcome is empty.", hint="Give outcome, outcome_status, exit_code or claimed.")
        return source, claimed
    if request.outcome_event is None or not task_id:
        raise Invalid(
            "A tool's result is an outcome only if it stands in the trace of the decision's task.",
            hint="Give task_id and outcome_event, the sequence of the tool_result event; "
            "or outcome_source=agent for a claim.",
        )
    return source, claimed


def outcome_of(request: OutcomeRequest, source: OutcomeSource, event: Event | None, now: datetime) -> Outcome:
    """Return the outcome of a request; what a tool's result says is read from its event.

    Raises Invalid when that event is missing or is no tool's result."""
    said = redact(clean(request.outcome)).text
    if source is not OutcomeSource.TOOL_RESULT:
        exit_code = _exit_code(request.exit_code)
        at = request.at or now
        return Outcome(text=said, source=source, at=at, status=request.outcome_status, exit_code=exit_code)
    if event is None:
        raise Invalid(
            f"The task's trace has no event {request.outcome_event}.",
            hint="Log the tool's result first, then give its sequence.",
        )
    if event.kind not in _ENDS:
        raise Invalid(
            f"Event {event.sequence} is a {event.kind.value}, not a tool's result.",
            hint="Give the sequence of a tool_result or error event.",
        )
    status = event.status or ("error" if event.kind is EventKind.ERROR else "")
    return Outcome(
        text=event.text,
        source=source,
        at=event.at,
        status=status if status in _STATUSES else "",
        exit_code=_exit_code_in(event),
        event=event.sequence,
        claim=capped(said, MOST_OUTCOME),
    )


def same_outcome(decision: Decision, outcome: Outcome, claimed: DeltaResult | None) -> bool:
    """Whether a decision has this outcome already, whenever it was said."""
    known = decision.outcome
    return known is not None and replace(known, at=outcome.at) == outcome and decision.claimed is claimed


def _belief(request: RecordRequest) -> Belief:
    belief = Belief(
        subject=_clean(request.belief_subject),
        relation=_clean(request.belief_relation),
        object=_clean(request.belief_object),
        text=_clean(request.belief_text),
    )
    triple = " ".join(part for part in (belief.subject, belief.relation, belief.object) if part)
    if not belief.statement:
        raise Invalid(
            "A decision needs a belief: belief_text, or belief_subject, _relation and _object.", hint=_TELL_SHORT
        )
    for text in (belief.text, triple):
        if width(text) > BELIEF_WIDTH + 1e-9:
            raise Invalid(
                f"The belief is too long: {len(text)} characters (at most {BELIEF_WIDTH / CJK_WIDTH:.0f} Chinese "
                f"or {BELIEF_WIDTH:.0f} others).",
                hint=_TELL_SHORT,
            )
    return belief


def _expectation(request: RecordRequest) -> Expectation:
    text = _said("expected", request.expected)
    kind = None if request.expected_kind is None else _one_of(ExpectedKind, request.expected_kind, "expected_kind")
    if kind is not None and not text:
        raise Invalid(
            f"An expectation of the kind {kind.value} needs what is expected.",
            hint="Give expected, or no expected_kind.",
        )
    return Expectation(text=text, kind=kind)


def _said(name: str, text: str) -> str:
    """A text as it is stored. Raises Invalid when it is too long."""
    kept = _clean(text)
    if len(kept) > _CAPS[name]:
        raise Invalid(
            f"{name} has {len(kept):,} characters; it has at most {_CAPS[name]:,}.",
            hint="Keep what decided it; the whole of it belongs in the trace.",
        )
    return kept


def _clean(text: str) -> str:
    return redact(clean(text)).text


def _few(name: str, given: Sequence[str], most: int) -> list[str]:
    kept = [each for each in given if clean(each)]
    if len(kept) > most:
        raise Invalid(
            f"There are {len(kept)} {name}; there may be {most}.", hint="Name those that decided it, and no others."
        )
    return kept


def _one_of(kinds: type[_Kind], value: str, name: str) -> _Kind:
    try:
        return kinds(value)
    except ValueError:
        raise Invalid(
            f"The {name} {value!r} is not known.", hint=f"It is one of {', '.join(each.value for each in kinds)}."
        ) from None


def _confidence(value: float) -> float:
    if not math.isfinite(value) or not 0.0 <= value <= 1.0:
        raise Invalid(f"confidence is {value}; it lies between 0 and 1.", hint="Give 0.8 for fairly sure.")
    return float(value)


def _moment(at: datetime | None, now: datetime) -> datetime:
    """When it was decided. What lies ahead by more than clocks differ would be the newest decision for ever."""
    if at is not None and at - now > _CLOCKS_DIFFER:
        raise Invalid(f"decided_at is {at.isoformat()}, which lies in the future.", hint="Leave it out for now.")
    return at or now


def _step(step: int | None) -> int | None:
    if step is not None and step < 0:
        raise Invalid(f"step is {step}; it is 0 or more.")
    return step


def _exit_code(code: int | None) -> int | None:
    if code is not None and abs(code) > 2**31:
        raise Invalid(f"exit_code is {code}; that is no exit code.")
    return code


def _exit_code_in(event: Event) -> int | None:
    code = event.args.get("exit_code")
    return code if isinstance(code, int) and not isinstance(code, bool) else None
