"""What a task did with what it recalled: counted once, felt in search, and the making of a lasting memory."""

from datetime import timedelta

import pytest

from hindsight_memory.bootstrap import App
from hindsight_memory.domain.memory import Memory, Source, Status, Tier, Usage
from hindsight_memory.domain.trace import OutcomeStatus
from hindsight_memory.entrypoints.local import LocalApi
from hindsight_memory.ports.records import MemoryFilter
from hindsight_memory.services.recall import SearchRequest
from hindsight_memory.testing import FrozenClock, throw_away_app
from hindsight_memory.wire.health import HealthQuery
from hindsight_memory.wire.search import SearchBody
from hindsight_memory.wire.working import BriefQuery
from tests.unit.services.tasks import done, ended, found, memory, reviewed, told

MIDDLING = "The kestrel worker pool was resized to 12."
USES_IT = "kubectl scale kestrel worker pool --replicas 12"
DAY = timedelta(days=1)


def short(app: App) -> str:
    memory_id = told(app, MIDDLING, Source.INFERRED)
    assert memory(app, memory_id).tier is Tier.SHORT
    return memory_id


@pytest.mark.requirement("GATE-13")
def test_a_short_term_memory_is_found_while_it_lives_and_gone_when_it_has_run_out() -> None:
    clock = FrozenClock()
    with throw_away_app(clock=clock) as app:
        memory_id = short(app)
        assert memory(app, memory_id).expires_at == clock.now() + 7 * DAY
        assert found(app, "kestrel worker pool") == [memory_id]
        clock.advance(7 * DAY)
        assert found(app, "kestrel worker pool") == []
        assert app.reviews.expire(app.actor) == [memory_id]
        assert memory(app, memory_id).status is Status.ARCHIVED


@pytest.mark.requirement("GATE-13")
def test_a_short_term_memory_that_a_task_used_stays() -> None:
    clock = FrozenClock()
    with throw_away_app(clock=clock) as app:
        memory_id = short(app)
        clock.advance(6 * DAY)
        report = done(app, "t1", USES_IT, recalled=[memory_id])
        assert report.promoted == (memory_id,)
        kept = memory(app, memory_id)
        assert (kept.tier, kept.expires_at, kept.revision) == (Tier.LONG, None, 2)
        assert kept.usage == Usage(recalled=1, used=1, helped=1)
        assert [r.change for r in app.memories.history(app.actor, memory_id)] == ["stored", "promoted"]
        clock.advance(100 * DAY)
        assert app.reviews.expire(app.actor) == []
        assert found(app, "kestrel worker pool") == [memory_id]


@pytest.mark.requirement("GATE-13")
def test_a_short_term_memory_that_was_used_while_it_lived_stays_though_the_review_comes_late() -> None:
    clock = FrozenClock()
    with throw_away_app(clock=clock) as app:
        memory_id = short(app)
        app.tasks.begin(app.actor, task_id="t1")
        clock.advance(8 * DAY)
        assert ended(app, "t1", USES_IT, recalled=[memory_id]).promoted == (memory_id,)
        assert memory(app, memory_id).status is Status.ACTIVE


@pytest.mark.requirement("GATE-13")
@pytest.mark.parametrize(
    ("act", "outcome"),
    [("ls", OutcomeStatus.SUCCESS), (USES_IT, OutcomeStatus.FAILURE)],
    ids=["ignored", "harmed"],
)
def test_a_short_term_memory_that_was_ignored_or_harmed_does_not_stay(act: str, outcome: OutcomeStatus) -> None:
    clock = FrozenClock()
    with throw_away_app(clock=clock) as app:
        memory_id = short(app)
        assert done(app, "t1", act, recalled=[memory_id], outcome=outcome).promoted == ()
        assert memory(app, memory_id).tier is Tier.SHORT
        clock.advance(7 * DAY)
        assert app.reviews.expire(app.actor) == [memory_id]


@pytest.mark.requirement("GATE-13")
def test_a_short_term_memory_that_is_said_again_stays() -> None:
    with throw_away_app() as app:
        memory_id = short(app)
        assert told(app, MIDDLING, Source.INFERRED) == memory_id
        assert memory(app, memory_id).tier is Tier.LONG


def test_a_short_term_memory_that_somebody_says_helped_stays() -> None:
    with throw_away_app() as app:
        memory_id = short(app)
        assert app.memories.feedback(app.actor, memory_id, helped=False).tier is Tier.SHORT
        kept = app.memories.feedback(app.actor, memory_id, helped=True)
        assert (kept.tier, kept.usage.helped, kept.usage.harmed) == (Tier.LONG, 1, 1)


