"""A task that ended while an agent was connected is reviewed, asked or not."""

from __future__ import annotations

import threading
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from hindsight_memory.entrypoints.cli.embedded import EmbeddedStore, open_store
from hindsight_memory.settings import load_settings
from hindsight_memory.wire.calls import BeginBody, EndBody, EventsBody, ReviewBody
from hindsight_memory.wire.tasks import EventBody

FOR_EVER_S = 600.0


@contextmanager
def store(home: Path, quiet_s: float, done: threading.Event) -> Generator[EmbeddedStore]:
    opened = open_store(load_settings(home=home, embedder={"kind": "none"}), quiet_s, done.set)
    try:
        yield opened
    finally:
        opened.close()


def finished(opened: EmbeddedStore, task_id: str, space: str | None = None) -> None:
    said = EventBody.taken({"kind": "user", "text": "Remember: release notes are always written in English."})
    opened.api.begin_task(BeginBody(task_id=task_id, space=space))
    opened.api.append_events(task_id, EventsBody(events=(said,), space=space))
    opened.api.end_task(task_id, EndBody.taken({"outcome": "success", "space": space}))


def test_a_task_is_reviewed_some_time_after_it_ended(tmp_path: Path) -> None:
    done = threading.Event()
    with store(tmp_path, 0.05, done) as opened:
        finished(opened, "one")
        assert done.wait(9)
        assert opened.api.tasks(reviewed=False).items == []
        assert opened.api.report("one").considered


def test_until_then_the_agent_can_ask_for_it(tmp_path: Path) -> None:
    done = threading.Event()
    with store(tmp_path, FOR_EVER_S, done) as opened:
        finished(opened, "one")
        assert [task.task_id for task in opened.api.tasks(reviewed=False).items] == ["one"]
        assert opened.api.review(ReviewBody(task_id="one")).items[0].task_id == "one"
        assert not done.is_set()


def test_only_the_space_of_the_task_is_reviewed(tmp_path: Path) -> None:
    with store(tmp_path, FOR_EVER_S, threading.Event()) as before:
        finished(before, "elsewhere", "project:b")
    done = threading.Event()
    with store(tmp_path, 0.05, done) as opened:
        finished(opened, "one")
        assert done.wait(9)
        assert [task.task_id for task in opened.api.tasks("project:b", reviewed=False).items] == ["elsewhere"]
