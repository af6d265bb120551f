"""``hsm init``."""

from __future__ import annotations

import typer

from hindsight_memory.entrypoints.cli.render.upkeep import show_init
from hindsight_memory.entrypoints.cli.session import Session, leaf
from hindsight_memory.wire.upkeep import InitAnswer

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command()
@leaf
def init(session: Session) -> None:
    """Make the data folder, readable by you alone, and see what comes next. Safe to repeat.

    Not needed: every command makes the folder when it is missing.

    \b
      hsm init
      hsm init --home ./memory
    """
    home = session.settings.home
    known = home.is_dir() and any(home.iterdir())
    with session.api() as api:
        space = api.actor.space(session.space)
    session.answer(InitAnswer(home=str(home), created=not known, space=space), show_init)
