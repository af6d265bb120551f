"""Where a decision belongs, the block around it, and a store that fails: never in the way of what is decided."""

from __future__ import annotations

import logging
from collections.abc import AsyncGenerator, Generator, Iterator
from typing import Any

import anyio
import httpx2
import pytest

from hindsight_memory import AsyncClient, Hindsight
from hindsight_memory.domain.decision import DeltaResult
from hindsight_memory.domain.errors import Invalid, Unavailable, UnknownArgument
from hindsight_memory.entrypoints.rest.app import rest_app
from hindsight_memory.entrypoints.rest.policy import RestPolicy
from hindsight_memory.entrypoints.rest.serving import desk_of
from hindsight_memory.testing import throw_away_app
from hindsight_memory.wire.decisions import DecisionBody
from tests.unit.client.deciding import BELIEF, Broken, deciding_store, listed, only, ran


@pytest.fixture
def hs() -> Iterator[Broken]:
    with deciding_store() as store:
        yield store


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
