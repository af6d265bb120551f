"""Every case runs once through each surface. A further surface is one more line here."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from hindsight_memory.bootstrap import opened
from hindsight_memory.entrypoints.local import LocalApi
from hindsight_memory.settings import load_settings
from tests.surfaces.command_line import CommandLine
from tests.surfaces.mcp_tools import mcp_http, mcp_in_memory, mcp_stdio
from tests.surfaces.rest import rest
from tests.surfaces.surface import Surface


class Embedded(LocalApi):
    """The App in this process."""

    @property
    def name(self) -> str:
        return "embedded"


@contextmanager
def embedded(home: Path) -> Generator[Surface]:
    with opened(load_settings(home=home)) as app:
        yield Embedded(app, app.actor)


@contextmanager
def command_line(home: Path) -> Generator[Surface]:
    yield CommandLine(home)


SURFACES = {
    "embedded": embedded,
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
