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
from tests.surfaces.command_line import called

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


@pytest.mark.parametrize("client", list(McpClient))
def test_a_client_of_a_server_elsewhere_is_told_where_its_key_goes(client: McpClient) -> None:
    shown = called("mcp", "config", "--client", client.value, "--remote", "https://memory.example.org", "--json").json
    assert "https://memory.example.org" in shown["snippet"]
    assert "YOUR_KEY" in shown["snippet"]
    assert "hsm keys create" in shown["use"]
    assert "--home" not in shown["snippet"]


def test_a_server_on_this_machine_needs_no_key_and_a_key_of_the_shell_is_not_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("HSM_KEY", "hsm_secret_of_mine")
    words = ("mcp", "config", "--client", "codex", "--json", "--remote")
    assert "HSM_KEY" not in called(*words, "http://127.0.0.1:8077").json["snippet"]
    assert "secret_of_mine" not in called(*words, "https://memory.example.org").out


def test_a_folder_and_a_server_or_no_address_are_refused() -> None:
    words = ("mcp", "config", "--client", "codex", "--json", "--remote")
    assert called(*words, "https://memory.example.org", "--home", "x").code == 2
    assert called(*words, "memory.example.org").json["error"]["code"] == "invalid"
