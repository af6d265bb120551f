"""Reports of a small store, and what a reader of their HTML sees."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from html.parser import HTMLParser
from typing import Any

from hindsight_memory.bootstrap import App
from hindsight_memory.domain.decision import DeltaResult, ExpectedKind, OutcomeSource
from hindsight_memory.entrypoints.local import LocalApi
from hindsight_memory.services.decisions import OutcomeRequest, RecordRequest
from hindsight_memory.testing import FrozenClock, throw_away_app
from hindsight_memory.wire.weekly import WeeklyBody, WeeklyQuery
from tests.unit.services.tasks import told

WEDNESDAY = datetime(2026, 11, 25, 12, tzinfo=UTC)
VOID = {"meta", "br", "img", "link", "input", "hr"}


def filled(app: App, said: str = "", space: str = "default") -> None:
    """Record decisions of three weeks in which every part of a report has something to show; ``said`` stands in every
    text that others write."""
    settled = {"outcome_source": OutcomeSource.SYSTEM, "outcome": f"TypeError {said}"}
    base = RecordRequest(
        intent=f"Pin datebook 2.0.0 {said}",
        intent_type=f"upgrade {said}"[:60],
        belief_text=f"Both are alone {said}"[:110],
        observation=f"billcycle 0.9.0 imports it, see deploy.yml {said}",
        expected="0",
        expected_kind=ExpectedKind.EXIT_CODE,
        space=space,
    )
    actor = replace(app.actor, agent=f"builder {said}")
    for number in range(24):
        at = WEDNESDAY - timedelta(days=number % 3 * 7, hours=number)
        outcome = OutcomeRequest(**settled, exit_code=number % 2, claimed=DeltaResult.MET)  # type: ignore[arg-type]
        sure = (0.5, 0.8, 0.9)[number % 3]
        app.decisions.record(actor, replace(base, confidence=sure, outcome=outcome, decided_at=at))
    app.decisions.record(actor, replace(base, decided_at=WEDNESDAY))
    told(app, f"Deploys of kestrel need the flag --canary=5. {said}"[:300], space=space)


def settle(app: App, number: int) -> None:
    """Record so many decisions that came out as expected."""
    met = OutcomeRequest(exit_code=0, outcome_source=OutcomeSource.SYSTEM)
    for _ in range(number):
        request = RecordRequest(
            intent="Act.", belief_text="It works.", expected="0", expected_kind=ExpectedKind.EXIT_CODE
        )
        app.decisions.record(app.actor, replace(request, outcome=met))


def body_of(app: App, **asked: Any) -> WeeklyBody:
    return LocalApi(app, app.actor).weekly_report(WeeklyQuery.taken(asked))


def made(said: str = "", **asked: Any) -> WeeklyBody:
    """The report of a filled store."""
    with throw_away_app(lexical_only=True, clock=FrozenClock(WEDNESDAY)) as app:
        filled(app, said, asked.get("space", "default"))
        return body_of(app, **asked)


class Seen(HTMLParser):
    """What stands in a page: its elements, attributes and text. Fails on an element that is never closed."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: Counter[str] = Counter()
        self.attributes: list[tuple[str, str, str]] = []
        self.texts: list[str] = []
        self._open: list[str] = []
        self.feed(page)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        self.attributes += [(tag, name, value or "") for name, value in attrs]
        if tag not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        self.attributes += [(tag, name, value or "") for name, value in attrs]

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)
