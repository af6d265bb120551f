"""``hsm mcp --http`` as a process, reached by the SDK's own client."""

from __future__ import annotations

import os
import socket
import subprocess
from pathlib import Path

import anyio
from mcp import Client

from tests.surfaces.json_lines import HSM

LINE = "Deploys of the billing service always go through the staging cluster first."


def test_the_sdks_client_reaches_it_over_http(tmp_path: Path) -> None:
    async def main(url: str) -> None:
        async with Client(url) as client:
            tools = await client.list_tools()
            assert len(tools.tools) <= 10
            await client.call_tool("memory_write", {"content": LINE, "source": "user"})
            found = await client.call_tool("memory_search", {"query": "staging"})
            assert [hit["content"] for hit in found.structured_content["hits"]] == [LINE]

    env = {**os.environ, "HSM_EMBEDDER__KIND": "none"}
    command = [HSM, "mcp", "--http", "--port", "0", "--home", str(tmp_path)]
    with subprocess.Popen(command, env=env, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        try:
            anyio.run(main, process.stderr.readline().strip())
        finally:
            process.terminate()
        assert process.wait(timeout=30) == 0


def test_a_port_that_is_taken_is_said(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        command = [HSM, "mcp", "--http", "--port", str(taken.getsockname()[1]), "--home", str(tmp_path)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (6, "")
    assert "--port" in done.stderr
