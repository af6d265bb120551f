"""From a credential to an Actor: what counts, what does not, and who may come without one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from hindsight_memory.bootstrap import App
from hindsight_memory.domain.actor import Role
from hindsight_memory.domain.errors import Forbidden, NoKeys, Unauthenticated
from hindsight_memory.domain.keys import Grant
from hindsight_memory.entrypoints.identity import ClaimNames, Identity, actor_of_claims, require_credentials
from hindsight_memory.testing import throw_away_app

CLAIMS = {"sub": "ann", "hsm_spaces": ["red"], "hsm_groups": "crew ops", "scope": "openid hsm:read hsm:write"}


@pytest.fixture(scope="module")
def app() -> Iterator[App]:
    with throw_away_app(lexical_only=True) as made:
        yield made


def test_without_a_credential_only_this_machine_is_the_local_user(app: App) -> None:
    open_door, shut_door = Identity(app, keyless=True), Identity(app, keyless=False)
    assert open_door.caller(None, from_here=True).actor == app.actor
    for door, from_here in ((open_door, False), (shut_door, True), (shut_door, False)):
        with pytest.raises(Unauthenticated):
            door.caller(None, from_here=from_here)


@pytest.mark.parametrize(
    "header", ["Bearer", "Bearer ", "Basic YTpi", "hsm_1", "Bearer hsm_1", "Bearer a b", "Bearer eyJ.e30.x", "é"]
)
def test_a_credential_that_does_not_count_is_refused_where_none_would_do(app: App, header: str) -> None:
    with pytest.raises(Unauthenticated):
        Identity(app, keyless=True).caller(header, from_here=True)


@pytest.mark.parametrize("scheme", ["Bearer", "bearer", "BEARER "])
def test_a_key_is_its_agent_wherever_it_comes_from(app: App, scheme: str) -> None:
    key, token = app.keys.create(app.actor, Grant(agent="ann", spaces=("red",)))
    caller = Identity(app, keyless=False).caller(f"{scheme} {token}", from_here=False)
    assert (caller.actor.agent, caller.credential) == ("ann", f"key:{key.key_id}")


def test_claims_say_agent_spaces_groups_and_roles() -> None:
    actor = actor_of_claims(CLAIMS, ClaimNames())
    assert (actor.agent, actor.spaces, actor.groups) == ("ann", ("red",), ("crew", "ops"))
    assert actor.roles == {Role.READ, Role.WRITE}
    assert not actor.any_space


def test_claims_may_have_other_names() -> None:
    claims = {"client_id": "bot", "projects": "red blue", "teams": ["crew"], "scp": ["hsm:read"], "sub": "other"}
    actor = actor_of_claims(claims, ClaimNames("client_id", "projects", "teams"))
    assert (actor.agent, actor.spaces, actor.groups) == ("bot", ("red", "blue"), ("crew",))


@pytest.mark.parametrize(
    ("change", "refusal"),
    [
        ({"sub": ""}, Unauthenticated),
        ({"sub": 7}, Unauthenticated),
        ({"sub": None}, Unauthenticated),
        ({"hsm_spaces": []}, Forbidden),
        ({"hsm_spaces": {"red": 1}}, Forbidden),
        ({"hsm_spaces": [1, None, ""]}, Forbidden),
        ({"scope": "read write admin"}, Forbidden),
        ({"scope": None}, Forbidden),
    ],
)
def test_claims_that_open_nothing_are_refused(change: dict[str, object], refusal: type[Exception]) -> None:
    with pytest.raises(refusal):
        actor_of_claims({**CLAIMS, **change}, ClaimNames())


def test_a_star_among_the_spaces_is_a_space_of_that_name() -> None:
    assert actor_of_claims({**CLAIMS, "hsm_spaces": "*"}, ClaimNames()).spaces == ("*",)


def test_a_server_for_others_needs_a_key_first() -> None:
    with throw_away_app(lexical_only=True) as app:
        require_credentials(app, loopback=True)
        with pytest.raises(NoKeys):
            require_credentials(app, loopback=False)
        key, _ = app.keys.create(app.actor, Grant(agent="ann", spaces=("red",)))
        require_credentials(app, loopback=False)
        app.keys.revoke(app.actor, key.key_id)
        with pytest.raises(NoKeys):
            require_credentials(app, loopback=False)
