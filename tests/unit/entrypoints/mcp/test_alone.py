"""MCP over HTTP in front of a server: each caller's key is passed on, and nobody borrows another's."""

from __future__ import annotations

import json
from typing import Any

import httpx2
import pytest
from starlette.testclient import TestClient

from hindsight_memory.client.exchange import Address, Retry
from hindsight_memory.client.http import HttpApi, Sender
from hindsight_memory.entrypoints.mcp.alone import application
from tests.surfaces.command_line import called

HEADERS = {
    "accept": "application/json, text/event-stream",
    "content-type": "application/json",
    "mcp-protocol-version": "2025-06-18",
}
SEARCH = {"name": "memory_search", "arguments": {"query": "staging"}}
FOUND: dict[str, Any] = {"hits": [], "warnings": [], "degraded": [], "profile": "balanced"}


class Listening(httpx2.BaseTransport):
    """Answers every search, and keeps who asked."""

    def __init__(self) -> None:
        self.credentials: list[str | None] = []

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        self.credentials.append(request.headers.get("authorization"))
        return httpx2.Response(200, json=FOUND)


def asked(credential: str, *, own: str = "", keyless: bool = True) -> tuple[int, Any, list[str | None]]:
    """Search with this Authorization; gives the status, the answer, and with what the server was asked."""
    server = Listening()
    api = HttpApi(Sender(Address("http://127.0.0.1:8077", own), httpx2.Client(transport=server), Retry(attempts=1)))
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": SEARCH})
    headers = HEADERS | ({"authorization": credential} if credential else {})
    with TestClient(application(lambda: api, keyless=keyless), base_url="http://127.0.0.1:8078") as client:
        response = client.post("/mcp", content=body, headers=headers)
    return response.status_code, response.json(), server.credentials


def test_a_callers_own_key_is_passed_on_instead_of_ours() -> None:
    assert asked("Bearer hsm_theirs", own="hsm_ours")[2] == ["Bearer hsm_theirs"]
    assert asked("bearer  hsm_theirs ", keyless=False)[2] == ["Bearer hsm_theirs"]


def test_on_loopback_who_brings_none_has_ours() -> None:
    assert asked("", own="hsm_ours")[2] == ["Bearer hsm_ours"]
    assert asked("Basic dXNlcjpwYXNz", own="hsm_ours")[2] == ["Bearer hsm_ours"]


@pytest.mark.parametrize("credential", ["", "Bearer", "Bearer  ", "Basic dXNlcjpwYXNz"])
def test_elsewhere_nobody_has_ours(credential: str) -> None:
    status, answer, credentials = asked(credential, own="hsm_ours", keyless=False)
    assert (status, answer["error"]["code"], credentials) == (401, "unauthenticated", [])


def test_a_key_that_no_header_can_carry_is_refused() -> None:
    _, answer, credentials = asked("Bearer two words", own="hsm_ours")
    assert answer["result"]["isError"] and credentials == []


@pytest.mark.parametrize(
    "words",
    [
        ("--remote", "http://127.0.0.1:8077", "--home", "here"),
        ("--http", "--host", "0.0.0.0"),
    ],
)
def test_what_does_not_go_together_is_refused(words: tuple[str, ...]) -> None:
    assert called("mcp", *words).code == 2
