"""Moving what is old to where it costs less."""

from __future__ import annotations

from hindsight_memory.entrypoints.rest.calls import Call
from hindsight_memory.wire.tiers import RetierAnswer, RetierBody

CALLS = (
    Call(
        name="retier",
        method="POST",
        path="/retier",
        summary="Move what has come of age to where it costs less; needs the role `admin`",
        body=RetierBody,
        optional_body=True,
        answer=RetierAnswer,
        ask=lambda api, asked: api.retier(asked.body(RetierBody)),
        example={"limit": 100_000, "space": "project:api"},
    ),
)
