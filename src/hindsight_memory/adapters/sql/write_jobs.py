"""Writing the events of jobs."""

from __future__ import annotations

from sqlalchemy import bindparam, insert, select, update

from hindsight_memory.adapters.sql import codec, schema
from hindsight_memory.adapters.sql.chain import content_hash
from hindsight_memory.adapters.sql.job_rows import STANDING_STATES, UNFINISHED
from hindsight_memory.adapters.sql.journal import Journal
from hindsight_memory.domain.errors import Conflict, NotFound
from hindsight_memory.domain.events import JobDone
from hindsight_memory.domain.job import Job, JobState


def queue_job(journal: Journal, job: Job) -> None:
    """Accept a job, unless one of the same kind and key is unfinished: that one stands for it."""
    row = {
        "job_id": job.job_id,
        "kind": job.kind,
        "space_key": journal.space_key,
        "key": job.key,
        "actor": job.actor,
        "state": job.state.value,
        "attempts": job.attempts,
        "created_at": job.created_at,
        "finished_at": job.finished_at,
        "lease_owner": job.lease_owner,
        "lease_until": job.lease_until,
        "error": job.error,
    }
    standing = journal.connection.execute(
        _STANDING, {"at_space": journal.space_key, "at_kind": job.kind, "at_key": job.key}
    ).scalar()
    if standing is None:
        journal.connection.execute(_NEW_JOB, row)
    reason = "" if standing is None else "an unfinished job stands for it"
    covered = content_hash(codec.encode(codec.JOB, job))
    journal.entry("job.queued", standing or job.job_id, reason, covered)


def finish_job(journal: Journal, done: JobDone) -> None:
    """End a job as done. Raises NotFound, or Conflict when it has ended already: its effects stand."""
    at = {"at_space": journal.space_key, "at_job": done.job_id}
    state = journal.connection.execute(_STATE, at).scalar()
    if state is None:
        raise NotFound(f"There is no job {done.job_id!r} in the space.")
    if JobState(state) not in STANDING_STATES:
        raise Conflict(f"Job {done.job_id!r} has ended already: {state}.")
    journal.connection.execute(_DONE, {**at, "ended_at": journal.now})
    journal.entry("job.done", done.job_id, "", content_hash(b""))


_NEW_JOB = insert(schema.jobs)
_j = schema.jobs.c
_STANDING = select(_j.job_id).where(
    _j.space_key == bindparam("at_space"),
    _j.kind == bindparam("at_kind"),
    _j.key == bindparam("at_key"),
    UNFINISHED,
)
_STATE = select(_j.state).where(_j.space_key == bindparam("at_space"), _j.job_id == bindparam("at_job"))
_DONE = (
    update(schema.jobs)
    .where(_j.job_id == bindparam("at_job"), _j.space_key == bindparam("at_space"))
    .values(state=JobState.DONE.value, finished_at=bindparam("ended_at"), lease_owner="", lease_until=None, error="")
)
