"""The discard log: what the gate left out."""

from __future__ import annotations

from hindsight_memory.entrypoints.rest.calls import Asked, Call, PageQuery, SpaceQuery
from hindsight_memory.wire.api import Api
from hindsight_memory.wire.memories import DiscardList, MemoryBody


def _discards(api: Api, asked: Asked) -> DiscardList:
    page = asked.body(PageQuery)
    return api.discards(page.space, page.limit, page.cursor)


def _restore(api: Api, asked: Asked) -> MemoryBody:
    return api.restore(asked.id("discard_id"), asked.body(SpaceQuery).space)


CALLS = (
    Call(
        name="discards.list",
        method="GET",
        path="/discards",
        summary="List what the gate left out and still keeps",
        query=PageQuery,
        answer=DiscardList,
        ask=_discards,
    ),
    Call(
        name="discards.restore",
        method="POST",
        path="/discards/{discard_id}/restore",
        summary="Make a memory of a discarded draft",
        body=SpaceQuery,
        optional_body=True,
        answer=MemoryBody,
        ask=_restore,
        repeatable=True,
        example={"space": "project:api"},
    ),
)
