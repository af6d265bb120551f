"""Writing the events of tasks: descriptions, traces, reports."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import bindparam, insert, select, update

from hindsight_memory.adapters.sql import codec, schema
from hindsight_memory.adapters.sql.chain import content_hash
from hindsight_memory.adapters.sql.journal import Journal
from hindsight_memory.domain.errors import NotFound
from hindsight_memory.domain.events import EventsAppended
from hindsight_memory.domain.report import ReviewReport
from hindsight_memory.domain.tiering import StorageTier
from hindsight_memory.domain.trace import Event, Task


def write_task(journal: Journal, task: Task, action: str) -> None:
    """Store the description of a task, new or in the place of the one before; its events stay."""
    json = codec.encode(codec.TASK, task)
    values = {
        "started_at": task.started_at,
        "ended": task.ended_at is not None,
        "outcome": task.outcome.value,
        "state": codec.pack(json),
    }
    at = {"at_space": journal.space_key, "at_task": task.task_id}
    if not journal.connection.execute(_DESCRIBE, {**at, **values}).rowcount:
        row = {"space_key": journal.space_key, "task_id": task.task_id, **values}
        journal.connection.execute(_NEW_TASKS, row)
    # Not the evidence: what stands in the chain can never be erased.
    journal.entry(action, task.task_id, task.outcome.value if task.ended_at else "", content_hash(json))


def append_events(journal: Journal, appended: EventsAppended) -> None:
    """Store events whose sequence is new to the task. Raises NotFound for a task that was not begun."""
    at = {"at_space": journal.space_key, "at_task": appended.task_id}
    row = journal.connection.execute(_COUNTS, at).first()
    if row is None:
        raise NotFound(f"There is no task {appended.task_id!r} in the space.")
    new = _new_events(journal, appended, row.last_sequence)
    encoded = [codec.encode(codec.EVENT, event) for event in new]
    journal.entry(
        "events.appended", appended.task_id, f"{len(new)} events", content_hash(b"[" + b",".join(encoded) + b"]")
    )
    if not new:
        return
    key = {"space_key": journal.space_key, "task_id": appended.task_id}
    rows = [
        {**key, "sequence": event.sequence, "state": codec.pack(json)} for event, json in zip(new, encoded, strict=True)
    ]
    journal.connection.execute(_NEW_EVENTS, rows)
    quoting = [
        {**key, "memory_id": memory_id, "sequence": event.sequence}
        for event in new
        for memory_id in dict.fromkeys(event.memory_ids)
    ]
    if quoting:
        journal.connection.execute(_NEW_EVENT_MEMORIES, quoting)
    last = max(row.last_sequence, max(event.sequence for event in new))
    journal.connection.execute(_COUNT_EVENTS, {**at, "more": len(new), "last": last})


def _new_events(journal: Journal, appended: EventsAppended, last: int) -> Sequence[Event]:
    """The first event of each sequence that the task does not have yet, in order."""
    given = {event.sequence: event for event in reversed(appended.events)}
    known: set[int] = set()
    if any(sequence <= last for sequence in given):
        at = {"at_space": journal.space_key, "at_task": appended.task_id}
        known.update(journal.connection.execute(_SEQUENCES, at).scalars())
    return [given[sequence] for sequence in sorted(given) if sequence not in known]


def write_report(journal: Journal, report: ReviewReport) -> None:
    """Store a report beside earlier ones, and what it saw with its task."""
    json = codec.encode(codec.REPORT, report)
    row: dict[str, Any] = {
        "space_key": journal.space_key,
        "task_id": report.task_id,
        "reviewed_at": report.reviewed_at,
        "state": codec.pack(json),
    }
    journal.connection.execute(_NEW_REPORTS, row)
    journal.connection.execute(
        _REVIEWED,
        {
            "at_space": journal.space_key,
            "at_task": report.task_id,
            "seen_events": report.events_seen,
            "seen_outcome": report.outcome.value,
        },
    )
    journal.entry("task.reviewed", report.task_id, report.reviewer, content_hash(json))


_NEW_TASKS = insert(schema.tasks)
_NEW_EVENTS = insert(schema.events)
_NEW_EVENT_MEMORIES = insert(schema.event_memories)
_NEW_REPORTS = insert(schema.reports)
_t = schema.tasks.c
_THIS_TASK = (_t.space_key == bindparam("at_space"), _t.task_id == bindparam("at_task"))
_DESCRIBE = (
    update(schema.tasks)
    .where(*_THIS_TASK)
    .values({name: bindparam(name) for name in ("started_at", "ended", "outcome", "state")})
)
_COUNTS = select(_t.last_sequence).where(*_THIS_TASK)
_COUNT_EVENTS = (
    update(schema.tasks)
    .where(*_THIS_TASK)
    .values(event_count=_t.event_count + bindparam("more"), last_sequence=bindparam("last"), tier=StorageTier.HOT.value)
)
_REVIEWED = (
    update(schema.tasks)
    .where(*_THIS_TASK)
    .values(reviewed_events=bindparam("seen_events"), reviewed_outcome=bindparam("seen_outcome"))
)
_SEQUENCES = select(schema.events.c.sequence).where(
    schema.events.c.space_key == bindparam("at_space"), schema.events.c.task_id == bindparam("at_task")
)
