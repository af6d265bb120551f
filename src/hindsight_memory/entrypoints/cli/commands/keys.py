"""``hsm keys``: who may call from elsewhere."""

from __future__ import annotations

from typing import Annotated

import typer

from hindsight_memory.domain.actor import Role
from hindsight_memory.entrypoints.cli.render.keys import show_key, show_keys, show_made
from hindsight_memory.entrypoints.cli.session import Session, leaf
from hindsight_memory.wire.keys import NewKeyBody

app = typer.Typer(
    help="API keys of callers from elsewhere: each stands for an agent and opens some spaces.",
    rich_markup_mode=None,
    add_completion=False,
    no_args_is_help=True,
)


@app.command()
@leaf
def create(
    session: Session,
    name: Annotated[str, typer.Option("--name", help="What it is for.", metavar="TEXT")] = "",
    agent: Annotated[str, typer.Option("--agent", help="The agent it stands for.", metavar="NAME")] = "",
    grant: Annotated[
        list[str] | None,
        typer.Option("--grant", help="A further space it opens (repeatable), beside --space.", metavar="SPACE"),
    ] = None,
    all_spaces: Annotated[bool, typer.Option("--all-spaces", help="It opens every space.")] = False,
    group: Annotated[
        list[str] | None, typer.Option("--group", help="A group it belongs to (repeatable).", metavar="NAME")
    ] = None,
    role: Annotated[
        list[Role] | None, typer.Option("--role", help="What it may do (repeatable). Default: read, write, review.")
    ] = None,
) -> None:
    """Make a key. Its token is shown now and never again; only a hash of it is kept.

    Without --all-spaces it opens the space of --space (or HSM_SPACE, or `default`), and those of --grant.

    \b
      hsm keys create --space project:api --agent builder
      hsm keys create --space project:api --grant user:mira --agent helper --role read
      hsm keys create --all-spaces --role admin --role read --name operator
    """
    spaces = [] if all_spaces else list(dict.fromkeys([session.space or session.settings.space, *(grant or [])]))
    if all_spaces and grant:
        spaces = list(grant)  # refused below, in the words of the contract
    given = {
        "agent": agent or session.settings.agent,
        "spaces": spaces,
        "all_spaces": all_spaces,
        "groups": group or [],
        "roles": role,
        "name": name,
    }
    with session.api() as api:
        answer = api.create_key(NewKeyBody.taken(given))
    session.answer(answer, show_made)


@app.command("list")
@leaf
def list_keys(session: Session) -> None:
    """List all keys, revoked ones too, without their tokens.

    \b
      hsm keys list
    """
    with session.api() as api:
        answer = api.keys()
    session.answer(answer, show_keys)


@app.command()
@leaf
def revoke(
    session: Session,
    key_id: Annotated[str, typer.Argument(help="The id, as `hsm keys list` shows it.", metavar="KEY_ID")],
) -> None:
    """Revoke a key for good. The next call with it is refused.

    \b
      hsm keys revoke KEY_ID
    """
    with session.api() as api:
        answer = api.revoke_key(key_id)
    session.answer(answer, show_key)
