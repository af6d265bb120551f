"""``hsm brief``."""

from __future__ import annotations

from typing import Annotated

import typer

from hindsight_memory.entrypoints.cli.render.working import show_brief
from hindsight_memory.entrypoints.cli.session import Session, leaf
from hindsight_memory.wire.working import BriefQuery

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command()
@leaf
def brief(
    session: Session,
    max_tokens: Annotated[int, typer.Option("--max-tokens", help="Most tokens, estimated, 50 to 20,000.")] = 600,
) -> None:
    """Print what an agent should know when a session begins: pinned, preferences, limits, failures, what helped.

    The same store gives the same brief; its headings are in the language of most memories.

    \b
      hsm brief --space project:api
      hsm brief --max-tokens 200
    """
    with session.api() as api:
        answer = api.brief(BriefQuery.taken({"space": session.space, "max_tokens": max_tokens}))
    session.answer(answer, show_brief)
