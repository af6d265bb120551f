"""``hsm review``."""

from __future__ import annotations

from typing import Annotated

import typer

from hindsight_memory.domain.errors import Category, Invalid
from hindsight_memory.domain.job import JobState
from hindsight_memory.entrypoints.cli.render.reviews import show_reviews
from hindsight_memory.entrypoints.cli.reviewing import review_waiting
from hindsight_memory.entrypoints.cli.session import Session, leaf
from hindsight_memory.entrypoints.errors import ANSWERS
from hindsight_memory.entrypoints.local import LocalApi
from hindsight_memory.wire.calls import ReviewBody
from hindsight_memory.wire.reviews import ReviewAnswer

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command()
@leaf
def review(
    session: Session,
    task_id: Annotated[str, typer.Argument(help="The task's id; or --all.", metavar="TASK_ID")] = "",
    every: Annotated[bool, typer.Option("--all", help="Every task of the space that waits.")] = False,
    retry: Annotated[bool, typer.Option("--retry", help="With --all: also those that failed before.")] = False,
    wait: Annotated[bool, typer.Option("--wait/--no-wait", help="Do it now, or leave it to a worker.")] = True,
) -> None:
    """Look back over finished tasks and keep what is worth it. Each choice has a reason.

    At most five memories a task; a guess that was refuted later is never a fact; failures become warnings, what
    worked becomes a path. Stopping with Ctrl-C loses nothing: what is not done waits for the next call.

    \b
      hsm review deploy-42
      hsm review --all --space project:api
      hsm review --all --json > reports.json
    """
    if bool(task_id) == every:
        raise Invalid("Name one task, or say --all.", hint="hsm review TASK_ID, or hsm review --all")
    with session.api() as api:
        if retry:
            _retry_failed(api, session)
        answer = review_waiting(api, session) if every and wait else _reviewed(api, session, task_id, wait)
        _mention_others(api, session, answer)
    session.answer(answer, show_reviews)
    if answer.failed:
        raise typer.Exit(ANSWERS[Category.UNAVAILABLE].exit_code)


def _reviewed(api: LocalApi, session: Session, task_id: str, wait: bool) -> ReviewAnswer:
    """One task, now or later; or, with nothing to do now, how many wait."""
    if task_id:
        return api.review(ReviewBody.taken({"task_id": task_id, "wait": wait, "space": session.space}))
    waiting = api.app.reviews.waiting(api.actor, api.actor.space(session.space))
    return ReviewAnswer.of([], [], waiting)


def _retry_failed(api: LocalApi, session: Session) -> None:
    view = api.actor.view(api.actor.space(session.space))
    cursor: str | None = None
    while True:
        with api.app.records.reading() as reading:
            page = reading.jobs(view, frozenset({JobState.FAILED}), limit=200, cursor=cursor)
        for job in page.entries:
            api.app.queue.retry(view, job.job_id)
        cursor = page.next_cursor
        if cursor is None:
            return


def _mention_others(api: LocalApi, session: Session, answer: ReviewAnswer) -> None:
    """When nothing waited here, say where something does: the space is easily forgotten."""
    if answer.items or answer.failed or answer.waiting:
        return
    here = api.actor.space(session.space)
    others = [space for space in api.app.upkeep.spaces(api.actor) if space != here]
    for space in others:
        waiting = api.app.reviews.waiting(api.actor, space)
        if waiting:
            session.terminal.note(f"{waiting} wait in another space: hsm review --all --space {space}")
