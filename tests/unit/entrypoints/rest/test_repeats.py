"""Idempotency keys: the same request gives the same answer, once carried out; another one is refused."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from datetime import timedelta

import pytest
from starlette.testclient import TestClient

from hindsight_memory.bootstrap import App
from hindsight_memory.domain.errors import Conflict, StoreBusy
from hindsight_memory.domain.keys import Grant
from hindsight_memory.entrypoints.rest.calls import Asked
from hindsight_memory.entrypoints.rest.repeats import HELD, Repeats
from hindsight_memory.entrypoints.rest.routes import CALLS
from hindsight_memory.testing import FrozenClock, throw_away_app
from tests.surfaces.rest import calling

pytestmark = pytest.mark.requirement("REST-1")
LINE = {"content": "The build of the importer needs Node 20.", "source": "user"}
ONE = {"Idempotency-Key": "one"}
CALL, ASKED = CALLS[0], Asked({}, None)


@pytest.fixture
def clock() -> FrozenClock:
    return FrozenClock()


@pytest.fixture
def app(clock: FrozenClock) -> Iterator[App]:
    with throw_away_app(lexical_only=True, clock=clock) as made:
        yield made


@pytest.fixture
def client(app: App) -> Iterator[TestClient]:
    with calling(app) as made:
        yield made


@pytest.fixture
def repeats(app: App, clock: FrozenClock) -> Repeats:
    return Repeats(app.answers, clock, timedelta(hours=24))


def test_a_call_that_is_repeated_is_carried_out_once(client: TestClient) -> None:
    first = client.post("/v1/memories", json=LINE, headers=ONE)
    again = client.post("/v1/memories", json=dict(reversed(LINE.items())), headers=ONE)
    assert (first.json(), first.json()["existing"]) == (again.json(), False)
    assert again.headers["Idempotency-Replayed"] == "true"
    memory = client.get(f"/v1/memories/{first.json()['memory_id']}").json()
    assert memory["evidence_count"] == 1


def test_another_request_under_the_same_key_is_refused(client: TestClient) -> None:
    client.post("/v1/memories", json=LINE, headers=ONE)
    for method, path, body in (
        ("POST", "/v1/memories", {**LINE, "source": "verified"}),
        ("POST", "/v1/tasks", {"task_id": "t"}),
    ):
        refused = client.request(method, path, json=body, headers=ONE)
        assert (refused.status_code, refused.json()["error"]["code"]) == (409, "idempotency_key_reused")


def test_another_caller_with_the_same_key_makes_another_call(app: App, client: TestClient) -> None:
    tokens = [app.keys.create(app.actor, Grant(agent=name, spaces=("red",)))[1] for name in ("ann", "bob")]
    for token in tokens:
        sent = client.post("/v1/memories", json=LINE, headers={**ONE, "Authorization": f"Bearer {token}"})
        assert "Idempotency-Replayed" not in sent.headers


def test_a_call_that_was_refused_is_tried_again(client: TestClient) -> None:
    assert client.post("/v1/memories/none/forget", json={}, headers=ONE).status_code == 404
    assert client.post("/v1/memories", json=LINE, headers=ONE).status_code == 200


@pytest.mark.parametrize("key", ["", "two words", "x" * 256, "schlüssel"])
def test_a_key_that_is_none_is_refused(client: TestClient, key: str) -> None:
    refused = client.post("/v1/memories", json=LINE, headers={"Idempotency-Key": key.encode()})  # type: ignore[dict-item]
    assert (refused.status_code, refused.json()["error"]["code"]) == (400, "invalid")


def test_an_answer_that_shows_a_secret_is_not_kept(client: TestClient) -> None:
    refused = client.post("/v1/keys", json={"agent": "ann", "spaces": ["red"]}, headers=ONE)
    assert refused.status_code == 400
    assert client.get("/v1/keys").json()["items"] == []


def test_answers_are_kept_for_their_time(repeats: Repeats, clock: FrozenClock) -> None:
    made = [repeats.once("ann", "k", CALL, ASKED, lambda: b"1")]
    clock.advance(timedelta(hours=23))
    made.append(repeats.once("ann", "k", CALL, ASKED, lambda: b"2"))
    clock.advance(timedelta(hours=1))
    made.append(repeats.once("ann", "k", CALL, ASKED, lambda: b"3"))
    assert made == [(b"1", False), (b"1", True), (b"3", False)]


def test_while_the_first_call_is_under_way_the_second_is_told_so(repeats: Repeats) -> None:
    inside, go_on = threading.Event(), threading.Event()

    def slow() -> bytes:
        inside.set()
        go_on.wait(5)
        return b"done"

    first = threading.Thread(target=lambda: repeats.once("ann", "k", CALL, ASKED, slow))
    first.start()
    inside.wait(5)
    with pytest.raises(Conflict) as told:
        repeats.once("ann", "k", CALL, ASKED, lambda: b"twice")
    assert told.value.retryable
    go_on.set()
    first.join()
    assert repeats.once("ann", "k", CALL, ASKED, lambda: b"twice") == (b"done", True)


def test_a_call_that_failed_frees_its_key(repeats: Repeats) -> None:
    def fails() -> bytes:
        raise StoreBusy

    with pytest.raises(StoreBusy):
        repeats.once("ann", "k", CALL, ASKED, fails)
    assert repeats.once("ann", "k", CALL, ASKED, lambda: b"done") == (b"done", False)


def test_the_key_of_a_process_that_died_is_free_again(app: App, repeats: Repeats, clock: FrozenClock) -> None:
    app.answers.reserve("ann", "k", "whatever", clock.now(), clock.now() + HELD)
    clock.advance(HELD)
    assert repeats.once("ann", "k", CALL, ASKED, lambda: b"done") == (b"done", False)
