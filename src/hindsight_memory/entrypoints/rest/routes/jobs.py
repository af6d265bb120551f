"""Jobs: accepted work."""

from __future__ import annotations

from hindsight_memory.entrypoints.rest.calls import Asked, Call, SpaceQuery
from hindsight_memory.wire.api import Api
from hindsight_memory.wire.jobs import JobBody, JobList, JobsBody


def _job(api: Api, asked: Asked) -> JobBody:
    return api.job(asked.id("job_id"), asked.body(SpaceQuery).space)


def _retry(api: Api, asked: Asked) -> JobBody:
    return api.retry_job(asked.id("job_id"), asked.body(SpaceQuery).space)


def _cancel(api: Api, asked: Asked) -> JobBody:
    return api.cancel_job(asked.id("job_id"), asked.body(SpaceQuery).space)


CALLS = (
    Call(
        name="jobs.list",
        method="GET",
        path="/jobs",
        summary="List the jobs of a space, newest first",
        query=JobsBody,
        answer=JobList,
        ask=lambda api, asked: api.jobs(asked.body(JobsBody)),
    ),
    Call(
        name="jobs.get",
        method="GET",
        path="/jobs/{job_id}",
        summary="Return one job",
        query=SpaceQuery,
        answer=JobBody,
        ask=_job,
    ),
    Call(
        name="jobs.retry",
        method="POST",
        path="/jobs/{job_id}/retry",
        summary="Queue a failed or cancelled job again",
        body=SpaceQuery,
        optional_body=True,
        answer=JobBody,
        ask=_retry,
        repeatable=True,
        example={"space": "project:api"},
    ),
    Call(
        name="jobs.cancel",
        method="POST",
        path="/jobs/{job_id}/cancel",
        summary="Cancel a job that waits",
        body=SpaceQuery,
        optional_body=True,
        answer=JobBody,
        ask=_cancel,
        repeatable=True,
        example={"space": "project:api"},
    ),
)
