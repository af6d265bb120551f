"""``hsm discards``: what the gate left out."""

from __future__ import annotations

from typing import Annotated

import typer

from hindsight_memory.entrypoints.cli import options
from hindsight_memory.entrypoints.cli.render.memories import show_changed, show_discards
from hindsight_memory.entrypoints.cli.session import Session, leaf

app = typer.Typer(
    help="What the gate left out, kept for 14 days, and how to get it back.",
    rich_markup_mode=None,
    add_completion=False,
    no_args_is_help=True,
)


@app.command("list")
@leaf
def list_discards(session: Session, limit: options.Limit = 50, cursor: options.Cursor = "") -> None:
    """List what was left out, newest first, with the reasons.

    \b
      hsm discards list
    """
    with session.api() as api:
        answer = api.discards(session.space, limit, cursor or None)
    session.answer(answer, show_discards)


@app.command()
@leaf
def restore(
    session: Session,
    discard_id: Annotated[str, typer.Argument(help="The id, as `hsm discards list` shows it.", metavar="DISCARD_ID")],
) -> None:
    """Make a memory of a discarded draft after all.

    \b
      hsm discards restore DISCARD_ID
    """
    with session.api() as api:
        answer = api.restore(discard_id, session.space)
    session.answer(answer, show_changed)
