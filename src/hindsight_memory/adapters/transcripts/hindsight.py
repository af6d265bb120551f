"""Our own form: one task a line with its events, or one event a line with its task (docs/transcripts.md)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import datetime

from hindsight_memory.adapters.transcripts.events import EventList
from hindsight_memory.adapters.transcripts.form import Reading, gathered, last_places, transcript
from hindsight_memory.adapters.transcripts.source import Row
from hindsight_memory.adapters.transcripts.values import (
    arguments,
    digest,
    first_string,
    mapping,
    mappings,
    moment,
    outcome,
    sequence,
    string,
    text_of,
)
from hindsight_memory.adapters.transcripts.words import own_words
from hindsight_memory.domain.trace import Event, EventKind, OutcomeStatus, Task, Trace
from hindsight_memory.ports.transcripts import BadLine, Transcript

KINDS = frozenset(EventKind)
_STATUSES = frozenset({"ok", "error"})
# What a row without events or kind may say about its task.
_TASK_FIELDS = frozenset({"outcome", "intent", "task_type", "ended_at", "started_at"})


class HindsightRows:
    """One task a line, or one event a line; both may stand in one file."""

    name = "hindsight"

    def recognises(self, value: object) -> bool:
        """A task with a list of events, or an event of one of our kinds that has no role."""
        row = mapping(value)
        if row is None or "role" in row or "world_id" in row:
            return False
        if sequence(row.get("events")) is not None:
            return all("kind" in event for event in mappings(row["events"]))
        return string(row.get("kind")) in KINDS and ("text" in row or "args" in row)

    def count(self, reading: Reading) -> int:
        """Return the number of tasks."""
        return len(last_places(reading, _key))

    def read(self, reading: Reading) -> Iterator[Transcript | BadLine]:
        """Yield the tasks, each after its last line."""
        for found in gathered(reading, _key):
            if isinstance(found, BadLine):
                yield found
            else:
                yield from _task(reading, found)


def _key(row: Row) -> str | None:
    """The task's id; events without one belong together, whole tasks without one stand alone."""
    entry = mapping(row.value)
    if entry is None:
        return None
    return string(entry.get("task_id")) or ("\0" + row.place if "events" in entry else "\0")


def _task(reading: Reading, rows: list[Row]) -> Iterator[Transcript | BadLine]:
    fields: dict[str, object] = {}
    found: list[tuple[int, Mapping[str, object]]] = []
    for row in rows:
        entry = mapping(row.value) or {}
        if sequence(entry.get("events")) is not None:
            fields.update((name, given) for name, given in entry.items() if name != "events")
            found += [(row.number, event) for event in mappings(entry["events"])]
        elif "kind" in entry:
            for name in ("task_id", "agent", "task_type", "intent", "started_at", "session_id"):
                if name in entry:
                    fields.setdefault(name, entry[name])
            found.append((row.number, entry))
        elif _TASK_FIELDS & entry.keys():
            fields.update(entry)
        else:
            yield BadLine(row.number, "neither an event (kind, text) nor a task (events, outcome)")
    if not found and "events" not in {name for row in rows for name in mapping(row.value) or {}}:
        return
    events = reading.events(started_at=moment(fields.get("started_at")), session_id=first_string(fields, "session_id"))
    for number, entry in found:
        if (problem := _append(events, entry)) is not None:
            yield BadLine(number, problem)
    finished = transcript(
        events,
        task_id=string(fields.get("task_id")) or digest([entry for _, entry in found], rows[0].place),
        agent=string(fields.get("agent")),
        task_type=string(fields.get("task_type")),
        intent=string(fields.get("intent")),
        outcome=_outcome(fields),
        ended_at=moment(fields.get("ended_at")),
    )
    sessions = filter(None, map(string, sequence(fields.get("session_ids")) or ()))
    yield replace(finished, session_id=finished.session_id or next(sessions, ""))


def _outcome(fields: Mapping[str, object]) -> tuple[OutcomeStatus, str]:
    status, evidence = outcome(fields.get("outcome"))
    return status, string(fields.get("outcome_evidence")) or evidence


