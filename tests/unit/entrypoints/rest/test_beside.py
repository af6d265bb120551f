"""What runs beside the calls: readiness, reviewers, the log of contents when it is asked for, the missing extra."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from datetime import timedelta

import pytest

from hindsight_memory.bootstrap import App
from hindsight_memory.domain.memory import Source, Status
from hindsight_memory.entrypoints.local import LocalApi
from hindsight_memory.entrypoints.rest.logs import shown
from hindsight_memory.entrypoints.rest.policy import RestPolicy
from hindsight_memory.entrypoints.rest.reviewers import Reviewers
from hindsight_memory.services.memories import WriteRequest
from hindsight_memory.testing import FrozenClock, ScriptedEmbedder, throw_away_app
from hindsight_memory.wire.calls import BeginBody, EndBody, EventsBody
from hindsight_memory.wire.memories import WriteBody
from tests.surfaces.rest import calling

LONG = timedelta(hours=1)


@pytest.fixture
def app() -> Iterator[App]:
    with throw_away_app(lexical_only=True) as made:
        yield made


def end_task(app: App, task_id: str) -> None:
    api = LocalApi(app, app.actor)
    api.begin_task(BeginBody(task_id=task_id))
    said = {"kind": "user", "text": "Remember: release notes are always written in English."}
    api.append_events(task_id, EventsBody.taken({"events": [said]}))
    api.end_task(task_id, EndBody.taken({"outcome": "success"}))


def waiting(app: App) -> int:
    return app.reviews.waiting(app.actor)


def until(holds: threading.Event, app: App) -> None:
    """Wait, for a while, until nothing waits for its review."""
    for _ in range(400):
        if not waiting(app):
            return
        holds.wait(0.01)
    raise AssertionError("the review was not made")


def test_reviewers_take_what_waits_and_what_they_are_woken_for(app: App) -> None:
    end_task(app, "one")
    reviewers = Reviewers(app, 2, LONG)
    reviewers.start()
    try:
        until(threading.Event(), app)
        assert reviewers.alive
        end_task(app, "two")
        reviewers.woken()
        until(threading.Event(), app)
    finally:
        reviewers.stop()
    assert not reviewers.alive


def test_existing_memories_are_swept_once_in_a_while() -> None:
    clock = FrozenClock()
    with throw_away_app(clock=clock) as app:
        told = app.memories.write(
            app.actor, WriteRequest(content="The staging gateway listens on port 9077.", source=Source.USER)
        )
        app.memories.update(app.actor, told.memory_id, {"valid_until": clock.now() + LONG}, "")
        reviewers = Reviewers(app, 1, timedelta(milliseconds=10), sweep_every=timedelta(days=1))
        reviewers.start()
        try:
            clock.advance(timedelta(hours=23))
            pause = threading.Event()
            pause.wait(0.1)
            assert app.memories.get(app.actor, told.memory_id).status is Status.ACTIVE
            clock.advance(LONG)
            for _ in range(400):
                if app.memories.get(app.actor, told.memory_id).status is Status.ARCHIVED:
                    break
                pause.wait(0.01)
        finally:
            reviewers.stop()
        assert app.memories.get(app.actor, told.memory_id).status is Status.ARCHIVED


def test_a_stop_leaves_what_waits_waiting(app: App) -> None:
    reviewers = Reviewers(app, 1, LONG)
    reviewers.stop()
    end_task(app, "one")
    assert waiting(app) == 1


def test_a_call_that_ends_a_task_wakes_the_reviewers(app: App) -> None:
    with calling(app, RestPolicy(reviewers=1, review_every=LONG)) as client:
        assert client.get("/readyz").json()["degraded"] == ["vectors_unavailable"]
        client.post("/v1/tasks", json={"task_id": "one"})
        client.post("/v1/tasks/one/end", json={"outcome": "success"})
        until(threading.Event(), app)
    assert waiting(app) == 0


def test_readiness_says_what_is_away() -> None:
    with throw_away_app() as whole, calling(whole) as client:
        assert client.get("/readyz").json() == {"status": "ready", "degraded": []}
    with throw_away_app(embedder=ScriptedEmbedder(fails=True)) as lame, calling(lame) as client:
        degraded: list[str] = []
        pause = threading.Event()
        for _ in range(200):
            degraded = client.get("/readyz").json()["degraded"]
            if degraded:
                break
            pause.wait(0.01)
        assert degraded == ["vectors_unavailable"]


def test_contents_in_the_log_are_without_secrets() -> None:
    body = WriteBody(content="The key is sk-proj-" + "A1b2C3d4" * 6)
    line = json.dumps(shown(body, None))
    assert "The key is" in line
    assert "A1b2C3d4" not in line


@pytest.mark.e2e
def test_without_the_extra_the_command_says_how_to_get_it() -> None:
    program = (
        "import sys; sys.modules['fastapi'] = None\n"
        "from hindsight_memory.entrypoints.cli.main import run; run(['serve', '--json'])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=60)
    error = json.loads(done.stdout)["error"]
    assert (done.returncode, error["code"]) == (2, "missing_extra")
    assert 'pip install "hindsight-memory[server]"' in error["hint"]
