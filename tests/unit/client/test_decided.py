"""The decorator and the block around a decision: recorded before, settled after, and never in the way."""

from __future__ import annotations

import asyncio
import inspect
import logging
import subprocess
import sys
from collections.abc import AsyncGenerator, Callable, Generator, Iterator
from datetime import datetime, timedelta
from typing import Any, Unpack

import anyio
import anyio.lowlevel
import httpx2
import pytest

from hindsight_memory import AsyncClient, Hindsight
from hindsight_memory.client.decision_arguments import OutcomeArguments, RecordArguments
from hindsight_memory.client.open_decisions import OpenDecision
from hindsight_memory.domain.decision import DeltaResult, OutcomeSource
from hindsight_memory.domain.errors import Invalid, Unavailable, UnknownArgument
from hindsight_memory.entrypoints.rest.app import rest_app
from hindsight_memory.entrypoints.rest.policy import RestPolicy
from hindsight_memory.entrypoints.rest.serving import desk_of
from hindsight_memory.testing import FrozenClock, throw_away_app
from hindsight_memory.wire.decisions import DecisionBody, RecordedAnswer

BELIEF = "datebook and billcycle are independent"


class Broken(Hindsight):
    """A store that fails at what it is told to."""

    fails: frozenset[str] = frozenset()

    def record_decision(self, intent: str, **given: Unpack[RecordArguments]) -> RecordedAnswer:
        if "record" in self.fails:
            raise Unavailable
        return super().record_decision(intent, **given)

    def settle_decision(self, decision_id: str, **given: Unpack[OutcomeArguments]) -> DecisionBody:
        if "settle" in self.fails:
            raise Unavailable
        return super().settle_decision(decision_id, **given)


class Ticking(FrozenClock):
    """A second passes whenever somebody looks, so that decisions have an order."""

    def now(self) -> datetime:
        self.advance(timedelta(seconds=1))
        return super().now()


@pytest.fixture
def hs() -> Iterator[Broken]:
    with throw_away_app(clock=Ticking()) as app:
        store = Broken(app)
        yield store
        store.close()


def listed(hs: Hindsight) -> list[DecisionBody]:
    """All decisions, oldest first."""
    return hs.decisions().items[::-1]


def only(hs: Hindsight) -> DecisionBody:
    (decision,) = listed(hs)
    return decision


def ran(work: Callable[[], Any]) -> Any:
    return anyio.run(work)


def exit_of(code: int) -> list[str]:
    return [sys.executable, "-c", f"print('ran'); raise SystemExit({code})"]


def test_a_call_is_a_decision_settled_by_what_it_returned(hs: Broken) -> None:
    @hs.decision(intent_type="dependency_upgrade", belief=BELIEF, confidence=0.7)
    def upgrade(package: str, *, release: str) -> dict[str, str]:
        """Upgrade a package."""
        assert only(hs).open
        return {package: release}

    assert upgrade("datebook", release="2.0.0") == {"datebook": "2.0.0"}
    kept = only(hs)
    assert (kept.intent, kept.intent_type) == ("upgrade(package=datebook, release=2.0.0)", "dependency_upgrade")
    assert (kept.belief, kept.confidence, kept.open) == (BELIEF, 0.7, False)
    assert (kept.outcome, kept.outcome_status, kept.outcome_source) == (
        '{"datebook": "2.0.0"}',
        "ok",
        OutcomeSource.SYSTEM,
    )
    assert (upgrade.__name__, upgrade.__doc__) == ("upgrade", "Upgrade a package.")


def test_texts_name_the_arguments_and_a_belief_may_be_a_triple(hs: Broken) -> None:
    @hs.decision("Pin {package} {release}.", belief=("{package}", "works with", "Python {{3}} {other}"))
    def pin(package: str, release: str = "2.0.0") -> None: ...

    pin("datebook")
    kept = only(hs)
    assert kept.intent == "Pin datebook {release}."  # only what the call gave has a value
    assert (kept.belief_subject, kept.belief_relation) == ("datebook", "works with")
    assert kept.belief_object == "Python {{3}} {other}"


def test_a_finished_process_tells_its_exit_code(hs: Broken) -> None:
    @hs.decision(belief=BELIEF, expected="0", expected_kind="exit_code")
    def build(code: int) -> subprocess.CompletedProcess[str]:
        return subprocess.run(exit_of(code), capture_output=True, text=True, check=False)

    build(0)
    build(3)
    fine, broken = listed(hs)
    assert (fine.exit_code, fine.outcome, fine.delta.result) == (0, "ran", DeltaResult.MET)
    assert (broken.exit_code, broken.outcome_status, broken.delta.result) == (3, "error", DeltaResult.VIOLATED)


