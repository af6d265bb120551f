"""Options that several commands share, with one spelling and one help text each."""

from __future__ import annotations

from typing import Annotated

import typer

from hindsight_memory.domain.memory import MemoryType, Source, Status, Visibility

_WHEN = "ISO 8601 with an offset, or a date (midnight UTC)"

MemoryId = Annotated[str, typer.Argument(help="The memory's id, as `hsm search` shows it.", metavar="MEMORY_ID")]
TaskId = Annotated[str, typer.Argument(help="The task's id.", metavar="TASK_ID")]

OneType = Annotated[MemoryType | None, typer.Option("--type", "--memory-type", help="What kind of statement it is.")]
Types = Annotated[list[MemoryType] | None, typer.Option("--type", "--memory-type", help="Only this type (repeatable).")]
Sources = Annotated[list[Source] | None, typer.Option("--source", help="Only this source (repeatable).")]
Statuses = Annotated[
    list[Status] | None,
    typer.Option("--status", help="Only this status (repeatable). Default: active and disputed."),
]
Tags = Annotated[list[str] | None, typer.Option("--tag", help="A tag (repeatable).", metavar="TAG")]
OnlyTags = Annotated[
    list[str] | None, typer.Option("--tag", help="Only what has this tag (repeatable: all).", metavar="TAG")
]
Confidence = Annotated[float | None, typer.Option("--confidence", help="How sure you are, 0 to 1.")]
WhoSees = Annotated[
    Visibility, typer.Option("--visibility", help="Who inside the space may see it.", show_default=True)
]
Speaker = Annotated[str, typer.Option("--speaker", help="Who said it.", metavar="NAME", show_default=False)]
SaidAt = Annotated[str, typer.Option("--said-at", help=f"When it was said: {_WHEN}.", metavar="TIME")]
ValidFrom = Annotated[str, typer.Option("--valid-from", help="From when it is true.", metavar="TIME")]
ValidUntil = Annotated[str, typer.Option("--valid-until", help="Until when it is true.", metavar="TIME")]
ExpiresAt = Annotated[str, typer.Option("--expires-at", help="When to archive it.", metavar="TIME")]
Since = Annotated[str, typer.Option("--since", help=f"Said at this time or later: {_WHEN}.", metavar="TIME")]
Until = Annotated[str, typer.Option("--until", help="Said before this time.", metavar="TIME")]
AsOf = Annotated[str, typer.Option("--as-of", help="What was believed at this time.", metavar="TIME")]
ValidAt = Annotated[str, typer.Option("--valid-at", help="What held at this time of the world.", metavar="TIME")]
Why = Annotated[str, typer.Option("--reason", help="Why; it stands in the history.", metavar="TEXT")]
Limit = Annotated[int, typer.Option("--limit", help="Most entries, 1 to 1000.")]
Cursor = Annotated[str, typer.Option("--cursor", help="Go on from the `next_cursor` of the page before.")]
