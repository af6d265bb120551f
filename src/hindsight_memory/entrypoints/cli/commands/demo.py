"""``hsm demo``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from hindsight_memory.entrypoints.cli.demo import play
from hindsight_memory.entrypoints.cli.session import Session, leaf

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command()
@leaf
def demo(
    session: Session,
    keep: Annotated[
        Path | None, typer.Option("--keep", help="A new folder to work in, which stays.", metavar="DIR")
    ] = None,
) -> None:
    """Watch an agent fail at a real task, learn from it, and succeed. Works in a temporary folder, offline.

    \b
      hsm demo
      hsm demo --keep ./demo
    """
    raise typer.Exit(play(session.terminal, as_json=session.as_json, keep=keep or session.home))
