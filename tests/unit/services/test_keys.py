"""The key service: who may make, see and revoke which keys."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from hindsight_memory.bootstrap import App
from hindsight_memory.domain.actor import Actor, Role
from hindsight_memory.domain.errors import Forbidden, Invalid, NotFound, Unauthenticated
from hindsight_memory.domain.keys import Grant
from hindsight_memory.testing import throw_away_app

TOKEN = "hsm_" + "0f1e2d3c4b5a69788796a5b4c3d2e1f0" * 2
RED = Grant(agent="ann", spaces=("red",), groups=("crew",))
OVERSEER = Actor("op", ("red",))


@pytest.fixture
def app() -> Iterator[App]:
    with throw_away_app(lexical_only=True) as made:
        yield made


def test_a_token_stands_for_the_agent_spaces_groups_and_roles_of_its_key(app: App) -> None:
    key, token = app.keys.create(app.actor, RED, "build server")
    actor, key_id = app.keys.actor_of(token)
    assert key_id == key.key_id
    assert (actor.agent, actor.spaces, actor.groups) == ("ann", ("red",), ("crew",))
    assert actor.roles == {Role.READ, Role.WRITE, Role.REVIEW}


def test_a_revoked_or_made_up_token_stands_for_nobody(app: App) -> None:
    key, token = app.keys.create(app.actor, RED)
    app.keys.revoke(app.actor, key.key_id)
    for one in (token, TOKEN, "", "hsm_x"):
        with pytest.raises(Unauthenticated):
            app.keys.actor_of(one)


def test_nobody_makes_a_key_that_opens_more_than_their_own(app: App) -> None:
    for grant in (Grant(agent="x", spaces=("blue",)), Grant(agent="x", all_spaces=True)):
        with pytest.raises(Forbidden):
            app.keys.create(OVERSEER, grant)
    app.keys.create(OVERSEER, RED)


def test_keys_of_other_spaces_are_not_there(app: App) -> None:
    blue, _ = app.keys.create(app.actor, Grant(agent="bob", spaces=("red", "blue")))
    red, _ = app.keys.create(app.actor, RED)
    assert [key.key_id for key in app.keys.visible(OVERSEER)] == [red.key_id]
    with pytest.raises(NotFound) as hidden:
        app.keys.revoke(OVERSEER, blue.key_id)
    with pytest.raises(NotFound) as absent:
        app.keys.revoke(OVERSEER, "0" * 16)
    assert hidden.value.message.replace(blue.key_id, "0" * 16) == absent.value.message


def test_only_an_admin_governs_keys(app: App) -> None:
    writer = Actor("w", ("red",), roles=frozenset({Role.READ, Role.WRITE, Role.REVIEW}))
    for call in (
        lambda: app.keys.create(writer, RED),
        lambda: app.keys.visible(writer),
        lambda: app.keys.revoke(writer, "0" * 16),
    ):
        with pytest.raises(Forbidden):
            call()


def test_the_first_key_is_made_once_and_only_where_there_is_none(app: App) -> None:
    assert app.keys.bootstrap(TOKEN)
    assert not app.keys.bootstrap(TOKEN)
    assert not app.keys.bootstrap(TOKEN.replace("0f", "1e"))
    actor, _ = app.keys.actor_of(TOKEN)
    assert actor.any_space
    assert actor.roles == set(Role)
    with pytest.raises(Invalid):
        app.keys.bootstrap("hsm_short")


def test_a_first_key_that_was_revoked_does_not_come_back(app: App) -> None:
    app.keys.bootstrap(TOKEN)
    app.keys.revoke(app.actor, app.keys.visible(app.actor)[0].key_id)
    assert not app.keys.exist()
    assert not app.keys.bootstrap(TOKEN)
    with pytest.raises(Unauthenticated):
        app.keys.actor_of(TOKEN)
