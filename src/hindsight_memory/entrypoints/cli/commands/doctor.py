"""``hsm doctor``."""

from __future__ import annotations

from typing import Annotated

import typer

from hindsight_memory.domain.errors import BadSetting, Category
from hindsight_memory.entrypoints.cli import checkup
from hindsight_memory.entrypoints.cli.render.upkeep import show_checkup
from hindsight_memory.entrypoints.cli.session import Session, leaf
from hindsight_memory.entrypoints.errors import ANSWERS
from hindsight_memory.wire.upkeep import CheckBody, CheckupBody, Grade

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command()
@leaf
def doctor(
    session: Session,
    fix: Annotated[bool, typer.Option("--fix", help="Make missing vectors and close the folder to others.")] = False,
) -> None:
    """Check what works on this machine: Python, SQLite, store, audit, model, disk. Exits with 7 when one fails.

    \b
      hsm doctor
      hsm doctor --fix
      hsm doctor --json
    """
    checks = list(checkup.machine())
    settings: dict[str, str] = {}
    try:
        chosen = session.settings
    except BadSetting as error:
        checks.append(CheckBody(name="settings", grade=Grade.FAIL, seen=error.message, advice=error.hint))
    else:
        checks += checkup.store(chosen, fix=fix)
        settings = checkup.in_force(chosen)
    healthy = all(check.grade is not Grade.FAIL for check in checks)
    session.answer(CheckupBody(healthy=healthy, checks=checks, settings=settings), show_checkup)
    if not healthy:
        raise typer.Exit(ANSWERS[Category.CORRUPT].exit_code)
