"""All calls, by noun."""

from __future__ import annotations

from hindsight_memory.entrypoints.rest.calls import Call
from hindsight_memory.entrypoints.rest.routes import (
    audit,
    discards,
    jobs,
    keys,
    memories,
    reviews,
    search,
    stats,
    tasks,
    traces,
)

CALLS: tuple[Call, ...] = (
    *memories.CALLS,
    *search.CALLS,
    *tasks.CALLS,
    *traces.CALLS,
    *reviews.CALLS,
    *discards.CALLS,
    *audit.CALLS,
    *stats.CALLS,
    *jobs.CALLS,
    *keys.CALLS,
)
