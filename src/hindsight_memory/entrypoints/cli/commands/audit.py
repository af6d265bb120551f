"""``hsm audit``: the chained log of every change."""

from __future__ import annotations

import typer

from hindsight_memory.entrypoints.cli import options
from hindsight_memory.entrypoints.cli.render.upkeep import show_audit, show_verified
from hindsight_memory.entrypoints.cli.session import Session, leaf

app = typer.Typer(
    help="The chained log of every change, and its check.",
    rich_markup_mode=None,
    add_completion=False,
    no_args_is_help=True,
)


@app.command()
@leaf
def verify(session: Session) -> None:
    """Check that no entry of the log was altered, removed or reordered. Exits with 7 when one was.

    Without --space all spaces are checked.

    \b
      hsm audit verify
    """
    with session.api() as api:
        answer = api.verify_audit(session.space or None)
    session.answer(answer, show_verified)


@app.command("list")
@leaf
def list_entries(session: Session, limit: options.Limit = 50, cursor: options.Cursor = "") -> None:
    """List the changes of a space, newest first.

    \b
      hsm audit list --limit 20
    """
    with session.api() as api:
        answer = api.audit(session.space, limit, cursor or None)
    session.answer(answer, show_audit)
