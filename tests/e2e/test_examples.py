"""Every example runs as it stands, on a fresh folder, and says what it is meant to show."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.architecture.repository import ROOT

EXAMPLES = {
    "embedded.py": "release notes are always written in English",
    "pydantic_ai_agent.py": "remembered: ['Every deploy needs a ticket.', 'Deploys go through the staging",
    "langgraph_agent.py": "mira: I know: I always want release notes in English.\njonas: I know: nothing",
    "openai_agents_run.py": "2 recall:  [fact] Deploys go through the staging cluster first.",
}


def test_every_example_is_run_here() -> None:
    assert {path.name for path in (ROOT / "examples").glob("*.py")} == set(EXAMPLES)


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_runs(name: str, tmp_path: Path) -> None:
    command = [sys.executable, "-W", "error", str(ROOT / "examples" / name), str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env={**os.environ}, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert EXAMPLES[name] in done.stdout
