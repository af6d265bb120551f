"""Use cases on API keys: make, list, revoke, and know whose a token is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from hindsight_memory.domain.actor import Actor, Role
from hindsight_memory.domain.errors import Forbidden, NotFound, Unauthenticated
from hindsight_memory.domain.keys import (
    SECRET_BYTES,
    ApiKey,
    Grant,
    checked_grant,
    checked_token,
    digest_of,
    key_id_of,
    token_of,
)
from hindsight_memory.domain.text.normal import clean
from hindsight_memory.ports.clock import Clock
from hindsight_memory.ports.keys import KeyStore

_BOOTSTRAP = Grant(agent="admin", all_spaces=True, roles=frozenset(Role))


@dataclass(frozen=True, slots=True)
class Keys:
    """The key service. ``entropy(n)`` gives n random bytes."""

    store: KeyStore
    clock: Clock
    entropy: Callable[[int], bytes]

    def create(self, actor: Actor, grant: Grant, name: str = "") -> tuple[ApiKey, str]:
        """Make a key; returns it with its token, which is kept nowhere. Raises Invalid, or Forbidden when it would
        open more than the actor may."""
        actor.require(Role.ADMIN)
        if not checked_grant(grant).within(actor):
            raise Forbidden("A key opens no more than the credential that makes it.")
        token = token_of(self.entropy(SECRET_BYTES))
        key = self._key(token, grant, clean(name), actor.agent)
        self.store.add(key)
        return key, token

    def bootstrap(self, token: str) -> bool:
        """Make the first key, for all spaces and roles, of a token that was brought along; False when there are keys
        already. Raises Invalid for a token that could be guessed."""
        key = self._key(checked_token(token), _BOOTSTRAP, "bootstrap", "bootstrap")
        return not self.exist() and self.store.add(key)

    def visible(self, actor: Actor) -> list[ApiKey]:
        """Return the keys that open nothing beyond the actor's own spaces and roles, the newest first."""
        actor.require(Role.ADMIN)
        return [key for key in self.store.listed() if key.grant.within(actor)]

    def revoke(self, actor: Actor, key_id: str) -> ApiKey:
        """Revoke a key; from then on it opens nothing. Revoking twice changes nothing. Raises NotFound."""
        actor.require(Role.ADMIN)
        key = self.store.key(key_id)
        if key is None or not key.grant.within(actor):
            raise NotFound(f"There is no key {key_id!r} here.")
        self.store.revoke(key_id, self.clock.now())
        return self.store.key(key_id) or key

    def exist(self) -> bool:
        """Whether there is a key that is not revoked."""
        return any(key.revoked_at is None for key in self.store.listed())

    def actor_of(self, token: str) -> tuple[Actor, str]:
        """Return whom a token stands for, and the id of its key. Raises Unauthenticated."""
        key_id = key_id_of(token)
        key = self.store.key(key_id)
        if key is None or not key.opened_by(token):
            raise Unauthenticated("The key is not known or was revoked.")
        return key.grant.actor, key_id

    def _key(self, token: str, grant: Grant, name: str, by: str) -> ApiKey:
        return ApiKey(
            key_id=key_id_of(token),
            digest=digest_of(token),
            name=name,
            grant=grant,
            created_at=self.clock.now(),
            created_by=by,
        )
