"""From a credential to the Actor it stands for. What a caller says about itself elsewhere does not count."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from hindsight_memory.bootstrap import App
from hindsight_memory.domain.actor import Actor, Role
from hindsight_memory.domain.errors import Forbidden, NoKeys, Unauthenticated
from hindsight_memory.domain.keys import PREFIX

SCOPE_PREFIX = "hsm:"
SCOPES = tuple(f"{SCOPE_PREFIX}{role.value}" for role in Role)
"""What a token's ``scope`` may hold: ``hsm:read``, ``hsm:write``, …"""


@dataclass(frozen=True, slots=True)
class Caller:
    """Who calls. ``credential`` names how they were known: ``local``, ``key:<key id>`` or ``token:<agent>``."""

    actor: Actor
    credential: str


@dataclass(frozen=True, slots=True)
class ClaimNames:
    """The claims of a token that say who it stands for."""

    agent: str = "sub"
    spaces: str = "hsm_spaces"
    groups: str = "hsm_groups"


@dataclass(frozen=True, slots=True)
class Identity:
    """Knows callers. ``keyless`` lets the local user in without a credential, if the call came from this machine."""

    app: App
    keyless: bool
    names: ClaimNames = ClaimNames()

    def caller(self, authorization: str | None, *, from_here: bool) -> Caller:
        """Return who shows this ``Authorization`` header. ``from_here``: no proxy and no other machine is between.

        Raises Unauthenticated, also for a wrong credential where none would do; Forbidden for a token that opens
        nothing; Unavailable."""
        if not authorization:
            if self.keyless and from_here:
                return Caller(self.app.actor, "local")
            raise Unauthenticated
        scheme, _, token = authorization.partition(" ")
        token = token.strip()
        if scheme.lower() != "bearer" or not token or " " in token:
            raise Unauthenticated("The credential is not sent as a bearer token.")
        if token.startswith(PREFIX):
            actor, key_id = self.app.keys.actor_of(token)
            return Caller(actor, f"key:{key_id}")
        if self.app.tokens is None:
            raise Unauthenticated("The key is not known or was revoked.")
        actor = actor_of_claims(self.app.tokens.claims(token), self.names)
        return Caller(actor, f"token:{actor.agent}")


def require_credentials(app: App, *, loopback: bool) -> None:
    """Raise NoKeys where other machines would reach a server that nobody has a credential for."""
    if not loopback and app.tokens is None and not app.keys.exist():
        raise NoKeys("The server would be reached from other machines, and there is no key yet.")


def actor_of_claims(claims: Mapping[str, object], names: ClaimNames) -> Actor:
    """Return whom a token stands for. Raises Unauthenticated without an agent, Forbidden without a space or role."""
    agent = claims.get(names.agent)
    if not isinstance(agent, str) or not agent.strip():
        raise Unauthenticated(f"The token has no claim {names.agent!r}.")
    spaces = _several(claims.get(names.spaces))
    if not spaces:
        raise Forbidden(f"The token opens no space: its claim {names.spaces!r} is empty.")
    granted = {*_several(claims.get("scope")), *_several(claims.get("scp"))}
    roles = frozenset(role for role in Role if f"{SCOPE_PREFIX}{role.value}" in granted)
    if not roles:
        raise Forbidden("The token has none of our scopes.", hint=f"Scopes are: {', '.join(SCOPES)}.")
    return Actor(agent=agent, spaces=spaces, groups=_several(claims.get(names.groups)), roles=roles)


def _several(claim: object) -> tuple[str, ...]:
    """The words of a claim: a list of texts, or one text with spaces between, as OAuth writes scopes."""
    if isinstance(claim, str):
        return tuple(dict.fromkeys(claim.split()))
    if isinstance(claim, list):
        return tuple(dict.fromkeys(one for one in cast("list[object]", claim) if isinstance(one, str) and one))
    return ()
