"""Lessons carry the condition under which they were learnt, as far as the trace says it."""

import pytest

from hindsight_memory.domain.memory import Condition, MemoryType
from hindsight_memory.domain.review.distil import distil
from hindsight_memory.domain.review.distil.conditions import environment_of, version_of
from hindsight_memory.domain.trace import Event, EventKind, Trace
from tests.unit.domain.review.traces import START, concluded, told


def with_tool(trace: Trace, name: str) -> Trace:
    """The same trace, its tool named."""
    events = tuple(
        Event(sequence=e.sequence, kind=e.kind, text=e.text, at=START, name=name if "tool" in e.kind.value else "")
        for e in trace.events
    )
    return Trace(trace.task, events)


def condition(trace: Trace) -> Condition | None:
    (draft,) = distil(trace).candidates
    return draft.applies_when


@pytest.mark.parametrize(
    ("text", "version", "environment"),
    [
        ("Works now: on staging the container needs --shm-size=1g, otherwise Chrome crashes.", "", ""),
        ("On staging, uploads are capped at 25 MB.", "", "staging"),
        ("Upgrading to lodash 4.17 broke the build, since it pulls in ESM-only code.", "lodash 4.17", ""),
        ("生产环境每个号码一天最多发 5 条短信。", "", "production"),
    ],
)
def test_a_lesson_that_a_tool_showed_holds_for_tool_and_kind_of_task(text: str, version: str, environment: str) -> None:
    told_by = condition(with_tool(concluded(text), "shell"))
    assert told_by == Condition(tool="shell", task_type="upkeep", version=version, environment=environment)


def test_a_limit_that_the_user_states_is_not_bound_to_the_task() -> None:
    assert condition(with_tool(told("We may send at most 200 mails per hour."), "shell")) is None
    stated = condition(with_tool(told("In production we may send at most 200 mails per hour."), "shell"))
    assert stated == Condition(environment="production")


def test_preferences_have_no_condition() -> None:
    (draft,) = distil(told("I'd rather have tests before code in production.")).candidates
    assert draft.type is MemoryType.PREFERENCE and draft.applies_when is None


@pytest.mark.parametrize(
    ("text", "version"),
    [
        ("the wheel builds with Python 3.12 only", "Python 3.12"),
        ("固件 2.8 不能回退", "固件 2.8"),
        ("fails above 3.8 GHz", ""),
        ("it costs 12.50 EUR", ""),
        ("Node 20.1 passes, Node 22.3 fails", ""),
        ("refill it to 1.5 bar", ""),
    ],
)
def test_one_named_version_is_read_amounts_are_not(text: str, version: str) -> None:
    assert version_of(text) == version


@pytest.mark.parametrize(
    ("text", "environment"),
    [
        ("CI kills jobs after 25 minutes", "CI"),
        ("a decision of the city council", ""),
        ("生產環境的埠沒放行", "production"),
        ("works on staging, fails in production", ""),
    ],
)
def test_one_named_environment_is_read(text: str, environment: str) -> None:
    assert environment_of(text) == environment


def test_events_that_are_no_tool_name_none() -> None:
    assert all(e.kind is not EventKind.TOOL_CALL or e.name == "" for e in concluded("x").events)
