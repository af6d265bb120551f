"""``hsm ingest``."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from hindsight_memory.domain.errors import UnreadableInput
from hindsight_memory.entrypoints.cli.render.tasks import show_ingest
from hindsight_memory.entrypoints.cli.reviewing import review_waiting
from hindsight_memory.entrypoints.cli.session import Session, leaf
from hindsight_memory.entrypoints.cli.terminal import Counter
from hindsight_memory.entrypoints.local import LocalApi
from hindsight_memory.ports.transcripts import BadLine
from hindsight_memory.wire.reviews import ReportBody
from hindsight_memory.wire.tasks import BadLineBody, FileBody, IngestAnswer

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command()
@leaf
def ingest(
    session: Session,
    files: Annotated[list[Path], typer.Argument(help="Transcript files, plain or gzip.", metavar="FILE...")],
    form: Annotated[
        str,
        typer.Option("--form", help="hindsight, runs, otel, openai, anthropic or claude-code; detected when absent."),
    ] = "",
    review: Annotated[bool, typer.Option("--review", help="Review what is waiting at once.")] = False,
) -> None:
    """Read transcripts of finished agent runs. Each task then waits for its review.

    The form is detected from the content. Reading a file again adds nothing twice; a line that cannot be read
    is reported and skipped; what is cut of very long outputs is counted and marked.

    \b
      hsm ingest runs/*.jsonl
      hsm ingest ~/.claude/projects/api/*.jsonl --space project:api --review
      hsm ingest chat.json --form openai --json
    """
    _refuse_folders(files)
    with session.api() as api:
        read = [_read(api, session, file, form) for file in files]
        reviews: list[ReportBody] = []
        if review:
            reviews = review_waiting(api, session).items
        waiting = api.app.reviews.waiting(api.actor, api.actor.space(session.space))
    answer = IngestAnswer(
        files=read,
        tasks=sum(f.tasks for f in read),
        new_tasks=sum(f.new_tasks for f in read),
        events=sum(f.events for f in read),
        new_events=sum(f.new_events for f in read),
        cut=sum(f.cut for f in read),
        bad_lines=sum(len(f.bad_lines) for f in read),
        waiting=waiting,
        reviews=reviews,
    )
    session.answer(answer, show_ingest)


def _refuse_folders(files: Sequence[Path]) -> None:
    """Find out before anything is read that an argument is no file."""
    for file in files:
        if file.is_dir():
            raise UnreadableInput(f"{_name(file)} is a folder.", hint=f"Name its files: hsm ingest {_name(file)}/*")
        if not file.exists():
            raise UnreadableInput(f"There is no file {_name(file)}.")


def _read(api: LocalApi, session: Session, file: Path, form: str) -> FileBody:
    found = form or api.app.transcripts.form(file)
    total = api.app.transcripts.size(file) if session.terminal.margin.is_terminal else None
    with session.terminal.progress(f"Reading {_name(file)}", total) as counter:
        return _stored(api, session, file, found, counter)


def _stored(api: LocalApi, session: Session, file: Path, form: str, counter: Counter) -> FileBody:
    tasks = new_tasks = events = new_events = cut = 0
    bad: list[BadLineBody] = []
    for one in api.app.transcripts.read(file, form=form):
        if isinstance(one, BadLine):
            bad.append(BadLineBody(line=one.number, problem=one.problem))
            continue
        done = api.app.tasks.ingest(api.actor, one, session.space)
        tasks += 1
        events += done.events
        new_events += done.new_events
        new_tasks += bool(done.job_id)
        cut += done.cut
        counter.step()
    return FileBody(
        file=_name(file),
        form=form,
        tasks=tasks,
        new_tasks=new_tasks,
        events=events,
        new_events=new_events,
        cut=cut,
        bad_lines=bad,
    )


def _name(file: Path) -> str:
    """Return the path as text that can be printed, whatever bytes it is made of."""
    return os.fsencode(file).decode("utf-8", "replace")
