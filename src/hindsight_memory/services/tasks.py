"""Use cases on tasks and their traces."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import cast

from hindsight_memory.domain.actor import Actor, Role, View
from hindsight_memory.domain.defence.redaction import redact
from hindsight_memory.domain.errors import Invalid, NotFound
from hindsight_memory.domain.events import DomainEvent, EventsAppended, JobQueued, TaskBegun, TaskEnded
from hindsight_memory.domain.ids import uuid7
from hindsight_memory.domain.job import Job
from hindsight_memory.domain.sightings import fresh
from hindsight_memory.domain.text.normal import capped, clean
from hindsight_memory.domain.trace import Event, EventKind, OutcomeStatus, Task, Trace
from hindsight_memory.ports.clock import Clock
from hindsight_memory.ports.records import Page, Records, Work
from hindsight_memory.ports.transcripts import Transcript
from hindsight_memory.services.paging import pages

REVIEW = "review"
"""The kind of job that reviews one task; its key is the task's id."""
TRACES = "trace_ids"
"""The entry of a task's metadata that names the traces which its telemetry came in."""
_MAX_ID = 256
_RECENT = 100  # tasks among which one is looked for that a trace belongs to


@dataclass(frozen=True, slots=True, kw_only=True)
class NewEvent:
    """An event to append. Without ``sequence`` it comes after the last one; with it, appending is idempotent."""

    kind: EventKind
    text: str = ""
    name: str = ""
    args: dict[str, object] = field(default_factory=dict[str, object])
    status: str = ""
    at: datetime | None = None
    sequence: int | None = None
    session_id: str = ""
    memory_ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Ingested:
    """What became of one transcript: how many events it has, how many of them are new, and its review job."""

    task_id: str
    events: int
    new_events: int
    cut: int
    job_id: str


