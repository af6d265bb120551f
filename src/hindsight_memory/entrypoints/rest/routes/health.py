"""The check-up."""

from __future__ import annotations

from hindsight_memory.entrypoints.rest.calls import Call
from hindsight_memory.wire.health import HealthBody, HealthQuery

CALLS = (
    Call(
        name="health",
        method="GET",
        path="/health",
        summary="Check how a space fares, with advice",
        query=HealthQuery,
        answer=HealthBody,
        ask=lambda api, asked: api.health(asked.body(HealthQuery)),
    ),
)