def _append(events: EventList, entry: Mapping[str, object]) -> str | None:
    kind = string(entry.get("kind"))
    if kind not in KINDS:
        return f"unknown kind of event {kind!r}; known: {', '.join(EventKind)}"
    text = text_of(entry.get("text"))
    words = own_words(text) if kind == EventKind.USER else text
    if text and not words:
        return None
    status = string(entry.get("status"))
    events.add(
        EventKind(kind),
        words,
        at=moment(entry.get("at")),
        sequence=_count(entry.get("sequence")),
        name=string(entry.get("name")),
        args=arguments(entry.get("args")),
        status=status if status in _STATUSES else "",
        session_id=string(entry.get("session_id")),
        recalled=tuple(filter(None, map(string, sequence(entry.get("memory_ids")) or ()))),
        truncated=_count(entry.get("truncated")),
        may_be_empty=True,
    )
    return None


def _count(value: object) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else 0


def write_jsonl(trace: Trace) -> str:
    """Return a trace as one line of our form, without line end; ``read_trace`` gives the same trace back."""
    task = trace.task
    fields: dict[str, object] = {
        "task_id": task.task_id,
        "space": task.space,
        "agent": task.agent,
        "task_type": task.task_type,
        "intent": task.intent,
        "session_ids": list(task.session_ids),
        "started_at": task.started_at.isoformat(),
        "ended_at": task.ended_at.isoformat() if task.ended_at else None,
        "outcome": task.outcome.value,
        "outcome_evidence": task.outcome_evidence,
        "metadata": dict(task.metadata),
    }
    kept = {name: given for name, given in fields.items() if given or name == "task_id"}
    return json.dumps({**kept, "events": [_event_fields(event) for event in trace.events]}, ensure_ascii=False)


def _event_fields(event: Event) -> dict[str, object]:
    fields: dict[str, object] = {
        "sequence": event.sequence,
        "kind": event.kind.value,
        "text": event.text,
        "at": event.at.isoformat(),
        "name": event.name,
        "args": dict(event.args),
        "status": event.status,
        "session_id": event.session_id,
        "memory_ids": list(event.memory_ids),
        "truncated": event.truncated,
    }
    return {name: given for name, given in fields.items() if given or name in ("kind", "text")}


def read_trace(line: str) -> Trace:
    """Return the trace that ``write_jsonl`` wrote, exactly. Raises ValueError for anything else."""
    fields = mapping(json.loads(line))
    if fields is None:
        raise ValueError("not a task")
    task = Task(
        task_id=_text(fields, "task_id"),
        space=_text(fields, "space"),
        agent=_text(fields, "agent"),
        task_type=_text(fields, "task_type"),
        intent=_text(fields, "intent"),
        session_ids=_texts(fields.get("session_ids")),
        started_at=_time(fields.get("started_at")),
        ended_at=_time(fields["ended_at"]) if "ended_at" in fields else None,
        outcome=OutcomeStatus(_text(fields, "outcome")),
        outcome_evidence=_text(fields, "outcome_evidence"),
        metadata=mapping(fields.get("metadata")) or {},
    )
    return Trace(task, tuple(map(_event, mappings(fields.get("events")))))


def _event(fields: Mapping[str, object]) -> Event:
    plain = Event(
        sequence=_count(fields.get("sequence")),
        kind=EventKind(_text(fields, "kind")),
        text=_text(fields, "text"),
        at=_time(fields.get("at")),
    )
    return replace(
        plain,
        name=_text(fields, "name"),
        args=mapping(fields.get("args")) or {},
        status=_text(fields, "status"),
        session_id=_text(fields, "session_id"),
        memory_ids=_texts(fields.get("memory_ids")),
        truncated=_count(fields.get("truncated")),
    )


def _text(fields: Mapping[str, object], name: str) -> str:
    value = fields.get(name)
    return value if isinstance(value, str) else ""


def _texts(value: object) -> tuple[str, ...]:
    return tuple(each for each in sequence(value) or () if isinstance(each, str))


def _time(value: object) -> datetime:
    if (found := moment(value)) is None:
        raise ValueError(f"no time: {value!r}")
    return found
