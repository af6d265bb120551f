"""The calls are the same wherever they are made: in this process, on a server, plain or awaited."""

from __future__ import annotations

import inspect
import typing
from collections.abc import Callable
from typing import Any

import pytest

from hindsight_memory import AsyncClient, Client, Hindsight
from hindsight_memory.client import arguments, asks, decision_arguments, decision_asks, governing, recording, steering
from hindsight_memory.client.async_tasks import AsyncOpenTask
from hindsight_memory.client.http import HttpApi
from hindsight_memory.client.tasks import OpenTask
from hindsight_memory.wire import calls, proposals
from hindsight_memory.wire.api import Api
from hindsight_memory.wire.body import Body
from hindsight_memory.wire.decisions import DecisionsBody, IntentBody, OutcomeBody, RecordBody, SimilarBody
from hindsight_memory.wire.health import HealthQuery
from hindsight_memory.wire.jobs import JobsBody
from hindsight_memory.wire.keys import NewKeyBody
from hindsight_memory.wire.memories import WriteBody
from hindsight_memory.wire.patterns import PatternsQuery
from hindsight_memory.wire.search import SearchBody
from hindsight_memory.wire.sweep import SweepBody
from hindsight_memory.wire.tasks import EventBody
from hindsight_memory.wire.tiers import RetierBody
from hindsight_memory.wire.weekly import WeeklyQuery
from hindsight_memory.wire.working import BriefQuery, ClearBody

# What Python alone has.
BESIDE = {"task", "traced", "decision", "deciding", "append_batch", "close"}
ON_DISK = {"open"}
ARGUMENTS = [
    (arguments.InSpace, arguments.SpaceBody, set[str]()),
    (arguments.PageArguments, arguments.PageBody, set[str]()),
    (arguments.TasksArguments, arguments.TasksBody, set[str]()),
    (arguments.WriteArguments, WriteBody, {"content"}),
    (arguments.SearchArguments, SearchBody, {"query"}),
    (arguments.ListArguments, calls.ListBody, set[str]()),
    (arguments.UpdateArguments, calls.UpdateBody, set[str]()),
    (arguments.ReasonArguments, calls.ForgetBody, set[str]()),
    (arguments.ReasonArguments, calls.RollbackBody, {"revision"}),
    (arguments.PromoteArguments, calls.PromoteBody, {"visibility"}),
    (arguments.BeginArguments, calls.BeginBody, set[str]()),
    (arguments.EventArguments, EventBody, {"kind", "text", "sequence"}),
    (arguments.EndArguments, calls.EndBody, {"outcome"}),
    (arguments.ReviewArguments, calls.ReviewBody, set[str]()),
    (arguments.DeskArguments, ClearBody, {"session_id"}),
    (arguments.BriefArguments, BriefQuery, set[str]()),
    (arguments.HealthArguments, HealthQuery, set[str]()),
    (arguments.JobsArguments, JobsBody, set[str]()),
    (arguments.KeyArguments, NewKeyBody, {"agent"}),
    (arguments.PastArguments, proposals.PastQuery, set[str]()),
    (arguments.SweepArguments, SweepBody, set[str]()),
    (arguments.DeskArguments, ClearBody, {"session_id"}),
    (arguments.BriefArguments, BriefQuery, set[str]()),
    (arguments.HealthArguments, HealthQuery, set[str]()),
    (steering.RetierArguments, RetierBody, set[str]()),
    (steering.ProposalsArguments, proposals.ProposalsBody, set[str]()),
    (steering.WhyArguments, proposals.UndoBody, {"proposal_ids"}),
    (steering.ApproveArguments, proposals.ApproveBody, {"proposal_ids"}),
    (steering.RejectArguments, proposals.RejectBody, {"proposal_ids"}),
    (decision_arguments.IntentArguments, IntentBody, {"intent"}),
    (decision_arguments.OutcomeArguments, OutcomeBody, set[str]()),
    (decision_arguments.RecordArguments, RecordBody, {"intent"}),
    (decision_arguments.DecidingArguments, decision_arguments.DecidingOptions, {"intent"}),
    (decision_arguments.DecisionsArguments, DecisionsBody, set[str]()),
    (decision_arguments.SimilarArguments, SimilarBody, {"query"}),
    (decision_arguments.PatternsArguments, PatternsQuery, set[str]()),
    (decision_arguments.WeeklyArguments, WeeklyQuery, set[str]()),
    (recording.TaskArguments, recording.TaskOptions, {"type", "intent"}),
]


def public(kind: type[Any]) -> dict[str, Callable[..., Any]]:
    return {name: one for name, one in inspect.getmembers(kind, callable) if not name.startswith("_")}


def taken(function: Callable[..., Any]) -> list[tuple[str, Any, str]]:
    """Names, defaults and types of a call's parameters, whatever it returns."""
    parameters = inspect.signature(function).parameters.values()
    return [(p.name, p.default, str(p.annotation)) for p in parameters]


def answered(function: Callable[..., Any]) -> str:
    return str(inspect.signature(function).return_annotation)


@pytest.mark.requirement("PY-1")
@pytest.mark.parametrize("kind", [Hindsight, Client, AsyncClient])
def test_every_operation_is_a_method_of_the_same_name(kind: type[Any]) -> None:
    assert set(public(kind)) - BESIDE - ON_DISK == set(public(Api))


@pytest.mark.requirement("PY-1")
@pytest.mark.parametrize("name", sorted(set(public(Api)) | {"task", "traced", "decision", "deciding"}))
def test_an_operation_takes_and_answers_the_same_everywhere(name: str) -> None:
    here, there, awaited = (public(kind)[name] for kind in (Hindsight, Client, AsyncClient))
    assert taken(here) == taken(there) == taken(awaited)
    if name in public(Api):
        assert answered(here) == answered(there) == answered(awaited) == answered(public(Api)[name])
        assert inspect.iscoroutinefunction(awaited) and not inspect.iscoroutinefunction(there)


@pytest.mark.requirement("PY-1")
@pytest.mark.parametrize("name", sorted(public(Api)))
def test_what_goes_over_http_takes_what_the_operation_takes(name: str) -> None:
    assert taken(public(HttpApi)[name]) == taken(public(Api)[name])
    (request,) = [one for one in (getattr(part, name, None) for part in (asks, governing, decision_asks)) if one]
    assert taken(request) == taken(public(Api)[name])[1:]


@pytest.mark.parametrize(("named", "body", "others"), ARGUMENTS)
def test_editors_are_told_every_argument_that_a_body_takes(
    named: type[Any], body: type[Body], others: set[str]
) -> None:
    assert set(typing.get_type_hints(named)) == set(body.model_fields) - others


def test_no_arguments_are_left_unchecked() -> None:
    parts = (arguments, steering, recording, decision_arguments)
    named = {one for part in parts for one in vars(part).values() if typing.is_typeddict(one)}
    assert {one.__name__ for one in named - {kind for kind, _, _ in ARGUMENTS}} == {"Reason"}  # a part of one


def test_a_task_has_the_same_methods_plain_and_awaited() -> None:
    assert set(public(OpenTask)) == set(public(AsyncOpenTask))
    differing = [name for name, one in public(OpenTask).items() if taken(one) != taken(public(AsyncOpenTask)[name])]
    assert differing == ["call"]  # which takes async functions too
