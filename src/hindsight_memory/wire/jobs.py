"""Jobs at the edge: accepted work and how it ended."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated

from pydantic import Field

from hindsight_memory.domain.job import Job, JobState
from hindsight_memory.wire.body import Body, Several


class JobsBody(Body):
    """Which jobs to list, newest first."""

    state: Annotated[tuple[JobState, ...], Several] = Field((), description="Only these states.")
    space: str | None = Field(None, description="The space they belong to.")
    limit: int = Field(50, ge=1, le=1000, description="Most jobs of one page.")
    cursor: str | None = Field(None, description="Where the last page ended.")


class JobBody(Body):
    """One piece of accepted work; ``key`` is what it is about (the task of a review), ``error`` why it failed."""

    job_id: str
    kind: str
    space: str
    key: str
    actor: str
    state: JobState
    attempts: int
    created_at: datetime
    finished_at: datetime | None
    error: str

    @classmethod
    def of(cls, job: Job) -> JobBody:
        """Return the body of a job."""
        return cls(
            job_id=job.job_id,
            kind=job.kind,
            space=job.space,
            key=job.key,
            actor=job.actor,
            state=job.state,
            attempts=job.attempts,
            created_at=job.created_at,
            finished_at=job.finished_at,
            error=job.error,
        )


class JobList(Body):
    """Part of a list of jobs, newest first."""

    items: list[JobBody]
    next_cursor: str | None

    @classmethod
    def of(cls, jobs: Sequence[Job], next_cursor: str | None) -> JobList:
        """Return the body of a page."""
        return cls(items=[JobBody.of(job) for job in jobs], next_cursor=next_cursor)
