"""Patterns and the weekly report over a store: what is read, of whom, from when, and what is left out."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from hindsight_memory.bootstrap import App
from hindsight_memory.domain.actor import Actor, Role
from hindsight_memory.domain.decision import DeltaResult, ExpectedKind, OutcomeSource
from hindsight_memory.domain.errors import Forbidden, Invalid, SpaceRequired
from hindsight_memory.domain.patterns import Density
from hindsight_memory.domain.trace import EventKind, OutcomeStatus
from hindsight_memory.domain.weeks import Week
from hindsight_memory.services.decisions import OutcomeRequest, RecordRequest
from hindsight_memory.services.tasks import NewEvent
from hindsight_memory.testing import FrozenClock, throw_away_app
from tests.unit.services.tasks import told

WEDNESDAY = datetime(2026, 11, 25, 12, tzinfo=UTC)
WEEK = Week(2026, 48)


def decide(
    app: App, code: int | None = 0, *, belief: str = "The build passes", space: str = "", **given: object
) -> str:
    """Record a decision that expects exit code 0; None leaves it open."""
    outcome = None if code is None else OutcomeRequest(exit_code=code, outcome_source=OutcomeSource.SYSTEM)
    request = RecordRequest(
        intent="Act.",
        belief_text=belief,
        expected="0",
        expected_kind=ExpectedKind.EXIT_CODE,
        outcome=outcome,
        space=space or None,
    )
    actor = app.actor if "agent" not in given else replace(app.actor, agent=str(given.pop("agent")))
    return app.decisions.record(actor, replace(request, **given)).decision.decision_id


@pytest.mark.requirement("DEC-8")
def test_another_space_changes_nothing_and_several_may_be_asked_for() -> None:
    with throw_away_app(lexical_only=True, clock=FrozenClock(WEDNESDAY)) as app:
        decide(app)
        alone = app.patterns.find(app.actor).patterns
        for _ in range(6):
            decide(app, 1, space="other", observation="see secret.yml")
        assert app.patterns.find(app.actor).patterns == alone
        both = app.patterns.find(app.actor, spaces=("default", "other"))
        assert (both.spaces, both.patterns.decisions) == (("default", "other"), 7)
        stranger = Actor(agent="x", spaces=("other",), roles=frozenset({Role.READ}))
        assert app.patterns.find(stranger).patterns.decisions == 6
        with pytest.raises(Forbidden):
            app.patterns.find(stranger, spaces=("default",))
        with pytest.raises(SpaceRequired):
            app.patterns.weekly(Actor(agent="x", spaces=("a", "b")))
        with pytest.raises(Forbidden):
            app.patterns.find(Actor(agent="x", spaces=("other",), roles=frozenset()))


def test_time_intent_type_and_agent_restrict_what_is_looked_at() -> None:
    with throw_away_app(lexical_only=True, clock=FrozenClock(WEDNESDAY)) as app:
        decide(app, intent_type="Deploy app")
        decide(app, agent="other")
        decide(app, decided_at=WEDNESDAY - timedelta(days=30))
        find = app.patterns.find
        assert find(app.actor, intent_types=("deploy-app",)).patterns.decisions == 1
        assert find(app.actor, agents=("other",)).patterns.decisions == 1
        assert find(app.actor, since=WEDNESDAY - timedelta(days=1)).patterns.decisions == 2
        found = find(app.actor, until=WEDNESDAY - timedelta(days=29))
        assert (found.patterns.decisions, found.until) == (1, WEDNESDAY - timedelta(days=29))
        with pytest.raises(Invalid):
            find(app.actor, since=WEDNESDAY, until=WEDNESDAY)


def test_more_than_can_be_looked_at_is_cut_and_that_is_said() -> None:
    clock = FrozenClock(WEDNESDAY)
    with throw_away_app(lexical_only=True, clock=clock) as app:
        for days in (3, 2, 1):
            decide(app, 1 if days == 3 else 0, decided_at=WEDNESDAY - timedelta(days=days))
        few = replace(app.patterns, most=2)
        found = few.find(app.actor)
        assert (found.cut, found.patterns.decisions, found.patterns.overall.met.hits) == (True, 2, 2)
        assert few.weekly(app.actor).cut
        whole = replace(app.patterns, most=3).find(app.actor)
        assert (whole.cut, whole.patterns.decisions) == (False, 3)


@pytest.mark.requirement("DEC-8")
def test_traces_tell_which_tools_were_ignored_and_what_is_recorded_too_densely() -> None:
    with throw_away_app(lexical_only=True, clock=FrozenClock(WEDNESDAY)) as app:

        def task(name: str, *tools: str, failed: bool, space: str | None = None) -> None:
            app.tasks.begin(app.actor, task_id=name, task_type="deploy", space=space)
            calls = [NewEvent(kind=EventKind.TOOL_CALL, text="", name=tool) for tool in tools]
            app.tasks.append(app.actor, name, calls, space)
            if failed:
                decide(app, 1, task_id=name, space=space or "")
            app.tasks.end(app.actor, name, OutcomeStatus.SUCCESS, space=space)

        for number in range(5):
            task(f"bad-{number}", "shell", "shell", "shell", "shell", "shell", failed=True)
        for number in range(2):
            task(f"good-{number}", "changelog", failed=False)
        task("bad-0", "changelog", failed=False, space="other")
        for _ in range(2):
            decide(app, task_id="bad-1")
        found = app.patterns.find(app.actor).patterns
        (tool,) = found.ignored_tools
        assert (tool.name, tool.task_type, tool.failed, tool.used, tool.told) == ("changelog", "deploy", 5, 2, False)
        assert (found.tasks, found.dense) == (7, (Density("default", "bad-1", 3, 5),))
        density = next(one for one in app.health.check(app.actor).findings if one.name == "density")
        assert (density.counts["tasks"], density.counts["dense"], density.grade.value) == (5, 1, "warn")


@pytest.mark.requirement("DEC-9")
def test_a_week_is_reported_with_the_weeks_before_it() -> None:
    clock = FrozenClock(WEDNESDAY)
    with throw_away_app(lexical_only=True, clock=clock) as app:
        for days, code in ((9, 1), (9, 0), (2, 1), (1, 0), (60, 1)):
            decide(app, code, decided_at=WEDNESDAY - timedelta(days=days), confidence=0.9)
        clock.stand_at(WEDNESDAY + timedelta(days=5))
        decide(app, 1, confidence=0.9)
        clock.stand_at(WEDNESDAY)
        old = decide(app, None, decided_at=WEDNESDAY - timedelta(days=90))
        new = decide(app, None)
        report = app.patterns.weekly(app.actor)
        assert (report.week, report.running, report.made_at) == (WEEK, True, WEDNESDAY)
        assert (report.of_week.decisions, report.of_week.overall.met.hits, report.of_week.overall.met.of) == (3, 1, 2)
        assert (report.before.hits, report.before.of) == (1, 2)
        assert (report.window.decisions, report.window.overall.met.of) == (5, 4)
        assert len(report.of_week.confidently_wrong) == 1
        assert ([one.decision_id for one in report.waiting], report.waiting_count) == ([old, new], 2)
        last = app.patterns.weekly(app.actor, WEEK.back(1))
        assert (last.running, last.of_week.decisions, last.waiting_count) == (False, 2, 1)
        empty = app.patterns.weekly(app.actor, Week(2031, 1))
        assert (empty.running, empty.of_week.decisions, empty.window.weeks) == (True, 0, ())


@pytest.mark.requirement("DEC-9")
def test_memories_that_changed_are_counted_and_those_out_of_force_are_not_quoted() -> None:
    clock = FrozenClock(WEDNESDAY - timedelta(days=7))
    with throw_away_app(clock=clock) as app:
        told(app, "The staging server is called heron.")
        clock.stand_at(WEDNESDAY)
        kept = told(app, "Deploys of kestrel need the flag --canary=5.")
        gone = told(app, "The old password rule is void since May.")
        app.memories.forget(app.actor, gone, "not needed", None)
        told(app, "Invoices are sent on the first of a month.", space="other")
        report = app.patterns.weekly(app.actor)
        assert report.memory_counts == {"forgotten": 1, "stored": 2}
        assert [(step.memory_id, step.change) for step in report.memory_steps] == [
            (gone, "forgotten"),
            (gone, "stored"),
            (kept, "stored"),
        ]
        texts = [step.memory.content if step.memory else "" for step in report.memory_steps]
        assert texts == ["", "", "Deploys of kestrel need the flag --canary=5."]
        assert "not needed" not in {step.reason for step in report.memory_steps}
        other = Actor(agent="stranger", spaces=("default",))
        assert app.patterns.weekly(other).memory_counts == report.memory_counts


@pytest.mark.requirement("DEC-3")
def test_an_agent_that_always_claims_success_is_held_against_what_was_computed() -> None:
    with throw_away_app(lexical_only=True, clock=FrozenClock(WEDNESDAY)) as app:
        claims = OutcomeRequest(outcome="went fine", claimed=DeltaResult.MET)
        for _ in range(3):
            decide(app, None, outcome=claims)
        wrong = replace(claims, exit_code=1, outcome_source=OutcomeSource.SYSTEM)
        decide(app, None, outcome=wrong)
        found = app.patterns.find(app.actor).patterns
        assert (found.overall.met.hits, found.overall.met.of, found.overall.unknown.hits) == (0, 1, 3)
        told_of = found.judgements
        assert (told_of.said_fine, told_of.unchecked, told_of.right) == (1, 3, 0)
