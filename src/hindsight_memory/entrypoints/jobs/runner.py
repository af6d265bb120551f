"""Works off accepted jobs: takes one after the other under a lease and ends each as done or failed."""

from __future__ import annotations

from collections.abc import Callable

import structlog

from hindsight_memory.bootstrap import App
from hindsight_memory.domain.actor import Actor
from hindsight_memory.domain.errors import HindsightError
from hindsight_memory.domain.job import Job
from hindsight_memory.domain.report import ReviewReport

_log = structlog.get_logger("hindsight_memory.jobs")


def drain(
    app: App,
    actor: Actor,
    *,
    space: str | None = None,
    on_report: Callable[[ReviewReport], None] = lambda report: None,
    on_failure: Callable[[Job, str], None] = lambda job, reason: None,
) -> int:
    """Review until nothing is waiting; returns how many were reviewed. A job that fails keeps its reason."""
    app.recover_leases()
    done = 0
    while (job := app.reviews.claim(space)) is not None:
        try:
            report = app.reviews.perform(actor, job)
        except KeyboardInterrupt:
            app.queue.release(job.job_id, app.reviews.owner)
            raise
        except HindsightError as error:
            _fail(app, job, f"{error.code}: {error.message}", on_failure)
        except Exception as error:  # noqa: BLE001 - the last handler: the reason is kept with the job
            _fail(app, job, f"{type(error).__name__}: {error}", on_failure)
        else:
            done += 1
            on_report(report)
    return done


def _fail(app: App, job: Job, reason: str, on_failure: Callable[[Job, str], None]) -> None:
    _log.error("job_failed", job_id=job.job_id, kind=job.kind, reason=reason)
    app.queue.fail(job.job_id, app.reviews.owner, reason, app.clock.now())
    on_failure(job, reason)
