"""``hsm report``."""

from __future__ import annotations

from enum import Enum
from pathlib import Path
from typing import Annotated

import typer

from hindsight_memory.domain.errors import Invalid
from hindsight_memory.entrypoints.cli.session import Session, leaf
from hindsight_memory.entrypoints.cli.tongue import Tongue, chosen
from hindsight_memory.wire.weekly import PageFormat, WeeklyQuery

app = typer.Typer(rich_markup_mode=None, add_completion=False)


class Shape(Enum):
    """What the report may be given as; ``md`` is ``markdown``."""

    MD = "md"
    MARKDOWN = "markdown"
    HTML = "html"
    JSON = "json"


_MARKDOWN = (".md", ".markdown", ".txt")
_HTML = frozenset({".html", ".htm"})


@app.command()
@leaf
def report(
    session: Session,
    week: Annotated[
        str, typer.Option("--week", help="Such as 2026-W48. Default: the running week.", metavar="WEEK")
    ] = "",
    shape: Annotated[
        Shape | None, typer.Option("--format", help="As what. Default: what --out ends in, else md.")
    ] = None,
    lang: Annotated[Tongue | None, typer.Option("--lang", help="Its language. Default: that of LANG.")] = None,
    out: Annotated[
        Path | None, typer.Option("--out", help="Write the page to this file.", metavar="FILE", dir_okay=False)
    ] = None,
) -> None:
    """Report a week: calibration, confident mistakes, blind spots, repeats, drift, open intents, memories.

    HTML is one file with plots, which needs nothing from elsewhere.

    \b
      hsm report
      hsm report --week 2026-W48 --out week.html
      hsm report --lang zh --format html --out 周报.html
    """
    given = _shape(shape, out, as_json=session.as_json)
    query = WeeklyQuery.taken({"week": week, "format": given, "lang": chosen(lang), "space": session.space})
    with session.api() as api:
        answer = api.weekly_report(query)
    if out is not None:
        _write(out, answer.page or answer.model_dump_json(indent=2))
    if session.as_json or (out is None and given is PageFormat.JSON):
        session.terminal.json(answer.model_dump(mode="json"))
    elif out is not None:
        session.terminal.line(answer.summary)
        session.terminal.note(f"Written to {out}")
    else:
        for line in answer.page.splitlines():
            session.terminal.line(line)


def _shape(asked: Shape | None, out: Path | None, *, as_json: bool) -> PageFormat:
    """What was asked for; else what the file's name says, JSON for ``--json`` alone, or Markdown."""
    if asked is not None:
        return PageFormat.MARKDOWN if asked is Shape.MD else PageFormat(asked.value)
    if out is not None:
        ending = out.suffix.lower()
        if ending in _HTML:
            return PageFormat.HTML
        if ending and ending not in (".json", *_MARKDOWN):
            raise Invalid(f"No page of the kind {ending} is made.", hint="Use .html, .md or .json, or say --format.")
        return PageFormat.JSON if ending == ".json" else PageFormat.MARKDOWN
    return PageFormat.JSON if as_json else PageFormat.MARKDOWN


def _write(path: Path, text: str) -> None:
    """Write a file. Raises Invalid with what the system says."""
    try:
        path.expanduser().write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise Invalid(f"{path} cannot be written: {error.strerror or error}.") from error
