"""API keys for people."""

from __future__ import annotations

from hindsight_memory.entrypoints.cli.render.memories import minute
from hindsight_memory.entrypoints.cli.terminal import Terminal
from hindsight_memory.wire.keys import KeyBody, KeyList, KeyMade


def show_made(terminal: Terminal, made: KeyMade) -> None:
    """Show a new key's token on stdout, what it opens beside it."""
    terminal.line(made.token)
    terminal.note(("Keep it now: it is not shown again. ", "bold"), "Send it as: Authorization: Bearer hsm_…")
    terminal.note(_described(made.key))


def show_keys(terminal: Terminal, keys: KeyList) -> None:
    """Show all keys, the newest first."""
    if not keys.items:
        terminal.note("There is no key yet: hsm keys create")
    for key in keys.items:
        show_key(terminal, key)


def show_key(terminal: Terminal, key: KeyBody) -> None:
    """Show one key."""
    revoked = f"  revoked {minute(key.revoked_at)}" if key.revoked_at else ""
    terminal.line((key.key_id, "bold"), f"  {_described(key)}  made {minute(key.created_at)}", (revoked, "red"))


def _described(key: KeyBody) -> str:
    opens = "all spaces" if key.all_spaces else ", ".join(key.spaces)
    groups = f"  groups {', '.join(key.groups)}" if key.groups else ""
    name = f"“{key.name}”  " if key.name else ""
    return f"{name}agent {key.agent}  opens {opens}  may {', '.join(key.roles)}{groups}"
