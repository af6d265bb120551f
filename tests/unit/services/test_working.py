"""The desk of a session, and what is laid out on it when a task begins."""

from datetime import timedelta

import pytest

from hindsight_memory.bootstrap import App
from hindsight_memory.domain.actor import Actor, Role
from hindsight_memory.domain.errors import ContentTooLong, DeskFull, EmptyContent, Forbidden, Invalid
from hindsight_memory.domain.memory import Visibility
from hindsight_memory.domain.trace import EventKind, OutcomeStatus
from hindsight_memory.services.tasks import NewEvent
from hindsight_memory.testing import FrozenClock, throw_away_app
from tests.unit.services.tasks import begun, done, ended, reviewed, told

CANARY = "Deploys of kestrel need the flag --canary=5."
REGION = "The kestrel images lie in the registry harbour-eu3."
USES_CANARY = "deploy kestrel --canary=5"
USES_REGION = "docker pull harbour-eu3/kestrel"


def contents(app: App, session_id: str, actor: Actor | None = None) -> list[str]:
    shown = app.working.listed(actor or app.actor, session_id)
    return [one.memory.content if one.memory else one.note.content for one in shown]


@pytest.mark.requirement("TRACE-7")
def test_a_desk_is_cleared_when_the_task_of_its_session_ends() -> None:
    with throw_away_app() as app:
        begun(app, "t1", session_id="s1")
        begun(app, "t1", session_id="s2")
        begun(app, "t2", session_id="s3")
        for session in ("s1", "s2", "s3", "t1"):
            app.working.put(app.actor, session, "plan", f"the plan of {session}")
        app.tasks.end(app.actor, "t1", OutcomeStatus.SUCCESS)
        assert app.working.put_away(app.actor, "t1") == 3
        assert [contents(app, s) for s in ("s1", "s2", "s3", "t1")] == [[], [], ["the plan of s3"], []]


def test_secrets_do_not_lie_on_a_desk() -> None:
    with throw_away_app() as app:
        app.working.put(app.actor, "s1", "login", "the password: Tr0ub4dor&3x")
        assert "Tr0ub4dor" not in contents(app, "s1")[0]


def test_what_does_not_fit_is_refused_by_name() -> None:
    with throw_away_app(working={"notes": 2, "max_characters": 100}) as app:
        app.working.put(app.actor, "s1", "a", "x")
        app.working.put(app.actor, "s1", "b", "x")
        with pytest.raises(DeskFull):
            app.working.put(app.actor, "s1", "c", "x")
        app.working.put(app.actor, "s1", "b", "y")
        with pytest.raises(ContentTooLong):
            app.working.put(app.actor, "s1", "b", "x" * 101)
        with pytest.raises(EmptyContent):
            app.working.put(app.actor, "s1", "b", " \n")
        for session, key in (("", "a"), ("s1", ""), ("s" * 257, "a")):
            with pytest.raises(Invalid):
                app.working.put(app.actor, session, key, "x")
        assert contents(app, "s1") == ["x", "y"]


def test_who_may_only_read_cannot_put_or_clear() -> None:
    reader = Actor(agent="local", spaces=("default",), roles=frozenset({Role.READ}))
    with throw_away_app() as app:
        app.working.put(app.actor, "s1", "a", "x")
        assert contents(app, "s1", reader) == ["x"]
        with pytest.raises(Forbidden):
            app.working.put(reader, "s1", "b", "x")
        with pytest.raises(Forbidden):
            app.working.clear(reader, "s1")


@pytest.mark.requirement("REC-16")
def test_a_task_begins_with_what_tasks_of_its_type_used() -> None:
    with throw_away_app() as app:
        canary, region = told(app, CANARY), told(app, REGION)
        done(app, "t1", USES_CANARY, task_type="deploy", recalled=[canary, region])
        done(app, "t2", USES_REGION, task_type="debug", recalled=[canary, region])
        _, laid_out = begun(app, "t3", "deploy", session_id="s3")
        assert laid_out == [canary]
        assert contents(app, "s3") == [CANARY]
        assert begun(app, "t4", "debug")[1] == [region]
        assert begun(app, "t5", "cook")[1] == []


@pytest.mark.requirement("REC-16")
def test_the_review_reports_which_of_it_was_used() -> None:
    with throw_away_app() as app:
        canary, region = told(app, CANARY), told(app, REGION)
        done(app, "t1", USES_CANARY, USES_REGION, task_type="deploy", recalled=[canary, region])
        _, laid_out = begun(app, "t2", "deploy")
        assert set(laid_out) == {canary, region}
        report = ended(app, "t2", USES_CANARY)
        assert set(report.preloaded) == {canary, region}
        assert report.prefetch_hit_rate == 0.5
        assert {one.memory_id: one.use for one in report.uses} == {canary: "used_helped", region: "ignored"}
        again = reviewed(app, "t2")
        assert again.prefetch_hit_rate == 0.5
        assert app.memories.get(app.actor, canary).usage.used == 2
        assert app.reviews.report(app.actor, "t2").prefetch_hit_rate == 0.5


