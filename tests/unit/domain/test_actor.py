"""Who may name which space, and what a view shows."""

import pytest

from hindsight_memory.domain.actor import Actor, Role, View
from hindsight_memory.domain.errors import Forbidden, SpaceRequired
from hindsight_memory.domain.memory import Scope, Visibility

LOCAL = Actor(agent="local", any_space=True, default_space="default")
ONE = Actor(agent="a", spaces=("s1",), groups=("g",))
TWO = Actor(agent="a", spaces=("s1", "s2"))


@pytest.mark.requirement("SCOPE-1")
def test_a_credential_with_several_spaces_has_no_default() -> None:
    with pytest.raises(SpaceRequired):
        TWO.view()
    assert ONE.view().spaces == ("s1",)
    assert LOCAL.view().spaces == ("default",)


def test_an_empty_space_name_never_means_all() -> None:
    with pytest.raises(SpaceRequired):
        TWO.view("", "")
    assert TWO.view("", "s2").spaces == ("s2",)


def test_a_space_that_is_not_granted_is_refused() -> None:
    with pytest.raises(Forbidden):
        ONE.view("s2")
    with pytest.raises(Forbidden):
        TWO.space("s3")


def test_a_read_may_name_several_granted_spaces() -> None:
    assert TWO.view("s2", "s1", "s2").spaces == ("s2", "s1")


def test_a_shared_write_needs_one_of_the_agents_groups() -> None:
    assert ONE.scope(None, Visibility.SHARED, "g") == Scope("s1", Visibility.SHARED, "a", "g")
    with pytest.raises(Forbidden):
        ONE.scope(None, Visibility.SHARED, "other")


@pytest.mark.parametrize(
    ("scope", "shown"),
    [
        (Scope("s1"), True),
        (Scope("s2"), False),
        (Scope("s1", Visibility.PRIVATE, "a"), True),
        (Scope("s1", Visibility.PRIVATE, "b"), False),
        (Scope("s1", Visibility.SHARED, "b", "g"), True),
        (Scope("s1", Visibility.SHARED, "b", "h"), False),
    ],
)
def test_a_view_shows_global_own_and_group_memories_of_its_spaces(scope: Scope, shown: bool) -> None:
    assert View(("s1",), "a", ("g",)).shows(scope) is shown


def test_a_missing_role_is_refused() -> None:
    with pytest.raises(Forbidden):
        Actor(agent="a", spaces=("s",), roles=frozenset({Role.READ})).require(Role.WRITE)
