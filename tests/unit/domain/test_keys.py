"""API keys: what is kept of a token, what a key opens, and which brought-along tokens are good enough."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hindsight_memory.domain.actor import Actor, Role
from hindsight_memory.domain.errors import Invalid, SpaceRequired
from hindsight_memory.domain.keys import (
    ApiKey,
    Grant,
    checked_grant,
    checked_token,
    digest_of,
    key_id_of,
    token_of,
)
from hindsight_memory.testing import NOON

TOKEN = token_of(bytes(range(32)))
GRANT = Grant(agent="ann", spaces=("red", "blue"))


def kept(token: str) -> ApiKey:
    return ApiKey(
        key_id=key_id_of(token), digest=digest_of(token), name="", grant=GRANT, created_at=NOON, created_by="op"
    )


def test_a_key_is_opened_by_its_token_alone() -> None:
    key = kept(TOKEN)
    assert key.opened_by(TOKEN)
    for other in ("", "hsm_", TOKEN[:-1], TOKEN.upper(), token_of(bytes(32)), "ключ", "\ud800"):
        assert not key.opened_by(other)


def test_a_revoked_key_is_opened_by_nothing() -> None:
    assert not replace(kept(TOKEN), revoked_at=NOON).opened_by(TOKEN)


def test_nothing_that_is_kept_holds_the_token() -> None:
    shown = repr(kept(TOKEN))
    assert TOKEN not in shown
    assert TOKEN.removeprefix("hsm_")[:16] not in shown


def test_with_several_spaces_none_is_the_default() -> None:
    with pytest.raises(SpaceRequired):
        GRANT.actor.space(None)
    assert replace(GRANT, spaces=("red",)).actor.space(None) == "red"
    with pytest.raises(SpaceRequired):
        replace(GRANT, spaces=(), all_spaces=True).actor.space(None)


@pytest.mark.parametrize(
    ("grant", "inside"),
    [
        (Grant(agent="x", spaces=("red",), roles=frozenset({Role.READ})), True),
        (Grant(agent="x", spaces=("red", "green"), roles=frozenset({Role.READ})), False),
        (Grant(agent="x", all_spaces=True, roles=frozenset({Role.READ})), False),
        (Grant(agent="x", spaces=("red",), roles=frozenset({Role.READ, Role.REVIEW})), False),
    ],
)
def test_a_grant_lies_within_an_actor_that_has_its_spaces_and_roles(grant: Grant, inside: bool) -> None:
    actor = Actor("op", ("red", "blue"), roles=frozenset({Role.READ, Role.ADMIN}))
    assert grant.within(actor) is inside
    assert grant.within(Actor("root", any_space=True))


@pytest.mark.parametrize(
    "token",
    ["", "hsm_", "hsm_changeme", "hsm_" + "a" * 64, TOKEN.removeprefix("hsm_"), f"{TOKEN} ", f"hsm_{'密钥' * 20}"],
)
def test_a_token_that_could_be_guessed_or_sent_wrongly_is_refused(token: str) -> None:
    with pytest.raises(Invalid) as refused:
        checked_token(token)
    assert len(token) < 5 or token not in refused.value.message


def test_a_random_token_is_good_enough() -> None:
    assert checked_token(TOKEN) == TOKEN


@pytest.mark.parametrize(
    "grant",
    [
        replace(GRANT, agent=" "),
        replace(GRANT, spaces=()),
        replace(GRANT, all_spaces=True),
        replace(GRANT, roles=frozenset[Role]()),
        replace(GRANT, spaces=("",)),
        replace(GRANT, groups=("g" * 300,)),
    ],
)
def test_a_grant_that_opens_nothing_or_is_unclear_is_refused(grant: Grant) -> None:
    with pytest.raises(Invalid):
        checked_grant(grant)
