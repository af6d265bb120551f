"""Six MCP clients and a server on one folder at once: no error, and each sees the others' writes in the next call."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.e2e.server import PLAIN, serving
from tests.surfaces.json_lines import JsonLines, forked

ROUNDS = 12
CLIENTS = 6


def by_mcp(client: JsonLines) -> tuple[Callable[[str], str], Callable[[str], list[str]]]:
    """Ways to write (gives the id) and to search (gives the ids)."""

    def write(content: str) -> str:
        return _told(client.call("memory_write", {"content": content, "source": "user"}))["memory_id"]

    def search(query: str) -> list[str]:
        return [hit["memory_id"] for hit in _told(client.call("memory_search", {"query": query, "top_k": 50}))["hits"]]

    return write, search


def by_rest(client: httpx.Client) -> tuple[Callable[[str], str], Callable[[str], list[str]]]:
    """The same over REST."""

    def write(content: str) -> str:
        sent = client.post("/v1/memories", json={"content": content, "source": "user"})
        assert sent.status_code == 200, sent.text
        return sent.json()["memory_id"]

    def search(query: str) -> list[str]:
        sent = client.post("/v1/search", json={"query": query, "top_k": 50})
        assert sent.status_code == 200, sent.text
        return [hit["memory_id"] for hit in sent.json()["hits"]]

    return write, search


def _told(result: dict[str, Any]) -> dict[str, Any]:
    assert not result.get("isError"), result
    return result["structuredContent"]


@pytest.mark.requirement("RUN-1")
def test_six_mcp_servers_and_one_server_share_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in PLAIN.items():
        monkeypatch.setitem(os.environ, name, value)
    with ExitStack() as stack:
        url = stack.enter_context(serving(tmp_path))
        rest = stack.enter_context(httpx.Client(base_url=url, trust_env=False, timeout=60))
        lines = [stack.enter_context(forked(tmp_path)) for _ in range(CLIENTS)]
        for one in lines:
            one.hello()
        ways = [*map(by_mcp, lines), by_rest(rest)]

        def work(number: int) -> list[str]:
            write, search = ways[number]
            ids: list[str] = []
            for turn in range(ROUNDS):
                ids.append(write(f"Gauge g{number}n{turn} of boiler {number} reads {turn} bar."))
                assert ids[-1] in search(f"g{number}n{turn}")
            return ids

        with ThreadPoolExecutor(len(ways)) as pool:
            written = [one for ids in pool.map(work, range(len(ways))) for one in ids]
        assert len(set(written)) == len(ways) * ROUNDS

        # Each writes once, and every other one finds it in its very next call.
        for number, (write, _) in enumerate(ways):
            told = write(f"Signal s{number}q is set by station {number}.")
            found = [told in search(f"s{number}q") for _, search in ways]
            assert found == [True] * len(ways)
        stats = rest.get("/v1/stats").json()
        assert sum(stats["counts"]["status"].values()) == len(written) + len(ways)
        assert rest.get("/v1/audit/verify").json()["verified"] is True
