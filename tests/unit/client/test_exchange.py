"""Calls over HTTP: repeated when that can help, stored once, never where it could do harm."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import anyio
import httpx2
import pytest

from hindsight_memory import AsyncClient, Client, Retry
from hindsight_memory.client.exchange import Address
from hindsight_memory.client.http import HttpApi, Sender
from hindsight_memory.domain.errors import (
    Conflict,
    Forbidden,
    HindsightError,
    Invalid,
    NotFound,
    StoreBusy,
    Unavailable,
)
from hindsight_memory.wire.keys import NewKeyBody
from hindsight_memory.wire.memories import WriteBody
from tests.unit.client.scripted import WRITTEN, Script, Step, answer, failure

URL = "http://127.0.0.1:8077"
LINE = "The build needs Node 20."
AT_ONCE = Retry(first_s=0.0)


def busy(_: httpx2.Request) -> httpx2.Response:
    return failure(503, "store_busy")


def client(script: Script, url: str = URL, key: str = "", space: str = "", retry: Retry = AT_ONCE) -> Client:
    return Client(url, key, space=space, retry=retry, http=httpx2.Client(transport=script))


def paused(*steps: Step, retry: Retry = AT_ONCE) -> tuple[Script, HttpApi, list[float]]:
    """An Api whose pauses are kept instead of waited for."""
    script, pauses = Script(*steps), list[float]()
    sender = Sender(Address(URL), httpx2.Client(transport=script), retry, pauses.append)
    return script, HttpApi(sender), pauses


@pytest.mark.parametrize("lost", [httpx2.ConnectError("refused"), httpx2.ReadTimeout("slow"), httpx2.ReadError("cut")])
def test_a_write_whose_answer_was_lost_is_repeated_under_the_same_key(lost: Exception) -> None:
    script = Script(lost, answer(**WRITTEN))
    assert client(script).write(LINE).memory_id == "m1"
    first, second = script.keys()
    assert first and first == second


def test_two_writes_of_the_same_text_are_two_calls() -> None:
    script = Script(answer(**WRITTEN), answer(**WRITTEN))
    hs = client(script)
    hs.write(LINE)
    hs.write(LINE)
    assert len(set(script.keys())) == 2


def test_what_is_unavailable_is_asked_again_until_it_answers() -> None:
    script = Script(busy, busy, answer(**WRITTEN))
    assert client(script).write(LINE).memory_id == "m1"


def test_after_the_last_attempt_the_error_is_that_of_the_server() -> None:
    script = Script(*[busy] * 3)
    with pytest.raises(StoreBusy):
        client(script, retry=Retry(attempts=3, first_s=0)).write(LINE)
    assert len(script.asked) == 3


def test_after_the_last_attempt_a_lost_connection_is_unavailable_and_names_the_server() -> None:
    script = Script(*[httpx2.ConnectError("refused")] * 2)
    with pytest.raises(Unavailable, match=URL):
        client(script, retry=Retry(attempts=2, first_s=0)).stats()


@pytest.mark.parametrize(
    ("status", "code", "kind"),
    [
        (400, "empty_content", Invalid),
        (403, "forbidden", Forbidden),
        (404, "not_found", NotFound),
        (409, "conflict", Conflict),
        (500, "internal", HindsightError),
    ],
)
def test_nothing_else_is_asked_again(status: int, code: str, kind: type[HindsightError]) -> None:
    script = Script(failure(status, code))
    with pytest.raises(kind) as raised:
        client(script).write(LINE)
    assert raised.value.code == code
    assert len(script.asked) == 1


def test_a_repeated_write_waits_for_the_first_one_that_is_still_under_way() -> None:
    script = Script(httpx2.ReadTimeout("slow"), failure(409, "conflict"), answer(**WRITTEN))
    assert client(script).write(LINE).memory_id == "m1"
    assert len(set(script.keys())) == 1


def test_pauses_double_up_to_a_bound_and_differ_by_chance() -> None:
    retry = Retry(attempts=6, first_s=1.0, most_s=4.0)
    _, api, pauses = paused(*[busy] * 5, answer(**WRITTEN), retry=retry)
    api.write(WriteBody(content=LINE))
    whole = [1.0, 2.0, 4.0, 4.0, 4.0]
    assert all(most / 2 <= pause <= most for pause, most in zip(pauses, whole, strict=True))
    assert len(set(pauses)) == len(pauses)


def test_the_server_says_how_long_to_wait() -> None:
    _, api, pauses = paused(failure(503, "store_busy", headers={"Retry-After": "7"}), answer(**WRITTEN))
    api.write(WriteBody(content=LINE))
    assert pauses == [7.0]


def test_it_may_say_so_with_a_date() -> None:
    at = format_datetime(datetime.now(UTC) + timedelta(seconds=30), usegmt=True)
    _, api, pauses = paused(failure(503, "store_busy", headers={"Retry-After": at}), answer(**WRITTEN))
    api.write(WriteBody(content=LINE))
    assert 25 <= pauses[0] <= 30


@pytest.mark.parametrize("value", ["soon", "", "-5"])
def test_what_it_says_and_nobody_can_read_is_passed_over(value: str) -> None:
    _, api, pauses = paused(failure(503, "store_busy", headers={"Retry-After": value}), answer(**WRITTEN))
    api.write(WriteBody(content=LINE))
    assert pauses == [0.0]


def test_nobody_waits_for_an_hour() -> None:
    script, api, pauses = paused(failure(503, "store_busy", headers={"Retry-After": "3600"}))
    with pytest.raises(StoreBusy):
        api.write(WriteBody(content=LINE))
    assert (len(script.asked), pauses) == (1, [])


def test_a_key_is_made_once_even_if_its_answer_is_lost() -> None:
    script, api, _ = paused(httpx2.ReadError("cut"))
    with pytest.raises(Unavailable) as raised:
        api.create_key(NewKeyBody.taken({"agent": "builder"}))
    assert script.keys() == [None]
    assert "may have been carried out" in raised.value.hint


def test_a_key_is_asked_for_again_when_nothing_reached_the_server() -> None:
    script, api, _ = paused(httpx2.ConnectError("refused"), failure(403, "forbidden"))
    with pytest.raises(Forbidden):
        api.create_key(NewKeyBody.taken({"agent": "builder"}))
    assert len(script.asked) == 2


def test_the_key_is_sent_and_shown_nowhere() -> None:
    script = Script(failure(401, "unauthenticated"))
    hs = client(script, key="hsm_secret")
    with pytest.raises(HindsightError) as raised:
        hs.stats()
    assert script.asked[0].headers["authorization"] == "Bearer hsm_secret"
    assert "hsm_secret" not in repr(hs) + str(raised.value) + repr(Address(URL, "hsm_secret"))


@pytest.mark.parametrize("url", ["", "127.0.0.1:8077", "ftp://host", "http://", "http://[::1", "localhost"])
def test_an_address_that_is_none_is_refused_at_once(url: str) -> None:
    with pytest.raises(Invalid, match="no address"):
        Client(url)


def test_a_key_that_no_header_can_carry_is_refused_without_showing_it() -> None:
    with pytest.raises(Invalid) as raised:
        Client(URL, "hsm_secret\n")
    assert "secret" not in str(raised.value)


@pytest.mark.parametrize(
    "url", ["http://host/base", "http://host/base/", "http://host/base/v1", "http://host/base/v1/"]
)
def test_an_address_may_have_a_path_and_name_the_version(url: str) -> None:
    script = Script(answer(**WRITTEN))
    client(script, url).write(LINE)
    assert str(script.asked[0].url) == "http://host/base/v1/memories"


@pytest.mark.parametrize(
    ("memory_id", "path"),
    [
        ("a/b", "/v1/memories/a%2Fb"),
        ("..", "/v1/memories/%2E%2E"),
        ("?x=1#y", "/v1/memories/%3Fx%3D1%23y"),
        ("记忆", "/v1/memories/%E8%AE%B0%E5%BF%86"),
    ],
)
def test_an_id_is_one_part_of_the_path_whatever_it_holds(memory_id: str, path: str) -> None:
    script = Script(failure(404, "not_found"))
    with pytest.raises(NotFound):
        client(script).memory(memory_id)
    assert script.asked[0].url.raw_path == path.encode()


def test_the_clients_space_is_used_where_a_call_names_none() -> None:
    script = Script(answer(**WRITTEN), answer(**WRITTEN), answer(items=[]), answer(items=[], next_cursor=None))
    hs = client(script, space="project:api")
    hs.write(LINE)
    assert script.said()["space"] == "project:api"
    hs.write(LINE, space="project:web")
    assert script.said()["space"] == "project:web"
    hs.write_many([LINE])
    assert [one["space"] for one in script.said()["items"]] == ["project:api"]
    hs.memories(tags=["a", "b"])
    assert str(script.asked[-1].url.query, "ascii") == "tags=a&tags=b&space=project%3Aapi"


def test_what_json_cannot_say_is_refused_before_it_is_sent() -> None:
    script = Script()
    with pytest.raises(Invalid, match="JSON"):
        client(script).write(LINE, metadata={"answer": float("nan")})
    with pytest.raises(Invalid, match="JSON"):
        client(script).write(LINE, metadata={"answer": object()})


def test_what_a_newer_server_adds_to_an_answer_is_passed_over() -> None:
    script = Script(answer(**WRITTEN, novelty=0.4))
    assert client(script).write(LINE).memory_id == "m1"


@pytest.mark.parametrize("content", [b"<html>hello</html>", b"[]", b'{"status": "ok"}', b""])
def test_an_answer_that_is_none_is_an_error_and_not_asked_for_again(content: bytes) -> None:
    script = Script(httpx2.Response(200, content=content))
    with pytest.raises(Unavailable, match="WriteAnswer"):
        client(script).write(LINE)
    assert len(script.asked) == 1


def test_a_key_is_not_carried_to_where_a_server_points() -> None:
    script = Script(httpx2.Response(302, headers={"Location": "http://elsewhere/"}))
    with pytest.raises(HindsightError, match="302"):
        client(script, key="hsm_secret").stats()
    assert len(script.asked) == 1


def test_the_asynchronous_client_repeats_the_same_way() -> None:
    script = Script(httpx2.ReadError("cut"), busy, answer(**WRITTEN))

    async def write() -> str:
        async with AsyncClient(URL, retry=AT_ONCE, http=httpx2.AsyncClient(transport=script)) as hs:
            return (await hs.write(LINE)).memory_id

    assert anyio.run(write) == "m1"
    assert len(set(script.keys())) == 1
