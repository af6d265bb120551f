"""The decorator records each call of a function as a task, and leaves the function what it was."""

from __future__ import annotations

import inspect
from collections.abc import AsyncGenerator, Generator

import anyio
import anyio.lowlevel
import httpx2
import pytest

from hindsight_memory import AsyncClient
from hindsight_memory.domain.errors import Invalid, UnknownArgument
from hindsight_memory.domain.trace import OutcomeStatus
from hindsight_memory.entrypoints.rest.app import rest_app
from hindsight_memory.entrypoints.rest.policy import RestPolicy
from hindsight_memory.entrypoints.rest.serving import desk_of
from hindsight_memory.testing import throw_away_app
from hindsight_memory.wire.tasks import TraceBody
from tests.unit.client.folder import Away, store


def only(hs: Away) -> TraceBody:
    (task,) = hs.tasks().items
    return hs.trace(task.task_id)


def shown(trace: TraceBody) -> list[tuple[str, str, str]]:
    return [(event.kind.value, event.text, event.status) for event in trace.events]


def test_a_call_is_a_task_with_its_arguments_and_what_it_returned() -> None:
    with store() as hs:

        @hs.traced(type="deploy")
        def deploy(service: str, *, cluster: str = "staging") -> dict[str, str]:
            """Deploy a service."""
            return {"service": service, "on": cluster}

        assert deploy("billing") == {"service": "billing", "on": "staging"}
        trace = only(hs)
        assert (trace.task.task_type, trace.task.outcome) == ("deploy", OutcomeStatus.SUCCESS)
        assert trace.task.intent == "deploy(service=billing)"
        assert trace.events[0].args == {"service": "billing"}
        assert shown(trace)[1] == ("tool_result", '{"service": "billing", "on": "staging"}', "ok")
        assert (deploy.__name__, deploy.__doc__) == ("deploy", "Deploy a service.")
        assert list(inspect.signature(deploy).parameters) == ["service", "cluster"]


def test_an_exception_is_a_failure_and_goes_on() -> None:
    with store() as hs:

        @hs.traced()
        def deploy() -> None:
            raise RuntimeError("quota exceeded")

        with pytest.raises(RuntimeError, match="quota"):
            deploy()
        trace = only(hs)
        assert (trace.task.task_type, trace.task.outcome) == ("deploy", OutcomeStatus.FAILURE)
        assert shown(trace)[1] == ("tool_result", "RuntimeError: quota exceeded", "error")


def test_a_method_is_recorded_without_its_object() -> None:
    with store() as hs:

        class Deployer:
            @hs.traced()
            def deploy(self, service: str) -> str:
                return service

        assert Deployer().deploy("billing") == "billing"
        assert only(hs).events[0].args == {"service": "billing"}


def test_a_generator_is_one_task_from_its_first_to_its_last_entry() -> None:
    with store() as hs:

        @hs.traced()
        def count(most: int) -> Generator[int, str, str]:
            said: list[str] = []
            for number in range(most):
                said.append((yield number))
            return ",".join(said)

        assert inspect.isgeneratorfunction(count)
        counting = count(2)
        assert next(counting) == 0
        assert only(hs).task.ended_at is None
        assert counting.send("a") == 1
        with pytest.raises(StopIteration, match="a,b"):
            counting.send("b")
        assert shown(only(hs))[1] == ("tool_result", "a,b", "ok")
        assert only(hs).task.outcome is OutcomeStatus.SUCCESS


def test_a_generator_that_is_left_early_has_no_outcome() -> None:
    with store() as hs:

        @hs.traced()
        def count() -> Generator[int]:
            yield from range(10)

        for number in (counting := count()):
            if number == 3:
                break
        counting.close()
        assert only(hs).task.outcome is OutcomeStatus.UNKNOWN


@pytest.mark.parametrize("backend", ["asyncio"])
def test_an_async_function_is_recorded_and_stays_one(backend: str) -> None:
    with store() as hs:

        @hs.traced(type="deploy")
        async def deploy(service: str) -> str:
            await anyio.lowlevel.checkpoint()
            if service == "broken":
                raise RuntimeError("quota exceeded")
            return service

        assert inspect.iscoroutinefunction(deploy)
        assert anyio.run(deploy, "billing", backend=backend) == "billing"
        with pytest.raises(RuntimeError):
            anyio.run(deploy, "broken", backend=backend)
        outcomes = {hs.trace(task.task_id).events[0].args["service"]: task.outcome for task in hs.tasks().items}
        assert outcomes == {"billing": OutcomeStatus.SUCCESS, "broken": OutcomeStatus.FAILURE}


def test_an_async_generator_is_recorded_and_stays_one() -> None:
    with store() as hs:

        @hs.traced()
        async def count(most: int) -> AsyncGenerator[int]:
            for number in range(most):
                yield number

        async def all_of() -> list[int]:
            return [number async for number in count(3)]

        assert inspect.isasyncgenfunction(count)
        assert anyio.run(all_of) == [0, 1, 2]
        assert only(hs).task.outcome is OutcomeStatus.SUCCESS


def test_arguments_of_any_kind_are_recorded_within_bounds() -> None:
    class Odd:
        def __repr__(self) -> str:
            raise ValueError("no words")

    with store() as hs:

        @hs.traced()
        def take(*args: object, **kwargs: object) -> object:
            return kwargs.get("answer")

        loop: list[object] = []
        loop.append(loop)
        take(Odd(), {1, 2}, b"\xff", float("nan"), "x" * 50_000, loop, answer=Odd())
        trace = only(hs)
        first, second, third, number, long, _ = trace.events[0].args["args"]
        assert (first, sorted(second), third, number) == ("<Odd>", [1, 2], "b'\\xff'", "nan")
        assert len(long) < 21_000
        assert shown(trace)[1][1] == '"<Odd>"'


def test_an_unknown_argument_is_refused_when_it_is_decorated() -> None:
    with store() as hs, pytest.raises(UnknownArgument, match="typ"):
        hs.traced(typ="deploy")  # pyright: ignore[reportCallIssue]


def test_the_asynchronous_client_records_async_functions_and_refuses_others() -> None:
    with throw_away_app(lexical_only=True) as app:
        served = rest_app(desk_of(app, RestPolicy(reviewers=0)))
        transport = httpx2.ASGITransport(served, client=("127.0.0.1", 50_000))

        async def run() -> list[TraceBody]:
            async with AsyncClient("http://127.0.0.1:8077", http=httpx2.AsyncClient(transport=transport)) as hs:

                @hs.traced(type="deploy")
                async def deploy(service: str) -> str:
                    return service

                @hs.traced(type="count")
                async def count() -> AsyncGenerator[int]:
                    yield 1

                assert await deploy("billing") == "billing"
                assert [number async for number in count()] == [1]
                with pytest.raises(Invalid, match="async"):
                    hs.traced()(len)
                return [await hs.trace(task.task_id) for task in (await hs.tasks()).items]

        traces = anyio.run(run)
        assert {trace.task.task_type for trace in traces} == {"deploy", "count"}
        assert all(trace.task.outcome is OutcomeStatus.SUCCESS for trace in traces)
