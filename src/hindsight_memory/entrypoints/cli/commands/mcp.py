"""``hsm mcp``. Nothing here may import the store: the handshake is answered before it is loaded."""

from __future__ import annotations

import importlib
import os
import shutil
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import urlsplit

import typer

from hindsight_memory.domain.errors import Invalid
from hindsight_memory.entrypoints.cli.terminal import Terminal
from hindsight_memory.entrypoints.mcp.clients import Launch, McpClient, snippet
from hindsight_memory.settings import load_settings

app = typer.Typer(rich_markup_mode=None, add_completion=False)

YOUR_KEY = "YOUR_KEY"
_LOOPBACK = ("127.0.0.1", "localhost", "::1")

Space = Annotated[
    str | None, typer.Option("--space", help="The project or user it is about. Default: HSM_SPACE or `default`.")
]
Home = Annotated[Path | None, typer.Option("--home", help="The data folder. Default: HSM_HOME or ~/.hindsight-memory.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object on stdout.", show_default=False)]
Admin = Annotated[bool, typer.Option("--admin", help="Offer the tools for governance too.")]


@app.callback(invoke_without_command=True)
def mcp(
    ctx: typer.Context,
    admin: Admin = False,
    http: Annotated[bool, typer.Option("--http", help="Serve streamable HTTP at /mcp instead of stdio.")] = False,
    host: Annotated[
        str, typer.Option("--host", help="With --http: a loopback address; with --remote any.")
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option("--port", help="With --http: the port; 0 takes a free one.", min=0, max=65535)
    ] = 8078,
    remote: Annotated[
        str | None,
        typer.Option("--remote", help="Ask a server at this address instead of a folder; HSM_KEY is the key."),
    ] = None,
    space: Space = None,
    home: Home = None,
    as_json: AsJson = False,
) -> None:
    """Serve an agent over MCP, on stdin and stdout.

    A client starts it; `hsm mcp config` prints what to tell the client. The store opens while the client still
    says hello. Nothing but the protocol goes to stdout.

    \b
      hsm mcp
      hsm mcp --space project:api --admin
      hsm mcp --http --port 8078
      hsm mcp --remote http://127.0.0.1:8077
      hsm mcp config --client claude-code
    """
    if ctx.invoked_subcommand is not None:
        return
    _either(remote, home)
    settings = load_settings(home=_absolute(home), space=space or None)
    open_store = partial(_remote, settings, remote) if remote else partial(_embedded, settings)
    if http:
        _serve_http(open_store, settings, host, port, admin=admin, remote=bool(remote))
    else:
        _serve_stdio(open_store, admin)


@app.command()
def config(
    client: Annotated[McpClient, typer.Option("--client", help="The client to connect.")],
    admin: Admin = False,
    remote: Annotated[
        str | None, typer.Option("--remote", help="The client asks the server at this address instead of a folder.")
    ] = None,
    space: Space = None,
    home: Home = None,
    as_json: AsJson = False,
) -> None:
    """Print what a client wants to read to start this server.

    \b
      hsm mcp config --client claude-code
      hsm mcp config --client cursor --space project:api
      hsm mcp config --client codex --remote https://memory.example.org
    """
    _either(remote, home)
    words = ["mcp", *(["--admin"] if admin else []), *(["--space", space] if space else [])]
    folder = _absolute(home)
    words += ["--home", str(folder)] if folder else []
    words += ["--remote", remote] if remote else []
    needs_key = remote is not None and not _is_here(remote)
    # A key of this shell does not go to a screen: who reads the snippet puts it in.
    made = snippet(client, Launch(_command(), tuple(words), {"HSM_KEY": YOUR_KEY} if needs_key else {}))
    use = f"{made.use} Put the token of a key in the place of {YOUR_KEY}: hsm keys create." if needs_key else made.use
    terminal = Terminal()
    if as_json:
        terminal.json({"client": client.value, "snippet": made.text, "use": use})
    else:
        terminal.note(use)
        terminal.line(made.text)


def _either(remote: str | None, home: Path | None) -> None:
    if remote and home:
        raise Invalid("--remote asks a server; --home names a folder.", hint="Give one of them.")


def _is_here(url: str) -> bool:
    """Whether a server is on this machine, where it asks for no key. Raises Invalid for what is no address."""
    try:
        parts = urlsplit(url)
        host = parts.hostname if parts.scheme in ("http", "https") else None
    except ValueError:
        host = None
    if not host:
        raise Invalid(f"{url[:200]!r} is no address of a server.", hint="Such as http://127.0.0.1:8077.")
    return host in _LOOPBACK


def _serve_stdio(open_store: Callable[[], Any], admin: bool) -> None:
    stdio: Any = importlib.import_module("hindsight_memory.entrypoints.mcp.stdio")
    stdio.serve_process(open_store, admin=admin)


def _serve_http(
    open_store: Callable[[], Any], settings: Any, host: str, port: int, *, admin: bool, remote: bool
) -> None:
    if host not in _LOOPBACK and not remote:
        raise Invalid(
            f"{host} is reached from other machines, and `hsm mcp --http` knows no keys.",
            hint="Use a loopback address, or --remote, where the server asks for keys.",
        )
    served: Any = importlib.import_module("hindsight_memory.entrypoints.mcp.alone")
    terminal = Terminal()
    served.serve_process(
        open_store,
        host=host,
        port=port,
        admin=admin,
        hosts=[name.strip() for name in settings.server.hosts.split(",") if name.strip()],
        keyless=host in _LOOPBACK,
        say=terminal.note,
    )


def _embedded(settings: Any) -> Any:
    """Open the store. Runs in a thread of its own, which is where its imports belong."""
    return importlib.import_module("hindsight_memory.entrypoints.cli.embedded").open_store(settings)


def _remote(settings: Any, url: str) -> Any:
    """Reach a server. Runs in the same thread; a server has its own idea of the usual space."""
    store: Any = importlib.import_module("hindsight_memory.client.store")
    space = settings.space if "space" in settings.model_fields_set else ""
    return store.open_remote(url, settings.key.get_secret_value() if settings.key else "", space)


def _absolute(folder: Path | None) -> Path | None:
    return folder.expanduser().absolute() if folder else None


def _command() -> str:
    """The command as a client can start it that knows no shell and no path."""
    called = Path(sys.argv[0])
    if called.stem in ("hsm", "hindsight-memory") and called.is_file():
        return str(called.absolute())
    beside = Path(sys.executable).parent / ("hsm.exe" if os.name == "nt" else "hsm")
    return str(beside) if beside.is_file() else shutil.which("hsm") or "hsm"
