"""``hsm serve``."""

from __future__ import annotations

import importlib
from datetime import timedelta
from functools import partial
from typing import Annotated, Any

import typer

from hindsight_memory.bootstrap import App, opened
from hindsight_memory.domain.errors import BadSetting, Invalid, MissingExtra
from hindsight_memory.entrypoints.cli.session import Session, leaf
from hindsight_memory.entrypoints.identity import ClaimNames
from hindsight_memory.settings import Settings

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command()
@leaf
def serve(
    session: Session,
    host: Annotated[str, typer.Option("--host", help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", help="The port; 0 takes a free one.", min=0, max=65535)] = 8077,
    admin: Annotated[bool, typer.Option("--admin", help="Offer MCP's tools for governance too.")] = False,
) -> None:
    """Serve REST under /v1 and MCP at /mcp, and review finished tasks beside it, until stopped.

    On a loopback address programs of this machine need no key. On any other address every call needs one:
    `hsm keys create` makes it, or HSM_BOOTSTRAP_KEY brings the first one along.

    \b
      hsm serve
      hsm serve --host 0.0.0.0 --port 8077
    """
    serving = _loaded("hindsight_memory.entrypoints.rest.serving")
    mcp = _loaded("hindsight_memory.entrypoints.mcp.http")
    settings = session.settings
    with opened(settings) as store:
        _bootstrap(store, settings)
        policy = _policy(settings, host)
        serving.serve_process(
            store,
            policy,
            port=port,
            names=ClaimNames(settings.auth.agent_claim, settings.auth.spaces_claim, settings.auth.groups_claim),
            log_level=settings.log.level,
            mount=partial(mcp.McpEndpoint, admin=admin),
            listening=partial(_say, session),
        )


def _say(session: Session, url: str) -> None:
    session.terminal.note(f"Hindsight at {url} (MCP at {url}mcp). Ctrl-C stops it.")


def _bootstrap(store: App, settings: Settings) -> None:
    """Make the first key of the one that was brought along."""
    if settings.bootstrap_key is None:
        return
    try:
        store.keys.bootstrap(settings.bootstrap_key.get_secret_value())
    except Invalid as error:
        raise BadSetting(f"HSM_BOOTSTRAP_KEY is not valid: {error.message}", hint=error.hint) from error


def _policy(settings: Settings, host: str) -> Any:
    server, auth = settings.server, settings.auth
    hosts = tuple(name.strip().lower() for name in server.hosts.split(",") if name.strip())
    return _loaded("hindsight_memory.entrypoints.rest.policy").RestPolicy(
        host=host,
        hosts=hosts,
        require_key=server.require_key,
        max_request_bytes=server.max_request_bytes,
        threads=server.threads,
        reviewers=server.reviewers,
        review_every=timedelta(seconds=server.review_every_s),
        sweep_every=timedelta(hours=server.sweep_every_h),
        answers_kept=timedelta(hours=server.answers_kept_h),
        issuer=auth.issuer,
        public_url=auth.public_url,
        show_contents=settings.log.contents,
    )


def _loaded(module: str) -> Any:
    """Load what belongs to an extra. Raises MissingExtra with how to install it."""
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("hindsight_memory"):
            raise
        raise MissingExtra(
            f"The server needs an optional part: {error.name} is not installed.",
            hint='Install it with: pip install "hindsight-memory[server]"',
        ) from error
