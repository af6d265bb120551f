"""The check-up: each thing that goes wrong is seen, and a store in order is not accused."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Literal

import pytest

from hindsight_memory.domain.health import Census, Finding, Grade, Seen, check, worst
from hindsight_memory.domain.health_words import said
from hindsight_memory.domain.memory import Source
from hindsight_memory.domain.trace import OutcomeStatus
from hindsight_memory.services.decisions import RecordRequest
from hindsight_memory.testing import FrozenClock, throw_away_app
from hindsight_memory.wire.health import HealthBody
from tests.unit.services.tasks import begun, told

NOW = datetime(2026, 5, 1, tzinfo=UTC)
SOUND = Census(
    active=100, of_age=50, unretrieved=5, by_source={"user": 80, "inferred": 20}, this_week=30, week_before=25
)
WELL = Seen(census=SOUND, looked_at=100, now=NOW)


def ill(**counts: object) -> Seen:
    return replace(WELL, census=replace(SOUND, **counts))


CASES: dict[str, tuple[Seen, Seen]] = {
    "unretrieved": (ill(unretrieved=30), ill(unretrieved=45)),
    "conflicts": (ill(disputed=1), ill(disputed=15)),
    "sources": (ill(by_source={"user": 40, "inferred": 60}), ill(by_source={"user": 10, "inferred": 90})),
    "growth": (ill(this_week=120), ill(this_week=400)),
    "duplicates": (replace(WELL, near_copies=2), ill(same_text=6)),
    "index": (ill(without_vector=3), ill(without_vector=30)),
    "pending": (
        replace(WELL, pending=2, oldest_pending=NOW - timedelta(days=4)),
        replace(WELL, pending=2, oldest_pending=NOW - timedelta(days=20)),
    ),
    "overdue": (ill(overdue=2), ill(overdue=20)),
    "quarantine": (ill(quarantined=1), ill(quarantined=30)),
    "jobs": (ill(failed_jobs=1), replace(WELL, oldest_job=NOW - timedelta(days=8))),
    "discards": (ill(discarded=90), ill(discarded=990)),
    "density": (
        replace(WELL, recorded_tasks=10, dense_tasks=2),
        replace(WELL, recorded_tasks=10, dense_tasks=8),
    ),
    "open_intents": (replace(WELL, forgotten_intents=1), replace(WELL, forgotten_intents=20)),
    "confidence": (
        replace(WELL, confident=30, confidently_wrong=10),
        replace(WELL, confident=30, confidently_wrong=20),
    ),
}


def grades(seen: Seen) -> dict[str, Grade]:
    return {finding.name: finding.grade for finding in check(seen)}


@pytest.mark.requirement("UP-2")
def test_a_store_in_order_and_an_empty_one_are_not_accused() -> None:
    for seen in (WELL, Seen(census=Census(), now=NOW), Seen(census=Census(), has_model=False, now=NOW)):
        assert set(grades(seen).values()) == {Grade.OK}
        assert worst(check(seen)) is Grade.OK


@pytest.mark.requirement("UP-2")
@pytest.mark.parametrize("name", CASES)
def test_each_thing_that_goes_wrong_is_seen_alone(name: str) -> None:
    for seen, grade in zip(CASES[name], (Grade.WARN, Grade.BAD), strict=True):
        found = grades(seen)
        assert found.pop(name) is grade
        assert set(found.values()) == {Grade.OK}
        assert worst(check(seen)) is grade


def test_every_check_has_a_case() -> None:
    assert set(CASES) == set(grades(WELL))


def test_shares_of_a_few_memories_say_nothing() -> None:
    few = Census(active=4, of_age=4, unretrieved=4, by_source={"inferred": 4}, this_week=4, discarded=14)
    seen = Seen(census=few, looked_at=4, recorded_tasks=4, dense_tasks=4, now=NOW)
    assert set(grades(seen).values()) == {Grade.OK}


@pytest.mark.requirement("UP-2")
@pytest.mark.parametrize("name", CASES)
def test_advice_is_given_in_both_languages_and_only_when_there_is_need(name: str) -> None:
    def finding(seen: Seen) -> Finding:
        return next(one for one in check(seen) if one.name == name)

    well, bad = finding(WELL), finding(CASES[name][1])
    english, chinese = said(bad, "en"), said(bad, "zh")
    assert english.advice and english.advice.isascii()
    assert chinese.advice and not chinese.advice.isascii()
    assert "{" not in english.measure + chinese.measure
    assert said(well, "en").advice == said(well, "zh").advice == ""
    assert any(char.isdigit() for char in english.measure)


def test_without_a_model_the_advice_is_another_one() -> None:
    finding = next(one for one in check(replace(WELL, has_model=False)) if one.name == "index")
    assert finding.grade is Grade.WARN
    assert "HSM_EMBEDDER__KIND" in said(finding, "en").advice


@pytest.mark.requirement("UP-2")
def test_the_check_up_of_a_store_sees_what_is_in_it() -> None:
    clock = FrozenClock()
    with throw_away_app(clock=clock) as app:

        def value(name: str) -> tuple[float, Grade]:
            found = app.health.check(app.actor).findings
            return next((f.value, f.grade) for f in found if f.name == name)

        assert value("jobs") == (0, Grade.OK)
        told(app, "The kestrel worker pool was resized to 12.", Source.INFERRED)
        clock.advance(timedelta(days=8))
        assert value("overdue") == (1, Grade.WARN)
        begun(app, "t1")
        job = app.tasks.end(app.actor, "t1", OutcomeStatus.SUCCESS)
        clock.advance(timedelta(days=1))
        assert value("jobs") == (0, Grade.WARN)
        claimed = app.reviews.claim()
        assert claimed is not None
        app.queue.fail(job.job_id, claimed.lease_owner, "broken", clock.now())
        assert value("jobs") == (1, Grade.WARN)


def test_an_intent_that_nobody_came_back_to_is_seen_after_a_day() -> None:
    clock = FrozenClock()
    with throw_away_app(clock=clock) as app:

        def forgotten() -> float:
            return next(f.value for f in app.health.check(app.actor).findings if f.name == "open_intents")

        app.decisions.record(app.actor, RecordRequest(intent="deploy", belief_text="nobody else deploys"))
        clock.advance(timedelta(hours=23))
        assert forgotten() == 0
        clock.advance(timedelta(hours=2))
        assert forgotten() == 1


@pytest.mark.requirement("UP-2")
def test_the_same_words_in_another_order_are_a_copy_and_another_number_is_none() -> None:
    with throw_away_app() as app:
        texts = ("Kestrel runs on port 9077.", "Kestrel runs on port 9078.", "On port 9077 kestrel runs!")
        spaces = ("default", "default", "other")
        for text, space in zip(texts, spaces, strict=True):
            told(app, text, space=space)

        def copies(*names: str) -> float:
            found = app.health.check(app.actor, spaces=names).findings
            return next(f.counts["copies"] for f in found if f.name == "duplicates")

        assert copies("default") == copies("other") == copies("default", "other") == 0


def test_a_page_has_a_row_for_each_check() -> None:
    headings: dict[Literal["en", "zh"], str] = {"en": "# Health check: a", "zh": "# 记忆库体检: a"}
    for lang, heading in headings.items():
        lines = HealthBody.of(("a",), NOW, check(CASES["jobs"][0]), lang).markdown().splitlines()
        assert lines[0] == heading
        assert len([line for line in lines if line.startswith("| ")]) == 1 + len(CASES)
        assert all(line.count("|") == 5 for line in lines if line.startswith("|"))
