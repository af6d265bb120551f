"""Lists that are given a page at a time."""

from __future__ import annotations

from collections.abc import Callable

from hindsight_memory.entrypoints.mcp.delimiting import Json
from hindsight_memory.entrypoints.mcp.schema import Schema

PAGE = 20
"""Entries of a page, unless the caller says how many."""
LIMIT: Schema = {"type": "integer", "minimum": 1, "maximum": 1000, "default": PAGE, "description": "Most entries."}


def pages(lines: Callable[[Json], list[str]], nothing: str = "Nothing.") -> Callable[[Json], str]:
    """Render a page by the lines of each entry, and say how it goes on."""

    def render(answer: Json) -> str:
        shown = [line for one in answer["items"] for line in lines(one)] or [nothing]
        if answer["next_cursor"]:
            shown.append(f"More: cursor={answer['next_cursor']}")
        return "\n".join(shown)

    return render
