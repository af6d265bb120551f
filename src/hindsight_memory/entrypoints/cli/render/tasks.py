"""Tasks, traces and ingested files for people."""

from __future__ import annotations

from hindsight_memory.domain.text.normal import one_line
from hindsight_memory.domain.trace import EventKind, OutcomeStatus
from hindsight_memory.entrypoints.cli.render.memories import minute, show_cursor
from hindsight_memory.entrypoints.cli.render.reviews import show_report
from hindsight_memory.entrypoints.cli.render.working import show_preloaded
from hindsight_memory.entrypoints.cli.terminal import Terminal
from hindsight_memory.wire.tasks import (
    AppendAnswer,
    EndAnswer,
    EventShown,
    FileBody,
    IngestAnswer,
    TaskBody,
    TaskList,
    TraceBody,
)

_OUTCOMES = {OutcomeStatus.SUCCESS: "green", OutcomeStatus.FAILURE: "red", OutcomeStatus.UNKNOWN: "yellow"}


def show_task(terminal: Terminal, task: TaskBody) -> None:
    """Show a task in two lines."""
    state = task.outcome.value if task.ended_at else "running"
    terminal.line((task.task_id, "bold"), "  ", (state, _OUTCOMES[task.outcome]), f"  {one_line(task.intent, 100)}")
    about = " · ".join(part for part in (minute(task.started_at), task.agent, task.task_type) if part)
    terminal.line((f"  {about}", "dim"))
    show_preloaded(terminal, task.preloaded)


def show_tasks(terminal: Terminal, page: TaskList) -> None:
    """Show a list of tasks."""
    if not page.items:
        terminal.note("No tasks here yet. Read some: hsm ingest FILE")
    for task in page.items:
        show_task(terminal, task)
    show_cursor(terminal, page.next_cursor)


def show_trace(terminal: Terminal, trace: TraceBody) -> None:
    """Show a task with its events, and what its review decided."""
    show_task(terminal, trace.task)
    if trace.task.outcome_evidence:
        terminal.line(f"  {trace.task.outcome_evidence}")
    for event in trace.events:
        _show_event(terminal, event)
    if trace.review:
        terminal.line("")
        show_report(terminal, trace.review)


def _show_event(terminal: Terminal, event: EventShown) -> None:
    name = f" {event.name}" if event.name else ""
    failed = event.kind is EventKind.ERROR or event.status == "error"
    text = event.text or ", ".join(f"{k}={v}" for k, v in event.args.items())
    cut = f" [{event.truncated:,} characters cut]" if event.truncated else ""
    terminal.line(
        (f"{event.sequence:>4} ", "dim"),
        (f"{event.kind.value}{name}", "red" if failed else "cyan"),
        f"  {one_line(text, 200)}{cut}",
    )


def show_appended(terminal: Terminal, answer: AppendAnswer) -> None:
    """Show which places the events took."""
    places = ", ".join(str(n) for n in answer.sequences)
    terminal.line(f"appended to {answer.task_id}: {places}")


def show_end(terminal: Terminal, answer: EndAnswer) -> None:
    """Show the outcome and what comes next."""
    terminal.line((answer.outcome.value, _OUTCOMES[answer.outcome]), f"  {answer.task_id}")
    terminal.note(f"Its review waits: hsm review {answer.task_id}")


def show_ingest(terminal: Terminal, answer: IngestAnswer) -> None:
    """Show what became of each file, then the sum."""
    for file in answer.files:
        _show_file(terminal, file)
    if len(answer.files) > 1:
        terminal.line(
            f"{len(answer.files)} files: {answer.tasks} tasks ({answer.new_tasks} new), "
            f"{answer.events:,} events ({answer.new_events:,} new), {answer.bad_lines} bad lines"
        )
    for report in answer.reviews:
        show_report(terminal, report, brief=len(answer.reviews) > 1)
    if answer.waiting:
        terminal.note(f"{answer.waiting} tasks wait for their review: hsm review --all")


def _show_file(terminal: Terminal, file: FileBody) -> None:
    terminal.line(
        (file.file, "bold"),
        f"  {file.form}: {file.tasks} tasks ({file.new_tasks} new), {file.events:,} events ({file.new_events:,} new)",
    )
    if file.cut:
        terminal.line(f"  {file.cut:,} characters of long outputs were cut, each place is marked")
    for bad in file.bad_lines[:10]:
        terminal.note(("  bad line ", "yellow"), f"{bad.line}: {bad.problem}")
    if len(file.bad_lines) > 10:
        terminal.note(f"  … and {len(file.bad_lines) - 10} more bad lines (all with --json)")
