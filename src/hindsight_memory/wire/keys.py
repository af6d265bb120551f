"""API keys at the edge. The token itself is shown once, when it is made."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated

from pydantic import Field

from hindsight_memory.domain.actor import Role
from hindsight_memory.domain.keys import USUAL_ROLES, ApiKey, Grant
from hindsight_memory.wire.body import Body, Several


class NewKeyBody(Body):
    """A key to make: whom it stands for and what it opens."""

    agent: str = Field(description="The agent it stands for; private memories are seen by the same agent alone.")
    spaces: Annotated[tuple[str, ...], Several] = Field((), description="The spaces it opens.")
    all_spaces: bool = Field(False, description="It opens every space, also those that do not exist yet.")
    groups: Annotated[tuple[str, ...], Several] = Field((), description="The groups whose shared memories it sees.")
    roles: Annotated[tuple[Role, ...], Several] = Field(
        tuple(role for role in Role if role in USUAL_ROLES), description="What it may do."
    )
    name: str = Field("", max_length=256, description="What it is for, for people.")

    def grant(self) -> Grant:
        """Return what it grants."""
        return Grant(
            agent=self.agent,
            spaces=tuple(dict.fromkeys(self.spaces)),
            all_spaces=self.all_spaces,
            groups=tuple(dict.fromkeys(self.groups)),
            roles=frozenset(self.roles),
        )


class KeyBody(Body):
    """A key as it is listed, without its token."""

    key_id: str
    name: str
    agent: str
    spaces: list[str]
    all_spaces: bool
    groups: list[str]
    roles: list[Role]
    created_at: datetime
    created_by: str
    revoked_at: datetime | None

    @classmethod
    def of(cls, key: ApiKey) -> KeyBody:
        """Return the body of a key."""
        grant = key.grant
        return cls(
            key_id=key.key_id,
            name=key.name,
            agent=grant.agent,
            spaces=list(grant.spaces),
            all_spaces=grant.all_spaces,
            groups=list(grant.groups),
            roles=[role for role in Role if role in grant.roles],
            created_at=key.created_at,
            created_by=key.created_by,
            revoked_at=key.revoked_at,
        )


class KeyMade(Body):
    """A new key. ``token`` is what a caller sends; it is shown now and never again."""

    token: str
    key: KeyBody


class KeyList(Body):
    """All keys that the caller may govern, the newest first."""

    items: list[KeyBody]
    next_cursor: str | None

    @classmethod
    def of(cls, keys: Sequence[ApiKey]) -> KeyList:
        """Return the body of all keys."""
        return cls(items=[KeyBody.of(key) for key in keys], next_cursor=None)
