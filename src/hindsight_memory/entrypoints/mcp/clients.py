"""What each MCP client wants to read to start or reach this server."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

NAME = "hindsight-memory"


class McpClient(StrEnum):
    """The clients whose configuration we know."""

    CLAUDE_CODE = "claude-code"
    CLAUDE_DESKTOP = "claude-desktop"
    CURSOR = "cursor"
    VSCODE = "vscode"
    CODEX = "codex"


@dataclass(frozen=True, slots=True)
class Launch:
    """How the client starts the server."""

    command: str
    args: tuple[str, ...]
    env: Mapping[str, str] = field(default_factory=dict[str, str])

    @property
    def as_json(self) -> dict[str, object]:
        """The keys that clients with a JSON file share."""
        started: dict[str, object] = {"command": self.command, "args": list(self.args)}
        return started | ({"env": dict(self.env)} if self.env else {})


@dataclass(frozen=True, slots=True)
class Snippet:
    """The text, and what to do with it."""

    text: str
    use: str


def snippet(client: McpClient, launch: Launch) -> Snippet:
    """Return what to give to the client."""
    make, use = _SNIPPETS[client]
    return Snippet(text=make(launch), use=use)


def _claude_code(launch: Launch) -> str:
    env = [word for name, value in launch.env.items() for word in ("--env", f"{name}={value}")]
    words = ["claude", "mcp", "add", "--scope", "user", NAME, *env, "--", launch.command, *launch.args]
    return shlex.join(words)


def _servers(launch: Launch) -> str:
    return _json({"mcpServers": {NAME: launch.as_json}})


def _vscode(launch: Launch) -> str:
    return _json({"servers": {NAME: {"type": "stdio"} | launch.as_json}})


def _codex(launch: Launch) -> str:
    # A JSON string is a TOML basic string too.
    lines = [f"[mcp_servers.{NAME}]", f"command = {_json(launch.command)}"]
    lines.append(f"args = [{', '.join(_json(word) for word in launch.args)}]")
    if launch.env:
        pairs = ", ".join(f"{name} = {_json(value)}" for name, value in launch.env.items())
        lines.append(f"env = {{ {pairs} }}")
    return "\n".join(lines)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2 if isinstance(value, dict) else None)


_SNIPPETS: Mapping[McpClient, tuple[Callable[[Launch], str], str]] = {
    McpClient.CLAUDE_CODE: (_claude_code, "Run it once."),
    McpClient.CLAUDE_DESKTOP: (_servers, "Add it to claude_desktop_config.json (Settings, Developer, Edit Config)."),
    McpClient.CURSOR: (_servers, "Add it to ~/.cursor/mcp.json, or to .cursor/mcp.json of a project."),
    McpClient.VSCODE: (_vscode, "Add it to .vscode/mcp.json, or run the command MCP: Open User Configuration."),
    McpClient.CODEX: (_codex, "Add it to ~/.codex/config.toml."),
}
