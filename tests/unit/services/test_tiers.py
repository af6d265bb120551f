"""The tier service: who may run it, how it is bounded, and what a search says about the archive."""

from collections.abc import Generator
from datetime import timedelta
from pathlib import Path

import pytest

from hindsight_memory.bootstrap import App, opened
from hindsight_memory.domain.actor import Actor, Role
from hindsight_memory.domain.errors import Forbidden, Invalid
from hindsight_memory.domain.tiering import Kept, StorageTier
from hindsight_memory.services.decisions import RecordRequest, SimilarRequest
from hindsight_memory.settings import load_settings
from hindsight_memory.testing import NOON, FrozenClock, ScriptedEmbedder


@pytest.fixture
def clock() -> FrozenClock:
    return FrozenClock()


@pytest.fixture
def app(tmp_path: Path, clock: FrozenClock) -> Generator[App]:
    with opened(load_settings(environ={}, home=tmp_path), clock, ScriptedEmbedder()) as app:
        yield app


def record(app: App, belief: str) -> str:
    asked = RecordRequest(intent="upgrade one package", belief_text=belief)
    return app.decisions.record(app.actor, asked).decision.decision_id


def test_only_an_admin_runs_it_and_whoever_reads_sees_the_storage(app: App) -> None:
    reader = Actor(agent="ann", spaces=("default",), roles=frozenset({Role.READ, Role.REVIEW}))
    record(app, "both packages are independent")
    with pytest.raises(Forbidden):
        app.tiers.retier(reader)
    assert [(each.kind, each.tier, each.rows) for each in app.tiers.storage(reader)] == [
        (Kept.DECISIONS, StorageTier.HOT, 1)
    ]
    with pytest.raises(Forbidden):
        app.tiers.storage(reader, "other")


def test_a_limit_of_nothing_is_refused(app: App) -> None:
    with pytest.raises(Invalid):
        app.tiers.retier(app.actor, limit=0)


@pytest.mark.requirement("DEC-10")
def test_an_archived_decision_is_found_by_its_words_and_the_answer_says_so(app: App, clock: FrozenClock) -> None:
    old = record(app, "both packages are independent")
    clock.advance(timedelta(days=100))
    new = record(app, "both packages belong together")
    asked = SimilarRequest(belief="both packages are independent", intent="upgrade one package")
    before = app.decisions.similar(app.actor, asked)
    assert before.degraded == ()
    app.tiers.retier(app.actor)
    after = app.decisions.similar(app.actor, asked)
    assert {hit.decision.decision_id for hit in after.hits} == {old, new}
    assert after.degraded == ("archived_by_words",)
    recent = SimilarRequest(belief=asked.belief, intent=asked.intent, since=NOON + timedelta(days=50))
    assert app.decisions.similar(app.actor, recent).degraded == ()
    assert app.upkeep.fill_vectors(app.actor) == 0


def test_a_clock_that_runs_back_moves_nothing_back(app: App, clock: FrozenClock) -> None:
    record(app, "both packages are independent")
    clock.advance(timedelta(days=10))
    app.tiers.retier(app.actor)
    clock.stand_at(NOON)
    assert app.tiers.retier(app.actor).moved == ()
    assert [each.tier for each in app.tiers.storage(app.actor)] == [StorageTier.WARM]
