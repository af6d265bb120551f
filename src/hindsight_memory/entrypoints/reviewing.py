"""Works off accepted jobs: takes one after the other under a lease and ends each as done or failed."""

from __future__ import annotations

from collections.abc import Callable

from hindsight_memory.bootstrap import App
from hindsight_memory.domain.actor import Actor
from hindsight_memory.domain.errors import HindsightError, LlmBudgetSpent, LlmUnavailable, ReviewFailed
from hindsight_memory.domain.job import Job
from hindsight_memory.domain.report import ReviewReport

_ATTEMPTS = 5
"""How often the LLM is asked about a task that it failed at before its job fails."""


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
        report, reason = _performed(app, actor, job)
        if report is None:
            on_failure(job, reason)
            continue
        done += 1
        on_report(report)
    return done + _owed(app, actor, space, on_report, on_failure)


def _owed(
    app: App,
    actor: Actor,
    space: str | None,
    on_report: Callable[[ReviewReport], None],
    on_failure: Callable[[Job, str], None],
) -> int:
    """Look again at tasks that the LLM could not be asked about, as long as it answers."""
    done = 0
    while (job := app.reviews.claim_owed(space)) is not None:
        try:
            report, reason = _performed(app, actor, job)
        except LlmUnavailable:
            break
        if report is None:
            on_failure(job, reason)
            continue
        done += 1
        on_report(report)
    return done


def review_task(app: App, actor: Actor, task_id: str, space: str | None = None) -> ReviewReport:
    """Review one task now. Raises NotFound, Conflict, or what made the review fail."""
    app.recover_leases()
    job = app.reviews.claim_task(actor, task_id, space)
    report, reason = _performed(app, actor, job)
    if report is None:
        raise ReviewFailed(f"The review of {task_id!r} failed: {reason}")
    return report


def _performed(app: App, actor: Actor, job: Job) -> tuple[ReviewReport | None, str]:
    """Perform a claimed job; a failure is kept with the job and given back as a reason.

    Raises LlmUnavailable for a job that is owed to the LLM and goes back into the queue."""
    reason = ""
    try:
        return app.reviews.perform(actor, job), ""
    except KeyboardInterrupt:
        app.queue.release(job.job_id, app.reviews.owner)
        raise
    except LlmUnavailable as error:
        if job.attempts < _ATTEMPTS or isinstance(error, LlmBudgetSpent):
            # The rules have reviewed it; what is owed waits for the LLM.
            app.queue.release(job.job_id, app.reviews.owner)
            raise
        reason = f"{error.code}: {error.message}"
    except HindsightError as error:
        reason = f"{error.code}: {error.message}"
    except Exception as error:  # noqa: BLE001 - the last handler: the reason is kept with the job
        reason = f"{type(error).__name__}: {error}"
    app.queue.fail(job.job_id, app.reviews.owner, reason, app.clock.now())
    return None, reason