def test_a_number_is_an_exit_code_where_one_is_expected_and_else_a_number(hs: Broken) -> None:
    @hs.decision(belief=BELIEF, expected="0", expected_kind="exit_code")
    def main() -> int:
        return 2

    @hs.decision(belief=BELIEF)
    def count() -> int:
        return 2

    main()
    count()
    exits, counts = listed(hs)
    assert (exits.exit_code, exits.delta.result, counts.exit_code, counts.outcome) == (
        2,
        DeltaResult.VIOLATED,
        None,
        "2",
    )


def test_an_exception_is_the_outcome_and_goes_on(hs: Broken) -> None:
    @hs.decision(belief=BELIEF)
    def build() -> None:
        raise TypeError("next_day() got an unexpected keyword argument")

    with pytest.raises(TypeError, match="next_day"):
        build()
    kept = only(hs)
    assert (kept.outcome_status, kept.outcome_source) == ("error", OutcomeSource.SYSTEM)
    assert kept.outcome == "TypeError: next_day() got an unexpected keyword argument"


def test_a_failed_command_tells_its_exit_code_and_output(hs: Broken) -> None:
    @hs.decision(belief=BELIEF, expected="0", expected_kind="exit_code")
    def build() -> None:
        subprocess.run(exit_of(4), capture_output=True, check=True)

    with pytest.raises(subprocess.CalledProcessError):
        build()
    kept = only(hs)
    assert (kept.exit_code, kept.delta.result) == (4, DeltaResult.VIOLATED)
    assert kept.outcome.endswith("\nran")


@pytest.mark.requirement("DEC-6")
def test_what_came_of_the_last_time_is_known_before_the_next(hs: Broken) -> None:
    known: list[list[DeltaResult]] = []

    @hs.decision("Upgrade datebook.", belief=BELIEF, expected="0", expected_kind="exit_code")
    def upgrade(release: str, decision: OpenDecision) -> int:
        known.append([hit.delta.result for hit in decision.similar])
        return 1

    assert list(inspect.signature(upgrade).parameters) == ["release"]
    upgrade("2.0.0")  # pyright: ignore[reportCallIssue]
    upgrade(release="2.0.1")  # pyright: ignore[reportCallIssue]
    assert known == [[], [DeltaResult.VIOLATED]]
    assert [one.action for one in listed(hs)] == ["upgrade(release=2.0.0)", "upgrade(release=2.0.1)"]


def test_a_decision_that_the_caller_hands_in_is_left_alone(hs: Broken) -> None:
    @hs.decision(belief=BELIEF)
    def take(decision: object) -> object:
        return decision

    assert take("mine") == "mine"
    assert take(decision="mine") == "mine"


def test_an_async_function_stays_one_and_a_time_limit_is_its_outcome(hs: Broken) -> None:
    @hs.decision(belief=BELIEF)
    async def wait(how: str) -> str:
        if how == "inside":
            async with asyncio.timeout(0):
                await asyncio.sleep(60)
        if how == "outside":
            await asyncio.sleep(60)
        return how

    async def all_of() -> None:
        assert await wait("fine") == "fine"
        with pytest.raises(TimeoutError):
            await wait("inside")
        with pytest.raises(TimeoutError):
            # The limit is met where the function waits, once the decision is recorded.
            task = asyncio.ensure_future(wait("outside"))
            while len(hs.decisions().items) < 3:
                await asyncio.sleep(0.01)
            await asyncio.wait_for(task, 0.01)

    assert inspect.iscoroutinefunction(wait)
    ran(all_of)
    fine, inside, outside = listed(hs)
    assert (fine.outcome, fine.outcome_status) == ("fine", "ok")
    assert (inside.outcome, inside.outcome_status) == ("TimeoutError", "error")
    assert (outside.outcome, outside.outcome_status) == ("CancelledError", "error")


def test_a_generator_is_settled_by_what_it_returns_or_yields(hs: Broken) -> None:
    @hs.decision("Ask.", belief=BELIEF)
    def ask() -> Generator[str, str, str]:
        try:
            said = yield "one?"
        except KeyError:
            said = yield "again?"
        return said

    @hs.decision("Count.", belief=BELIEF)
    def count(most: int) -> Generator[int]:
        yield from range(most)

    asking = ask()
    assert next(asking) == "one?"
    assert asking.throw(KeyError("x")) == "again?"
    with pytest.raises(StopIteration, match="two"):
        asking.send("two")
    assert list(count(3)) == [0, 1, 2]
    asked, counted = listed(hs)
    assert (asked.outcome, counted.outcome) == ("two", "[0, 1, 2]")
    assert inspect.isgeneratorfunction(count)


