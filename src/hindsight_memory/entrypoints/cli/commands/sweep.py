"""``hsm sweep``."""

from __future__ import annotations

from typing import Annotated

import typer

from hindsight_memory.entrypoints.cli.render.sweep import show_sweep
from hindsight_memory.entrypoints.cli.session import Session, leaf
from hindsight_memory.wire.sweep import SweepBody

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command()
@leaf
def sweep(
    session: Session,
    since: Annotated[str, typer.Option("--since", help="Only memories last said from then on.", metavar="TIME")] = "",
    until: Annotated[str, typer.Option("--until", help="Only memories last said before then.", metavar="TIME")] = "",
    limit: Annotated[int, typer.Option("--limit", help="How many, the newest first.")] = 200,
) -> None:
    """Compare existing memories among themselves: what says the same becomes one, what is outdated gives way.

    Nothing is lost: what gave way stays in the history and can be rolled back, and stays so at the next sweep.
    Pinned memories change only by approval.

    \b
      hsm sweep
      hsm sweep --since 2026-05-01 --limit 500 --space project:api
      hsm sweep --json
    """
    asked = {"since": since, "until": until, "limit": limit, "space": session.space}
    with session.api() as api:
        answer = api.sweep(SweepBody.taken(asked))
    session.answer(answer, show_sweep)
