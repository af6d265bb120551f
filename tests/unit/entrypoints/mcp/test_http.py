"""Streamable HTTP: each request is its caller's, and only pages and hosts that belong here are answered."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Generator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.testclient import TestClient

from hindsight_memory.bootstrap import App, opened
from hindsight_memory.domain.actor import Actor
from hindsight_memory.entrypoints.local import LocalApi
from hindsight_memory.entrypoints.mcp.alone import application
from hindsight_memory.entrypoints.mcp.guard import MOST_CHARACTERS
from hindsight_memory.entrypoints.mcp.http import McpEndpoint
from hindsight_memory.entrypoints.mcp.server import Reach
from hindsight_memory.settings import load_settings
from tests.surfaces.json_lines import line
from tests.surfaces.mcp_tools import HEADERS

LOCAL = "http://127.0.0.1:8078"
JSON = {**HEADERS, "content-type": "application/json"}


@pytest.fixture
def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Generator[App]:
    monkeypatch.setenv("HSM_EMBEDDER__KIND", "none")
    with opened(load_settings(home=tmp_path / "home")) as app:
        yield app


@pytest.fixture
def client(app: App) -> Generator[TestClient]:
    with TestClient(application(lambda: LocalApi(app, app.actor)), base_url=LOCAL) as client:
        yield client


def post(client: TestClient, tool: str, arguments: Mapping[str, Any], **headers: str) -> Any:
    body = line(1, "tools/call", {"name": tool, "arguments": arguments})
    return client.post("/mcp", content=body, headers={**JSON, **headers})


def status_of(client: TestClient, **headers: str) -> int:
    return client.post("/mcp", content=line(1, "tools/list", {}), headers={**JSON, **headers}).status_code


@pytest.mark.parametrize("host", ["127.0.0.1:8078", "localhost:1", "localhost", "[::1]:8078"])
def test_the_loopback_hosts_are_answered(client: TestClient, host: str) -> None:
    assert status_of(client, host=host) == 200


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example:80", "localhost.evil.example"])
def test_another_host_is_refused(client: TestClient, host: str) -> None:
    assert status_of(client, host=host) == 421


def test_a_page_from_elsewhere_is_refused_and_a_local_one_is_not(client: TestClient) -> None:
    assert status_of(client, origin="https://evil.example") == 403
    assert status_of(client, origin="http://localhost:3000") == 200


@pytest.mark.requirement("INV-10A")
def test_a_lone_surrogate_in_the_body_is_cleaned(client: TestClient) -> None:
    body = line(1, "tools/call", {"name": "memory_write", "arguments": {"content": "Deploys go at 9\ud800."}})
    result = client.post("/mcp", content=body, headers=JSON).json()["result"]
    assert result["structuredContent"]["memory_id"]


@pytest.mark.parametrize("body", ["{nope", "[]", '{"jsonrpc": "2.0"}', '{"a": "\\ud800'])
def test_a_broken_body_is_an_error_and_the_next_call_works(client: TestClient, body: str) -> None:
    broken = client.post("/mcp", content=body, headers=JSON)
    assert broken.status_code == 400
    assert broken.json()["error"]["code"] in (-32700, -32600, -32602)
    assert status_of(client) == 200


def test_an_oversized_body_is_refused(client: TestClient) -> None:
    assert client.post("/mcp", content="x" * (MOST_CHARACTERS + 1), headers=JSON).status_code == 413


def test_a_failing_tool_is_an_error_of_the_tool_not_of_http(client: TestClient) -> None:
    answer = post(client, "memory_search", {"query": "x", "limit": 3})
    assert answer.status_code == 200
    result = answer.json()["result"]
    assert result["isError"] is True
    assert json.loads(result["content"][0]["text"])["error"]["code"] == "unknown_argument"


def test_each_request_is_answered_as_its_caller(app: App) -> None:
    actors = {name: Actor(agent=name, spaces=(f"space:{name}",)) for name in ("ann", "bob")}

    async def admit(request: Request) -> Reach | Response:
        actor = actors.get(request.headers.get("authorization", ""))
        return (lambda: LocalApi(app, actor)) if actor else PlainTextResponse("who?", status_code=401)

    endpoint = McpEndpoint(admit, hosts=["memory.example"])

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncGenerator[None]:
        async with endpoint.running():
            yield

    served = Starlette(routes=[Route("/mcp", endpoint=endpoint)], lifespan=lifespan)
    with TestClient(served, base_url="https://memory.example") as client:
        post(
            client,
            "memory_write",
            {"content": "Ann's deploys go through staging.", "source": "user"},
            authorization="ann",
        )
        seen = {
            name: post(client, "memory_search", {"query": "staging"}, authorization=name).json()["result"]
            for name in actors
        }
        assert len(seen["ann"]["structuredContent"]["hits"]) == 1
        assert seen["bob"]["structuredContent"]["hits"] == []
        forbidden = post(client, "memory_search", {"query": "x", "space": "space:ann"}, authorization="bob")
        assert '"forbidden"' in forbidden.json()["result"]["content"][0]["text"]
        assert post(client, "memory_search", {"query": "x"}).status_code == 401
