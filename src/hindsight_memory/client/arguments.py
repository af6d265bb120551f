"""The keyword arguments of the calls, for editors and type checkers; the bodies of ``wire`` check them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, TypedDict

from pydantic import Field

from hindsight_memory.domain.actor import Role
from hindsight_memory.domain.job import JobState
from hindsight_memory.domain.memory import MemoryType, Source, Status, Tier, Visibility
from hindsight_memory.wire.body import Body

Time = datetime | str
"""An instant with an offset, a text in ISO 8601, or a date."""


class SpaceBody(Body):
    """Where something is."""

    space: str | None = Field(default=None, description="The space it is in.")


class PageBody(Body):
    """A page of a list."""

    space: str | None = Field(default=None, description="The space.")
    limit: int = Field(default=50, ge=1, le=1000, description="Most entries of one page.")
    cursor: str | None = Field(default=None, description="Where the last page ended.")


class TasksBody(PageBody):
    """A page of tasks."""

    reviewed: bool | None = Field(default=None, description="Only those with, or without, a review.")


class InSpace(TypedDict, total=False):
    """``space``: where it is; needed when the credential opens several."""

    space: str | None


class PageArguments(InSpace, total=False):
    """Which page of a list."""

    limit: int
    cursor: str | None


class TasksArguments(PageArguments, total=False):
    """Which tasks."""

    reviewed: bool | None


class WriteArguments(InSpace, total=False):
    """What a statement says about itself."""

    memory_type: MemoryType | str | None
    source: Source | str
    confidence: float
    tags: Sequence[str]
    metadata: Mapping[str, Any]
    visibility: Visibility | str
    group: str
    pinned: bool
    speaker: str
    said_at: Time | None
    valid_from: Time | None
    valid_until: Time | None
    expires_at: Time | None
    task_id: str
    session_id: str
    channel: str


class SearchArguments(TypedDict, total=False):
    """What restricts a search, and how it ranks."""

    top_k: int
    memory_type: MemoryType | str | Sequence[MemoryType | str]
    source: Source | str | Sequence[Source | str]
    status: Status | str | Sequence[Status | str]
    tags: str | Sequence[str]
    space: str | Sequence[str] | None
    profile: str
    since: Time | None
    until: Time | None
    as_of: Time | None
    valid_at: Time | None
    min_score: float | None
    max_tokens: int
    explain: bool


class PastArguments(InSpace, total=False):
    """As of when a memory is wanted."""

    as_of: Time | None
    valid_at: Time | None


class ListArguments(TypedDict, total=False):
    """Which memories to list."""

    memory_type: MemoryType | str | Sequence[MemoryType | str]
    source: Source | str | Sequence[Source | str]
    status: Status | str | Sequence[Status | str]
    tier: Tier | str | Sequence[Tier | str]
    tags: str | Sequence[str]
    since: Time | None
    until: Time | None
    as_of: Time | None
    valid_at: Time | None
    task_id: str
    space: str | Sequence[str] | None
    limit: int
    cursor: str | None


class UpdateArguments(InSpace, total=False):
    """What to change."""

    content: str
    memory_type: MemoryType | str
    confidence: float
    tags: Sequence[str]
    metadata: Mapping[str, Any]
    pinned: bool
    valid_from: Time
    valid_until: Time
    reason: str


class ReasonArguments(InSpace, total=False):
    """Why, for the history."""

    reason: str


class PromoteArguments(ReasonArguments, total=False):
    """Which group, when `shared`; why, for the history."""

    group: str


class BeginArguments(InSpace, total=False):
    """A task that begins."""

    task_id: str
    task_type: str
    intent: str
    session_id: str
    started_at: Time | None


class EventArguments(TypedDict, total=False):
    """What an event holds beside its kind and text."""

    name: str
    args: Mapping[str, Any]
    status: str
    at: Time | None
    session_id: str
    memory_ids: Sequence[str]


class EndArguments(InSpace, total=False):
    """How a task ended."""

    evidence: str
    ended_at: Time | None


class ReviewArguments(InSpace, total=False):
    """What to review."""

    task_id: str
    session_id: str
    time_range: str
    wait: bool


class SweepArguments(InSpace, total=False):
    """Which memories to compare: those last said in a period, the newest first."""

    since: datetime | str
    until: datetime | str
    limit: int


class DeskArguments(InSpace, total=False):
    """Which note, for ``clear_desk``; all without it."""

    key: str


class BriefArguments(TypedDict, total=False):
    """What the brief is about, and how long it may be."""

    space: str | Sequence[str] | None
    max_tokens: int


class HealthArguments(TypedDict, total=False):
    """What to check, and the language of the answer: ``en`` or ``zh``."""

    space: str | Sequence[str] | None
    lang: str


class JobsArguments(PageArguments, total=False):
    """Which jobs to list."""

    state: JobState | str | Sequence[JobState | str]


class KeyArguments(TypedDict, total=False):
    """What a key opens."""

    spaces: str | Sequence[str]
    all_spaces: bool
    groups: str | Sequence[str]
    roles: Role | str | Sequence[Role | str]
    name: str
