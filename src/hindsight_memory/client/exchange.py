"""What both senders share: how a request looks, what a response means, and when to ask again. No I/O."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from importlib.metadata import version
from typing import Any, cast
from urllib.parse import urlsplit
from uuid import uuid4

import httpx2
from pydantic import ValidationError

from hindsight_memory.client.asks import AnyAnswer, Ask
from hindsight_memory.client.failures import failure_of
from hindsight_memory.domain.errors import Category, Conflict, HindsightError, Invalid, Unavailable

LONG = 20
"""How many times as long a call may take that may take minutes."""
CONNECT_S = 5.0

_LOOPBACK = re.compile(r"localhost|127(\.\d+){3}|::1")
_VISIBLE = re.compile(r"[\x21-\x7e]*")
# Nothing reached the server.
_NOT_SENT = (httpx2.ConnectError, httpx2.ConnectTimeout, httpx2.PoolTimeout)


@dataclass(frozen=True, slots=True)
class Retry:
    """How often a call is made before it fails for good, in all, and how long the pauses are, in seconds.

    The first pause lasts ``first_s``, each further one twice as long, up to ``most_s``; each is shortened by up to
    a half at random. A server that asks for a longer one gets it, unless it exceeds ``patience_s``."""

    attempts: int = 5
    first_s: float = 0.2
    most_s: float = 10.0
    patience_s: float = 60.0


@dataclass(frozen=True, slots=True)
class Address:
    """Where a server is, who calls, and how long an answer may take. ``key`` is shown nowhere.

    Raises Invalid for an address that is none and a key that no header can carry."""

    url: str
    key: str = field(default="", repr=False)
    space: str = ""
    timeout_s: float = 30.0

    def __post_init__(self) -> None:
        for name, given in (("address", self.url), ("key", self.key), ("space", self.space)):
            if not isinstance(given, str):  # pyright: ignore[reportUnnecessaryIsInstance] - callers without types
                kind = type(cast("object", given)).__name__
                raise Invalid(f"The {name} is no text but {kind}.", hint=f"Leave the {name} out or give a text.")
        try:
            parts = urlsplit(self.url)
            fine = parts.scheme in ("http", "https") and bool(parts.hostname)
        except ValueError:
            fine = False
        if not fine:
            raise Invalid(f"{self.url[:200]!r} is no address of a server.", hint="Such as http://127.0.0.1:8077.")
        if not _VISIBLE.fullmatch(self.key):
            raise Invalid("The key has characters that no key has.", hint="A key looks like hsm_0123abcd….")

    @property
    def root(self) -> str:
        """The address that all paths stand below."""
        return self.url.rstrip("/").removesuffix("/v1") + "/v1"

    @property
    def here(self) -> bool:
        """Whether the server runs on this machine, where no proxy of the environment stands between."""
        return bool(_LOOPBACK.fullmatch(urlsplit(self.url).hostname or ""))

    def request(self, ask: Ask[Any], key: str = "") -> dict[str, Any]:
        """Return what the sender is given; a keyed call gets a new Idempotency-Key unless it brings one."""
        headers = {"Accept": "application/json", "User-Agent": f"hindsight-memory/{_version()}"}
        if self.key:
            headers["Authorization"] = f"Bearer {self.key}"
        if ask.keyed:
            headers["Idempotency-Key"] = key or uuid4().hex
        content = ask.content(self.space)
        if content is not None:
            headers["Content-Type"] = "application/json"
        most = self.timeout_s * (LONG if ask.long else 1)
        return {
            "method": ask.method,
            "url": self.root + ask.path,
            "params": ask.query(self.space) or None,
            "content": content,
            "headers": headers,
            "timeout": httpx2.Timeout(most, connect=min(CONNECT_S, most)),
        }

    def read(self, ask: Ask[AnyAnswer], content: bytes) -> AnyAnswer:
        """Return the answer; what a newer server adds to it is passed over. Raises Unavailable for what is none."""
        try:
            return ask.answer.model_validate_json(content, extra="ignore")
        except ValidationError as error:
            raise Unavailable(
                f"What {self.url} answered is no {ask.answer.__name__}.",
                hint="Is there a Hindsight server at this address?",
            ) from error


@dataclass(slots=True)
class Attempts:
    """The attempts at one call. ``after_*`` return the pause before the next one in seconds, or raise."""

    retry: Retry
    ask: Ask[Any]
    url: str
    made: int = 0
    unsure: bool = False
    """Whether an answer was lost, so that the call may have been carried out already."""

    def after_loss(self, error: httpx2.RequestError) -> float:
        """The connection failed. Raises Unavailable when that was the last attempt."""
        self.made += 1
        sent = not isinstance(error, _NOT_SENT)
        self.unsure = self.unsure or sent
        if self.made >= self.retry.attempts or (sent and self.ask.once):
            raise Unavailable(
                f"{self.url} cannot be reached: {type(error).__name__}: {error}".rstrip(": ")
                + (f", after {self.made} attempts." if self.made > 1 else "."),
                hint="The call may have been carried out." if self.unsure and not self.ask.keyed else "",
            ) from error
        return self._pause()

    def after_failure(self, response: httpx2.Response) -> float:
        """The server answered with an error. Raises it, unless it is one that passes."""
        self.made += 1
        error = failure_of(response.status_code, response.content)
        wait = _asked_for(response.headers)
        if self.made >= self.retry.attempts or not self._passes(error) or wait > self.retry.patience_s:
            raise error
        return max(wait, self._pause())

    def _passes(self, error: HindsightError) -> bool:
        """Whether to ask again. After a lost answer the first call may still be under way, which is a Conflict."""
        if error.category is Category.UNAVAILABLE:
            return True
        return self.unsure and self.ask.keyed and isinstance(error, Conflict)

    def _pause(self) -> float:
        whole = min(self.retry.most_s, self.retry.first_s * 2 ** (self.made - 1))
        return whole * random.uniform(0.5, 1.0)


def _asked_for(headers: Mapping[str, str]) -> float:
    """Return the seconds that Retry-After asks for; 0 when it does not, or cannot be read."""
    value = headers.get("retry-after", "").strip()
    if value.isdigit():
        return float(value)
    try:
        at = parsedate_to_datetime(value)
    except ValueError:
        return 0.0
    return max(0.0, (at.replace(tzinfo=at.tzinfo or UTC) - datetime.now(UTC)).total_seconds())


def _version() -> str:
    return version("hindsight-memory")
