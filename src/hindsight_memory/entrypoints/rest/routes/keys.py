"""API keys; all need the role ``admin``."""

from __future__ import annotations

from hindsight_memory.entrypoints.rest.calls import Call, NothingBody
from hindsight_memory.wire.keys import KeyBody, KeyList, KeyMade, NewKeyBody

_KEY = {
    "key_id": "1d0aa8e2e44992b3",
    "name": "build server",
    "agent": "builder",
    "spaces": ["project:api"],
    "all_spaces": False,
    "groups": [],
    "roles": ["read", "write", "review"],
    "created_at": "2026-05-01T09:00:00Z",
    "created_by": "admin",
    "revoked_at": None,
}

CALLS = (
    Call(
        name="keys.create",
        method="POST",
        path="/keys",
        summary="Make a key; its token is shown in this answer and never again",
        body=NewKeyBody,
        answer=KeyMade,
        ask=lambda api, asked: api.create_key(asked.body(NewKeyBody)),
        secret=True,
        example={"agent": "builder", "spaces": ["project:api"], "name": "build server"},
        answer_example={"token": "hsm_" + "0123456789abcdef" * 4, "key": _KEY},
    ),
    Call(
        name="keys.list",
        method="GET",
        path="/keys",
        summary="List the keys that open nothing beyond the caller's own spaces and roles",
        query=NothingBody,
        answer=KeyList,
        ask=lambda api, _: api.keys(),
    ),
    Call(
        name="keys.revoke",
        method="POST",
        path="/keys/{key_id}/revoke",
        summary="Revoke a key for good",
        body=NothingBody,
        optional_body=True,
        answer=KeyBody,
        ask=lambda api, asked: api.revoke_key(asked.id("key_id")),
        answer_example=_KEY | {"revoked_at": "2026-06-01T09:00:00Z"},
    ),
)
