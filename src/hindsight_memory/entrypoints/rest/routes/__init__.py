"""All calls, by noun."""

from __future__ import annotations

from hindsight_memory.entrypoints.rest.calls import Call
from hindsight_memory.entrypoints.rest.routes import (
    audit,
    decisions,
    discards,
    health,
    jobs,
    keys,
    memories,
    patterns,
    proposals,
    reviews,
    search,
    stats,
    sweep,
    tasks,
    tiers,
    traces,
    working,
)

CALLS: tuple[Call, ...] = (
    *memories.CALLS,
    *search.CALLS,
    *tasks.CALLS,
    *traces.CALLS,
    *reviews.CALLS,
    *sweep.CALLS,
    *tiers.CALLS,
    *discards.CALLS,
    *audit.CALLS,
    *stats.CALLS,
    *working.CALLS,
    *health.CALLS,
    *jobs.CALLS,
    *keys.CALLS,
    *proposals.CALLS,
    *decisions.CALLS,
    *patterns.CALLS,
)
