"""Jobs as rows."""

from __future__ import annotations

from sqlalchemy import String, literal_column

from hindsight_memory.adapters.sql import schema
from hindsight_memory.adapters.sql.columns import AnyRow
from hindsight_memory.domain.job import Job, JobState

_j = schema.jobs.c
STANDING_STATES = frozenset({JobState.QUEUED, JobState.RUNNING})
UNFINISHED = _j.state.in_([literal_column(f"'{state.value}'", String) for state in sorted(STANDING_STATES)])
"""Whether a job is not finished, written out: a database does not see that a partial index serves a parameter.
There are ever more finished ones, and none of them may be gone through for a waiting one."""
JOB_COLUMNS = (
    _j.job_id,
    _j.kind,
    schema.spaces.c.name.label("space"),
    _j.key.label("work_key"),
    _j.actor,
    _j.state,
    _j.attempts,
    _j.created_at,
    _j.finished_at,
    _j.lease_owner,
    _j.lease_until,
    _j.error,
)


def job_of(row: AnyRow) -> Job:
    """Return the job of a row of ``JOB_COLUMNS``."""
    return Job(
        job_id=row.job_id,
        kind=row.kind,
        space=row.space,
        key=row.work_key,
        actor=row.actor,
        state=JobState(row.state),
        attempts=row.attempts,
        created_at=row.created_at,
        finished_at=row.finished_at,
        lease_owner=row.lease_owner,
        lease_until=row.lease_until,
        error=row.error,
    )
