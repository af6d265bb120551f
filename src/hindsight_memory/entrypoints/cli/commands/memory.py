"""``hsm memory``: single memories."""

from __future__ import annotations

from typing import Annotated

import typer

from hindsight_memory.domain.memory import Visibility
from hindsight_memory.entrypoints.cli import options
from hindsight_memory.entrypoints.cli.render.memories import (
    show_changed,
    show_history,
    show_memories,
    show_memory,
)
from hindsight_memory.entrypoints.cli.render.proposals import show_purged, show_rolled_back
from hindsight_memory.entrypoints.cli.session import Session, leaf
from hindsight_memory.wire.calls import ForgetBody, ListBody, PromoteBody, RollbackBody, UpdateBody
from hindsight_memory.wire.proposals import PastQuery, PurgeBody

app = typer.Typer(
    help="Show, list, change, forget, roll back, promote or erase single memories.",
    rich_markup_mode=None,
    add_completion=False,
    no_args_is_help=True,
)


@app.command()
@leaf
def show(
    session: Session, memory_id: options.MemoryId, as_of: options.AsOf = "", valid_at: options.ValidAt = ""
) -> None:
    """Show everything about one memory, whatever its status, as it is or as it was at a time.

    \b
      hsm memory show 0199a3c2-7b1e-7c44-8d0a-5f1e2d3c4b5a
      hsm memory show MEMORY_ID --as-of 2026-05-01
    """
    when = PastQuery.taken({"as_of": as_of, "valid_at": valid_at, "space": session.space})
    with session.api() as api:
        answer = api.memory(memory_id, when.space, when.as_of, when.valid_at)
    session.answer(answer, show_memory)


@app.command("list")
@leaf
def list_memories(
    session: Session,
    memory_type: options.Types = None,
    source: options.Sources = None,
    status: options.Statuses = None,
    tag: options.OnlyTags = None,
    since: options.Since = "",
    until: options.Until = "",
    as_of: options.AsOf = "",
    valid_at: options.ValidAt = "",
    task: Annotated[str, typer.Option("--task", help="Only what this task taught.", metavar="TASK_ID")] = "",
    limit: options.Limit = 50,
    cursor: options.Cursor = "",
) -> None:
    """List memories, newest first.

    \b
      hsm memory list --type preference
      hsm memory list --status superseded --status forgotten --json
    """
    body = ListBody.taken(
        {
            "memory_type": tuple(memory_type or ()),
            "source": tuple(source or ()),
            "status": tuple(status or ()),
            "tags": tuple(tag or ()),
            "since": since,
            "until": until,
            "as_of": as_of,
            "valid_at": valid_at,
            "task_id": task,
            "space": session.space,
            "limit": limit,
            "cursor": cursor,
        }
    )
    with session.api() as api:
        answer = api.memories(body)
    session.answer(answer, show_memories)


@app.command()
@leaf
def history(session: Session, memory_id: options.MemoryId) -> None:
    """Show every state a memory had: what changed, who did it, why.

    \b
      hsm memory history 0199a3c2-7b1e-7c44-8d0a-5f1e2d3c4b5a
    """
    with session.api() as api:
        answer = api.history(memory_id, session.space)
    session.answer(answer, show_history)


@app.command()
@leaf
def update(
    session: Session,
    memory_id: options.MemoryId,
    content: Annotated[str, typer.Option("--content", help="The new wording.", metavar="TEXT")] = "",
    memory_type: options.OneType = None,
    confidence: options.Confidence = None,
    tag: options.Tags = None,
    pinned: Annotated[bool | None, typer.Option("--pinned/--no-pinned", help="Never archive it automatically.")] = None,
    valid_from: options.ValidFrom = "",
    valid_until: options.ValidUntil = "",
    reason: options.Why = "",
) -> None:
    """Change a memory. The old state stays in its history.

    \b
      hsm memory update MEMORY_ID --content "Deploys go through canary first." --reason "moved in May"
      hsm memory update MEMORY_ID --type preference --tag style
    """
    body = UpdateBody.taken(
        {
            "content": content,
            "memory_type": memory_type,
            "confidence": confidence,
            "tags": tuple(tag) if tag else None,
            "pinned": pinned,
            "valid_from": valid_from,
            "valid_until": valid_until,
            "reason": reason,
            "space": session.space,
        }
    )
    with session.api() as api:
        answer = api.update(memory_id, body)
    session.answer(answer, show_changed)


@app.command()
@leaf
def forget(session: Session, memory_id: options.MemoryId, reason: options.Why = "") -> None:
    """Hide a memory: it is not found any more, and reviews do not relearn it. A rollback brings it back.

    \b
      hsm memory forget MEMORY_ID --reason "was never true"
    """
    body = ForgetBody.taken({"reason": reason, "space": session.space})
    with session.api() as api:
        answer = api.forget(memory_id, body)
    session.answer(answer, show_changed)


@app.command()
@leaf
def rollback(
    session: Session,
    memory_id: options.MemoryId,
    to: Annotated[int, typer.Option("--to", help="The revision to go back to.", metavar="NUMBER")],
    reason: options.Why = "",
) -> None:
    """Go back to an earlier state, as a new revision.

    \b
      hsm memory history MEMORY_ID
      hsm memory rollback MEMORY_ID --to 1
    """
    body = RollbackBody.taken({"revision": to, "reason": reason, "space": session.space})
    with session.api() as api:
        answer = api.rollback(memory_id, body)
    session.answer(answer, show_rolled_back)


@app.command()
@leaf
def promote(
    session: Session,
    memory_id: options.MemoryId,
    visibility: Annotated[Visibility, typer.Option("--visibility", help="Who may see it from now on.")],
    group: Annotated[str, typer.Option("--group", help="Which group, when shared.")] = "",
    reason: options.Why = "",
) -> None:
    """Let more see a memory: from private to shared with a group, or to global in its space. Never back.

    \b
      hsm memory promote MEMORY_ID --visibility global --reason "true for every agent"
    """
    body = PromoteBody.taken({"visibility": visibility, "group": group, "reason": reason, "space": session.space})
    with session.api() as api:
        answer = api.promote(memory_id, body)
    session.answer(answer, show_rolled_back)


@app.command()
@leaf
def purge(
    session: Session,
    memory_id: options.MemoryId,
    yes: Annotated[bool, typer.Option("--yes", help="It is meant: a purge cannot be undone.")] = False,
    reason: options.Why = "",
) -> None:
    """Erase a memory for good: its history, its vectors, its copies in traces and reports. Only a tombstone stays.

    \b
      hsm memory purge MEMORY_ID --yes
    """
    body = PurgeBody.taken({"confirm": yes, "reason": reason, "space": session.space})
    with session.api() as api:
        answer = api.purge(memory_id, body)
    session.answer(answer, show_purged)
