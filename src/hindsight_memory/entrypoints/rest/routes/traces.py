"""Traces: what happened in a task, event by event."""

from __future__ import annotations

from hindsight_memory.entrypoints.rest.calls import Asked, Call, SpaceQuery
from hindsight_memory.wire.api import Api
from hindsight_memory.wire.calls import EventsBody
from hindsight_memory.wire.tasks import AppendAnswer, TraceBody
from hindsight_memory.wire.telemetry import SpansAnswer, SpansBody


def _trace(api: Api, asked: Asked) -> TraceBody:
    return api.trace(asked.id("task_id"), asked.body(SpaceQuery).space)


CALLS = (
    Call(
        name="traces.get",
        method="GET",
        path="/traces/{task_id}",
        summary="Return a task over all its sessions: events, decisions, gaps, and its last report",
        query=SpaceQuery,
        answer=TraceBody,
        ask=_trace,
    ),
    Call(
        name="traces.export",
        method="POST",
        path="/traces",
        summary="Take in OpenTelemetry spans (OTLP/JSON); sent again they add nothing",
        body=SpansBody,
        answer=SpansAnswer,
        ask=lambda api, asked: api.ingest_spans(asked.body(SpansBody)),
        repeatable=True,
        telemetry=True,
        example={
            "resourceSpans": [
                {
                    "resource": {"attributes": [{"key": "service.name", "value": {"stringValue": "booking-agent"}}]},
                    "scopeSpans": [
                        {
                            "spans": [
                                {
                                    "traceId": "4bf92f3577b34da6a3ce929d0e0e4736",
                                    "spanId": "00f067aa0ba902b7",
                                    "name": "execute_tool change_flight",
                                    "startTimeUnixNano": "1770000000000000000",
                                    "endTimeUnixNano": "1770000000200000000",
                                    "attributes": [
                                        {"key": "gen_ai.operation.name", "value": {"stringValue": "execute_tool"}},
                                        {"key": "gen_ai.tool.name", "value": {"stringValue": "change_flight"}},
                                        {
                                            "key": "gen_ai.tool.call.arguments",
                                            "value": {"stringValue": '{"day": "Friday"}'},
                                        },
                                        {"key": "gen_ai.tool.call.result", "value": {"stringValue": "no seats"}},
                                    ],
                                }
                            ]
                        }
                    ],
                }
            ]
        },
        answer_example={"partialSuccess": {"rejectedSpans": 0, "errorMessage": ""}},
    ),
    Call(
        name="traces.append",
        method="POST",
        path="/traces/{task_id}/events",
        summary="Append events; with a sequence, appending twice changes nothing",
        body=EventsBody,
        answer=AppendAnswer,
        ask=lambda api, asked: api.append_events(asked.id("task_id"), asked.body(EventsBody)),
        repeatable=True,
        example={
            "events": [
                {"kind": "tool_call", "name": "shell", "args": {"cmd": "make deploy"}, "sequence": 1},
                {"kind": "tool_result", "name": "shell", "status": "error", "text": "quota exceeded", "sequence": 2},
            ],
            "space": "project:api",
        },
        answer_example={"task_id": "deploy-42", "sequences": [1, 2]},
    ),
)
