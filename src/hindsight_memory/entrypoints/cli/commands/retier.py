"""``hsm retier``."""

from __future__ import annotations

from typing import Annotated

import typer

from hindsight_memory.entrypoints.cli.render.tiers import show_retier
from hindsight_memory.entrypoints.cli.session import Session, leaf
from hindsight_memory.wire.tiers import RetierBody

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command()
@leaf
def retier(
    session: Session,
    limit: Annotated[int, typer.Option("--limit", help="Most rows that this run moves.")] = 1_000_000,
) -> None:
    """Move old decisions, traces and revisions to where they cost less: compressed, then files of the archive.

    Everything is found as before, however old; HSM_TIERS__HOT_DAYS and HSM_TIERS__WARM_DAYS are the ages. It may be
    stopped at any time and run again: hsm stats shows what lies where.

    \b
      hsm retier
      hsm retier --limit 100000 --space project:api
      hsm retier --json
    """
    with session.api() as api:
        answer = api.retier(RetierBody.taken({"limit": limit, "space": session.space}))
    session.answer(answer, show_retier)
