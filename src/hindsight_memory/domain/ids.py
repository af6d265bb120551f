"""Identifiers: UUIDv7 (RFC 9562), so that ids made later sort later. The bits come from outside: the domain
has no clock and no randomness."""

from __future__ import annotations

import uuid
from datetime import datetime


def uuid7(now: datetime, entropy: bytes) -> str:
    """Return the UUIDv7 of this instant (milliseconds) and at least 10 random bytes, in its hyphenated form."""
    milliseconds = int(now.timestamp() * 1000) & (2**48 - 1)
    value = milliseconds << 80 | int.from_bytes(entropy[:10], "big")
    value = value & ~(0xF << 76) | 0x7 << 76
    value = value & ~(0x3 << 62) | 0x2 << 62
    return str(uuid.UUID(int=value))
