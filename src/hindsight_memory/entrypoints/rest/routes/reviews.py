"""Reviews: hindsight over finished tasks."""

from __future__ import annotations

from hindsight_memory.entrypoints.rest.calls import Asked, Call, SpaceQuery
from hindsight_memory.wire.api import Api
from hindsight_memory.wire.calls import ReviewBody
from hindsight_memory.wire.reviews import ReportBody, ReviewAnswer


def _report(api: Api, asked: Asked) -> ReportBody:
    return api.report(asked.id("task_id"), asked.body(SpaceQuery).space)


CALLS = (
    Call(
        name="reviews.run",
        method="POST",
        path="/reviews",
        summary="Review one task, the tasks of a session, or all that wait; now, or by a worker",
        body=ReviewBody,
        optional_body=True,
        answer=ReviewAnswer,
        finds=True,
        ask=lambda api, asked: api.review(asked.body(ReviewBody)),
        example={"task_id": "deploy-42", "space": "project:api"},
    ),
    Call(
        name="reviews.report",
        method="GET",
        path="/reviews/{task_id}",
        summary="Return the report of a task's last review",
        query=SpaceQuery,
        answer=ReportBody,
        ask=_report,
    ),
)
