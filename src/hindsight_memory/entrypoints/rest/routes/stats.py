"""Counts."""

from __future__ import annotations

from hindsight_memory.entrypoints.rest.calls import Asked, Call, SpaceQuery
from hindsight_memory.wire.api import Api
from hindsight_memory.wire.upkeep import StatsBody


def _stats(api: Api, asked: Asked) -> StatsBody:
    return api.stats(asked.body(SpaceQuery).space)


CALLS = (
    Call(
        name="stats",
        method="GET",
        path="/stats",
        summary="Count what a space holds",
        query=SpaceQuery,
        answer=StatsBody,
        ask=_stats,
    ),
)
