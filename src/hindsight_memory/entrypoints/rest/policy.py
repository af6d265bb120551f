"""What a server may be told about how to serve."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

LOOPBACK = ("127.0.0.1", "localhost", "::1")


@dataclass(frozen=True, slots=True)
class RestPolicy:
    """Limits and habits of the server. ``hosts`` are names it is reached by; a server that is bound to a loopback
    address answers under loopback names and these alone."""

    host: str = "127.0.0.1"
    hosts: tuple[str, ...] = ()
    require_key: bool = False
    max_request_bytes: int = 4 * 1024 * 1024
    threads: int = 16
    reviewers: int = 1
    review_every: timedelta = timedelta(seconds=2)
    sweep_every: timedelta = timedelta(0)
    answers_kept: timedelta = timedelta(hours=24)
    issuer: str = ""
    public_url: str = ""
    show_contents: bool = False

    @property
    def loopback(self) -> bool:
        """Whether only this machine reaches the server."""
        return self.host in LOOPBACK

    @property
    def known_hosts(self) -> frozenset[str] | None:
        """The host names it answers under; None: any."""
        if not self.loopback and not self.hosts:
            return None
        return frozenset((*LOOPBACK, self.host, *self.hosts))
