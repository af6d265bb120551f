"""``TokenCheck`` for JSON Web Tokens, with the public keys that the issuer publishes.

Only signatures by a private key count: a shared secret, or none, would let whoever knows our settings sign.
"""

from __future__ import annotations

import importlib.util
import json
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, cast
from urllib.parse import urlsplit

from hindsight_memory.domain.errors import BadSetting, MissingExtra, Unauthenticated, Unavailable

ALGORITHMS = (
    "RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA",
)  # fmt: skip
_LEEWAY_S = 30
_PATIENCE_S = 5.0
_LARGEST = 1024 * 1024


class JwksKeys:
    """The issuer's keys, fetched when the first token comes and again when they are old or a new one appears.

    When they cannot be fetched the ones that are known go on counting for a day."""

    def __init__(
        self,
        url: str,
        *,
        fresh_s: float = 300.0,
        pause_s: float = 10.0,
        stale_s: float = 86_400.0,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """``fresh_s``: how long keys count without asking again; ``pause_s``: how long between two tries;
        ``stale_s``: how long keys count when asking fails."""
        if urlsplit(url).scheme not in ("http", "https"):
            raise BadSetting(f"{url!r} is no http address.", hint="HSM_AUTH__JWKS_URL is where the issuer's keys are.")
        self._url = url
        self._fresh_s, self._pause_s, self._stale_s = fresh_s, pause_s, stale_s
        self._now = now
        self._lock = threading.Lock()
        self._keys: Mapping[str, Any] = {}
        self._fetched_at: float | None = None
        self._tried_at: float | None = None

    def key(self, key_id: str) -> Any:
        """Return the key with this id, or None. Raises Unavailable when there are no keys that count."""
        with self._lock:
            if self._is_old() or (key_id not in self._keys and self._may_try()):
                self._fetch()
            if self._fetched_at is None or self._now() - self._fetched_at > self._stale_s:
                raise Unavailable("The issuer's keys cannot be fetched.")
            return self._keys.get(key_id)

    def _is_old(self) -> bool:
        at = self._fetched_at
        return (at is None or self._now() - at > self._fresh_s) and self._may_try()

    def _may_try(self) -> bool:
        """Not more often than ``pause_s``, whatever key ids strangers make up."""
        return self._tried_at is None or self._now() - self._tried_at > self._pause_s

    def _fetch(self) -> None:
        import urllib.request

        self._tried_at = self._now()
        try:
            request = urllib.request.Request(self._url, headers={"Accept": "application/json"})
            with urllib.request.urlopen(request, timeout=_PATIENCE_S) as answer:  # the scheme was checked
                found = _keys_of(answer.read(_LARGEST))
        except (OSError, ValueError):
            return
        self._keys = found
        self._fetched_at = self._now()


def _keys_of(body: bytes) -> dict[str, Any]:
    import jwt

    listed = cast("object", json.loads(body))
    entries = cast("dict[str, object]", listed).get("keys") if isinstance(listed, dict) else None
    if not isinstance(entries, list):
        raise ValueError("no JWKS")
    found: dict[str, Any] = {}
    for entry in cast("list[Any]", entries):
        try:
            key = jwt.PyJWK.from_dict(entry)
        except (jwt.PyJWTError, AttributeError, TypeError, ValueError):
            continue  # a kind of key that is not known here; others may be
        if entry.get("use", "sig") == "sig" and entry.get("kty") != "oct":
            found[str(entry.get("kid", ""))] = key
    return found


@dataclass(frozen=True, slots=True)
class JwtCheck:
    """Accepts the tokens of one issuer for one audience."""

    issuer: str
    audience: str
    keys: JwksKeys

    @classmethod
    def of(cls, issuer: str, audience: str, jwks_url: str) -> JwtCheck:
        """Raises BadSetting when something is missing, MissingExtra without the library."""
        if not audience or not jwks_url:
            raise BadSetting(
                "Tokens of an issuer need HSM_AUTH__AUDIENCE and HSM_AUTH__JWKS_URL.",
                hint="Without an audience a token made for another service would be accepted.",
            )
        if importlib.util.find_spec("jwt") is None:
            raise MissingExtra(
                "Tokens of an identity provider need an optional part.",
                hint='Install it with: pip install "hindsight-memory[server]"',
            )
        return cls(issuer, audience, JwksKeys(jwks_url))

    def claims(self, token: str) -> Mapping[str, object]:
        """Return what the token says. Raises Unauthenticated, Unavailable."""
        import jwt

        try:
            head = jwt.get_unverified_header(token)
            if head.get("alg") not in ALGORITHMS:
                raise Unauthenticated("The token is not signed in a way that counts.")
            key = self.keys.key(str(head.get("kid", "")))
            if key is None:
                raise Unauthenticated("The token is signed with a key that the issuer does not list.")
            said: Mapping[str, object] = jwt.decode(
                token,
                key,
                algorithms=[head["alg"]],
                audience=self.audience,
                issuer=self.issuer,
                leeway=_LEEWAY_S,
                options={"require": ["exp", "iss", "aud"]},
            )
        except jwt.ExpiredSignatureError as error:
            raise Unauthenticated("The token has expired.") from error
        except jwt.PyJWTError as error:
            raise Unauthenticated("The token is not valid here.") from error
        return said
