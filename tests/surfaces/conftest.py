"""Every case runs once through each surface. A further surface is one more line here."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.surfaces.command_line import CommandLine
from tests.surfaces.mcp_tools import mcp_http, mcp_in_memory, mcp_stdio
from tests.surfaces.python_calls import async_client, client, hindsight
from tests.surfaces.rest import rest
from tests.surfaces.surface import Surface


@contextmanager
def command_line(home: Path) -> Generator[Surface]:
    yield CommandLine(home)


SURFACES = {
    "embedded": hindsight,
    "client": client,
    "async-client": async_client,
    "cli": command_line,
    "rest": rest,
    "mcp": mcp_in_memory,
    "mcp-http": mcp_http,
    "mcp-stdio": mcp_stdio,
}


PROCESSES = {"mcp-stdio"}


def surfaces() -> list[Any]:
    """Return the names; those that start processes have the time of end-to-end tests."""
    return [pytest.param(name, marks=pytest.mark.e2e if name in PROCESSES else ()) for name in SURFACES]


@pytest.fixture(params=surfaces())
def surface(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Generator[Surface]:
    # By words alone: the model's answers have tests of their own, and every call of a command would load it.
    monkeypatch.setenv("HSM_EMBEDDER__KIND", "none")
    with SURFACES[request.param](tmp_path / "home") as driver:
        yield driver
