"""API keys and kept answers as rows. See ``ports.keys`` for the contracts."""

from __future__ import annotations

import json
from datetime import datetime

from sqlalchemy import bindparam, delete, insert, select, update

from hindsight_memory.adapters.sql import codec, schema
from hindsight_memory.adapters.sql.columns import AnyRow
from hindsight_memory.adapters.sql.records import SqlRecords
from hindsight_memory.domain.actor import Role
from hindsight_memory.domain.keys import ApiKey, Grant
from hindsight_memory.ports.keys import KeptAnswer

_k, _a = schema.api_keys.c, schema.kept_answers.c


class SqlKeys:
    """Implements ``KeyStore`` over the record store."""

    def __init__(self, records: SqlRecords) -> None:
        self._records = records

    def add(self, key: ApiKey) -> bool:
        """Keep a new key; False when its id is there already."""
        row = {
            "key_id": key.key_id,
            "digest": key.digest,
            "name": key.name,
            "grants": _written(key.grant),
            "created_at": key.created_at,
            "created_by": key.created_by,
            "revoked_at": key.revoked_at,
        }
        with self._records.changing() as connection:
            if connection.execute(_KEY, {"with_id": key.key_id}).first() is not None:
                return False
            connection.execute(_NEW_KEY, row)
        return True

    def key(self, key_id: str) -> ApiKey | None:
        """Return one key, or None."""
        with self._records.connected() as connection:
            row = connection.execute(_KEY, {"with_id": key_id}).first()
        return None if row is None else _key_of(row)

    def listed(self) -> list[ApiKey]:
        """Return all keys, the newest first."""
        with self._records.connected() as connection:
            return [_key_of(row) for row in connection.execute(_KEYS)]

    def revoke(self, key_id: str, at: datetime) -> bool:
        """Revoke a key; False when there is none or it is revoked already."""
        with self._records.changing() as connection:
            return connection.execute(_REVOKED, {"with_id": key_id, "at_time": at}).rowcount > 0


class SqlAnswers:
    """Implements ``AnswerStore`` over the record store."""

    def __init__(self, records: SqlRecords) -> None:
        self._records = records

    def reserve(self, owner: str, key: str, request: str, now: datetime, until: datetime) -> KeptAnswer | None:
        """Take the key for a call; None when it is taken now, else what is known under it."""
        at = {"of_owner": owner, "of_key": key}
        with self._records.changing() as connection:
            connection.execute(_RUN_OUT, {"at_time": now})
            row = connection.execute(_ANSWER, at).first()
            if row is not None:
                return KeptAnswer(request=row.request, status=row.status, body=codec.unpack(row.body))
            reserved = {"owner": owner, "key": key, "request": request, "status": 0, "body": b"", "expires_at": until}
            connection.execute(_NEW_ANSWER, reserved)
        return None

    def keep(self, owner: str, key: str, answer: KeptAnswer, until: datetime) -> None:
        """Keep the answer of a call whose key was reserved."""
        kept = {"of_request": answer.request, "with_status": answer.status, "with_body": codec.pack(answer.body)}
        with self._records.changing() as connection:
            connection.execute(_KEPT, {"of_owner": owner, "of_key": key, "at_time": until, **kept})

    def release(self, owner: str, key: str) -> None:
        """Let go of a key whose call was not carried out."""
        with self._records.changing() as connection:
            connection.execute(_RELEASED, {"of_owner": owner, "of_key": key})


def _written(grant: Grant) -> str:
    return json.dumps(
        {
            "agent": grant.agent,
            "spaces": grant.spaces,
            "all_spaces": grant.all_spaces,
            "groups": grant.groups,
            "roles": sorted(grant.roles),
        },
        ensure_ascii=False,
    )


def _key_of(row: AnyRow) -> ApiKey:
    grants = json.loads(row.grants)
    return ApiKey(
        key_id=row.key_id,
        digest=row.digest,
        name=row.name,
        grant=Grant(
            agent=grants["agent"],
            spaces=tuple(grants["spaces"]),
            all_spaces=grants["all_spaces"],
            groups=tuple(grants["groups"]),
            roles=frozenset(Role(role) for role in grants["roles"]),
        ),
        created_at=row.created_at,
        created_by=row.created_by,
        revoked_at=row.revoked_at,
    )


_at = bindparam("at_time", type_=_a.expires_at.type)
_KEYS = select(schema.api_keys).order_by(_k.created_at.desc(), _k.key_id)
_KEY = select(schema.api_keys).where(_k.key_id == bindparam("with_id"))
_NEW_KEY = insert(schema.api_keys)
_REVOKED = (
    update(schema.api_keys).where(_k.key_id == bindparam("with_id"), _k.revoked_at.is_(None)).values(revoked_at=_at)
)
_mine = (_a.owner == bindparam("of_owner"), _a.key == bindparam("of_key"))
_RUN_OUT = delete(schema.kept_answers).where(_a.expires_at <= _at)
_ANSWER = select(_a.request, _a.status, _a.body).where(*_mine)
_NEW_ANSWER = insert(schema.kept_answers)
_KEPT = (
    update(schema.kept_answers)
    .where(*_mine, _a.request == bindparam("of_request"))
    .values(status=bindparam("with_status"), body=bindparam("with_body"), expires_at=_at)
)
_RELEASED = delete(schema.kept_answers).where(*_mine, _a.status == 0)
