"""Port: what checks the access tokens of an identity provider."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol


class TokenCheck(Protocol):
    """Checks signed tokens (JWT). Safe to call from several threads."""

    def claims(self, token: str) -> Mapping[str, object]:
        """Return what a token says, when it is signed by the issuer, meant for us and valid now.

        Raises Unauthenticated when it is not, Unavailable when the issuer's keys cannot be had."""
        ...
