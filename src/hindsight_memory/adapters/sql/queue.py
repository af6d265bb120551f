"""Leases on jobs, each call a transaction of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, and_, exists, or_, select, update

from hindsight_memory.adapters.sql import schema
from hindsight_memory.adapters.sql.columns import AnySelect
from hindsight_memory.adapters.sql.conditions import in_spaces
from hindsight_memory.adapters.sql.job_rows import JOB_COLUMNS, UNFINISHED, job_of
from hindsight_memory.domain.actor import View
from hindsight_memory.domain.job import Job, JobState

_j = schema.jobs.c
_QUEUED, _RUNNING = JobState.QUEUED.value, JobState.RUNNING.value


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which jobs may be taken; None does not restrict."""

    kinds: Sequence[str]
    space: str | None = None
    key: str | None = None


def waiting(wanted: Wanted, now: datetime) -> AnySelect:
    """Select the oldest job that may be taken.

    Not even all that wait are gone through: the other columns are hidden from their indexes, so that
    ``jobs_waiting`` gives them in order."""
    ran_out = and_(_j.state == _RUNNING, _j.lease_until <= now)
    named = wanted.key is not None
    kind, space_key = (_j.kind, _j.space_key) if named else (_j.kind + "", _j.space_key + 0)
    query = (
        select(_j.job_id)
        .where(UNFINISHED, or_(_j.state == _QUEUED, ran_out), kind.in_(wanted.kinds))
        .order_by(_j.created_at, _j.job_id)
        .limit(1)
    )
    if wanted.space is not None:
        query = query.where(in_spaces(space_key, (wanted.space,)))
    return query.where(_j.key == wanted.key) if named else query


def claim(connection: Connection, wanted: Wanted, owner: str, now: datetime, lease_until: datetime) -> Job | None:
    """Take the oldest job that is queued or whose lease has run out."""
    job_id = connection.execute(waiting(wanted, now)).scalar()
    if job_id is None:
        return None
    connection.execute(
        update(schema.jobs)
        .where(_j.job_id == job_id)
        .values(state=_RUNNING, attempts=_j.attempts + 1, lease_owner=owner, lease_until=lease_until)
    )
    query = select(*JOB_COLUMNS).join_from(schema.jobs, schema.spaces, schema.spaces.c.space_key == _j.space_key)
    return job_of(connection.execute(query.where(_j.job_id == job_id)).one())


def release(connection: Connection, job_id: str, owner: str) -> bool:
    """Put a job back in the queue, if it is still the owner's."""
    change = update(schema.jobs).where(*_held(job_id, owner)).values(state=_QUEUED, lease_owner="", lease_until=None)
    return connection.execute(change).rowcount == 1


def renew(connection: Connection, job_id: str, owner: str, lease_until: datetime) -> bool:
    """Extend a lease, if it is still the owner's."""
    change = update(schema.jobs).where(*_held(job_id, owner)).values(lease_until=lease_until)
    return connection.execute(change).rowcount == 1


def fail(connection: Connection, job_id: str, owner: str, error: str, now: datetime) -> None:
    """End a job as failed, if it is still the owner's."""
    end = {"state": JobState.FAILED.value, "error": error, "finished_at": now}
    change = update(schema.jobs).where(*_held(job_id, owner)).values(**end, lease_owner="", lease_until=None)
    connection.execute(change)


def retry(connection: Connection, view: View, job_id: str) -> bool:
    """Queue a failed or cancelled job again, unless another of its kind and key is unfinished."""
    other = schema.jobs.alias()
    standing = exists().where(
        other.c.kind == _j.kind,
        other.c.space_key == _j.space_key,
        other.c.key == _j.key,
        other.c.state.in_((_QUEUED, _RUNNING)),
    )
    ended = _j.state.in_((JobState.FAILED.value, JobState.CANCELLED.value))
    change = (
        update(schema.jobs)
        .where(_j.job_id == job_id, in_spaces(_j.space_key, view.spaces), ended, ~standing)
        .values(state=_QUEUED, error="", finished_at=None)
    )
    return connection.execute(change).rowcount == 1


def cancel(connection: Connection, view: View, job_id: str, now: datetime) -> bool:
    """Cancel a job that nobody has taken."""
    change = (
        update(schema.jobs)
        .where(_j.job_id == job_id, in_spaces(_j.space_key, view.spaces), _j.state == _QUEUED)
        .values(state=JobState.CANCELLED.value, finished_at=now)
    )
    return connection.execute(change).rowcount == 1


def _held(job_id: str, owner: str) -> tuple[Any, ...]:
    return _j.job_id == job_id, _j.state == _RUNNING, _j.lease_owner == owner
