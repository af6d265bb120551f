"""The calls of a process that lives on: a task that ends is reviewed some time later, asked or not."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass

from hindsight_memory.bootstrap import App
from hindsight_memory.domain.errors import HindsightError
from hindsight_memory.entrypoints.local import LocalApi
from hindsight_memory.entrypoints.reviewing import drain
from hindsight_memory.wire.calls import EndBody, ReviewBody
from hindsight_memory.wire.reviews import ReviewAnswer
from hindsight_memory.wire.tasks import EndAnswer

QUIET_S = 30.0
"""How long a finished task waits for the agent to ask for its review before it is reviewed without being asked."""


class Afterwards:
    """Reviews what waits in a space some time after the last task ended there. One review at a time."""

    def __init__(self, app: App, quiet_s: float = QUIET_S, on_done: Callable[[], None] = lambda: None) -> None:
        self.reviewing = threading.RLock()
        self._app = app
        self._quiet_s = quiet_s
        self._on_done = on_done
        self._timers: dict[str, threading.Timer] = {}

    def ended(self, space: str) -> None:
        """Note that a task of this space has ended."""
        timer = threading.Timer(self._quiet_s, self._review, [space])
        timer.daemon = True
        if earlier := self._timers.get(space):
            earlier.cancel()
        self._timers[space] = timer
        timer.start()

    def cancel(self) -> None:
        """Leave what waits to the next process."""
        for timer in self._timers.values():
            timer.cancel()

    def _review(self, space: str) -> None:
        with self.reviewing:
            try:
                drain(self._app, self._app.actor, space=space)
            except HindsightError:
                return  # the jobs wait for the next one who looks
            finally:
                self._on_done()


@dataclass(frozen=True, slots=True)
class EmbeddedApi(LocalApi):
    """The local calls in a process that lives on: a task that ends is reviewed, asked or not."""

    afterwards: Afterwards

    def end_task(self, task_id: str, body: EndBody) -> EndAnswer:
        """End a task; its review comes soon."""
        answer = LocalApi.end_task(self, task_id, body)
        self.afterwards.ended(self.actor.space(body.space))
        return answer

    def review(self, body: ReviewBody) -> ReviewAnswer:
        """Review, after the review that is under way."""
        with self.afterwards.reviewing:
            return LocalApi.review(self, body)
