"""Whatever a set of callers does: nobody reads, counts, meets as a duplicate, replaces or changes what is hidden."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings

from hindsight_memory.bootstrap import App
from hindsight_memory.domain.actor import Actor
from hindsight_memory.domain.keys import Grant
from hindsight_memory.entrypoints.local import LocalApi
from hindsight_memory.testing import throw_away_app
from hindsight_memory.wire.memories import WriteBody
from tests.properties.visibility import Step, World, steps
from tests.surfaces.rest import Rest, calling

ACTS = (
    *("write", "search", "list", "stats", "audit", "discards", "one", "one", "jobs"),
    *("review", "review", "report", "report", "desk", "brief", "proposals", "proposals", "sweep"),
    *("decide", "decide", "decisions", "decisions"),
)
REST_ACTS = ("write", "search", "list", "stats", "audit", "discards", "jobs", "decide", "decisions")


@pytest.fixture(scope="module")
def app() -> Iterator[App]:
    with throw_away_app() as made:
        yield made


@pytest.mark.requirement("INV-3", "MEM-9")
@pytest.mark.timeout(90)
@settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture])
@given(played=steps(ACTS, 8, 24))
def test_what_is_hidden_from_a_caller_does_not_exist_for_it(app: App, played: list[Step]) -> None:
    world = World(lambda actor: LocalApi(app, actor))
    for step in played:
        world.play(step)


@pytest.mark.requirement("INV-3")
@pytest.mark.parametrize("visibility", ["private", "shared"])
def test_what_few_may_see_neither_feeds_nor_replaces_what_all_see(app: App, visibility: str) -> None:
    """Its writer sees both, so the two could be taken for one."""
    ann, bob = (LocalApi(app, Actor(name, (f"own-{visibility}",), ("crew",))) for name in ("ann", "bob"))
    told = ann.write(WriteBody.taken({"content": "The billing API listens on port 8080.", "source": "user"}))
    before = bob.memory(told.memory_id)
    few = {"source": "user", "visibility": visibility, "group": "crew" if visibility == "shared" else ""}
    for text in (
        "The billing API listens on port 8080.",
        "The billing API listens on port 8080, behind the proxy of the crew.",
        "The billing API listens on port 9090.",
    ):
        answer = ann.write(WriteBody.taken({"content": text, **few}))
        assert answer.memory_id != told.memory_id
        assert told.memory_id not in (*answer.superseded, *answer.disputed)
    assert bob.memory(told.memory_id) == before


@pytest.fixture(scope="module")
def rest_callers(app: App) -> Iterator[Rest]:
    with calling(app) as client:
        yield Rest(client)


@pytest.mark.requirement("INV-3B")
@pytest.mark.timeout(90)
@settings(max_examples=8, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture])
@given(played=steps(REST_ACTS, 3, 8))
def test_the_same_holds_for_callers_with_keys(app: App, rest_callers: Rest, played: list[Step]) -> None:
    def api_of(actor: Actor) -> Rest:
        grant = Grant(agent=actor.agent, spaces=actor.spaces, groups=actor.groups, roles=actor.roles)
        _, token = app.keys.create(app.actor, grant)
        return Rest(rest_callers.client, token)

    world = World(api_of)
    for step in played:
        world.play(step)
