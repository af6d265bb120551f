"""A task in an ``async with`` block, on an application in this process."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import anyio
import anyio.lowlevel
import httpx2
import pytest

from hindsight_memory import AsyncClient
from hindsight_memory.domain.trace import OutcomeStatus
from hindsight_memory.entrypoints.rest.app import rest_app
from hindsight_memory.entrypoints.rest.policy import RestPolicy
from hindsight_memory.entrypoints.rest.serving import desk_of
from hindsight_memory.testing import throw_away_app
from hindsight_memory.wire.tasks import TraceBody

DEPLOY = "Deploys of the billing service always go through the staging cluster first."


def ran(work: Callable[[AsyncClient], Awaitable[str]]) -> TraceBody:
    """The trace of the task whose id the work returns."""
    with throw_away_app(lexical_only=True) as app:
        served = rest_app(desk_of(app, RestPolicy(reviewers=0)))
        transport = httpx2.ASGITransport(served, client=("127.0.0.1", 50_000))

        async def run() -> TraceBody:
            async with AsyncClient("http://127.0.0.1:8077", http=httpx2.AsyncClient(transport=transport)) as hs:
                return await hs.trace(await work(hs))

        return anyio.run(run)


def kinds(trace: TraceBody) -> list[tuple[str, str, str]]:
    return [(event.kind.value, event.text, event.status) for event in trace.events]


def test_what_happened_and_how_it_ended_is_recorded() -> None:
    async def fetch(name: str) -> str:
        await anyio.lowlevel.checkpoint()
        return name.upper()

    async def work(hs: AsyncClient) -> str:
        await hs.write(DEPLOY, source="user")
        async with hs.task(type="deploy") as task:
            await task.event("user", "Deploy.")
            async with task.tool("shell", {"cmd": "make"}) as call:
                call.result("done")
            assert await task.call(fetch, "a") == "A"
            assert await task.call(str.upper, "b") == "B"
            assert [hit.content for hit in (await task.search("staging deploys")).hits] == [DEPLOY]
            assert (await task.write("Deploys need a ticket.", source="user")).memory_id
        return task.task_id

    trace = ran(work)
    assert trace.task.outcome is OutcomeStatus.SUCCESS
    assert [(kind, status) for kind, _, status in kinds(trace)] == [
        ("user", ""),
        ("tool_call", ""),
        ("tool_result", "ok"),
        ("tool_call", ""),
        ("tool_result", "ok"),
        ("tool_call", ""),
        ("tool_result", "ok"),
        ("recall", ""),
    ]


def test_an_exception_is_a_failure_and_goes_on() -> None:
    async def work(hs: AsyncClient) -> str:
        with pytest.raises(RuntimeError, match="quota"):
            async with hs.task() as task, task.tool("shell"):
                raise RuntimeError("quota exceeded")
        return task.task_id  # pyright: ignore[reportPossiblyUnboundVariable]

    trace = ran(work)
    assert (trace.task.outcome, trace.task.outcome_evidence) == (OutcomeStatus.FAILURE, "RuntimeError: quota exceeded")
    assert kinds(trace)[-1] == ("tool_result", "RuntimeError: quota exceeded", "error")


def test_a_cancelled_task_is_recorded_to_its_end_without_an_outcome() -> None:
    async def work(hs: AsyncClient) -> str:
        with anyio.CancelScope() as scope:
            async with hs.task() as task:
                await task.event("thought", "Waiting.")
                scope.cancel()
                await anyio.lowlevel.checkpoint()
        return task.task_id  # pyright: ignore[reportPossiblyUnboundVariable]

    trace = ran(work)
    assert [event.text for event in trace.events] == ["Waiting."]
    assert trace.task.outcome is OutcomeStatus.UNKNOWN
    assert trace.task.ended_at is not None


def test_tasks_at_the_same_time_record_each_its_own() -> None:
    async def work(hs: AsyncClient) -> str:
        async def one(name: str) -> None:
            async with hs.task(task_id=name) as task:
                for number in range(3):
                    await task.event("thought", f"{name} {number}")
                    await anyio.lowlevel.checkpoint()

        async with anyio.create_task_group() as group:
            for name in ("a", "b", "c"):
                group.start_soon(one, name)
        return "b"

    assert [event.text for event in ran(work).events] == ["b 0", "b 1", "b 2"]
