"""From the moves of a session to decisions: which of them decide something, and the few that are kept."""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from hindsight_memory.domain.decision import (
    Belief,
    Decision,
    DecisionKind,
    Delta,
    DeltaResult,
    Expectation,
    ExpectedKind,
    Outcome,
    OutcomeSource,
)
from hindsight_memory.domain.delta import delta_of
from hindsight_memory.domain.extraction import words as cue
from hindsight_memory.domain.extraction.beliefs import LONGEST, Said, belief_in, lack_in, plan_in, weight
from hindsight_memory.domain.extraction.expecting import expectation_of
from hindsight_memory.domain.extraction.findings import Finding
from hindsight_memory.domain.extraction.implying import concerns, implied
from hindsight_memory.domain.extraction.moves import Move, moves_of, said_text, steps_of
from hindsight_memory.domain.extraction.options import choice_in
from hindsight_memory.domain.review.distil.overlap import words
from hindsight_memory.domain.text.normal import fold
from hindsight_memory.domain.trace import Event, Task, Trace

STEPS_PER_DECISION = 3
_LEAST = 2.5
_STATED_CAP = 4.0
_IMPLIED_STRENGTH = 0.5
_IMPLIED_CONFIDENCE = 0.5
_OBSERVATION = 600
_SHORT = 200
_OUTCOME = 4000
_STATUS = {Finding.OK: "ok", Finding.ERROR: "error", Finding.REFUSED: "error", Finding.EMPTY: "error"}


@dataclass(frozen=True, slots=True)
class _Point:
    """A decision that could be kept, and how much it says."""

    decision: Decision
    worth: float


def extracted(trace: Trace, recorded: Sequence[Decision] = ()) -> tuple[Decision, ...]:
    """Return the decisions that a logged trace shows and that ``recorded`` (all that are known of its task, the
    inferred ones too) does not hold yet, in order of their step.

    Each session is read by itself, so that one that comes in later adds only its own. Of its steps (a tool call
    or a turn of the agent) at most a third are decisions, recorded ones counted. The id follows from space,
    task, step and kind: reading a trace again gives the same ones.
    """
    sessions: dict[str, list[Event]] = {}
    for event in sorted(trace.events, key=lambda each: each.sequence):
        sessions.setdefault(event.session_id, []).append(event)
    found = [each for events in sessions.values() for each in _of_session(trace.task, events, recorded)]
    return tuple(sorted(found, key=lambda decision: decision.step or 0))


def _of_session(task: Task, events: Sequence[Event], recorded: Sequence[Decision]) -> Iterable[Decision]:
    inside = {event.sequence for event in events}
    known = [each for each in recorded if each.step in inside]
    moves = moves_of(events)
    room = steps_of(events) // STEPS_PER_DECISION - len(known)
    covered = _covered(moves, known)
    points = [
        point for move in moves if move.call.sequence not in covered and (point := _point(task, move)) is not None
    ]
    points = _without_repeats(points, known)
    points.sort(key=lambda point: (-point.worth, point.decision.step))
    return [point.decision for point in points[: max(0, room)]]


def _covered(moves: Sequence[Move], known: Sequence[Decision]) -> set[int]:
    """The calls that recorded decisions speak of: from a decision's step to its outcome, or the next call."""
    covered: set[int] = set()
    for decision in known:
        step = decision.step or 0
        until = decision.outcome.event if decision.outcome else None
        for move in moves:
            first = min((event.sequence for event in move.said), default=move.call.sequence)
            if first <= step <= move.result.sequence or (until and step <= move.call.sequence <= until):
                covered.add(move.call.sequence)
        if (following := next((m for m in moves if m.call.sequence >= step), None)) is not None and until is None:
            covered.add(following.call.sequence)
    return covered


def _without_repeats(points: Sequence[_Point], known: Sequence[Decision]) -> list[_Point]:
    """One decision for one belief, the one that says most, unless a later one went another way."""
    seen = {(fold(each.belief.statement), each.delta.result) for each in known}
    kept: list[_Point] = []
    for point in sorted(points, key=lambda each: -each.worth):
        key = (fold(point.decision.belief.statement), point.decision.delta.result)
        if key not in seen:
            seen.add(key)
            kept.append(point)
    return kept


def _point(task: Task, move: Move) -> _Point | None:
    said = _said(move)
    if said is None and not (move.read.failed or move.is_retry):
        return None
    expectation = expectation_of(move, said.text if said else "")
    anew = expectation.kind is ExpectedKind.CHANGED
    belief = Belief(text=said.text) if said else implied(move, anew=anew)
    if not belief.statement or weight(belief.statement) > LONGEST:
        return None
    outcome = _outcome(move)
    delta = delta_of(expectation, outcome)
    options, reason = _choice(move)
    kind = _kind(move, delta, options)
    worth = _worth(move, said, delta, options)
    if worth < _LEAST:
        return None
    return _Point(_decision(task, move, kind, belief, said, (expectation, outcome, delta), (options, reason)), worth)


