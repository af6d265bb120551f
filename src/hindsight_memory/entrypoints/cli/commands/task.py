"""``hsm task``: a task's trace, event by event."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer

from hindsight_memory.domain.errors import Invalid
from hindsight_memory.domain.memory import Source
from hindsight_memory.domain.trace import EventKind, OutcomeStatus
from hindsight_memory.entrypoints.cli import options
from hindsight_memory.entrypoints.cli.render.proposals import show_proposed
from hindsight_memory.entrypoints.cli.render.tasks import (
    show_appended,
    show_end,
    show_task,
    show_tasks,
    show_trace,
)
from hindsight_memory.entrypoints.cli.session import Session, leaf
from hindsight_memory.wire.calls import BeginBody, EndBody, EventsBody
from hindsight_memory.wire.proposals import CandidateBody, ProposeBody
from hindsight_memory.wire.tasks import EventBody

app = typer.Typer(
    help="Record a task's trace while it runs, or look at one.",
    rich_markup_mode=None,
    add_completion=False,
    no_args_is_help=True,
)
_At = Annotated[str, typer.Option("--at", help="When; now, unless you say.", metavar="TIME")]
_Session = Annotated[str, typer.Option("--session", help="The session's id.", metavar="SESSION_ID")]


@app.command()
@leaf
def begin(
    session: Session,
    task_id: Annotated[str, typer.Argument(help="The task's id; made when absent.", metavar="TASK_ID")] = "",
    task_type: Annotated[str, typer.Option("--task-type", help="What kind of task it is.", metavar="NAME")] = "",
    intent: Annotated[str, typer.Option("--intent", help="What is to be done.", metavar="TEXT")] = "",
    session_id: _Session = "",
    at: _At = "",
) -> None:
    """Begin a task, or carry one on in another session.

    \b
      hsm task begin deploy-42 --task-type deploy --intent "Deploy the API to staging."
      hsm task event deploy-42 --kind tool_result --name shell --status error --text "quota exceeded: 5 pods"
      hsm task end deploy-42 --outcome failure
      hsm review deploy-42
    """
    body = BeginBody.taken(
        {
            "task_id": task_id,
            "task_type": task_type,
            "intent": intent,
            "session_id": session_id,
            "started_at": at,
            "space": session.space,
        }
    )
    with session.api() as api:
        answer = api.begin_task(body)
    session.answer(answer, show_task)


@app.command()
@leaf
def event(
    session: Session,
    task_id: options.TaskId,
    kind: Annotated[EventKind, typer.Option("--kind", help="What it records.")],
    text: Annotated[str, typer.Option("--text", help="What was said, called or returned.", metavar="TEXT")] = "",
    name: Annotated[str, typer.Option("--name", help="The tool's name.", metavar="NAME")] = "",
    args: Annotated[str, typer.Option("--args", help="The call's arguments.", metavar="JSON")] = "",
    status: Annotated[str, typer.Option("--status", help="`ok` or `error`.", metavar="STATUS")] = "",
    memory: Annotated[
        list[str] | None, typer.Option("--memory", help="A memory that was shown (repeatable).", metavar="MEMORY_ID")
    ] = None,
    sequence: Annotated[int | None, typer.Option("--sequence", help="Its place, from 1; last when absent.")] = None,
    session_id: _Session = "",
    at: _At = "",
) -> None:
    """Append one event to a task. With --sequence, appending twice changes nothing.

    \b
      hsm task event deploy-42 --kind user --text "Deploy the API to staging."
      hsm task event deploy-42 --kind tool_call --name shell --args '{"cmd": "make deploy"}'
    """
    body = EventBody.taken(
        {
            "kind": kind,
            "text": text,
            "name": name,
            "args": _object(args) if args else None,
            "status": status,
            "at": at,
            "sequence": sequence,
            "session_id": session_id,
            "memory_ids": tuple(memory or ()),
        }
    )
    with session.api() as api:
        answer = api.append_events(task_id, EventsBody(events=(body,), space=session.space))
    session.answer(answer, show_appended)


@app.command()
@leaf
def end(
    session: Session,
    task_id: options.TaskId,
    outcome: Annotated[OutcomeStatus, typer.Option("--outcome", help="How it ended.")],
    evidence: Annotated[str, typer.Option("--evidence", help="What shows it.", metavar="TEXT")] = "",
    at: _At = "",
) -> None:
    """Give a task its outcome. Its review is queued with it.

    \b
      hsm task end deploy-42 --outcome success --evidence "make deploy: 4 pods are running"
    """
    body = EndBody.taken({"outcome": outcome, "evidence": evidence, "ended_at": at, "space": session.space})
    with session.api() as api:
        answer = api.end_task(task_id, body)
    session.answer(answer, show_end)


@app.command()
@leaf
def show(session: Session, task_id: options.TaskId) -> None:
    """Show a task's trace, oldest first, and what its review decided.

    \b
      hsm task show deploy-42
    """
    with session.api() as api:
        answer = api.trace(task_id, session.space)
    session.answer(answer, show_trace)


@app.command()
@leaf
def propose(
    session: Session,
    task_id: options.TaskId,
    candidate: Annotated[
        list[str], typer.Argument(help="Self-contained statements that the trace supports.", metavar="TEXT…")
    ],
    memory_type: options.OneType = None,
    source: Annotated[Source, typer.Option("--source", help="Who says so; checked against the trace.")] = (
        Source.INFERRED
    ),
    confidence: options.Confidence = None,
    tag: options.Tags = None,
) -> None:
    """Hand in what an agent's own review found worth keeping. Gate, grounding and approval decide as always.

    \b
      hsm task propose deploy-42 "Releases go through the canary cluster first." --source user
    """
    shared = {"memory_type": memory_type, "source": source, "confidence": confidence, "tags": tuple(tag or ())}
    candidates = tuple(CandidateBody.taken({"content": text, **shared}) for text in candidate)
    body = ProposeBody.taken({"candidates": candidates, "space": session.space})
    with session.api() as api:
        answer = api.propose(task_id, body)
    session.answer(answer, show_proposed)


@app.command("list")
@leaf
def list_tasks(
    session: Session,
    reviewed: Annotated[
        bool | None, typer.Option("--reviewed/--not-reviewed", help="Only those with, or without, a review.")
    ] = None,
    limit: options.Limit = 50,
    cursor: options.Cursor = "",
) -> None:
    """List tasks, newest first.

    \b
      hsm task list --not-reviewed
    """
    with session.api() as api:
        answer = api.tasks(session.space, limit, cursor or None, reviewed)
    session.answer(answer, show_tasks)


def _object(text: str) -> dict[str, Any]:
    try:
        value: Any = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Invalid(f"--args is no JSON: {error}", hint="""Write it as '{"name": "value"}'.""") from error
    if not isinstance(value, dict):
        raise Invalid("--args is no JSON object.", hint="""Write it as '{"name": "value"}'.""")
    return value  # pyright: ignore[reportUnknownVariableType]
