"""How soon an agent can work: `python benchmarks/mcp_start.py [RUNS]` prints one JSON object.

Starts `hsm mcp` and, in turn with it, a server with one tool on the bare SDK, each RUNS times (7), and reads from
a raw pipe: seconds from the start of the process to the answer to `initialize`; then, for ours, to the answer to
the first search after the handshake, model load included. The medians are what counts; other work on the machine
shows in the spread.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

BARE = """
from mcp.server.mcpserver import MCPServer
server = MCPServer("bare")
@server.tool()
def add(a: int, b: int) -> int:
    return a + b
server.run()
"""
HELLO = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "bench", "version": "1"}}
FLOOR_ALLOWANCE_S = 0.5
FIRST_SEARCH_S = 3.0


class Server:
    """A server process and its pipes."""

    def __init__(self, command: Sequence[str]) -> None:
        self.began = time.perf_counter()
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self._asked = 0

    def ask(self, method: str, params: object) -> Any:
        """Ask and wait for the answer."""
        assert self._process.stdin is not None and self._process.stdout is not None
        self._asked += 1
        said = {"jsonrpc": "2.0", "id": self._asked, "method": method, "params": params}
        self._process.stdin.write(json.dumps(said).encode() + b"\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())

    def hello(self) -> float:
        """Shake hands; returns the seconds since the start of the process."""
        assert self._process.stdin is not None
        self.ask("initialize", HELLO)
        took = time.perf_counter() - self.began
        self._process.stdin.write(b'{"jsonrpc": "2.0", "method": "notifications/initialized"}\n')
        self._process.stdin.flush()
        return took

    def search(self) -> float:
        """Search; returns the seconds it took."""
        began = time.perf_counter()
        answer = self.ask("tools/call", {"name": "memory_search", "arguments": {"query": "how do we deploy?"}})
        hits = answer["result"]["structuredContent"]
        assert hits["hits"] and not hits["degraded"], answer
        return time.perf_counter() - began

    def end(self) -> None:
        """Close the pipes and wait."""
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait(timeout=60)
        self._process.stdout.close()


def measured(runs: int) -> dict[str, Any]:
    """Run both servers in turn and return the figures, in seconds."""
    hsm = str(Path(sys.executable).parent / "hsm")
    bare: list[float] = []
    ours: list[float] = []
    first: list[float] = []
    second: list[float] = []
    size = 0
    with tempfile.TemporaryDirectory() as home:
        for text in ("Deploys go through the staging cluster first.", "部署前先跑测试。"):
            command = [hsm, "write", text, "--source", "user", "--home", home]
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        for _ in range(runs):
            server = Server([sys.executable, "-c", BARE])
            bare.append(server.hello())
            server.end()
            server = Server([hsm, "mcp", "--home", home])
            ours.append(server.hello())
            first.append(server.search())
            second.append(server.search())
            size = len(json.dumps(server.ask("tools/list", {}), ensure_ascii=False, separators=(",", ":")).encode())
            server.end()
    floor, own = statistics.median(bare), statistics.median(ours)
    return {
        "initialize_floor_s": spread(bare),
        "initialize_s": spread(ours),
        "initialize_above_floor_s": round(own - floor, 3),
        "first_search_s": spread(first),
        "second_search_s": spread(second),
        "tools_list_bytes": size,
        "holds": own <= floor + FLOOR_ALLOWANCE_S and statistics.median(first) <= FIRST_SEARCH_S,
    }


def spread(values: Sequence[float]) -> dict[str, float]:
    """Return the median and the ends."""
    return {
        "median": round(statistics.median(values), 3),
        "least": round(min(values), 3),
        "most": round(max(values), 3),
    }


if __name__ == "__main__":
    sys.stdout.write(json.dumps(measured(int(sys.argv[1]) if len(sys.argv) > 1 else 7), indent=2) + "\n")
