"""Search."""

from __future__ import annotations

from hindsight_memory.entrypoints.rest.calls import Call, Json
from hindsight_memory.wire.search import SearchAnswer, SearchBody

_HIT: Json = {
    "memory_id": "019bc186-de00-781a-a7e8-3241c13d5ac6",
    "content": "Deploys go through the staging cluster first.",
    "memory_type": "preference",
    "source": "user",
    "status": "active",
    "space": "project:api",
    "score": 0.8123,
    "signals": {"similarity": 0.91, "recency": 0.98, "confidence": 0.86, "source": 0.9, "usage": 0.5},
    "tags": [],
    "created_at": "2026-05-01T09:00:00Z",
    "last_confirmed_at": "2026-05-01T09:00:00Z",
}

CALLS = (
    Call(
        name="search",
        method="POST",
        path="/search",
        summary="Find what is relevant; every hit shows its signals",
        body=SearchBody,
        answer=SearchAnswer,
        ask=lambda api, asked: api.search(asked.body(SearchBody)),
        reads=True,
        example={"query": "how do we deploy?", "top_k": 5, "space": "project:api"},
        answer_example={"hits": [_HIT], "warnings": [], "degraded": [], "profile": "balanced"},
    ),
)