def test_a_generator_that_is_left_early_leaves_its_decision_open(hs: Broken) -> None:
    closed: list[bool] = []

    @hs.decision(belief=BELIEF)
    def count() -> Generator[int]:
        try:
            yield from range(10)
        finally:
            closed.append(True)

    counting = count()
    assert next(counting) == 0
    counting.close()
    assert (closed, only(hs).open) == ([True], True)


def test_an_async_generator_stays_one(hs: Broken) -> None:
    @hs.decision(belief=BELIEF)
    async def count(most: int) -> AsyncGenerator[int]:
        for number in range(most):
            await anyio.lowlevel.checkpoint()
            yield number
        if most == 2:
            raise LookupError("no more")

    async def all_of(most: int) -> list[int]:
        return [number async for number in count(most)]

    assert inspect.isasyncgenfunction(count)
    assert anyio.run(all_of, 3) == [0, 1, 2]
    with pytest.raises(LookupError):
        anyio.run(all_of, 2)
    assert [(one.outcome, one.outcome_status) for one in listed(hs)] == [
        ("[0, 1, 2]", "ok"),
        ("LookupError: no more", "error"),
    ]


def test_in_a_task_a_decision_belongs_to_it_and_comes_after_what_was_noted_before(hs: Broken) -> None:
    @hs.decision(belief=BELIEF)
    def upgrade() -> str:
        with hs.deciding("Run the tests.", belief="The tests run offline."):
            return "done"

    with hs.task(type="upgrade", session_id="s1") as task:
        task.event("user", "Upgrade datebook.")
        upgrade()
    with hs.deciding("Write notes.", belief="The readers know English."):
        pass
    trace = hs.trace(task.task_id)
    assert [(one.intent, one.session_id) for one in trace.decisions] == [("upgrade()", "s1"), ("Run the tests.", "s1")]
    assert [event.kind.value for event in trace.events] == ["user", "decision", "decision"]
    assert [one.task_id for one in listed(hs)][2:] == [""]


def test_a_decision_inside_another_one_belongs_to_the_same_task(hs: Broken) -> None:
    task = hs.begin_task(session_id="s1")
    with (
        hs.deciding("Release.", belief="The build is green.", task_id=task.task_id, session_id="s1"),
        hs.deciding("Tag.", belief="The tag is free."),
    ):
        pass
    assert [(one.task_id, one.session_id) for one in listed(hs)] == [(task.task_id, "s1")] * 2


@pytest.mark.parametrize("kind", ["plain", "async"])
def test_who_drives_a_generator_is_not_inside_its_task(hs: Broken, kind: str) -> None:
    @hs.traced(type="count")
    def count() -> Generator[int]:
        for number in range(2):
            with hs.deciding(f"Take {number}.", belief=BELIEF):
                pass
            yield number

    @hs.traced(type="count")
    async def count_slowly() -> AsyncGenerator[int]:
        for number in range(2):
            async with hs.deciding(f"Take {number}.", belief=BELIEF):
                pass
            yield number

    async def drive() -> None:
        async for number in count_slowly():
            async with hs.deciding(f"Use {number}.", belief=BELIEF):
                pass

    if kind == "async":
        ran(drive)
    else:
        for number in count():
            with hs.deciding(f"Use {number}.", belief=BELIEF):
                pass
    task_id = hs.tasks().items[0].task_id
    assert {one.intent: one.task_id for one in listed(hs)} == {
        "Take 0.": task_id,
        "Use 0.": "",
        "Take 1.": task_id,
        "Use 1.": "",
    }


def test_a_traced_async_function_is_where_its_decisions_are(hs: Broken) -> None:
    @hs.traced(type="upgrade")
    async def upgrade() -> None:
        async with hs.deciding("Pin datebook.", belief=BELIEF) as decision:
            decision.outcome("pinned")

    ran(upgrade)
    assert only(hs).task_id == hs.tasks().items[0].task_id


def test_a_decision_of_another_store_stays_out_of_the_task(hs: Broken) -> None:
    with throw_away_app() as app:
        other = Hindsight(app)
        with hs.task(), other.deciding("Pin datebook.", belief=BELIEF) as decision:
            pass
        assert (decision.failure, only(other).task_id) == (None, "")
        other.close()


