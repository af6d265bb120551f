"""What many decisions have in common, and the report of a week."""

from __future__ import annotations

from hindsight_memory.entrypoints.rest.calls import Call
from hindsight_memory.wire.patterns import PatternsBody, PatternsQuery
from hindsight_memory.wire.weekly import WeeklyBody, WeeklyQuery

CALLS = (
    Call(
        name="patterns",
        method="GET",
        path="/patterns",
        summary="Find what decisions have in common: calibration, blind spots, repeats, ignored tools, drift",
        query=PatternsQuery,
        answer=PatternsBody,
        ask=lambda api, asked: api.patterns(asked.body(PatternsQuery)),
    ),
    Call(
        name="reports.weekly",
        method="GET",
        path="/reports/weekly",
        summary="Report a week, as JSON, or as a page in Markdown or HTML; `Accept: application/json` has both",
        query=WeeklyQuery,
        answer=WeeklyBody,
        ask=lambda api, asked: api.weekly_report(asked.body(WeeklyQuery)),
        paged=True,
    ),
)
