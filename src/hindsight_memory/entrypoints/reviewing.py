"""Works off accepted jobs: takes one after the other under a lease and ends each as done or failed."""

from __future__ import annotations

import threading
from collections.abc import Callable

from hindsight_memory.bootstrap import App
from hindsight_memory.domain.actor import Actor
from hindsight_memory.domain.errors import Conflict, HindsightError, LlmBudgetSpent, LlmUnavailable, ReviewFailed
from hindsight_memory.domain.job import Job, JobState
from hindsight_memory.domain.report import ReviewReport

_PATIENCE_S, _LOOK_EVERY_S = 30.0, 0.1
"""How long a review waits for another one of the same task, and how often it looks."""
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
    """Review one task now, or wait for whoever is at it. Raises NotFound, Conflict, or what made the review fail."""
    app.recover_leases()
    try:
        job = app.reviews.claim_task(actor, task_id, space)
    except Conflict:
        taken = _when_free(app, actor, task_id, actor.space(space))
        if isinstance(taken, ReviewReport):
            return taken
        job = taken
    report, reason = _performed(app, actor, job)
    if report is None:
        raise ReviewFailed(f"The review of {task_id!r} failed: {reason}")
    return report


def _when_free(app: App, actor: Actor, task_id: str, space: str) -> Job | ReviewReport:
    """Return the report of the review that is under way, or its job when it was given back. Raises Conflict when it
    takes too long, NotFound when it failed."""
    pause = threading.Event()
    for _ in range(round(_PATIENCE_S / _LOOK_EVERY_S)):
        pause.wait(_LOOK_EVERY_S)
        if (job := app.reviews.claim(space, task_id)) is not None:
            return job
        with app.records.reading() as reading:
            running = reading.jobs(actor.view(space), frozenset({JobState.RUNNING}), limit=200).entries
        if all(job.key != task_id for job in running):
            return app.reviews.report(actor, task_id, space)
    raise Conflict(f"The task {task_id!r} is still being reviewed elsewhere.")


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
