"""Use cases on accepted jobs: look at them, queue a failed one again, cancel one that waits."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from hindsight_memory.domain.actor import Actor, Role
from hindsight_memory.domain.errors import NotFound, NotPossibleNow
from hindsight_memory.domain.job import Job, JobState
from hindsight_memory.ports.clock import Clock
from hindsight_memory.ports.records import JobQueue, Page, Records


@dataclass(frozen=True, slots=True)
class Jobs:
    """The job service."""

    records: Records
    queue: JobQueue
    clock: Clock

    def page(
        self,
        actor: Actor,
        states: Collection[JobState] = (),
        *,
        space: str | None = None,
        limit: int = 50,
        cursor: str | None = None,
    ) -> Page[Job]:
        """Return a page of the jobs of a space, newest first; no states means all."""
        actor.require(Role.READ)
        with self.records.reading() as reading:
            return reading.jobs(actor.view(space or ""), frozenset(states), limit=limit, cursor=cursor)

    def get(self, actor: Actor, job_id: str, space: str | None = None) -> Job:
        """Return one job. Raises NotFound."""
        actor.require(Role.READ)
        with self.records.reading() as reading:
            job = reading.job(actor.view(space or ""), job_id)
        if job is None:
            raise NotFound(f"There is no job {job_id!r} here.")
        return job

    def retry(self, actor: Actor, job_id: str, space: str | None = None) -> Job:
        """Queue a failed or cancelled job again. Raises NotFound, NotPossibleNow."""
        actor.require(Role.REVIEW)
        job = self.get(actor, job_id, space)
        if not self.queue.retry(actor.view(job.space), job_id):
            raise NotPossibleNow(f"The job is {job.state.value}; only a failed or cancelled one is queued again.")
        return self.get(actor, job_id, job.space)

    def cancel(self, actor: Actor, job_id: str, space: str | None = None) -> Job:
        """Cancel a job that waits. Raises NotFound, NotPossibleNow."""
        actor.require(Role.REVIEW)
        job = self.get(actor, job_id, space)
        if not self.queue.cancel(actor.view(job.space), job_id, self.clock.now()):
            raise NotPossibleNow(f"The job is {job.state.value}; only a queued one can be cancelled.")
        return self.get(actor, job_id, job.space)
