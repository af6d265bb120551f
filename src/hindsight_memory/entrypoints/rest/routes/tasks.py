"""Tasks: begun, listed, ended."""

from __future__ import annotations

from pydantic import Field

from hindsight_memory.entrypoints.rest.calls import Asked, Call, PageQuery
from hindsight_memory.wire.api import Api
from hindsight_memory.wire.calls import BeginBody, EndBody
from hindsight_memory.wire.tasks import EndAnswer, TaskBody, TaskList


class TasksQuery(PageQuery):
    """Which tasks to list, newest first."""

    reviewed: bool | None = Field(None, description="Only those with, or without, a review of their last state.")


def _tasks(api: Api, asked: Asked) -> TaskList:
    page = asked.body(TasksQuery)
    return api.tasks(page.space, page.limit, page.cursor, page.reviewed)


CALLS = (
    Call(
        name="tasks.begin",
        method="POST",
        path="/tasks",
        summary="Begin a task, or carry one on in another session",
        body=BeginBody,
        optional_body=True,
        answer=TaskBody,
        ask=lambda api, asked: api.begin_task(asked.body(BeginBody)),
        repeatable=True,
        example={"task_id": "deploy-42", "task_type": "deploy", "intent": "Deploy the API.", "space": "project:api"},
    ),
    Call(
        name="tasks.list",
        method="GET",
        path="/tasks",
        summary="List the tasks of a space, newest first",
        query=TasksQuery,
        answer=TaskList,
        ask=_tasks,
    ),
    Call(
        name="tasks.end",
        method="POST",
        path="/tasks/{task_id}/end",
        summary="Give a task its outcome; its review is queued",
        body=EndBody,
        answer=EndAnswer,
        ask=lambda api, asked: api.end_task(asked.id("task_id"), asked.body(EndBody)),
        repeatable=True,
        example={"outcome": "failure", "evidence": "quota exceeded", "space": "project:api"},
        answer_example={
            "task_id": "deploy-42",
            "outcome": "failure",
            "job_id": "019bc186-de00-7c55-8a1b-6a2f0a1c9d21",
        },
    ),
)