@dataclass(frozen=True, slots=True)
class Tasks:
    """The trace service. Text is cleaned and secrets are redacted before anything is stored."""

    records: Records
    clock: Clock
    entropy: Callable[[int], bytes]
    max_event_characters: int = 65_536

    def begin(
        self,
        actor: Actor,
        *,
        task_id: str = "",
        task_type: str = "",
        intent: str = "",
        session_id: str = "",
        space: str | None = None,
        started_at: datetime | None = None,
    ) -> Task:
        """Begin a task, or carry one on in another session (same id). Raises Invalid for a bad id."""
        actor.require(Role.WRITE)
        now = self.clock.now()
        name = actor.space(space)
        wanted = _identifier(task_id) or uuid7(now, self.entropy(10))
        with self.records.work(actor.agent, name, now) as work:
            known = work.task(actor.view(name), wanted)
            task = _carried_on(known, session_id, task_type, intent) if known else None
            if task is None:
                task = Task(
                    task_id=wanted,
                    space=name,
                    agent=actor.agent,
                    task_type=clean(task_type),
                    intent=redact(clean(intent)).text,
                    session_ids=(session_id,) if session_id else (),
                    started_at=started_at or now,
                )
            if task != known:
                work.commit(TaskBegun(task))
        return task

    def append(
        self, actor: Actor, task_id: str, events: Sequence[NewEvent], space: str | None = None
    ) -> tuple[Event, ...]:
        """Append events; those with a known sequence are ignored. A task that ended and goes on is reviewed again.

        Raises NotFound, Invalid."""
        actor.require(Role.WRITE)
        now = self.clock.now()
        name = actor.space(space)
        view = actor.view(name)
        with self.records.work(actor.agent, name, now) as work:
            task = work.task(view, task_id)
            if task is None:
                raise NotFound(f"There is no task {task_id!r} here.", hint="Begin it first.")
            following = begins = work.next_sequence(view, task_id)
            stored: list[Event] = []
            for event in events:
                number = following if event.sequence is None else event.sequence
                if number < 1:
                    raise Invalid("An event's sequence starts at 1.")
                stored.append(self._event(event, number, now))
                following = max(following, number + 1)
            if stored:
                goes_on = task.ended_at is not None and (
                    following > begins or _any_new(work.trace(view, task_id), stored)
                )
                review = [JobQueued(self._job(name, task_id, actor, now))] if goes_on else []
                work.commit(EventsAppended(name, task_id, tuple(stored)), *review)
        return tuple(stored)

    def end(
        self,
        actor: Actor,
        task_id: str,
        outcome: OutcomeStatus,
        *,
        evidence: str = "",
        space: str | None = None,
        ended_at: datetime | None = None,
    ) -> Job:
        """Give a task its outcome and queue its review, in one commit. Raises NotFound."""
        actor.require(Role.WRITE)
        now = self.clock.now()
        name = actor.space(space)
        with self.records.work(actor.agent, name, now) as work:
            task = work.task(actor.view(name), task_id)
            if task is None:
                raise NotFound(f"There is no task {task_id!r} here.")
            ended = replace(
                task,
                outcome=outcome,
                outcome_evidence=redact(clean(evidence)).text,
                ended_at=ended_at or now,
            )
            job = self._job(name, task_id, actor, now)
            work.commit(TaskEnded(ended), JobQueued(job))
        return job

    def ingest(self, actor: Actor, transcript: Transcript, space: str | None = None) -> Ingested:
        """Store a finished run: task, events, outcome and its review job in one commit; idempotent by task id.

        Of a run that telemetry shows, in parts and repeatedly, what is new is appended; its review is queued once
        the end of a trace was among it."""
        actor.require(Role.WRITE)
        if transcript.sightings:
            return self._observe(actor, transcript, actor.space(space))
        now = self.clock.now()
        name = actor.space(space)
        view = actor.view(name)
        task_id = _identifier(transcript.task_id)
        events = tuple(self._kept(event) for event in transcript.events)
        with self.records.work(actor.agent, name, now) as work:
            known = work.trace(view, task_id)
            have = {e.sequence for e in known.events} if known else set[int]()
            fresh = tuple(e for e in events if e.sequence not in have)
            task = _task_of(transcript, name, actor, task_id)
            changed = known is None or known.task.outcome is not task.outcome
            happened: list[DomainEvent] = []
            job_id = ""
            if changed:
                happened.append(TaskBegun(task))
            if fresh:
                happened.append(EventsAppended(name, task_id, fresh))
            if happened:
                job = self._job(name, task_id, actor, now)
                job_id = job.job_id
                happened += [TaskEnded(task), JobQueued(job)]
                work.commit(*happened)
        return Ingested(task_id, len(events), len(fresh), sum(e.truncated for e in events), job_id)

    def _observe(self, actor: Actor, transcript: Transcript, name: str) -> Ingested:
        now, view = self.clock.now(), actor.view(name)
        seen = [replace(one, event=self._kept(one.event)) for one in transcript.sightings]
        with self.records.work(actor.agent, name, now) as work:
            task_id = _task_of_spans(work, view, transcript)
            known = work.trace(view, task_id)
            new = fresh(known.events if known else (), seen)
            first = max(work.next_sequence(view, task_id), 1) if known else 1
            events = tuple(replace(event, sequence=number) for number, event in enumerate(new, first))
            task = _observed(known.task if known else None, transcript, name, actor, task_id)
            before = known.task if known else None
            happened: list[DomainEvent] = [] if task == before else [TaskBegun(task)]
            if events:
                happened.append(EventsAppended(name, task_id, events))
            job_id = ""
            if happened and task.ended_at is not None:
                job = self._job(name, task_id, actor, now)
                job_id = job.job_id
                happened += [TaskEnded(task), JobQueued(job)]
            if happened:
                work.commit(happened[0], *happened[1:])
        return Ingested(task_id, len(transcript.events), len(events), sum(e.truncated for e in events), job_id)

    def trace(self, actor: Actor, task_id: str, space: str | None = None) -> Trace:
        """Return a task with its events, oldest first. Raises NotFound."""
        actor.require(Role.READ)
        with self.records.reading() as reading:
            trace = reading.trace(actor.view(space) if space else actor.view(), task_id)
        if trace is None:
            raise NotFound(f"There is no task {task_id!r} here.")
        return trace

    def list(
        self,
        actor: Actor,
        *,
        spaces: Sequence[str] = (),
        reviewed: bool | None = None,
        limit: int = 50,
        cursor: str | None = None,
    ) -> Page[Task]:
        """Return a page of tasks, newest first."""
        actor.require(Role.READ)
        with self.records.reading() as reading:
            return reading.tasks(actor.view(*spaces), reviewed=reviewed, limit=limit, cursor=cursor)

    def of_session(self, actor: Actor, session_id: str, space: str | None = None) -> list[str]:
        """Return the ids of all tasks of a session, oldest first. Raises NotFound when there is none."""
        actor.require(Role.READ)
        view = actor.view(space or "")
        with self.records.reading() as reading:
            listed = pages(lambda cursor: reading.tasks(view, limit=500, cursor=cursor))
            found = [t.task_id for page in listed for t in page.entries if session_id in t.session_ids]
        if not found:
            raise NotFound(f"There is no task of a session {session_id!r} here.")
        return found[::-1]

    def _job(self, space: str, task_id: str, actor: Actor, now: datetime) -> Job:
        return Job(
            job_id=uuid7(now, self.entropy(10)),
            kind=REVIEW,
            space=space,
            key=task_id,
            actor=actor.agent,
            created_at=now,
        )

    def _event(self, event: NewEvent, number: int, now: datetime) -> Event:
        return self._kept(
            Event(
                sequence=number,
                kind=event.kind,
                text=event.text,
                at=event.at or now,
                name=event.name,
                args=event.args,
                status=event.status,
                session_id=event.session_id,
                memory_ids=event.memory_ids,
            )
        )

    def _kept(self, event: Event) -> Event:
        """The event as it is stored: cleaned, redacted, capped with a marker."""
        text = redact(clean(event.text)).text
        cut = len(text) - self.max_event_characters
        return replace(
            event,
            text=capped(text, self.max_event_characters),
            name=clean(event.name),
            args=_clean_args(cast("Mapping[object, object]", event.args)),
            truncated=event.truncated + max(cut, 0),
        )