def _decision(
    task: Task,
    move: Move,
    kind: DecisionKind,
    belief: Belief,
    said: Said | None,
    ended: tuple[Expectation, Outcome, Delta],
    choice: tuple[tuple[str, ...], str],
) -> Decision:
    call, (expectation, outcome, delta) = move.call, ended
    return Decision(
        decision_id=_identifier(task.space, task.task_id, call.sequence, kind),
        space=task.space,
        agent=task.agent,
        kind=kind,
        intent=_intent(move),
        intent_type=move.intent_type,
        belief=belief,
        observation=_shortened(move.seen.text, _OBSERVATION) if move.seen else "",
        expectation=expectation,
        action=_shortened(_call_words(call), 2 * _SHORT),
        options=choice[0],
        choice_reason=choice[1],
        confidence=said.confidence if said else _IMPLIED_CONFIDENCE,
        task_id=task.task_id,
        session_id=call.session_id,
        step=call.sequence,
        decided_at=call.at,
        outcome=outcome,
        claimed=_claimed(move.comment),
        delta=delta,
        closed_at=outcome.at,
        inferred=True,
    )


def _identifier(space: str, task_id: str, step: int, kind: DecisionKind) -> str:
    name = json.dumps(["decision", space, task_id, step, kind.value], ensure_ascii=True)
    return str(uuid.uuid5(uuid.NAMESPACE_OID, name))


def _said(move: Move) -> Said | None:
    """The belief in words that the call put to the test, of the nearest statement that holds one.

    None where what was said is not what the result speaks of: that an earlier answer lacks something is why a
    search is made, what has no word in common with a search or a question is not why, and a complaint about
    something else leaves what was said as it is.
    """
    about = _call_words(move.call)
    found = (belief_in(said_text(event), about) for event in move.said)
    said = next((each for each in found if each is not None), None)
    if said is None:
        return None
    if (move.looks or move.intent_type == "ask") and not words(said.text) & words(about):
        return None
    if move.looks and cue.LACKS.found(said.text):
        return None
    return None if move.read.failed and not concerns(said.text, _complaint(move)) else said


def _complaint(move: Move) -> str:
    """What a failed result speaks of: its text, and for an empty answer what was asked."""
    return _call_words(move.call) if move.read.finding is Finding.EMPTY else move.result.text


def _choice(move: Move) -> tuple[tuple[str, ...], str]:
    """The options that were named and the reason for the one taken; of a renewed search why it was renewed."""
    for event in move.said:
        options, reason = choice_in(said_text(event))
        if options:
            return options, reason
    if move.is_retry:
        lacking = (lack_in(said_text(event)) for event in move.said)
        return (), next((each for each in lacking if each), "")
    return (), ""


def _kind(move: Move, delta: Delta, options: tuple[str, ...]) -> DecisionKind:
    if delta.result is DeltaResult.VIOLATED:
        return DecisionKind.VIOLATION
    if options:
        return DecisionKind.BRANCH
    return DecisionKind.BELIEF_UPDATE if move.is_retry or _changes_plan(move) else DecisionKind.BRANCH


def _changes_plan(move: Move) -> bool:
    return move.seen is not None and any(cue.INSTEAD.found(said_text(event)) for event in move.said)


def _worth(move: Move, said: Said | None, delta: Delta, options: tuple[str, ...]) -> float:
    """How much a decision says: an expectation that was broken most, then a belief that was changed, a choice, a
    belief that was put to the test; what was worded strongly before what was not."""
    worth = min(said.strength, _STATED_CAP) if said else _IMPLIED_STRENGTH
    if delta.result is DeltaResult.VIOLATED:
        worth += 4.0
    elif move.is_retry or _changes_plan(move):
        worth += 2.0
    if options:
        worth += 1.5
    if delta.result is DeltaResult.MET and not move.looks:
        worth += 1.0
    return worth - (0.5 if delta.result is DeltaResult.UNKNOWN else 0.0)


def _outcome(move: Move) -> Outcome:
    result = move.result
    return Outcome(
        text=_shortened(result.text, _OUTCOME),
        source=OutcomeSource.TOOL_RESULT,
        at=result.at,
        status=_STATUS.get(move.read.finding, ""),
        exit_code=move.read.exit_code,
        event=result.sequence,
    )


def _claimed(comment: str) -> DeltaResult | None:
    """What the agent itself said of the result; None when it said both, or neither."""
    good, bad = cue.CLAIMS_SUCCESS.found(comment), cue.CLAIMS_FAILURE.found(comment)
    if good == bad:
        return None
    return DeltaResult.MET if good else DeltaResult.VIOLATED


def _intent(move: Move) -> str:
    plans = (plan_in(said_text(event)) for event in move.said)
    return next((plan for plan in plans if plan), "") or _shortened(_call_words(move.call), _SHORT)


def _call_words(call: Event) -> str:
    text = call.text or json.dumps(dict(call.args), ensure_ascii=False, default=str)
    return text if call.name in text else f"{call.name}: {text}"


def _shortened(text: str, limit: int) -> str:
    return text if len(text) <= limit else text[: limit - 1] + "…"
