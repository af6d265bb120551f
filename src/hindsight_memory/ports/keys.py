"""Where API keys are kept, and the answers of calls that may be repeated. Both are part of the record store, so
that several processes share them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from hindsight_memory.domain.keys import ApiKey


class KeyStore(Protocol):
    """The API keys. Rows are never removed: a revoked key stays listed. Safe to call from several threads."""

    def add(self, key: ApiKey) -> bool:
        """Keep a new key; False, and nothing changes, when its id is there already."""
        ...

    def key(self, key_id: str) -> ApiKey | None:
        """Return one key, or None."""
        ...

    def listed(self) -> list[ApiKey]:
        """Return all keys, the newest first."""
        ...

    def revoke(self, key_id: str, at: datetime) -> bool:
        """Revoke a key from now on; False when there is none or it is revoked already."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptAnswer:
    """A call that came with an idempotency key: ``request`` is the digest of what was asked; while it is still being
    answered ``status`` is 0 and ``body`` is empty."""

    request: str
    status: int
    body: bytes


class AnswerStore(Protocol):
    """Answers by (owner, key), for a time. Safe to call from several threads and processes."""

    def reserve(self, owner: str, key: str, request: str, now: datetime, until: datetime) -> KeptAnswer | None:
        """Take the key for a call; None when it is taken now, else what is known under it.

        What has run out counts as absent, and is removed. Of several callers at once one gets None."""
        ...

    def keep(self, owner: str, key: str, answer: KeptAnswer, until: datetime) -> None:
        """Keep the answer of a call whose key was reserved."""
        ...

    def release(self, owner: str, key: str) -> None:
        """Let go of a key whose call was not carried out."""
        ...
