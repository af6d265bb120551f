"""The first ten minutes of the README are run, not believed."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.architecture.repository import ROOT

RUNS = re.compile(r"<!-- runs -->\n```sh\n(.*?)^```", re.MULTILINE | re.DOTALL)


@pytest.mark.e2e
def test_the_first_commands_of_the_readme_work(tmp_path: Path) -> None:
    blocks: list[str] = RUNS.findall((ROOT / "README.md").read_text(encoding="utf-8"))
    assert blocks
    environment = os.environ | {
        "HOME": str(tmp_path),
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
    }
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", "\n".join(blocks)],
        cwd=tmp_path,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "staging" in done.stdout
    assert "发布" in done.stdout
