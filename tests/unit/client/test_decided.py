"""The decorator and the block around a decision: recorded before, settled after, and never in the way."""

from __future__ import annotations

import asyncio
import inspect
import subprocess
import sys
from collections.abc import AsyncGenerator, Generator, Iterator

import anyio
import anyio.lowlevel
import pytest

from hindsight_memory.client.open_decisions import OpenDecision
from hindsight_memory.domain.decision import DeltaResult, OutcomeSource
from tests.unit.client.deciding import BELIEF, Broken, deciding_store, listed, only, ran


@pytest.fixture
def hs() -> Iterator[Broken]:
    with deciding_store() as store:
        yield store


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
