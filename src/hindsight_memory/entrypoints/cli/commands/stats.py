"""``hsm stats``."""

from __future__ import annotations

import typer

from hindsight_memory.entrypoints.cli.render.upkeep import show_stats
from hindsight_memory.entrypoints.cli.session import Session, leaf

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command()
@leaf
def stats(session: Session) -> None:
    """Count what a space holds: memories by status, type, source and tier, tasks, reviews, discards.

    \b
      hsm stats
      hsm stats --space project:api --json
    """
    with session.api() as api:
        answer = api.stats(session.space)
    session.answer(answer, show_stats)
