"""Serves one client on stdin and stdout, where stdout carries the protocol and nothing else."""

from __future__ import annotations

import io
import os
import signal
import sys
import threading
from collections.abc import Callable
from typing import Any, BinaryIO, NoReturn

import anyio
from mcp.server.mcpserver import MCPServer
from mcp.server.stdio import stdio_server

from hindsight_memory.entrypoints.mcp.guard import GuardedReads, GuardedWrites, Outstanding
from hindsight_memory.entrypoints.mcp.opening import Opened, Opening
from hindsight_memory.entrypoints.mcp.server import mcp_server

PARENT_CHECK_S = 1.0


def claim_stdout() -> BinaryIO:
    """Return the real stdout and let everything else that is printed, by children too, go to stderr."""
    while (spare := os.open(os.devnull, os.O_RDWR)) <= 2:  # a standard stream that was closed
        pass
    os.close(spare)
    sys.stdout.flush()
    private = os.dup(1)
    os.dup2(2, 1)
    return os.fdopen(private, "wb")


def serve_process(open_store: Callable[[], Opened], *, admin: bool = False) -> NoReturn:
    """Serve until the client or the parent process goes away, then end this process."""
    stdout = claim_stdout()
    opening = Opening(open_store)
    leave_with(opening)
    server = mcp_server(opening.api, admin=admin, in_turn=True)
    anyio.run(serve, server, stdout, opening)
    opening.close()
    # Threads that still load a model or wait for stdin hold nothing that must be finished.
    os._exit(0)


async def serve(server: MCPServer, stdout: BinaryIO, opening: Opening) -> None:
    """Answer until stdin ends. The SDK claims stdin itself and decodes it as UTF-8 whatever the locale."""
    lines = anyio.wrap_file(io.TextIOWrapper(stdout, encoding="utf-8", newline="\n"))
    outstanding = Outstanding(opening.greeted)
    async with stdio_server(stdout=lines) as (reads, writes):
        answers = GuardedWrites(writes, outstanding)
        opening.start()
        await run(server, GuardedReads(reads, answers, outstanding), answers)


async def run(server: MCPServer, reads: Any, writes: Any) -> None:
    """Serve one connection over guarded streams."""
    # The SDK offers stdio with its own streams only; its server under ours takes any.
    inner = server._lowlevel_server  # pyright: ignore[reportPrivateUsage]
    await inner.run(reads, writes, inner.create_initialization_options())


def leave_with(opening: Opening) -> None:
    """End the process on SIGINT and SIGTERM, and when its parent has gone, without waiting for stdin."""

    def leave(code: int) -> None:
        opening.close()
        os._exit(code)

    def on_signal(number: int, _: object) -> None:
        leave(128 + number)

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, on_signal)
    if sys.platform != "win32":
        watch = threading.Thread(target=_watch, args=(os.getppid(), lambda: leave(0)), name="parent", daemon=True)
        watch.start()


def _watch(parent: int, on_gone: Callable[[], None]) -> None:
    while os.getppid() == parent:
        threading.Event().wait(PARENT_CHECK_S)
    on_gone()
