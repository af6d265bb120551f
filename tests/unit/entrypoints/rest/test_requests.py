"""Requests as anybody may send them: malformed, oversized, wrongly typed, hostile. Each gets a documented answer."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.testclient import TestClient

from hindsight_memory.bootstrap import App
from hindsight_memory.domain.keys import Grant
from hindsight_memory.entrypoints.rest.calls import Asked, Call, NothingBody
from hindsight_memory.entrypoints.rest.policy import RestPolicy
from hindsight_memory.entrypoints.rest.serving import desk_of
from hindsight_memory.testing import throw_away_app
from hindsight_memory.wire.api import Api
from hindsight_memory.wire.body import Body
from tests.surfaces.rest import ADDRESS, HERE, calling

LINE = "The build of the importer needs Node 20."
JSON = {"Content-Type": "application/json"}
WRITE = {"content": LINE, "source": "user"}


@pytest.fixture
def app() -> Iterator[App]:
    with throw_away_app(lexical_only=True) as made:
        yield made


@pytest.fixture
def client(app: App) -> Iterator[TestClient]:
    with calling(app, RestPolicy(reviewers=0, max_request_bytes=100_000)) as made:
        yield made


def refused(response: Any) -> tuple[int, str]:
    error = response.json()["error"]
    assert set(error) == {"code", "message", "hint", "retryable"}
    return response.status_code, error["code"]


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b'"text"',
        b"null",
        b'{"content": NaN}',
        b'{"content": "x", "confidence": 1e999}',
        b'{"content": "\xff"}',
        b"\x00",
        b'{"content": ' + b"9" * 10_000 + b"}",
        b'{"content": ' + b"[" * 20_000 + b"]" * 20_000 + b"}",
        b'{"metadata": ' + b'{"a":' * 40 + b"1" + b"}" * 41,
    ],
)
def test_a_body_that_cannot_be_read_is_malformed(client: TestClient, body: bytes) -> None:
    assert refused(client.post("/v1/memories", content=body, headers=JSON)) == (422, "malformed_body")


@pytest.mark.parametrize("kind", ["", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data"])
def test_a_body_of_another_kind_is_malformed(client: TestClient, kind: str) -> None:
    sent = client.post("/v1/memories", content=json.dumps(WRITE), headers={"Content-Type": kind})
    assert refused(sent) == (422, "malformed_body")


def test_a_request_beyond_the_limit_is_refused_announced_or_not(client: TestClient) -> None:
    long = json.dumps({**WRITE, "content": "x" * 200_000}).encode()
    assert refused(client.post("/v1/memories", content=long, headers=JSON)) == (413, "request_too_large")
    parts = (long[start : start + 10_000] for start in range(0, len(long), 10_000))
    assert refused(client.post("/v1/memories", content=parts, headers=JSON)) == (413, "request_too_large")


@pytest.mark.requirement("REST-2")
@pytest.mark.parametrize(
    ("method", "path", "body", "hint"),
    [
        ("POST", "/v1/memories", {**WRITE, "tag": "x"}, "Did you mean tags?"),
        ("POST", "/v1/memories", {"text": LINE}, "Use content."),
        ("POST", "/v1/memories/batch", {"items": [{**WRITE, "sorce": "user"}]}, "Did you mean source?"),
        ("POST", "/v1/search", {"query": "x", "limit": 5}, "Use top_k."),
        ("POST", "/v1/search?top_k=5", {"query": "x"}, "Say it in the body."),
        ("GET", "/v1/memories?user_id=ann", None, "Use space."),
        ("GET", "/v1/stats?spaec=x", None, "Did you mean space?"),
        ("GET", "/v1/keys?space=x", None, "Known are: ."),
    ],
)
def test_a_name_that_is_not_known_is_refused_with_the_nearest(
    client: TestClient, method: str, path: str, body: Any, hint: str
) -> None:
    sent = client.request(method, path, json=body) if body else client.request(method, path)
    assert refused(sent) == (400, "unknown_argument")
    assert sent.json()["error"]["hint"] == hint


@pytest.mark.parametrize(
    ("path", "names"),
    [("limit=0", "limit"), ("limit=many", "limit"), ("limit=1&limit=2", "limit"), ("status=gone", "status")],
)
def test_a_value_of_the_wrong_kind_is_refused_by_name(client: TestClient, path: str, names: str) -> None:
    sent = client.get(f"/v1/memories?{path}")
    assert refused(sent) == (400, "invalid")
    assert names in sent.json()["error"]["message"]


def test_a_parameter_may_stand_several_times_where_several_are_meant(client: TestClient) -> None:
    for kind in ("fact", "boundary", "preference"):
        client.post("/v1/memories", json={"content": f"{LINE} {kind}", "source": "user", "memory_type": kind})
    listed = client.get("/v1/memories?memory_type=fact&memory_type=boundary").json()["items"]
    assert {one["memory_type"] for one in listed} == {"fact", "boundary"}


@pytest.mark.requirement("INV-10A")
def test_what_is_no_text_is_cleaned_wherever_it_stands(client: TestClient) -> None:
    said = rb'"content": "The \ud800 port is 80.\u0000", "source": "user"'
    body = b"{" + said + rb', "tags": ["\udfff a"], "metadata": {"\ud800": "\udc00"}}'
    written = client.post("/v1/memories", content=body, headers=JSON)
    assert written.status_code == 200
    shown = client.get(f"/v1/memories/{written.json()['memory_id']}").text
    assert "\\ud" not in shown
    assert "\\u0000" not in shown


@pytest.mark.parametrize("name", ["a/b", "a b", "a%2Fb", "..", "任务", "?", "#", "a/events", "<script>"])
def test_an_id_may_hold_any_character(client: TestClient, name: str) -> None:
    from urllib.parse import quote  # noqa: PLC0415 - beside its only use

    assert client.post("/v1/tasks", json={"task_id": name}).json()["task_id"] == name
    path = quote(name, safe="").replace("..", "%2E%2E")
    client.post(f"/v1/traces/{path}/events", json={"events": [{"kind": "user", "text": "hello"}]})
    assert len(client.get(f"/v1/traces/{path}").json()["events"]) == 1


def test_what_is_not_there_is_answered_like_everything_else(client: TestClient) -> None:
    assert refused(client.get("/v1/nothing")) == (404, "not_found")
    assert refused(client.get("/v2/memories")) == (404, "not_found")
    wrong = client.delete("/v1/memories")
    assert refused(wrong) == (405, "method_not_allowed")
    assert {name.strip() for name in wrong.headers["Allow"].split(",")} == {"GET", "HEAD", "POST"}


def test_every_answer_names_its_request_and_is_kept_by_nobody(client: TestClient) -> None:
    given = client.get("/v1/stats", headers={"X-Request-Id": "abc-1"})
    assert given.headers["X-Request-Id"] == "abc-1"
    assert given.headers["Cache-Control"] == "no-store"
    made = client.get("/v1/nothing", headers={"X-Request-Id": "no good\x7f"})
    assert len(made.headers["X-Request-Id"]) == 16


def test_a_fault_of_ours_says_nothing_of_what_was_asked(app: App, capsys: pytest.CaptureFixture[str]) -> None:
    def broken(_: Api, __: Asked) -> Body:
        raise RuntimeError("".join(("pen", "guins")))

    call = Call(name="broken", method="GET", path="/", summary="", answer=NothingBody, query=NothingBody, ask=broken)
    desk = desk_of(app, RestPolicy(reviewers=0))

    async def endpoint(request: Request) -> Response:
        return await desk.answer(call, request)

    with TestClient(Starlette(routes=[Route("/", endpoint)]), base_url=ADDRESS, client=HERE) as client:
        failed = client.get("/")
    assert refused(failed) == (500, "internal")
    said = failed.text + capsys.readouterr().out
    assert "broken" in said
    assert "penguins" not in said


def test_a_page_of_another_address_may_not_ask(client: TestClient) -> None:
    for origin in ("http://evil.example", "null", "http://127.0.0.1:9", "https://127.0.0.1.evil.example"):
        assert refused(client.get("/v1/stats", headers={"Origin": origin})) == (403, "forbidden")
    own = client.get("/v1/stats", headers={"Origin": ADDRESS})
    assert own.status_code == 200
    assert "access-control-allow-origin" not in own.headers


def test_a_name_that_leads_here_by_a_trick_is_not_answered(client: TestClient) -> None:
    for host in ("evil.example", "evil.example:8077", "127.0.0.1.evil.example", "", "[::1"):
        assert client.get("/v1/stats", headers={"Host": host}).status_code in (400, 403)
    for host in ("localhost", "localhost:1", "127.0.0.1", "[::1]:8077", "LOCALHOST"):
        assert client.get("/v1/stats", headers={"Host": host}).status_code == 200


def test_a_configured_name_is_answered_and_its_pages_may_ask(app: App) -> None:
    with calling(app, RestPolicy(hosts=("memory.example",), reviewers=0)) as client:
        headers = {"Host": "memory.example", "Origin": "https://memory.example"}
        assert client.get("/v1/stats", headers=headers).status_code == 200


@pytest.mark.parametrize("header", ["X-Forwarded-For", "Forwarded", "X-Real-IP"])
def test_who_comes_through_a_proxy_needs_a_key(app: App, client: TestClient, header: str) -> None:
    assert refused(client.get("/v1/stats", headers={header: "1.2.3.4"})) == (401, "unauthenticated")
    _, token = app.keys.create(app.actor, Grant(agent="ann", spaces=("red",)))
    known = client.get("/v1/stats", headers={header: "1.2.3.4", "Authorization": f"Bearer {token}"})
    assert known.json()["space"] == "red"


@pytest.mark.requirement("INV-3B")
def test_nothing_that_a_caller_says_makes_it_somebody_else(app: App, client: TestClient) -> None:
    _, token = app.keys.create(app.actor, Grant(agent="ann", spaces=("red",)))
    headers = {"Authorization": f"Bearer {token}", "X-Agent": "bob", "X-User": "root"}
    for name in ("agent", "actor", "roles", "groups"):
        sent = client.post("/v1/memories", json={**WRITE, name: "bob"}, headers=headers)
        assert refused(sent) == (400, "unknown_argument")
    body = {**WRITE, "metadata": {"agent": "bob", "space": "blue"}, "speaker": "bob"}
    written = client.post("/v1/memories", json=body, headers=headers).json()
    memory = client.get(f"/v1/memories/{written['memory_id']}", headers=headers).json()
    assert (memory["space"], memory["provenance"]["agent"]) == ("red", "ann")


def test_the_server_says_whose_tokens_it_takes_only_when_it_does(app: App, client: TestClient) -> None:
    path = "/.well-known/oauth-protected-resource"
    assert refused(client.get(path)) == (404, "not_found")
    policy = RestPolicy(issuer="https://login.example", public_url="https://memory.example/", reviewers=0)
    with calling(app, policy) as known:
        shown = known.get(path).json()
        assert shown["resource"] == "https://memory.example"
        assert shown["authorization_servers"] == ["https://login.example"]
        challenge = known.get("/v1/stats", headers={"Authorization": "Bearer x"}).headers["WWW-Authenticate"]
        assert f'resource_metadata="https://memory.example{path}"' in challenge
