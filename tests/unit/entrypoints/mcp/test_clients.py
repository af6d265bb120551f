"""The snippet for each client is what that client reads."""

from __future__ import annotations

import json
import shlex
import tomllib
from pathlib import Path
from typing import Any

import pytest

from hindsight_memory import __version__
from hindsight_memory.entrypoints.cli.main import status_of
from hindsight_memory.entrypoints.mcp.clients import Launch, McpClient, snippet

ROOT = Path(__file__).resolve().parents[4]
LAUNCH = Launch("/opt/my tools/hsm", ("mcp", "--space", "项目:a"), {"HSM_AGENT": "laptop"})
STARTED = {"command": LAUNCH.command, "args": list(LAUNCH.args), "env": {"HSM_AGENT": "laptop"}}


def made(client: McpClient) -> Any:
    """Read the snippet as the client does."""
    text = snippet(client, LAUNCH).text
    match client:
        case McpClient.CLAUDE_CODE:
            return shlex.split(text)
        case McpClient.CLAUDE_DESKTOP | McpClient.CURSOR:
            return json.loads(text)["mcpServers"]["hindsight-memory"]
        case McpClient.VSCODE:
            return json.loads(text)["servers"]["hindsight-memory"]
        case McpClient.CODEX:
            return tomllib.loads(text)["mcp_servers"]["hindsight-memory"]


@pytest.mark.parametrize("client", [McpClient.CLAUDE_DESKTOP, McpClient.CURSOR, McpClient.CODEX])
def test_a_client_with_a_file_reads_command_arguments_and_environment(client: McpClient) -> None:
    assert made(client) == STARTED


def test_vscode_names_the_transport() -> None:
    assert made(McpClient.VSCODE) == {"type": "stdio", **STARTED}


def test_claude_code_is_one_command() -> None:
    words = made(McpClient.CLAUDE_CODE)
    assert words[:3] == ["claude", "mcp", "add"]
    assert words[words.index("--") + 1 :] == [LAUNCH.command, *LAUNCH.args]


@pytest.mark.parametrize("client", list(McpClient))
def test_the_command_line_prints_the_snippet_alone_on_stdout(
    client: McpClient, capsys: pytest.CaptureFixture[str]
) -> None:
    assert status_of(["mcp", "config", "--client", client.value, "--space", "a b", "--home", "x"]) == 0
    out = capsys.readouterr().out
    assert "hindsight-memory" in out
    assert "a b" in out
    assert str(Path("x").absolute()) in out
    assert status_of(["mcp", "config", f"--client={client.value}", "--json", "--space", "a b", "--home", "x"]) == 0
    body = json.loads(capsys.readouterr().out)
    assert (body["client"], body["snippet"]) == (client.value, out.rstrip("\n"))


def test_an_unknown_client_is_refused_with_the_known_ones(capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of(["mcp", "config", "--client", "emacs"]) == 2
    assert "claude-code" in capsys.readouterr().err


def test_serving_http_to_other_machines_without_keys_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of(["mcp", "--http", "--host", "0.0.0.0"]) == 2
    assert "knows no keys" in capsys.readouterr().err


def test_the_registry_entry_names_this_version_and_its_command() -> None:
    entry = json.loads((ROOT / "server.json").read_text(encoding="utf-8"))
    (package,) = entry["packages"]
    assert {entry["version"], package["version"]} == {__version__}
    assert package["identifier"] == "hindsight-memory"
    assert package["transport"] == {"type": "stdio"}
    assert [argument["value"] for argument in package["packageArguments"]] == ["mcp"]
    assert f"mcp-name: {entry['name']}" in (ROOT / "README.md").read_text(encoding="utf-8")
    assert len(entry["description"]) <= 100
