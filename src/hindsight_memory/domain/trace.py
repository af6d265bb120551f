"""Traces: the append-only record of one task that a review looks back over."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum


class EventKind(StrEnum):
    """What an event records."""

    USER = "user"
    ASSISTANT = "assistant"
    THOUGHT = "thought"
    TOOL_CALL = "tool_call"
    TOOL_RESULT = "tool_result"
    ERROR = "error"
    RECALL = "recall"
    DECISION = "decision"


class OutcomeStatus(StrEnum):
    """How a task ended."""

    SUCCESS = "success"
    FAILURE = "failure"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One entry of a trace. ``sequence`` starts at 1 and is unique in the task; appends are idempotent by it.

    ``status`` is ``ok``, ``error`` or empty. ``truncated`` counts the characters that were cut from ``text``.
    """

    sequence: int
    kind: EventKind
    text: str
    at: datetime
    name: str = ""
    args: Mapping[str, object] = field(default_factory=dict[str, object])
    status: str = ""
    session_id: str = ""
    memory_ids: tuple[str, ...] = ()
    truncated: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """A task: what was asked, by whom it was done, how it ended."""

    task_id: str
    space: str
    agent: str
    task_type: str = ""
    intent: str = ""
    session_ids: tuple[str, ...] = ()
    started_at: datetime
    ended_at: datetime | None = None
    outcome: OutcomeStatus = OutcomeStatus.UNKNOWN
    outcome_evidence: str = ""
    metadata: Mapping[str, object] = field(default_factory=dict[str, object])


@dataclass(frozen=True, slots=True)
class Lost:
    """Events that are there and cannot be read now: which, and why."""

    sequences: tuple[int, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Trace:
    """A task with its events, oldest first. ``lost`` names those that its file in the archive does not give."""

    task: Task
    events: tuple[Event, ...]
    lost: tuple[Lost, ...] = ()
