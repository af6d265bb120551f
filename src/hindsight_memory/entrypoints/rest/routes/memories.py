"""Memories: written, read, changed, hidden, brought back."""

from __future__ import annotations

from hindsight_memory.entrypoints.rest.calls import Asked, Call, SpaceQuery
from hindsight_memory.wire.api import Api
from hindsight_memory.wire.calls import FeedbackBody, ForgetBody, ListBody, PromoteBody, RollbackBody, UpdateBody
from hindsight_memory.wire.memories import (
    HistoryBody,
    MemoryBody,
    MemoryList,
    WriteAnswer,
    WriteBody,
    WriteManyAnswer,
    WriteManyBody,
)
from hindsight_memory.wire.proposals import PastQuery, RolledBackBody

WRITE = {"content": "Deploys go through the staging cluster first.", "source": "user", "space": "project:api"}
VERDICT = {
    "verdict": "stored",
    "memory_id": "019bc186-de00-781a-a7e8-3241c13d5ac6",
    "existing": False,
    "reasons": [{"code": "explicit", "text": "It was asked to be remembered."}],
    "scores": {"reusability": 0.48, "certainty": 0.86, "timeliness": 0.8, "value": 0.658},
    "superseded": [],
    "disputed": [],
    "discard_id": "",
    "degraded": [],
}


def _write_many(api: Api, asked: Asked) -> WriteManyAnswer:
    return WriteManyAnswer(items=api.write_many(asked.body(WriteManyBody).items))


def _memory(api: Api, asked: Asked) -> MemoryBody:
    when = asked.body(PastQuery)
    return api.memory(asked.id("memory_id"), when.space, when.as_of, when.valid_at)


def _history(api: Api, asked: Asked) -> HistoryBody:
    return api.history(asked.id("memory_id"), asked.body(SpaceQuery).space)


CALLS = (
    Call(
        name="memories.write",
        method="POST",
        path="/memories",
        summary="Offer one statement; the verdict is final and comes with reasons",
        body=WriteBody,
        answer=WriteAnswer,
        ask=lambda api, asked: api.write(asked.body(WriteBody)),
        repeatable=True,
        example=WRITE,
        answer_example=VERDICT,
    ),
    Call(
        name="memories.write_many",
        method="POST",
        path="/memories/batch",
        summary="Offer several statements of one space: all or nothing",
        body=WriteManyBody,
        answer=WriteManyAnswer,
        ask=_write_many,
        repeatable=True,
        example={"items": [WRITE, WRITE | {"content": "部署前先跑集成测试。"}]},
        answer_example={"items": [VERDICT, VERDICT | {"memory_id": "019bc186-de00-7c55-8a1b-6a2f0a1c9d21"}]},
    ),
    Call(
        name="memories.list",
        method="GET",
        path="/memories",
        summary="List visible memories, newest first",
        query=ListBody,
        answer=MemoryList,
        ask=lambda api, asked: api.memories(asked.body(ListBody)),
    ),
    Call(
        name="memories.get",
        method="GET",
        path="/memories/{memory_id}",
        summary="Return one memory of any status, as it is or as it was at a time",
        query=PastQuery,
        answer=MemoryBody,
        ask=_memory,
    ),
    Call(
        name="memories.update",
        method="PATCH",
        path="/memories/{memory_id}",
        summary="Change a memory as a new revision",
        body=UpdateBody,
        answer=MemoryBody,
        ask=lambda api, asked: api.update(asked.id("memory_id"), asked.body(UpdateBody)),
        repeatable=True,
        example={"content": "Deploys go through the canary cluster first.", "reason": "moved in May"},
    ),
    Call(
        name="memories.forget",
        method="POST",
        path="/memories/{memory_id}/forget",
        summary="Hide a memory; a rollback brings it back",
        body=ForgetBody,
        optional_body=True,
        answer=MemoryBody,
        ask=lambda api, asked: api.forget(asked.id("memory_id"), asked.body(ForgetBody)),
        repeatable=True,
        example={"reason": "the cluster is gone"},
    ),
    Call(
        name="memories.history",
        method="GET",
        path="/memories/{memory_id}/history",
        summary="Return all revisions, oldest first",
        query=SpaceQuery,
        answer=HistoryBody,
        ask=_history,
    ),
    Call(
        name="memories.rollback",
        method="POST",
        path="/memories/{memory_id}/rollback",
        summary="Return to an earlier revision",
        body=RollbackBody,
        answer=RolledBackBody,
        ask=lambda api, asked: api.rollback(asked.id("memory_id"), asked.body(RollbackBody)),
        repeatable=True,
        example={"revision": 1, "reason": "the change was wrong"},
    ),
    Call(
        name="memories.promote",
        method="POST",
        path="/memories/{memory_id}/promote",
        summary="Let more see a memory: private, shared, global",
        body=PromoteBody,
        answer=RolledBackBody,
        ask=lambda api, asked: api.promote(asked.id("memory_id"), asked.body(PromoteBody)),
        repeatable=True,
        example={"visibility": "global", "reason": "true for everybody"},
    ),
    Call(
        name="memories.feedback",
        method="POST",
        path="/memories/{memory_id}/feedback",
        summary="Say whether a recalled memory helped",
        body=FeedbackBody,
        answer=MemoryBody,
        ask=lambda api, asked: api.feedback(asked.id("memory_id"), asked.body(FeedbackBody)),
        repeatable=True,
        example={"helped": True},
    ),
)
