"""Serves in this process until it is told to stop: then no new calls, those under way end, and the store closes."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable

import uvicorn

from hindsight_memory.bootstrap import App
from hindsight_memory.domain.errors import Unavailable
from hindsight_memory.entrypoints.identity import ClaimNames, Identity, require_credentials
from hindsight_memory.entrypoints.rest import logs
from hindsight_memory.entrypoints.rest.app import Mounted, rest_app
from hindsight_memory.entrypoints.rest.desk import Admit, Desk
from hindsight_memory.entrypoints.rest.policy import RestPolicy
from hindsight_memory.entrypoints.stopping import stopped_quietly

GRACE_S = 20
_USUAL = ClaimNames()


def serve_process(
    app: App,
    policy: RestPolicy,
    *,
    port: int,
    names: ClaimNames,
    log_level: str,
    mount: Callable[[Admit], Mounted],
    listening: Callable[[str], None],
) -> None:
    """Serve; port 0 takes a free one. ``mount`` makes the endpoint at ``/mcp``, ``listening`` hears the address.

    Raises NoKeys before anything is opened to others, Unavailable when the address cannot be had."""
    require_credentials(app, loopback=policy.loopback)
    with _listener(policy.host, port) as listener:
        logs.configure(log_level)
        desk = desk_of(app, policy, names)
        config = uvicorn.Config(
            rest_app(desk, mount(desk.admit)),
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=False,
            timeout_graceful_shutdown=GRACE_S,
        )
        name = f"[{policy.host}]" if ":" in policy.host else policy.host
        listening(f"http://{name}:{listener.getsockname()[1]}/")
        with stopped_quietly():
            uvicorn.Server(config).run([listener])


def desk_of(app: App, policy: RestPolicy, names: ClaimNames = _USUAL) -> Desk:
    """Return where the calls of an App are answered under this policy."""
    keyless = policy.loopback and not policy.require_key
    return Desk(app, Identity(app, keyless, names), policy)


def _listener(host: str, port: int) -> socket.socket:
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listener = socket.create_server((host, port), family=family, backlog=2048)
        # Connections inherit it; else the second part of an answer waits 40 ms for the first to be confirmed.
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return listener
    except OSError as error:
        raise Unavailable(
            f"The server cannot listen on {host}, port {port}: {os.strerror(error.errno or 0)}.",
            hint="Another one may run there already; --port takes another port.",
        ) from error
