"""What a caller without a type checker may hand in: Invalid with words, never an error of Python's."""

from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any

import anyio
import pytest

from hindsight_memory.client.async_client import AsyncClient
from hindsight_memory.client.sync import Client
from hindsight_memory.domain.errors import Invalid, StoreClosed
from hindsight_memory.entrypoints.python import Hindsight

NOWHERE = "http://127.0.0.1:1"


@pytest.fixture
def memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Generator[Any]:
    monkeypatch.setenv("HSM_EMBEDDER__KIND", "none")
    with Hindsight.open(tmp_path / "home") as opened:
        yield opened


WRONG: dict[str, Callable[[Any], object]] = {
    "a list as an id": lambda calls: calls.feedback(["a"], True),
    "a number as an id": lambda calls: calls.memory(3),
    "nothing as an id": lambda calls: calls.trace(None),
    "a list as an answer": lambda calls: calls.feedback("a", []),
    "a number as a text": lambda calls: calls.write(3),
    "a number as tags": lambda calls: calls.write("Port 80 is open.", tags=3),
    "a list as a query": lambda calls: calls.search(["a"]),
    "a number as a space": lambda calls: calls.stats(space=3),
    "a number as events": lambda calls: calls.append_events("t", 3),
    "a number among events": lambda calls: calls.append_events("t", [3]),
    "a number as statements": lambda calls: calls.write_many(3),
    "a number among statements": lambda calls: calls.write_many([3]),
    "a number as candidates": lambda calls: calls.propose("t", 3),
    "a list as a proposal": lambda calls: calls.approve(["a"]),
    "a list as the proposal to show": lambda calls: calls.proposal(["a"]),
    "a list as a decision": lambda calls: calls.read_decision(["a"]),
}


@pytest.mark.parametrize("call", WRONG.values(), ids=WRONG)
def test_the_store_refuses_it(memory: Any, call: Callable[[Any], object]) -> None:
    with pytest.raises(Invalid):
        call(memory)


@pytest.mark.parametrize("call", WRONG.values(), ids=WRONG)
def test_the_client_refuses_it_before_anything_is_sent(call: Callable[[Any], object]) -> None:
    with Client(NOWHERE) as client, pytest.raises(Invalid):
        call(client)


def test_an_id_that_is_a_list_has_a_hint(memory: Any) -> None:
    with pytest.raises(Invalid, match="no text but list") as raised:
        memory.feedback(["a"], True)
    assert "one id" in raised.value.hint


@pytest.mark.parametrize("given", [(3,), (None, 3), (None, None, 3)])
def test_a_folder_a_space_or_an_agent_that_is_none_is_refused(given: tuple[Any, ...]) -> None:
    path, space, agent = (*given, None, None)[:3]
    with pytest.raises(Invalid, match="but int"):
        Hindsight.open(path, space=space, agent=agent)


@pytest.mark.parametrize("kind", [Client, AsyncClient])
@pytest.mark.parametrize("given", [(None,), (NOWHERE, None), (3, "")])
def test_an_address_or_a_key_that_is_none_is_refused(kind: Any, given: tuple[Any, ...]) -> None:
    with pytest.raises(Invalid, match="is no text but"):
        kind(*given)


def test_what_was_closed_says_so_and_does_not_open_again(tmp_path: Path, memory: Any) -> None:
    memory.write("Port 80 is open.")
    memory.close()
    for call in (memory.stats, lambda: memory.write("Port 81 is open."), lambda: memory.search("port")):
        with pytest.raises(StoreClosed) as raised:
            call()
        assert "Hindsight.open" in raised.value.hint
    memory.close()
    client = Client(NOWHERE)
    client.close()
    with pytest.raises(StoreClosed, match="client"):
        client.stats()

    async def later() -> None:
        other = AsyncClient(NOWHERE)
        await other.close()
        with pytest.raises(StoreClosed, match="client"):
            await other.stats()

    anyio.run(later)
