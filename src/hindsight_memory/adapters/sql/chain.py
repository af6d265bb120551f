"""The hashes of the audit: how an entry is chained to the one before, and how contents are covered."""

from __future__ import annotations

import hashlib
import json
import secrets

from hindsight_memory.adapters.sql.columns import iso
from hindsight_memory.ports.records import AuditEntry

GENESIS = "0" * 64
"""What the first entry of a chain follows."""
_SALT_BYTES = 16


def entry_hash(entry: AuditEntry) -> str:
    """Return the SHA-256 (hex) of ``previous`` and the canonical JSON of the other fields but ``hash``.

    Canonical: an object with sorted keys, no white space, UTF-8, the time in fixed width."""
    fields = {
        "action": entry.action,
        "actor": entry.actor,
        "content_hash": entry.content_hash,
        "number": entry.number,
        "reason": entry.reason,
        "recorded_at": iso(entry.recorded_at),
        "space": entry.space,
        "subject_id": entry.subject_id,
    }
    canonical = json.dumps(fields, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(entry.previous.encode() + canonical.encode("utf-8", "surrogatepass")).hexdigest()


def content_hash(content: bytes, salt: bytes = b"") -> str:
    """Return the SHA-256 (hex) of ``salt`` and ``content``; without the salt the content cannot be guessed."""
    return hashlib.sha256(salt + content).hexdigest()


def new_salt() -> bytes:
    """Return a salt that nobody can guess, for the contents of one thing."""
    return secrets.token_bytes(_SALT_BYTES)
