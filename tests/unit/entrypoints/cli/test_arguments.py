"""The words of a command line before they are parsed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hindsight_memory.entrypoints.cli.arguments import hoisted, wants_json


@pytest.mark.requirement("CLI-2")
@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["--json", "search", "x"], ["search", "--json", "x"]),
        (["--space", "a", "memory", "list"], ["memory", "list", "--space", "a"]),
        (["memory", "--home=/m", "list", "--json"], ["memory", "list", "--home=/m", "--json"]),
        (
            ["--home", "/m", "memory", "--space", "a", "show", "ID"],
            ["memory", "show", "--home", "/m", "--space", "a", "ID"],
        ),
        (["search", "--json", "x"], ["search", "--json", "x"]),
        (["search", "x", "--json"], ["search", "x", "--json"]),
    ],
)
def test_shared_options_before_a_command_move_behind_its_name(words: list[str], expected: list[str]) -> None:
    assert hoisted(words) == expected


def test_without_a_command_there_is_only_help() -> None:
    assert hoisted(["--json", "--help"]) == ["--help"]


@given(st.lists(st.text(min_size=1, max_size=8)))
def test_what_stands_behind_a_command_is_never_touched(words: list[str]) -> None:
    assert hoisted(["write", *words]) == ["write", *words]


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        (["search", "x", "--json"], True),
        (["--json", "serch"], True),
        (["write", "--", "--json"], False),
        (["write", "json"], False),
    ],
)
def test_json_is_wanted_when_it_stands_among_the_options(words: list[str], wanted: bool) -> None:
    assert wants_json(words) is wanted
