"""Working memory: a session's desk; and the brief for its start."""

from __future__ import annotations

from hindsight_memory.entrypoints.rest.calls import Call
from hindsight_memory.wire.working import BriefBody, BriefQuery, ClearAnswer, ClearBody, DeskBody, DeskQuery, NoteBody

CALLS = (
    Call(
        name="working.put",
        method="POST",
        path="/working",
        summary="Lay a note on a session's desk",
        body=NoteBody,
        answer=DeskBody,
        ask=lambda api, asked: api.put_note(asked.body(NoteBody)),
        repeatable=True,
        example={"session_id": "s-7", "key": "plan", "content": "1. dump 2. migrate", "space": "project:api"},
    ),
    Call(
        name="working.list",
        method="GET",
        path="/working",
        summary="Show what lies on a session's desk",
        query=DeskQuery,
        answer=DeskBody,
        ask=lambda api, asked: api.desk(asked.body(DeskQuery)),
    ),
    Call(
        name="working.clear",
        method="POST",
        path="/working/clear",
        summary="Take one note, or all, off a session's desk",
        body=ClearBody,
        answer=ClearAnswer,
        ask=lambda api, asked: api.clear_desk(asked.body(ClearBody)),
        repeatable=True,
        example={"session_id": "s-7", "space": "project:api"},
    ),
    Call(
        name="brief",
        method="GET",
        path="/brief",
        summary="Brief an agent at the start of a session",
        query=BriefQuery,
        answer=BriefBody,
        ask=lambda api, asked: api.brief(asked.body(BriefQuery)),
    ),
)
