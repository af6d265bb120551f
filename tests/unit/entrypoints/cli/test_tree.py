"""The tree of commands: complete, uniform, explained."""

from collections.abc import Iterator
from typing import Any

import pytest
import typer

from hindsight_memory.entrypoints.cli.main import app
from hindsight_memory.entrypoints.cli.tree import GROUPS

SHARED = {"--json", "--space", "--home"}


def leaves(command: Any, path: str = "hsm") -> Iterator[tuple[str, Any]]:
    """Yield every command that does something, with its path."""
    if hasattr(command, "commands"):
        for name in command.commands:
            yield from leaves(command.commands[name], f"{path} {name}")
    else:
        yield path, command


ROOT: Any = typer.main.get_command(app)
LEAVES = dict(leaves(ROOT))


@pytest.mark.requirement("CLI-1")
def test_every_command_of_the_contract_is_there() -> None:
    assert set(ROOT.commands) >= {
        *("demo", "init", "write", "search", "memory", "ingest", "task", "review", "stats", "doctor", "bench"),
        *("eval", "audit", "discards"),
    }
    assert set(ROOT.commands["memory"].commands) == {
        "show",
        "list",
        "history",
        "update",
        "forget",
        "rollback",
        "promote",
        "purge",
    }
    assert set(ROOT.commands["task"].commands) == {"begin", "event", "end", "show", "list", "propose"}
    assert set(ROOT.commands["eval"].commands) == {"decisions", "retrieval", "regression", "guard", "pairs"}


@pytest.mark.requirement("CLI-2")
@pytest.mark.parametrize("path", LEAVES)
def test_every_command_takes_the_shared_options(path: str) -> None:
    options = {name for param in LEAVES[path].params for name in param.opts}
    assert options >= SHARED


@pytest.mark.parametrize("path", LEAVES)
def test_every_command_teaches_with_an_example(path: str) -> None:
    text = LEAVES[path].help
    assert f"  {path}" in text or f"| {path}" in text


@pytest.mark.parametrize("path", LEAVES)
def test_every_option_says_what_it_does(path: str) -> None:
    silent = [param.name for param in LEAVES[path].params if not getattr(param, "help", "")]
    assert silent == []


def test_the_groups_that_arguments_know_are_the_groups_there_are() -> None:
    assert {name for name in ROOT.commands if hasattr(ROOT.commands[name], "commands")} == GROUPS
