"""The weekly report at the edge: its numbers, and where asked for the page."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field

from hindsight_memory.domain.weekly import MemoryStep, WeeklyReport
from hindsight_memory.wire.body import Body, Several
from hindsight_memory.wire.patterns import DecidedBody, FoundBody, RateBody


class PageFormat(StrEnum):
    """What the report is given as. ``json`` has the numbers alone; the others a page too."""

    JSON = "json"
    MARKDOWN = "markdown"
    HTML = "html"


class WeeklyQuery(Body):
    """Which week to report, as what, and in which language."""

    week: str = Field(default="", description="Such as `2026-W48`; the running week if absent.")
    format: PageFormat = Field(default=PageFormat.JSON, description="What it is given as.")
    lang: Literal["en", "zh"] = Field(default="en", description="The language of the page and of the summary.")
    space: Annotated[tuple[str, ...], Several] = Field(default=(), description="The spaces to report on.")


class MemoryStepBody(Body):
    """A change of a memory. ``content`` is empty where the memory is not in force any more."""

    memory_id: str
    change: str
    reason: str
    at: datetime
    content: str
    memory_type: str

    @classmethod
    def from_step(cls, one: MemoryStep) -> MemoryStepBody:
        """Return the body of a change."""
        return cls(
            memory_id=one.memory_id,
            change=one.change,
            reason=one.reason,
            at=one.at,
            content=one.memory.content if one.memory else "",
            memory_type=one.memory.type.value if one.memory else "",
        )


class WeeklyBody(Body):
    """The report of a week (Monday to Monday, UTC). ``running``: it has not ended yet.

    ``of_week`` is about the decisions of the week, ``window`` about those of the ``window_weeks`` weeks up to its end;
    ``before`` is the met rate of the week before. ``waiting`` are the oldest decisions without an outcome, of
    ``waiting_count``. ``memory_counts`` counts the changes of memories by kind, ``memory_changes`` are the newest.
    ``summary`` says it in two sentences; ``page`` is the whole as Markdown or HTML, empty for ``json``."""

    week: str
    since: datetime
    until: datetime
    spaces: list[str]
    made_at: datetime
    running: bool
    cut: bool
    lang: Literal["en", "zh"]
    format: PageFormat
    summary: str
    page: str
    of_week: FoundBody
    before: RateBody
    window_weeks: int
    window: FoundBody
    waiting: list[DecidedBody]
    waiting_count: int
    memory_counts: dict[str, int]
    memory_changes: list[MemoryStepBody]

    @classmethod
    def of(cls, report: WeeklyReport, query: WeeklyQuery, *, window_weeks: int, summary: str, page: str) -> WeeklyBody:
        """Return the body of a report."""
        return cls(
            week=str(report.week),
            since=report.week.start,
            until=report.week.end,
            spaces=list(report.spaces),
            made_at=report.made_at,
            running=report.running,
            cut=report.cut,
            lang=query.lang,
            format=query.format,
            summary=summary,
            page=page,
            of_week=FoundBody.from_patterns(report.of_week),
            before=RateBody.from_rate(report.before),
            window_weeks=window_weeks,
            window=FoundBody.from_patterns(report.window),
            waiting=[DecidedBody.from_decision(one) for one in report.waiting],
            waiting_count=report.waiting_count,
            memory_counts=dict(report.memory_counts),
            memory_changes=[MemoryStepBody.from_step(one) for one in report.memory_steps],
        )
