"""API keys: what a caller shows to be known, and what the store keeps of it.

A token is ``hsm_`` and 64 hex digits, 256 random bits. Only its SHA-256 is kept. A slow hash protects secrets that
people think up and that can be guessed one after the other; 2²⁵⁶ equally likely tokens cannot, and a slow hash on
every call would be an open door for whoever wants to keep the server busy.
"""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass
from datetime import datetime

from hindsight_memory.domain.actor import Actor, Role
from hindsight_memory.domain.errors import Invalid

PREFIX = "hsm_"
SECRET_BYTES = 32
USUAL_ROLES = frozenset({Role.READ, Role.WRITE, Role.REVIEW})
"""What a key may do when nothing else is said: all that an agent does."""

_ID_DIGITS = 16
_FEWEST_CHARACTERS = 32
_FEWEST_DIFFERENT = 8
_LONGEST = 512
_LONGEST_NAME = 256


@dataclass(frozen=True, slots=True, kw_only=True)
class Grant:
    """Whom a key stands for and what it opens. ``all_spaces`` opens every space and ``spaces`` is empty then."""

    agent: str
    spaces: tuple[str, ...] = ()
    all_spaces: bool = False
    groups: tuple[str, ...] = ()
    roles: frozenset[Role] = USUAL_ROLES

    @property
    def actor(self) -> Actor:
        """Who calls with it. With several spaces none is the default one."""
        return Actor(
            agent=self.agent, spaces=self.spaces, groups=self.groups, roles=self.roles, any_space=self.all_spaces
        )

    def within(self, actor: Actor) -> bool:
        """Whether it opens nothing that is closed to this actor."""
        reachable = actor.any_space or (not self.all_spaces and set(self.spaces) <= set(actor.spaces))
        return reachable and self.roles <= actor.roles


@dataclass(frozen=True, slots=True, kw_only=True)
class ApiKey:
    """A key as it is kept. ``key_id`` is made from the token, so that a key can be looked up without its secret."""

    key_id: str
    digest: str
    name: str
    grant: Grant
    created_at: datetime
    created_by: str
    revoked_at: datetime | None = None

    def opened_by(self, token: str) -> bool:
        """Whether this is the token's key and it is not revoked. Takes the same time whatever the token."""
        same = hmac.compare_digest(self.digest, digest_of(token))
        return same and self.revoked_at is None


def token_of(secret: bytes) -> str:
    """Return the token of ``SECRET_BYTES`` random bytes."""
    return PREFIX + secret.hex()


def digest_of(token: str) -> str:
    """Return the hex SHA-256 of a token."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def key_id_of(token: str) -> str:
    """Return the public id of a token's key, 16 hex digits. It says nothing about the token."""
    return hashlib.sha256(b"hindsight-memory key id\x00" + token.encode("utf-8", "replace")).hexdigest()[:_ID_DIGITS]


def checked_token(token: str) -> str:
    """Return a token that somebody brings along. Raises Invalid when it could be guessed."""
    secret = token.removeprefix(PREFIX)
    bad = (
        not token.startswith(PREFIX)
        or not _FEWEST_CHARACTERS <= len(secret) <= _LONGEST
        or len(set(secret)) < _FEWEST_DIFFERENT
        or not secret.isascii()
        or not secret.isalnum()
    )
    if bad:
        raise Invalid(
            f"A key is {PREFIX} and at least {_FEWEST_CHARACTERS} random letters and digits.",
            hint='Make one with: echo "hsm_$(openssl rand -hex 32)"',
        )
    return token


def checked_grant(grant: Grant) -> Grant:
    """Return the grant. Raises Invalid when it opens nothing, or names what cannot be a name."""
    if not grant.agent.strip():
        raise Invalid("A key stands for an agent.", hint="Name it with `agent`.")
    if grant.all_spaces == bool(grant.spaces):
        raise Invalid("A key opens some spaces or all of them.", hint="Name `spaces`, or say `all_spaces`.")
    if not grant.roles:
        raise Invalid("A key has at least one role.", hint=f"Roles are: {', '.join(role.value for role in Role)}.")
    for name in (grant.agent, *grant.spaces, *grant.groups):
        if not name.strip() or len(name) > _LONGEST_NAME:
            raise Invalid(f"An agent, a space and a group have 1 to {_LONGEST_NAME} characters.")
    return grant