def test_an_end_in_the_world_stays_when_a_short_term_memory_is_kept() -> None:
    clock = FrozenClock()
    with throw_away_app(clock=clock) as app:
        end = clock.now() + 3 * DAY
        memory_id = told(app, MIDDLING, Source.INFERRED, valid_until=end)
        done(app, "t1", USES_IT, recalled=[memory_id])
        assert memory(app, memory_id).expires_at == end


@pytest.mark.requirement("REV-14")
def test_a_task_counts_once_and_a_new_outcome_takes_back_what_the_old_one_counted() -> None:
    with throw_away_app() as app:
        memory_id = told(app, "The kestrel worker pool has 12 replicas.")
        done(app, "t1", USES_IT, recalled=[memory_id])
        assert memory(app, memory_id).usage == Usage(recalled=1, used=1, helped=1)
        reviewed(app, "t1")
        assert memory(app, memory_id).usage == Usage(recalled=1, used=1, helped=1)
        app.tasks.end(app.actor, "t1", OutcomeStatus.FAILURE)
        reviewed(app, "t1")
        assert memory(app, memory_id).usage == Usage(recalled=1, used=1, harmed=1)
        with app.records.reading() as reading:
            assert reading.type_uses(app.actor.view(), "", limit=5) == {}


@pytest.mark.requirement("REV-14")
def test_an_outcome_that_is_not_known_counts_as_used_and_neither_helped_nor_harmed() -> None:
    with throw_away_app() as app:
        memory_id = told(app, "The kestrel worker pool has 12 replicas.")
        done(app, "t1", USES_IT, recalled=[memory_id], outcome=OutcomeStatus.UNKNOWN)
        assert memory(app, memory_id).usage == Usage(recalled=1, used=1)
        done(app, "t2", "ls -la", recalled=[memory_id])
        assert memory(app, memory_id).usage == Usage(recalled=2, used=1, ignored=1)


@pytest.mark.requirement("REV-14")
def test_a_memory_that_was_used_and_has_run_out_keeps_its_count() -> None:
    clock = FrozenClock()
    with throw_away_app(clock=clock) as app:
        memory_id = told(app, "The kestrel worker pool has 12 replicas.", expires_at=clock.now() + DAY)
        app.tasks.begin(app.actor, task_id="t1")
        clock.advance(2 * DAY)
        assert ended(app, "t1", USES_IT, recalled=[memory_id]).archived == (memory_id,)
        assert memory(app, memory_id).usage == Usage(recalled=1, used=1, helped=1)


def everything(app: App) -> list[Memory]:
    return list(app.memories.list(app.actor, MemoryFilter()).entries)


@pytest.mark.requirement("REV-14")
def test_looking_at_memories_never_counts_as_a_use() -> None:
    with throw_away_app() as app:
        memory_id = told(app, "The kestrel worker pool has 12 replicas.", pinned=True)
        done(app, "t1", USES_IT, task_type="scale", recalled=[memory_id])
        before = everything(app)
        api = LocalApi(app, app.actor)
        for _ in range(3):
            api.search(SearchBody(query="kestrel worker pool", explain=True))
            app.recall.search(app.actor, SearchRequest(query="kestrel", as_of=app.clock.now()))
            app.memories.get(app.actor, memory_id)
            app.memories.history(app.actor, memory_id)
            api.brief(BriefQuery())
            api.health(HealthQuery())
            api.stats()
            app.tasks.trace(app.actor, "t1")
            app.reviews.report(app.actor, "t1")
        assert everything(app) == before
        entries = app.upkeep.audit(app.actor, limit=100).entries
        assert [e.action for e in entries].count("usage.counted") == 1


@pytest.mark.requirement("REV-14")
def test_what_harmed_sinks_below_what_helped() -> None:
    first, second = "Restart kestrel with the script alpha.", "Restart kestrel with the script omega."
    with throw_away_app() as app:
        one, two = told(app, first), told(app, second)
        top, bottom = found(app, "how to restart kestrel with a script")
        assert {top, bottom} == {one, two}
        for n in range(3):
            app.tasks.begin(app.actor, task_id=f"t{n}")
            script = "alpha" if top == one else "omega"
            ended(app, f"t{n}", f"restart kestrel script {script}", recalled=[top], outcome=OutcomeStatus.FAILURE)
        assert memory(app, top).usage.harmed == 3
        assert found(app, "how to restart kestrel with a script") == [bottom, top]
        for _ in range(6):
            app.memories.feedback(app.actor, top, helped=True)
        assert found(app, "how to restart kestrel with a script") == [top, bottom]