def _clean_args(args: Mapping[object, object]) -> dict[str, object]:
    """Clean names and values. A value is judged beside its name: ``password=hunter2`` shows in neither alone."""
    safe: dict[str, object] = {}
    for key, value in args.items():
        name = clean(str(key))
        if isinstance(value, str) and redact(f"{name}: {clean(value)}").text != f"{name}: {redact(clean(value)).text}":
            value = redact(f"{name}: {clean(value)}").text.removeprefix(f"{name}: ")
        safe[name] = _clean_value(value)
    return safe


def _clean_value(value: object) -> object:
    match value:
        case str():
            return redact(clean(value)).text
        case dict():
            return _clean_args(cast("dict[object, object]", value))
        case list() | tuple():
            return [_clean_value(v) for v in cast("list[object]", value)]
        case _:
            return value


def _task_of_spans(work: Work, view: View, transcript: Transcript) -> str:
    """The task that spans belong to: one that a trace of theirs began or carried on, else the one they name.

    Spans of tools mostly do not name their conversation, and come apart from those that do."""
    wanted = _identifier(transcript.task_id)
    for name in (wanted, *transcript.trace_ids):
        if work.task(view, name) is not None:
            return name
    recent = work.tasks(view, limit=_RECENT).entries if wanted in transcript.trace_ids else ()
    for task in recent:
        if wanted in cast("list[object]", task.metadata.get(TRACES) or []):
            return task.task_id
    return wanted


def _observed(known: Task | None, transcript: Transcript, space: str, actor: Actor, task_id: str) -> Task:
    """The task as the spans show it; what is known already is kept where they say nothing."""
    told = _task_of(transcript, space, actor, task_id)
    ended = told.ended_at if transcript.complete else None
    traces = [one for one in transcript.trace_ids if one != task_id]
    if known is None:
        return replace(told, ended_at=ended, metadata={TRACES: traces} if traces else {})
    kept = cast("list[str]", known.metadata.get(TRACES) or [])
    traces = list(dict.fromkeys([*kept, *traces]))
    decided = told.outcome is not OutcomeStatus.UNKNOWN
    later = max(filter(None, (known.ended_at, ended)), default=None)
    return replace(
        known,
        intent=known.intent or told.intent,
        session_ids=tuple(dict.fromkeys((*known.session_ids, *told.session_ids))),
        started_at=min(known.started_at, told.started_at),
        ended_at=later,
        outcome=told.outcome if decided else known.outcome,
        outcome_evidence=told.outcome_evidence if decided else known.outcome_evidence,
        metadata={**known.metadata, **({TRACES: traces} if traces else {})},
    )


def _any_new(known: Trace | None, events: Sequence[Event]) -> bool:
    """Whether one of the events is not in the trace yet."""
    have = {event.sequence for event in known.events} if known else set[int]()
    return any(event.sequence not in have for event in events)


def _identifier(task_id: str) -> str:
    name = clean(task_id)
    if len(name) > _MAX_ID:
        raise Invalid(f"A task id has at most {_MAX_ID} characters.")
    return name


def _carried_on(known: Task, session_id: str, task_type: str, intent: str) -> Task:
    sessions = known.session_ids
    if session_id and session_id not in sessions:
        sessions = (*sessions, session_id)
    return replace(
        known,
        session_ids=sessions,
        task_type=known.task_type or clean(task_type),
        intent=known.intent or redact(clean(intent)).text,
    )


def _task_of(transcript: Transcript, space: str, actor: Actor, task_id: str) -> Task:
    last = transcript.events[-1].at if transcript.events else transcript.started_at
    return Task(
        task_id=task_id,
        space=space,
        agent=transcript.agent or actor.agent,
        task_type=clean(transcript.task_type),
        intent=redact(clean(transcript.intent)).text,
        session_ids=(transcript.session_id,) if transcript.session_id else (),
        started_at=transcript.started_at,
        ended_at=transcript.ended_at or last,
        outcome=transcript.outcome,
        outcome_evidence=redact(clean(transcript.outcome_evidence)).text,
    )
