"""Requests that are more than a write or a search: change, forget, list, log a task, review."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from hindsight_memory.domain.memory import MemoryType, Source, Status, Tier, Visibility
from hindsight_memory.domain.trace import OutcomeStatus
from hindsight_memory.wire.body import Body, Several
from hindsight_memory.wire.moment import Moment
from hindsight_memory.wire.tasks import EventBody


class UpdateBody(Body):
    """Fields of a memory to change; what is absent stays as it is."""

    content: str | None = Field(default=None, description="The new statement.")
    memory_type: MemoryType | None = Field(default=None, description="The new type.")
    confidence: float | None = Field(default=None, ge=0, le=1, description="How sure it is.")
    tags: tuple[str, ...] | None = Field(default=None, description="All its tags.")
    metadata: dict[str, Any] | None = Field(default=None, description="Its metadata.")
    pinned: bool | None = Field(default=None, description="Never archive it unasked.")
    valid_from: Moment | None = Field(default=None, description="From when it is true.")
    valid_until: Moment | None = Field(default=None, description="Until when it is true.")
    reason: str = Field(default="", description="Why, for the history.")
    space: str | None = Field(default=None, description="The space it is in.")


class ForgetBody(Body):
    """Why a memory is to be hidden."""

    reason: str = Field(default="", description="Why, for the history.")
    space: str | None = Field(default=None, description="The space it is in.")


class RollbackBody(Body):
    """The revision to return to."""

    revision: int = Field(ge=1, description="The number of the revision, from the history.")
    reason: str = Field(default="", description="Why, for the history.")
    space: str | None = Field(default=None, description="The space it is in.")


class PromoteBody(Body):
    """Who may see a memory from now on."""

    visibility: Visibility = Field(description="`shared` with a group, or `global` in its space; wider than before.")
    group: str = Field(default="", description="Which group, when `shared`.")
    reason: str = Field(default="", description="Why, for the history.")
    space: str | None = Field(default=None, description="The space it is in.")


class FeedbackBody(Body):
    """Whether a recalled memory helped."""

    helped: bool = Field(description="False when it did harm.")
    space: str | None = Field(default=None, description="The space it is in.")


class ListBody(Body):
    """Which memories to list, newest first."""

    memory_type: Annotated[tuple[MemoryType, ...], Several] = Field(default=(), description="Only these types.")
    source: Annotated[tuple[Source, ...], Several] = Field(default=(), description="Only these sources.")
    status: Annotated[tuple[Status, ...], Several] = Field(
        default=(), description="Only these statuses; active and disputed when absent."
    )
    tier: Annotated[tuple[Tier, ...], Several] = Field(default=(), description="Only these tiers.")
    tags: Annotated[tuple[str, ...], Several] = Field(default=(), description="Only what has all of these tags.")
    since: Moment | None = Field(default=None, description="Said at this time or later.")
    until: Moment | None = Field(default=None, description="Said before this time.")
    as_of: Moment | None = Field(default=None, description="As it was believed at this time.")
    valid_at: Moment | None = Field(default=None, description="What held at this time of the world.")
    task_id: str = Field(default="", description="Only what came from this task.")
    space: Annotated[tuple[str, ...], Several] = Field(default=(), description="The spaces to list.")
    limit: int = Field(default=50, ge=1, le=1000, description="Most memories of one page.")
    cursor: str | None = Field(default=None, description="Where the last page ended.")


class BeginBody(Body):
    """A task that begins, or is carried on in another session under the same id."""

    task_id: str = Field(default="", description="Its id; made when absent.")
    task_type: str = Field(default="", description="What kind of task it is.")
    intent: str = Field(default="", description="What is to be done.")
    session_id: str = Field(default="", description="The session it is worked on in.")
    started_at: Moment | None = Field(default=None, description="When it began; now when absent.")
    space: str | None = Field(default=None, description="The space it belongs to.")


class EventsBody(Body):
    """Events to append to a task."""

    events: tuple[EventBody, ...] = Field(min_length=1, max_length=1_000, description="The events, oldest first.")
    space: str | None = Field(default=None, description="The space of the task.")


class EndBody(Body):
    """How a task ended."""

    outcome: OutcomeStatus = Field(description="`success`, `failure` or `unknown`.")
    evidence: str = Field(default="", description="What shows it.")
    ended_at: Moment | None = Field(default=None, description="When it ended; now when absent.")
    space: str | None = Field(default=None, description="The space of the task.")


class ReviewBody(Body):
    """What to review: one task, the tasks of a session, existing memories; with none all that waits in the space."""

    task_id: str = Field(default="", description="One task.")
    session_id: str = Field(default="", description="All tasks of a session.")
    time_range: str = Field(
        default="",
        description="since/until (ISO 8601, one may be empty): memories of then, among themselves.",
    )
    wait: bool = Field(default=True, description="Review now; otherwise a worker or the next review does it.")
    space: str | None = Field(default=None, description="The space of the tasks.")