@pytest.mark.requirement("REC-16")
def test_what_was_laid_out_is_not_learnt_again_when_the_agent_repeats_it() -> None:
    with throw_away_app() as app:
        canary = told(app, CANARY)
        done(app, "t1", USES_CANARY, task_type="deploy", recalled=[canary])
        begun(app, "t2", "deploy")
        said = NewEvent(kind=EventKind.ASSISTANT, text=f"I keep in mind: {CANARY}")
        app.tasks.append(app.actor, "t2", [said])
        report = ended(app, "t2", USES_CANARY)
        assert report.considered == ()
        assert report.events_seen == 2
        assert app.memories.get(app.actor, canary).evidence_count == 1


@pytest.mark.requirement("REC-16")
def test_without_a_type_the_request_decides() -> None:
    with throw_away_app() as app:
        canary = told(app, CANARY)
        asked = "deploy kestrel to the production cluster"
        done(app, "t1", USES_CANARY, task_type="deploy", intent=asked, recalled=[canary])
        assert begun(app, "t2", intent="please deploy kestrel to production again")[1] == [canary]
        assert begun(app, "t3", intent="write a poem about autumn")[1] == []
        assert begun(app, "t4", intent="")[1] == []


@pytest.mark.requirement("REC-16")
def test_tasks_that_never_had_a_type_learn_from_each_other() -> None:
    with throw_away_app() as app:
        canary, region = told(app, CANARY), told(app, REGION)
        done(app, "t1", USES_CANARY, intent="把 kestrel 部署到生产环境", recalled=[canary, region])
        assert begun(app, "t2", intent="请把 kestrel 部署到生产")[1] == [canary]


def test_what_is_no_longer_in_force_is_not_laid_out_and_leaves_the_desk() -> None:
    with throw_away_app() as app:
        canary = told(app, CANARY)
        done(app, "t1", USES_CANARY, task_type="deploy", recalled=[canary])
        begun(app, "t2", "deploy", session_id="s2")
        app.memories.forget(app.actor, canary, "wrong")
        assert contents(app, "s2") == []
        assert begun(app, "t3", "deploy")[1] == []


@pytest.mark.requirement("INV-3")
def test_nobody_is_given_what_is_private_to_another_agent() -> None:
    ann, bob = (Actor(agent=name, spaces=("default",)) for name in ("ann", "bob"))
    with throw_away_app() as app:
        canary = told(app, CANARY, visibility=Visibility.PRIVATE)
        done(app, "t1", USES_CANARY, task_type="deploy", recalled=[canary])
        task = app.tasks.begin(bob, task_id="t2", task_type="deploy")
        assert app.working.prepare(bob, task) == ()
        app.working.put(ann, "s1", "plan", "ann's plan")
        assert contents(app, "s1", bob) == []


def test_what_harmed_as_often_as_it_was_used_is_not_laid_out() -> None:
    with throw_away_app() as app:
        canary = told(app, CANARY)
        done(app, "t1", USES_CANARY, task_type="deploy", recalled=[canary], outcome=OutcomeStatus.FAILURE)
        assert begun(app, "t2", "deploy")[1] == []


def test_a_task_that_goes_on_in_another_session_finds_the_same_there() -> None:
    with throw_away_app() as app:
        canary, region = told(app, CANARY), told(app, REGION)
        done(app, "t1", USES_CANARY, task_type="deploy", recalled=[canary])
        begun(app, "t2", "deploy", session_id="s1")
        done(app, "t3", USES_REGION, task_type="deploy", recalled=[region])
        assert begun(app, "t2", "deploy", session_id="s2")[1] == [canary]
        assert contents(app, "s1") == contents(app, "s2") == [CANARY]
        assert ended(app, "t2", USES_CANARY).preloaded == (canary,)


def test_preloading_can_be_switched_off_and_is_bounded() -> None:
    for most in (0, 1):
        with throw_away_app(working={"preload": most}) as app:
            canary, region = told(app, CANARY), told(app, REGION)
            done(app, "t1", USES_CANARY, USES_REGION, task_type="deploy", recalled=[canary, region])
            assert len(begun(app, "t2", "deploy")[1]) == most


def test_notes_of_a_session_that_never_ends_run_out() -> None:
    clock = FrozenClock()
    with throw_away_app(clock=clock) as app:
        app.working.put(app.actor, "s1", "plan", "x")
        clock.advance(timedelta(hours=23))
        assert contents(app, "s1") == ["x"]
        clock.advance(timedelta(hours=1))
        assert contents(app, "s1") == []
