"""A store for the tests of tasks: on a folder, by words alone, and one that cannot be reached for a while."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from typing import Unpack

from hindsight_memory.bootstrap import App
from hindsight_memory.client.arguments import EndArguments
from hindsight_memory.client.recording import Batch
from hindsight_memory.domain.errors import Unavailable
from hindsight_memory.domain.trace import OutcomeStatus
from hindsight_memory.entrypoints.python import Hindsight
from hindsight_memory.testing import throw_away_app
from hindsight_memory.wire.tasks import EndAnswer, EventShown


class Away(Hindsight):
    """A store whose traces cannot be reached while ``away``; ``lost`` answers are stored, but not confirmed."""

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.away = False
        self.batches: list[Batch] = []

    def append_batch(self, task_id: str, batch: Batch) -> None:
        self.batches.append(batch)
        if self.away:
            raise Unavailable
        super().append_batch(task_id, batch)

    def end_task(self, task_id: str, outcome: OutcomeStatus | str, **given: Unpack[EndArguments]) -> EndAnswer:
        if self.away:
            raise Unavailable
        return super().end_task(task_id, outcome, **given)


@contextmanager
def store() -> Generator[Away]:
    with throw_away_app(lexical_only=True) as app:
        hs = Away(app)
        yield hs
        hs.close()


def events(hs: Hindsight, task_id: str) -> list[EventShown]:
    return hs.trace(task_id).events


def kinds(hs: Hindsight, task_id: str) -> list[tuple[str, str, str]]:
    """Kind, text and status of each event."""
    return [(event.kind.value, event.text, event.status) for event in events(hs, task_id)]
