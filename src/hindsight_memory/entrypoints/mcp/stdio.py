"""Serves one client on stdin and stdout, where stdout carries the protocol and nothing else."""

from __future__ import annotations

import io
import os
import signal
import sys
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
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
    # Python has none for a descriptor that was closed when it started.
    sys.stdin = sys.stdin or open(0, closefd=False)  # noqa: SIM115
    sys.stdout = sys.stdout or open(1, "w", closefd=False)  # noqa: SIM115
    sys.stdout.flush()
    private = os.dup(1)
    os.dup2(2, 1)
    return os.fdopen(private, "wb")


def serve_process(open_store: Callable[[], Opened], *, admin: bool = False) -> NoReturn:
    """Serve until the client or the parent process goes away, then end this process."""
    stdout = claim_stdout()
    opening = Opening(open_store)

    def leave(code: int) -> NoReturn:
        opening.close()
        # Threads that still load a model or wait for stdin hold nothing that must be finished.
        os._exit(code)

    _when_told(leave)
    server = mcp_server(opening.api, admin=admin, in_turn=True)
    anyio.run(serve, server, Wire(stdout, lambda: leave(0)), opening)
    leave(0)


class Wire:
    """Writes protocol lines as UTF-8; a reader that has gone is told at once, since waiting for stdin cannot be
    interrupted."""

    def __init__(self, stdout: BinaryIO, on_gone: Callable[[], None]) -> None:
        self._file = anyio.wrap_file(io.TextIOWrapper(stdout, encoding="utf-8", newline="\n"))
        self._on_gone = on_gone

    async def write(self, text: str) -> None:
        """Write; it is sent with ``flush``, or before when it is long."""
        with self._gone_told():
            await self._file.write(text)

    async def flush(self) -> None:
        """Send what was written."""
        with self._gone_told():
            await self._file.flush()

    @contextmanager
    def _gone_told(self) -> Generator[None]:
        try:
            yield
        except (BrokenPipeError, ConnectionResetError):
            self._on_gone()


async def serve(server: MCPServer, wire: Any, opening: Opening) -> None:
    """Answer until stdin ends. The SDK claims stdin itself and decodes it as UTF-8 whatever the locale."""
    outstanding = Outstanding(opening.greeted)
    async with stdio_server(stdout=wire) as (reads, writes):
        answers = GuardedWrites(writes, outstanding)
        opening.start()
        # The SDK offers stdio with its own streams only; its server under ours takes any.
        inner = server._lowlevel_server  # pyright: ignore[reportPrivateUsage]
        guarded = GuardedReads(reads, answers, outstanding)
        await inner.run(guarded, answers, inner.create_initialization_options())  # pyright: ignore[reportArgumentType]


def _when_told(leave: Callable[[int], NoReturn]) -> None:
    """Leave on SIGINT and SIGTERM, and when the parent process has gone, without waiting for stdin."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda told, _: leave(128 + told))
    if sys.platform != "win32":
        threading.Thread(target=_watch, args=(os.getppid(), leave), name="parent", daemon=True).start()


def _watch(parent: int, leave: Callable[[int], NoReturn]) -> None:
    while os.getppid() == parent:
        threading.Event().wait(PARENT_CHECK_S)
    leave(0)
