"""The weekly report as a page: Markdown, or one HTML file with plots, in English or Chinese."""

from __future__ import annotations

from hindsight_memory.entrypoints.weekly.document import Document, Tile
from hindsight_memory.entrypoints.weekly.html import html
from hindsight_memory.entrypoints.weekly.markdown import markdown
from hindsight_memory.entrypoints.weekly.saying import Say, summary
from hindsight_memory.entrypoints.weekly.sections import sections
from hindsight_memory.ports.plots import Plots
from hindsight_memory.wire.weekly import PageFormat, WeeklyBody


def reported(body: WeeklyBody, plots: Plots) -> WeeklyBody:
    """Return the report with its summary, and with its page in the format that it names."""
    told = body.model_copy(update={"summary": summary(body)})
    match body.format:
        case PageFormat.JSON:
            return told
        case PageFormat.MARKDOWN:
            page = markdown(document_of(told))
        case PageFormat.HTML:
            page = html(document_of(told), plots)
    return told.model_copy(update={"page": page})


def document_of(body: WeeklyBody) -> Document:
    """Return what the page consists of."""
    say = Say(body.lang)
    space = say("space" if len(body.spaces) == 1 else "spaces", names=", ".join(body.spaces))
    parts = [say.days(body.since, body.until), space, *([say("running")] if body.running else [])]
    foot = [say("foot_how"), *([say("foot_cut")] if body.cut else [])]
    foot.append(say("foot_made", at=f"{body.made_at:%Y-%m-%d %H:%M}"))
    return Document(
        tongue=body.lang,
        title=f"{say('title')} · {say.week(body.week)}",
        subtitle=" · ".join(parts),
        summary=body.summary,
        tiles=_tiles(body, say),
        sections=sections(body, say),
        foot=tuple(foot),
    )


def _tiles(body: WeeklyBody, say: Say) -> tuple[Tile, ...]:
    week, table = body.of_week, body.of_week.calibration
    few = table.met.few or table.met.share is None
    beside = say(
        "tile_few_beside" if few else "tile_met_beside",
        met=table.met.hits,
        known=table.met.of,
        interval=say.interval(table.met.low, table.met.high),
    )
    share = "–" if few else say.percent(table.met.share or 0.0)
    wrong = table.confidently_wrong
    return (
        Tile(
            say("tile_decisions"),
            f"{week.decisions - week.inferred:,}",
            say("tile_inferred_beside" if week.inferred else "tile_decisions_beside", inferred=week.inferred),
        ),
        Tile(say("tile_met"), share, beside),
        Tile(
            say("tile_wrong"), f"{wrong:,}", say("tile_wrong_beside", hesitant=table.hesitantly_wrong), alarm=wrong > 0
        ),
        Tile(say("tile_waiting"), f"{body.waiting_count:,}", say("tile_waiting_beside")),
        Tile(
            say("tile_memories"),
            f"{sum(body.memory_counts.values()):,}",
            say("tile_memories_beside", stored=body.memory_counts.get("stored", 0)),
        ),
    )