@pytest.mark.parametrize("at", ["record", "settle"])
def test_a_store_that_fails_never_fails_what_is_decided(hs: Broken, at: str, caplog: pytest.LogCaptureFixture) -> None:
    hs.fails = frozenset({at})

    @hs.decision(belief=BELIEF)
    def upgrade() -> str:
        return "done"

    @hs.decision(belief=BELIEF)
    async def slowly() -> str:
        return "done"

    with caplog.at_level(logging.WARNING, logger="hindsight_memory.decisions"):
        assert upgrade() == "done"
        assert ran(slowly) == "done"
        with pytest.raises(LookupError), hs.deciding("Pin.", belief=BELIEF) as decision:
            raise LookupError
    assert isinstance(decision.failure, Unavailable)
    assert len([line for line in caplog.messages if "unavailable" in line]) == 3
    assert [one.open for one in listed(hs)] == ([] if at == "record" else [True] * 3)


def test_what_the_store_refuses_is_told_and_does_not_stop_the_work(
    hs: Broken, caplog: pytest.LogCaptureFixture
) -> None:
    @hs.decision(belief="{text}")
    def take(text: str) -> int:
        return len(text)

    assert take("very " * 20) == 100
    assert listed(hs)[0].belief.startswith("very very")
    with caplog.at_level(logging.WARNING, logger="hindsight_memory.decisions"):
        assert take("很" * 60) == 60
    assert "too long" in caplog.text


def test_a_block_says_its_outcome_or_succeeds_where_that_is_an_answer(hs: Broken) -> None:
    with hs.deciding("Say.", belief=BELIEF, expected="built", expected_kind="contains") as decision:
        decision.outcome("it was built", status="ok")
    with hs.deciding("End.", belief=BELIEF):
        pass
    with hs.deciding("Say nothing.", belief=BELIEF, expected="built", expected_kind="contains"):
        pass
    said, ended, silent = listed(hs)
    assert decision.settled == said
    assert (said.outcome, said.outcome_status) == ("it was built", "ok")
    assert (ended.outcome_status, ended.open) == ("ok", False)
    assert silent.open
    with pytest.raises(Invalid, match="outcome_status"), hs.deciding("Say.", belief=BELIEF) as decision:
        decision.outcome("x", status="fine")


def test_what_cannot_be_recorded_is_refused_when_it_is_decorated(hs: Broken) -> None:
    with pytest.raises(UnknownArgument, match="beleif"):
        hs.decision(beleif=BELIEF)  # pyright: ignore[reportCallIssue]
    with pytest.raises(Invalid, match="belief"):
        hs.decision(intent_type="deploy")
    with pytest.raises(Invalid, match="confidence"):
        hs.decision(belief=BELIEF, confidence=2)
    with pytest.raises(Invalid, match="intent"):
        hs.deciding("  ", belief=BELIEF)


def test_the_asynchronous_client_decides_in_functions_and_blocks() -> None:
    with throw_away_app() as app:
        served = rest_app(desk_of(app, RestPolicy(reviewers=0)))
        transport = httpx2.ASGITransport(served, client=("127.0.0.1", 50_000))

        async def run() -> list[DecisionBody]:
            async with AsyncClient("http://127.0.0.1:8077", http=httpx2.AsyncClient(transport=transport)) as hs:

                @hs.decision(belief=BELIEF, expected="0", expected_kind="exit_code")
                async def build(decision: Any) -> int:
                    return 1

                async with hs.task(session_id="s1") as task:
                    await task.event("user", "Build.")
                    await build()  # pyright: ignore[reportCallIssue]
                    async with hs.deciding("Stop.", belief="The build is broken.") as decision:
                        decision.outcome("stopped")
                    with pytest.raises(anyio.get_cancelled_exc_class()):
                        async with hs.deciding("Wait.", belief="It ends."):
                            raise anyio.get_cancelled_exc_class()
                with pytest.raises(Invalid, match="async"):
                    hs.decision(belief=BELIEF)(len)
                trace = await hs.trace(task.task_id)
                assert [event.kind.value for event in trace.events] == ["user", "decision", "decision", "decision"]
                return trace.decisions

        built, stopped, waited = anyio.run(run)
        assert (built.delta.result, built.session_id) == (DeltaResult.VIOLATED, "s1")
        assert (stopped.outcome, waited.outcome, waited.outcome_status) == ("stopped", "CancelledError", "error")


def test_the_asynchronous_client_survives_a_server_that_is_away(caplog: pytest.LogCaptureFixture) -> None:
    def away(_: httpx2.Request) -> httpx2.Response:
        raise httpx2.ConnectError("away")

    async def run() -> None:
        transport = httpx2.MockTransport(away)
        async with AsyncClient("http://127.0.0.1:8077", http=httpx2.AsyncClient(transport=transport)) as hs:
            async with hs.deciding("Pin.", belief=BELIEF) as decision:
                assert decision.similar == []
            assert isinstance(decision.failure, Unavailable)

    anyio.run(run)
    assert "not stored" in caplog.text
