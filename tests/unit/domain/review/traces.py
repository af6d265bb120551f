"""Short traces for the tests of the review."""

from datetime import UTC, datetime, timedelta

from hindsight_memory.domain.trace import Event, EventKind, OutcomeStatus, Task, Trace

START = datetime(2026, 3, 2, 9, tzinfo=UTC)


def trace(*said: tuple[str, str], outcome: str = "success", task_type: str = "upkeep") -> Trace:
    """A trace of ``(kind, text)`` pairs; ``error`` after ``tool_result`` is written ``tool_error``."""
    events = tuple(
        Event(
            sequence=number,
            kind=EventKind.TOOL_RESULT if kind == "tool_error" else EventKind(kind),
            text=text,
            at=START + timedelta(seconds=number),
            status="error" if kind == "tool_error" else "",
            session_id="s1",
        )
        for number, (kind, text) in enumerate(said, 1)
    )
    task = Task(
        task_id="t1", space="s", agent="a", task_type=task_type, started_at=START, outcome=OutcomeStatus(outcome)
    )
    return Trace(task, events)


def told(text: str) -> Trace:
    """A small task in which the user says something on the way."""
    return trace(
        ("user", "Please prepare the monthly overview."),
        ("assistant", "On it."),
        ("tool_call", "run: collect"),
        ("tool_result", "ok"),
        ("assistant", "Here it is."),
        ("user", text),
        ("assistant", "Sure."),
    )


def concluded(text: str, outcome: str = "success") -> Trace:
    """A task with a failed attempt that the agent closes with a conclusion."""
    return trace(
        ("user", "Please get the job running."),
        ("tool_call", "run: first"),
        ("tool_error", "Error: exit 1"),
        ("tool_call", "run: second"),
        ("tool_result", "ok"),
        ("assistant", text),
        outcome=outcome,
    )
