"""Counts, the audit log and the check-up at the edge."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum

from hindsight_memory.wire.body import Body


class StatsBody(Body):
    """How much a space holds, by what; ``spaces`` are those that the caller may name. ``home`` is empty and
    ``bytes_on_disk`` 0 for who may not name every space."""

    space: str
    home: str
    bytes_on_disk: int
    counts: dict[str, dict[str, int]]
    spaces: list[str]

    @classmethod
    def of(
        cls, space: str, home: str, size: int, counts: Mapping[str, Mapping[str, int]], spaces: list[str]
    ) -> StatsBody:
        """Return the body of counts."""
        plain = {name: dict(by) for name, by in counts.items()}
        return cls(space=space, home=home, bytes_on_disk=size, counts=plain, spaces=spaces)


class InitAnswer(Body):
    """Where the store is; ``created`` says whether it was made now."""

    home: str
    created: bool
    space: str


class AuditBody(Body):
    """One change of the audit log."""

    space: str
    number: int
    recorded_at: datetime
    actor: str
    action: str
    subject_id: str
    reason: str
    content_hash: str
    previous: str
    hash: str


class AuditList(Body):
    """Part of the audit log, newest first."""

    items: list[AuditBody]
    next_cursor: str | None


class AuditVerified(Body):
    """The chains hold: how many entries were checked."""

    verified: bool
    entries: int
    space: str | None


class Grade(StrEnum):
    """How a check came out."""

    OK = "ok"
    WARN = "warn"
    FAIL = "fail"


class CheckBody(Body):
    """One check: how it came out, what was seen, and what to do about it."""

    name: str
    grade: Grade
    seen: str
    advice: str


class CheckupBody(Body):
    """All checks; ``healthy`` is false when one failed."""

    healthy: bool
    checks: list[CheckBody]
    settings: dict[str, str]
