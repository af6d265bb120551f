"""Tasks and their traces at the edge."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from pydantic import Field

from hindsight_memory.domain.chain import Chain
from hindsight_memory.domain.memory import Memory
from hindsight_memory.domain.trace import Event, EventKind, OutcomeStatus, Task, Trace
from hindsight_memory.wire.body import Body
from hindsight_memory.wire.chain import GapBody, SessionBody
from hindsight_memory.wire.decisions import DecisionBody
from hindsight_memory.wire.moment import Moment
from hindsight_memory.wire.reviews import ReportBody
from hindsight_memory.wire.working import RecalledBody


class EventBody(Body):
    """An event to append. Without ``sequence`` it comes last; with it, appending twice changes nothing."""

    kind: EventKind = Field(description="What it records.")
    text: str = Field(default="", description="What was said, called or returned.")
    name: str = Field(default="", description="The tool's name.")
    args: dict[str, Any] = Field(default_factory=dict[str, Any], description="The call's arguments.")
    status: str = Field(default="", pattern="^(ok|error)?$", description="`ok` or `error`.")
    at: Moment | None = Field(default=None, description="When, if not now.")
    sequence: int | None = Field(default=None, ge=1, description="Its place in the task, from 1.")
    session_id: str = Field(default="", description="The session it belongs to.")
    memory_ids: tuple[str, ...] = Field(default=(), description="Memories that a `recall` showed.")


class EventShown(Body):
    """One entry of a trace; ``truncated`` counts characters that were cut, which the text marks."""

    sequence: int
    kind: EventKind
    text: str
    at: datetime
    name: str
    args: dict[str, Any]
    status: str
    session_id: str
    memory_ids: list[str]
    truncated: int

    @classmethod
    def of(cls, event: Event) -> EventShown:
        """Return the body of an event."""
        return cls(
            sequence=event.sequence,
            kind=event.kind,
            text=event.text,
            at=event.at,
            name=event.name,
            args=dict(event.args),
            status=event.status,
            session_id=event.session_id,
            memory_ids=list(event.memory_ids),
            truncated=event.truncated,
        )


class TaskBody(Body):
    """A task: what was asked, by whom it was done, how it ended. ``preloaded``, when it begins and there are any, are
    memories that tasks of its kind used before; they lie on the session's desk."""

    task_id: str
    space: str
    agent: str
    task_type: str
    intent: str
    session_ids: list[str]
    started_at: datetime
    ended_at: datetime | None
    outcome: OutcomeStatus
    outcome_evidence: str
    preloaded: list[RecalledBody] = Field(default_factory=list[RecalledBody], exclude_if=lambda value: not value)

    @classmethod
    def of(cls, task: Task, preloaded: Sequence[Memory] = ()) -> TaskBody:
        """Return the body of a task."""
        return cls(
            task_id=task.task_id,
            space=task.space,
            agent=task.agent,
            task_type=task.task_type,
            intent=task.intent,
            session_ids=list(task.session_ids),
            started_at=task.started_at,
            ended_at=task.ended_at,
            outcome=task.outcome,
            outcome_evidence=task.outcome_evidence,
            preloaded=[RecalledBody.of(memory) for memory in preloaded],
        )


class TaskList(Body):
    """Part of a list of tasks, newest first."""

    items: list[TaskBody]
    next_cursor: str | None

    @classmethod
    def of(cls, tasks: Sequence[Task], next_cursor: str | None) -> TaskList:
        """Return the body of a page."""
        return cls(items=[TaskBody.of(t) for t in tasks], next_cursor=next_cursor)


class TraceBody(Body):
    """A task over all its sessions: events, oldest first; decisions in the order of the chain; its sessions, the
    earliest first; gaps, which name what is missing; and the report of its last review, if it has one."""

    task: TaskBody
    events: list[EventShown]
    decisions: list[DecisionBody]
    sessions: list[SessionBody]
    gaps: list[GapBody]
    review: ReportBody | None

    @classmethod
    def of(cls, trace: Trace, chain: Chain, review: ReportBody | None) -> TraceBody:
        """Return the body of a trace and its chain."""
        return cls(
            task=TaskBody.of(trace.task),
            events=[EventShown.of(e) for e in trace.events],
            decisions=[DecisionBody.of(one) for one in chain.decisions],
            sessions=[SessionBody.of(part) for part in chain.sessions],
            gaps=[GapBody.of(gap) for gap in chain.gaps],
            review=review,
        )


class AppendAnswer(Body):
    """What was appended: the sequence numbers of the events."""

    task_id: str
    sequences: list[int]


class EndAnswer(Body):
    """The outcome is stored and the review is accepted as a job."""

    task_id: str
    outcome: OutcomeStatus
    job_id: str


class BadLineBody(Body):
    """A line that could not be read."""

    line: int
    problem: str


class FileBody(Body):
    """What became of one transcript file. ``cut`` counts characters left out of long outputs, each marked."""

    file: str
    form: str
    tasks: int
    new_tasks: int
    events: int
    new_events: int
    cut: int
    bad_lines: list[BadLineBody]


class IngestAnswer(Body):
    """What became of all files; ``waiting`` counts tasks of the space that wait for their review."""

    files: list[FileBody]
    tasks: int
    new_tasks: int
    events: int
    new_events: int
    cut: int
    bad_lines: int
    waiting: int
    reviews: list[ReportBody]
