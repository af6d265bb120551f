"""``/metrics``: figures for whoever may ask, and nothing of what is remembered."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from prometheus_client.parser import text_string_to_metric_families
from starlette.testclient import TestClient

from hindsight_memory.bootstrap import App
from hindsight_memory.domain.keys import Grant
from hindsight_memory.entrypoints.rest.policy import RestPolicy
from hindsight_memory.testing import throw_away_app
from tests.surfaces.rest import calling

LINE = "The build of the importer needs Node 20."


@pytest.fixture
def app() -> Iterator[App]:
    with throw_away_app(lexical_only=True) as made:
        yield made


def figures(client: TestClient, key: str = "") -> dict[tuple[str, ...], float]:
    answer = client.get("/metrics", headers={"Authorization": f"Bearer {key}"} if key else {})
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/plain")
    found = text_string_to_metric_families(answer.text)
    return {(one.name, *one.labels.values()): one.value for family in found for one in family.samples}


def test_calls_are_timed_and_what_there_is_is_counted(app: App) -> None:
    with calling(app, RestPolicy(reviewers=0)) as client:
        assert ("hindsight_memories", "active") not in figures(client)
        client.post("/v1/memories", json={"content": LINE, "source": "user", "space": "project:api"})
        client.get("/v1/memories/nobody")
        seen = figures(client)
        shown = client.get("/metrics").text
    assert seen["hindsight_memories", "active"] == 1
    assert seen["hindsight_call_seconds_count", "memories.write", "200"] == 1
    assert [value for name, value in seen.items() if name[0] == "hindsight_call_seconds_count"] == [1, 1]
    assert seen["process_resident_memory_bytes",] > 1e6
    for said in ("importer", "project", "nobody"):
        assert said not in shown


def test_elsewhere_a_key_is_needed_and_opens_the_counts_of_its_spaces(app: App) -> None:
    _, key = app.keys.create(app.actor, Grant(agent="watcher", spaces=("mine",)))
    with calling(app, RestPolicy(reviewers=0)) as client:
        client.post("/v1/memories", json={"content": LINE, "source": "user", "space": "other"})
    with calling(app, RestPolicy(reviewers=0, require_key=True)) as client:
        assert client.get("/metrics").status_code == 401
        assert ("hindsight_memories", "active") not in figures(client, key)
