"""Reviews finished tasks beside the calls: threads that take jobs as they come, from any process. The first of them
also sweeps existing memories, every space once in a while."""

from __future__ import annotations

import threading
from datetime import timedelta
from typing import Any

import structlog

from hindsight_memory.bootstrap import App
from hindsight_memory.domain.actor import Actor, Role
from hindsight_memory.domain.errors import HindsightError
from hindsight_memory.domain.job import Job
from hindsight_memory.domain.report import ReviewReport
from hindsight_memory.entrypoints.reviewing import drain

ACTOR = Actor(agent="reviewer", roles=frozenset({Role.READ, Role.WRITE, Role.REVIEW}), any_space=True)
PATIENCE_S = 30.0
"""How long a stop waits for the review that is under way; its job is taken up again by somebody else if need be."""

_log: Any = structlog.get_logger("hindsight_memory.reviewers")


class _Stopped(Exception):
    """The server stops; what waits stays waiting."""


class Reviewers:
    """The threads. ``woken`` makes them look at once; without it they look every now and then."""

    def __init__(self, app: App, count: int, every: timedelta, sweep_every: timedelta = timedelta(0)) -> None:
        """``sweep_every`` is the time between two sweeps, the first one after the start; zero means never."""
        self._app = app
        self._every_s = every.total_seconds()
        self._sweep_every = sweep_every
        self._swept_at = app.clock.now()
        self._stopping = threading.Event()
        self._wake = threading.Event()
        self._threads = [
            threading.Thread(target=self._work, args=(n == 0,), name=f"reviewer-{n}", daemon=True) for n in range(count)
        ]

    @property
    def alive(self) -> bool:
        """Whether all threads do their work."""
        return all(thread.is_alive() for thread in self._threads)

    def start(self) -> None:
        """Begin."""
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """End after the review that is under way."""
        self._stopping.set()
        self._wake.set()
        for thread in self._threads:
            if thread.is_alive():
                thread.join(PATIENCE_S)

    def woken(self) -> None:
        """Look for jobs now."""
        self._wake.set()

    def _work(self, sweeps: bool) -> None:
        while not self._stopping.is_set():
            self._wake.clear()
            try:
                drain(self._app, ACTOR, on_report=self._reported, on_failure=self._failed)
                if sweeps:
                    self._sweep_if_due()
            except _Stopped:
                return
            except HindsightError as error:
                _log.warning("reviewer_waits", code=error.code)
            except Exception as error:  # noqa: BLE001 - the last handler of the thread: it goes on with the next job
                _log.error("reviewer_fault", fault=type(error).__name__)
            self._wake.wait(self._every_s)

    def _sweep_if_due(self) -> None:
        """Sweep the newest memories of every space. Two processes may do so: a second sweep changes nothing."""
        now = self._app.clock.now()
        if not self._sweep_every or now - self._swept_at < self._sweep_every:
            return
        self._swept_at = now
        for space in self._app.upkeep.spaces(ACTOR):
            swept = self._app.sweep.run(ACTOR, space=space)
            _log.info("swept", looked_at=swept.looked_at, acts=len(swept.acts))
            self._go_on()

    def _reported(self, report: ReviewReport) -> None:
        verdicts = [one.verdict.kind.value for one in report.considered]
        _log.info("reviewed", task_id=report.task_id, verdicts=verdicts, left_out=len(report.left_out))
        self._go_on()

    def _failed(self, job: Job, _reason: str) -> None:
        _log.error("review_failed", job_id=job.job_id, task_id=job.key)
        self._go_on()

    def _go_on(self) -> None:
        if self._stopping.is_set():
            raise _Stopped
