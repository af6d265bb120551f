"""Tools on decisions: recorded before the action, settled after it, asked about, read as a chain."""

from __future__ import annotations

from hindsight_memory.domain.decision import DeltaResult, OutcomeSource
from hindsight_memory.domain.errors import Invalid
from hindsight_memory.entrypoints.mcp.delimiting import MOST_TOKENS, Json, cut, fitting
from hindsight_memory.entrypoints.mcp.offer import ADDS, READS, Arguments, Offer, part
from hindsight_memory.entrypoints.mcp.paging import LIMIT, PAGE, pages
from hindsight_memory.entrypoints.mcp.schema import Schema, arguments, output_schema, text
from hindsight_memory.entrypoints.mcp.tools.reviews import reported
from hindsight_memory.wire.api import Api
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
from hindsight_memory.wire.shown import inert
from hindsight_memory.wire.shown_decisions import between, chained, recorded, similar
from hindsight_memory.wire.tasks import TraceBody

_DECISION_ID = text("Afterwards: what the outcome is of.")
_UNASKED = ("step", "decided_at", "outcome_at", "outcome_status", "exit_code", "top_k")
"""What an agent need not say: it records now, and how a tool ended is read from its result."""
_FROM_RESULT = "It is read from the tool's result: outcome_source `tool_result` with outcome_event."
_FOREIGN = {
    "delta": "The difference is computed. Your own judgement is `claimed`.",
    "belief": "Use belief_subject, belief_relation and belief_object, or belief_text.",
    "source": "Use outcome_source.",
    "exit_code": _FROM_RESULT,
    "outcome_status": _FROM_RESULT,
    "status": _FROM_RESULT,
    "at": "A decision is recorded when it is made.",
    "decided_at": "A decision is recorded when it is made.",
    "top_k": "query_similar_decisions takes it.",
    "limit": "query_similar_decisions takes top_k.",
    "id": "Use decision_id.",
}


def _record(api: Api, given: Arguments) -> RecordedAnswer | DecisionBody:
    if given.get("outcome_source") == OutcomeSource.SYSTEM:
        raise Invalid(
            "An agent cannot speak for the system.",
            hint="Name the result in the trace: outcome_source `tool_result` with outcome_event, its sequence.",
        )
    if "decision_id" not in given:
        if "intent" not in given:
            raise Invalid("There is no intent.", hint="Give intent and belief; or decision_id and the outcome.")
        return api.record_decision(RecordBody.taken(given))
    said = part(given, OutcomeBody)
    beside = sorted(set(given) - set(said) - {"decision_id"})
    if beside:
        raise Invalid(
            f"With decision_id there is only an outcome to record, but {beside[0]!r} is given.",
            hint="What was believed and intended stays as it was recorded.",
        )
    body = OutcomeBody.taken(said)
    if not body.says_something:
        raise Invalid(
            "There is no outcome.",
            hint="Say what happened: outcome, or outcome_source `tool_result` with outcome_event.",
        )
    return api.settle_decision(given["decision_id"], body)


def _similar(api: Api, given: Arguments) -> SimilarAnswer:
    return api.similar_decisions(SimilarBody.taken(given))


def _trace(answer: Json) -> str:
    task = answer["task"]
    lines = [f"Task {task['task_id']} ({task['outcome']}): {inert(task['intent'])}", *chained(answer)]
    lines += [f"{e['sequence']} {e['kind']} {e['name']}: {inert(e['text'])}" for e in answer["events"]]
    if answer.get("left_off"):
        lines.append(f"{answer['left_off']} later events or decisions did not fit.")
    return "\n".join(lines + (reported(answer["review"]) if answer["review"] else []))


def _fitted(answer: Json) -> Json:
    """Events give way first: the chain of decisions is what is asked for."""
    return cut(cut(answer, "events", MOST_TOKENS // 2), "decisions")


def _record_properties() -> dict[str, Schema]:
    properties = arguments(RecordBody, without=_UNASKED)
    properties["outcome_source"]["enum"].remove(OutcomeSource.SYSTEM)
    properties["claimed"]["enum"].remove(DeltaResult.UNKNOWN)
    return {"decision_id": _DECISION_ID, **properties}


def _listed(api: Api, given: Arguments) -> DecisionList:
    body = DecisionsBody.taken({"limit": PAGE, **given})
    return fitting(lambda limit: api.decisions(body.model_copy(update={"limit": limit})), body.limit)


def _line(one: Json) -> str:
    return between(one, at=one["decided_at"][:19])


TOOLS = (
    Offer(
        name="record_decision",
        title="Record a decision",
        description=(
            "Before a choice whose assumption would sink the task if wrong, only then: intent, belief, what you expect."
            " Answers decision_id and how similar ones ended. Afterwards: decision_id, outcome."
        ),
        properties=_record_properties(),
        output=output_schema(RecordedAnswer, ("decision_id", "open", "delta")),
        effect=ADDS,
        call=_record,
        render=recorded,
        hints=_FOREIGN,
    ),
    Offer(
        name="query_similar_decisions",
        title="Decided before?",
        description="Was this decided before, on which belief, was it right? Failures first.",
        properties=arguments(SimilarBody),
        output=output_schema(SimilarAnswer),
        effect=READS,
        call=_similar,
        render=similar,
        fit=lambda answer: cut(answer, "hits"),
    ),
    Offer(
        name="get_trace",
        title="Show a task",
        description="Show a task over its sessions, oldest first: decisions, gaps, events, review.",
        properties={"task_id": text("The task."), "space": text("The space.")},
        required=("task_id",),
        output=output_schema(TraceBody, ("task", "events", "decisions")),
        effect=READS,
        call=lambda api, given: api.trace(given["task_id"], given.get("space")),
        render=_trace,
        fit=_fitted,
    ),
)

ADMIN_TOOLS = (
    Offer(
        name="decision_get",
        title="Show a decision",
        description="Show one decision: belief, intent, expected, outcome, delta.",
        properties={"decision_id": text("The decision."), "space": text("The space.")},
        required=("decision_id",),
        output=output_schema(DecisionBody, ("decision_id", "intent", "belief", "open", "delta")),
        effect=READS,
        call=lambda api, given: api.read_decision(given["decision_id"], given.get("space")),
        render=_line,
    ),
    Offer(
        name="decisions_list",
        title="List decisions",
        description="List decisions, newest first, a page at a time; `open` true: those without an outcome.",
        properties=arguments(DecisionsBody) | {"limit": LIMIT},
        output=output_schema(DecisionList),
        effect=READS,
        call=_listed,
        render=pages(lambda one: [_line(one)]),
    ),
)
