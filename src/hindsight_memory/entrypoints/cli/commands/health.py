"""``hsm health``."""

from __future__ import annotations

from typing import Annotated

import typer

from hindsight_memory.domain.errors import Invalid
from hindsight_memory.entrypoints.cli.render.working import show_health
from hindsight_memory.entrypoints.cli.session import Session, leaf
from hindsight_memory.entrypoints.cli.tongue import Tongue, chosen
from hindsight_memory.wire.health import HealthQuery

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command()
@leaf
def health(
    session: Session,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print it as a Markdown page.")] = False,
    lang: Annotated[
        Tongue | None, typer.Option("--lang", help="The language of the advice. Default: that of LANG.")
    ] = None,
) -> None:
    """Check how the memories of a space fare, with advice: unused ones, conflicts, duplicates, what is overdue, …

    Exits with 0 whatever it finds. `hsm doctor` checks the machine.

    \b
      hsm health
      hsm health --lang zh --markdown > health.md
      hsm health --json
    """
    if markdown and session.as_json:
        raise Invalid("--markdown and --json exclude each other.")
    with session.api() as api:
        answer = api.health(HealthQuery.taken({"space": session.space, "lang": chosen(lang)}))
    if markdown:
        for line in answer.markdown().splitlines():
            session.terminal.line(line)
    else:
        session.answer(answer, show_health)
