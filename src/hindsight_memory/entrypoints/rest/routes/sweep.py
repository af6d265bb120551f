"""The sweep over existing memories."""

from __future__ import annotations

from hindsight_memory.entrypoints.rest.calls import Call
from hindsight_memory.wire.sweep import SweepAnswer, SweepBody

CALLS = (
    Call(
        name="sweep",
        method="POST",
        path="/sweep",
        summary="Compare existing memories among themselves: merge, replace, dispute, archive",
        body=SweepBody,
        optional_body=True,
        answer=SweepAnswer,
        ask=lambda api, asked: api.sweep(asked.body(SweepBody)),
        example={"since": "2026-05-01", "limit": 200, "space": "project:api"},
    ),
)
