"""Decisions: recorded before the action, settled after it, found again when something like it is decided."""

from __future__ import annotations

from hindsight_memory.entrypoints.rest.calls import Asked, Call, Json, SpaceQuery
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

_INTENT: Json = {
    "intent": "Pin datebook 2.0.0 in invoices.",
    "intent_type": "dependency_upgrade",
    "belief_subject": "datebook and billcycle",
    "belief_relation": "are",
    "belief_object": "independent of each other",
    "expected": "0",
    "expected_kind": "exit_code",
    "confidence": 0.8,
    "space": "project:api",
}
_DELTA: Json = {"result": "violated", "magnitude": 1.0, "reason": "exit_code", "expected": "0", "actual": "1"}
_OPEN: Json = {"result": "unknown", "magnitude": None, "reason": "no_outcome", "expected": "", "actual": ""}
_HIT: Json = {
    "decision_id": "019bc186-de00-781a-a7e8-3241c13d5ac6",
    "belief": "datebook and billcycle are independent of each other",
    "intent": "Pin datebook 2.0.0 in invoices.",
    "intent_type": "dependency_upgrade",
    "expected": "0",
    "action": "edit_pin(package=datebook, release=2.0.0)",
    "outcome": "TypeError: next_day() got an unexpected keyword argument",
    "delta": _DELTA,
    "open": False,
    "confidence": 0.8,
    "agent": "builder",
    "space": "project:api",
    "task_id": "upgrade-42",
    "decided_at": "2026-05-01T09:00:00Z",
    "score": 0.83,
    "signals": {"belief": 0.86, "intent": 0.9, "text": 0.71, "intent_type": 1.0},
    "reasons": [{"code": "same_intent_type", "text": "It was a decision of the same kind."}],
}


def _decision(api: Api, asked: Asked) -> DecisionBody:
    return api.read_decision(asked.id("decision_id"), asked.body(SpaceQuery).space)


CALLS = (
    Call(
        name="decisions.record",
        method="POST",
        path="/decisions",
        summary="Record what is about to be done and why; the answer holds similar past decisions",
        body=RecordBody,
        answer=RecordedAnswer,
        ask=lambda api, asked: api.record_decision(asked.body(RecordBody)),
        repeatable=True,
        finds=True,
        example=_INTENT,
        answer_example={
            "decision_id": "019bc186-de00-7c55-8a1b-6a2f0a1c9d21",
            "open": True,
            "delta": _OPEN,
            "misjudged": False,
            "suspicious": [],
            "similar": [_HIT],
            "degraded": [],
        },
    ),
    Call(
        name="decisions.list",
        method="GET",
        path="/decisions",
        summary="List decisions, newest first",
        query=DecisionsBody,
        answer=DecisionList,
        ask=lambda api, asked: api.decisions(asked.body(DecisionsBody)),
    ),
    Call(
        name="decisions.similar",
        method="POST",
        path="/decisions/similar",
        summary="Find past decisions with a like belief and intent, and how they ended",
        body=SimilarBody,
        answer=SimilarAnswer,
        ask=lambda api, asked: api.similar_decisions(asked.body(SimilarBody)),
        reads=True,
        example={"query": "upgrade billcycle to its newest release", "space": "project:api"},
        answer_example={"hits": [_HIT], "degraded": []},
    ),
    Call(
        name="decisions.get",
        method="GET",
        path="/decisions/{decision_id}",
        summary="Show one decision",
        query=SpaceQuery,
        answer=DecisionBody,
        ask=_decision,
    ),
    Call(
        name="decisions.settle",
        method="POST",
        path="/decisions/{decision_id}/outcome",
        summary="Give an open decision its outcome; the system computes the delta",
        body=OutcomeBody,
        answer=DecisionBody,
        ask=lambda api, asked: api.settle_decision(asked.id("decision_id"), asked.body(OutcomeBody)),
        repeatable=True,
        example={"outcome": "1 test failed", "exit_code": 1, "outcome_source": "system", "space": "project:api"},
    ),
)
