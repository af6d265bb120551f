"""The demo: an agent fails at a real task, its run is reviewed, and the memory makes the next run succeed."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

from hindsight_memory.bootstrap import opened
from hindsight_memory.domain.errors import Invalid
from hindsight_memory.entrypoints.cli.demo.stage import Stage
from hindsight_memory.entrypoints.cli.demo.story import SPACE, Story
from hindsight_memory.entrypoints.cli.terminal import Terminal
from hindsight_memory.settings import load_settings

__all__ = ["play"]


def play(terminal: Terminal, *, as_json: bool = False, keep: Path | None = None) -> int:
    """Play the demo and return the exit code: 0 when all that it claims was so, else 1.

    It works in a temporary folder with a store of its own; ``keep`` names a new or empty folder that stays.
    Raises Invalid when that folder holds something.
    """
    if keep is None:
        with tempfile.TemporaryDirectory(prefix="hindsight-demo-", ignore_cleanup_errors=True) as folder:
            return _play(terminal, Path(folder), as_json=as_json, kept=False)
    folder = keep.expanduser().absolute()
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise Invalid(f"{keep} is not an empty folder.", hint="Name a new folder for --keep.")
    folder.mkdir(parents=True, exist_ok=True)
    return _play(terminal, folder, as_json=as_json, kept=True)


def _play(terminal: Terminal, folder: Path, *, as_json: bool, kept: bool) -> int:
    started = time.monotonic()
    stage = Stage(None if as_json else terminal)
    home = folder / "memory"
    with opened(load_settings(home=home, space=SPACE, agent="demo-agent")) as app:
        Story(app, stage, folder).play()
    seconds = round(time.monotonic() - started, 1)
    if as_json:
        terminal.json(_body(stage, seconds, folder if kept else None))
    else:
        _close(terminal, stage, seconds, folder if kept else None)
    return 0 if stage.holds else 1


def _body(stage: Stage, seconds: float, folder: Path | None) -> dict[str, object]:
    return {
        "ok": stage.holds,
        "seconds": seconds,
        "folder": str(folder) if folder else None,
        "claims": [{"name": each.name, "holds": each.holds, "evidence": each.evidence} for each in stage.claims],
        "steps": [
            {"name": step.name, "title": step.title, "events": step.events, "results": step.results}
            for step in stage.steps
        ],
    }


def _close(terminal: Terminal, stage: Stage, seconds: float, folder: Path | None) -> None:
    held = sum(claim.holds for claim in stage.claims)
    style = "bold green" if stage.holds else "bold red"
    terminal.line("")
    terminal.line((f"{held} of {len(stage.claims)} claims held, in {seconds} s.", style))
    if folder is not None:
        terminal.line(f"Kept in {folder}: look around with  hsm memory list --home {folder / 'memory'} --space {SPACE}")
