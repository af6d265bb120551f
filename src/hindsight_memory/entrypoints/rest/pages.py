"""Answers that are a page for people: Markdown or HTML, unless the caller asks for JSON alone."""

from __future__ import annotations

from starlette.responses import Response

from hindsight_memory.entrypoints.weekly.html import POLICY
from hindsight_memory.wire.body import Body
from hindsight_memory.wire.weekly import PageFormat, WeeklyBody

MEDIA_TYPES = {PageFormat.MARKDOWN: "text/markdown", PageFormat.HTML: "text/html"}
_JSON = "application/json"


def page_of(answer: Body, accept: str) -> Response | None:
    """Return the page of an answer; None when it has none, or when ``Accept`` names JSON and nothing else."""
    if not isinstance(answer, WeeklyBody) or answer.format is PageFormat.JSON:
        return None
    if accept.partition(";")[0].strip().lower() == _JSON:
        return None
    media_type = MEDIA_TYPES[answer.format]
    headers = {"Content-Security-Policy": f"{POLICY}; frame-ancestors 'none'", "Vary": "Accept"}
    return Response(answer.page, headers=headers, media_type=f"{media_type}; charset=utf-8")
