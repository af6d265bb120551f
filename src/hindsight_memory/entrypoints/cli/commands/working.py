"""``hsm working``: the desk of a session."""

from __future__ import annotations

from typing import Annotated

import typer

from hindsight_memory.entrypoints.cli.render.working import show_cleared, show_desk
from hindsight_memory.entrypoints.cli.session import Session, leaf
from hindsight_memory.wire.working import ClearBody, DeskQuery, NoteBody

app = typer.Typer(
    help="Working memory: the desk of a session, which is cleared when its task ends.",
    rich_markup_mode=None,
    add_completion=False,
    no_args_is_help=True,
)
_SessionId = Annotated[str, typer.Argument(help="The session's id; a task's id where it has none.", metavar="SESSION")]


@app.command()
@leaf
def put(
    session: Session,
    session_id: _SessionId,
    key: Annotated[str, typer.Argument(help="What the note is called.", metavar="KEY")],
    content: Annotated[str, typer.Argument(help="What it says.", metavar="TEXT")],
) -> None:
    """Lay a note on the desk; one under the same key is replaced.

    \b
      hsm working put s-7 plan "1. dump the table 2. migrate"
    """
    body = NoteBody.taken({"session_id": session_id, "key": key, "content": content, "space": session.space})
    with session.api() as api:
        answer = api.put_note(body)
    session.answer(answer, show_desk)


@app.command()
@leaf
def show(session: Session, session_id: _SessionId) -> None:
    """Show what lies on the desk, in order.

    \b
      hsm working show s-7
    """
    with session.api() as api:
        answer = api.desk(DeskQuery.taken({"session_id": session_id, "space": session.space}))
    session.answer(answer, show_desk)


@app.command()
@leaf
def clear(
    session: Session,
    session_id: _SessionId,
    key: Annotated[str, typer.Argument(help="One note; all when absent.", metavar="KEY")] = "",
) -> None:
    """Take one note, or all, off the desk.

    \b
      hsm working clear s-7
    """
    with session.api() as api:
        answer = api.clear_desk(ClearBody.taken({"session_id": session_id, "key": key, "space": session.space}))
    session.answer(answer, show_cleared)
