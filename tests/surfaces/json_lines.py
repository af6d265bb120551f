"""A raw client of ``hsm mcp``: JSON-RPC lines to a process and back, without the SDK."""

from __future__ import annotations

import json
import multiprocessing
import os
import subprocess
import sys
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, BinaryIO

from hindsight_memory.entrypoints.cli.main import run

Json = dict[str, Any]

HSM = str(Path(sys.executable).parent / "hsm")
HELLO: Json = {
    "protocolVersion": "2025-06-18",
    "capabilities": {},
    "clientInfo": {"name": "raw", "version": "1"},
}
PRELOADED = ["hindsight_memory.entrypoints.mcp.stdio", "hindsight_memory.entrypoints.cli.embedded", "pytest"]


def line(number: int, method: str, params: Mapping[str, Any]) -> str:
    """Return a request as one line."""
    return json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}, default=str)


class JsonLines:
    """The client's end of the two pipes."""

    def __init__(self, to: BinaryIO, back: BinaryIO) -> None:
        self.to = to
        self.back = back
        self.asked = 0

    def send(self, text: str | bytes) -> None:
        """Send one line as it is."""
        self.to.write((text if isinstance(text, bytes) else text.encode()) + b"\n")
        self.to.flush()

    def receive(self) -> Json:
        """Return the next line that the server sends."""
        return json.loads(self.back.readline())

    def request(self, method: str, params: Mapping[str, Any] | None = None) -> Json:
        """Ask, and return the whole answer."""
        self.asked += 1
        self.send(line(self.asked, method, params or {}))
        return self.receive()

    def hello(self) -> Json:
        """Shake hands; returns the server's answer."""
        answer = self.request("initialize", HELLO)
        self.send('{"jsonrpc": "2.0", "method": "notifications/initialized"}')
        return answer

    def call(self, tool: str, arguments: Json) -> Json:
        """Call a tool; returns its result."""
        answer = self.request("tools/call", {"name": tool, "arguments": arguments})
        assert "result" in answer, answer
        return answer["result"]


@contextmanager
def started(
    home: Path, *options: str, env: Mapping[str, str] | None = None
) -> Generator[tuple[JsonLines, subprocess.Popen[bytes]]]:
    """Start ``hsm mcp`` and talk to it."""
    command = [HSM, "mcp", "--home", str(home), *options]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=env) as process:
        assert process.stdin is not None and process.stdout is not None
        try:
            yield JsonLines(process.stdin, process.stdout), process  # pyright: ignore[reportArgumentType]
        finally:
            process.kill()


@contextmanager
def forked(home: Path, *options: str) -> Generator[JsonLines]:
    """The same in a fork of a process that has imported everything, so that many tests can have one each."""
    server = multiprocessing.get_context("forkserver")
    server.set_forkserver_preload(PRELOADED)
    theirs_in, ours_out = server.Pipe(duplex=False)
    ours_in, theirs_out = server.Pipe(duplex=False)
    words = ("mcp", "--home", str(home), *options)
    settings = {name: value for name, value in os.environ.items() if name.startswith("HSM_")}
    process = server.Process(target=_serve, args=(theirs_in, theirs_out, words, settings), daemon=True)
    process.start()
    theirs_in.close()
    theirs_out.close()
    with os.fdopen(os.dup(ours_out.fileno()), "wb") as to, os.fdopen(os.dup(ours_in.fileno()), "rb") as back:
        ours_out.close()
        ours_in.close()
        try:
            yield JsonLines(to, back)
        finally:
            process.kill()
            process.join()
            process.close()


def _serve(stdin: Connection, stdout: Connection, words: Sequence[str], settings: Mapping[str, str]) -> None:
    os.dup2(stdin.fileno(), 0)
    os.dup2(stdout.fileno(), 1)
    stdin.close()
    stdout.close()
    # What Python had opened on the old descriptors.
    sys.stdin, sys.stdout = open(0, closefd=False), open(1, "w", closefd=False)  # noqa: SIM115
    os.environ.update(settings)
    run(words)
