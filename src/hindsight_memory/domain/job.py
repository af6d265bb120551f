"""Accepted work that ends ``done``, ``failed`` (with the reason, retryable) or ``cancelled``, also after a kill."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class JobState(StrEnum):
    """Where a job stands. ``running`` holds only while its lease does."""

    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """One piece of accepted work. (kind, space, key) is unique among jobs that are not finished."""

    job_id: str
    kind: str
    space: str
    key: str
    actor: str
    state: JobState = JobState.QUEUED
    attempts: int = 0
    created_at: datetime
    finished_at: datetime | None = None
    lease_owner: str = ""
    lease_until: datetime | None = None
    error: str = ""
