"""The Python of docs/python.md is run, not believed."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from hindsight_memory.wire.api import Api
from tests.architecture.repository import DOCS

PAGE = (DOCS / "python.md").read_text(encoding="utf-8")
RUNS = re.compile(r"<!-- runs -->\n```python\n(.*?)^```", re.MULTILINE | re.DOTALL)


def test_every_block_that_says_so_runs(tmp_path: Path) -> None:
    blocks: list[str] = RUNS.findall(PAGE)
    assert len(blocks) == 4
    shown = ""
    for block in blocks:
        command = [sys.executable, "-W", "error", "-c", block]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        shown += done.stdout
    assert "stored" in shown and "['stored', 'updated']" in shown and "success" in shown
    assert "[('datebook is independent of the other pins', 'violated')]" in shown


def test_every_call_is_named() -> None:
    table = PAGE.partition("## Calls")[2].partition("## Tasks")[0]
    assert {name for name in dir(Api) if not name.startswith("_")} - set(re.findall(r"`(\w+)`", table)) == set()
