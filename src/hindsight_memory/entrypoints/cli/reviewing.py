"""Working off waiting reviews from the command line, with progress; used by ``review`` and ``ingest --review``."""

from __future__ import annotations

from hindsight_memory.domain.job import Job
from hindsight_memory.domain.report import ReviewReport
from hindsight_memory.entrypoints.cli.session import Session
from hindsight_memory.entrypoints.local import LocalApi
from hindsight_memory.entrypoints.reviewing import drain
from hindsight_memory.wire.reviews import FailureBody, ReviewAnswer


def review_waiting(api: LocalApi, session: Session) -> ReviewAnswer:
    """Review every waiting task of the space. What is interrupted goes back into the queue."""
    app, space = api.app, api.actor.space(session.space)
    reports: list[ReviewReport] = []
    failed: list[FailureBody] = []
    with session.terminal.progress("Reviewing", app.reviews.waiting(app.actor, space)) as counter:

        def on_report(report: ReviewReport) -> None:
            reports.append(report)
            counter.step()

        def on_failure(job: Job, reason: str) -> None:
            failed.append(FailureBody(task_id=job.key, job_id=job.job_id, reason=reason))
            counter.step()

        drain(app, app.actor, space=space, on_report=on_report, on_failure=on_failure)
    return ReviewAnswer.of(reports, failed, app.reviews.waiting(app.actor, space))
