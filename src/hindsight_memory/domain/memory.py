"""Memories and what describes them: the values every layer speaks about.

A ``Memory`` is the lasting item, a ``Revision`` one state of it. Both are frozen: a change makes a new
state (see ``lifecycle``), nothing is overwritten. All times are aware UTC datetimes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum


class MemoryType(StrEnum):
    """What kind of statement a memory is."""

    FACT = "fact"
    PREFERENCE = "preference"
    PATH = "path"
    NEGATIVE = "negative"
    BOUNDARY = "boundary"


class Source(StrEnum):
    """Who says so."""

    VERIFIED = "verified"
    USER = "user"
    INFERRED = "inferred"


SOURCE_WEIGHT: Mapping[Source, float] = {Source.VERIFIED: 1.0, Source.USER: 0.9, Source.INFERRED: 0.5}


class Status(StrEnum):
    """Where a memory stands; only ``active`` and ``disputed`` ones are found unless asked for by name."""

    ACTIVE = "active"
    PENDING = "pending"
    DISPUTED = "disputed"
    SUPERSEDED = "superseded"
    ARCHIVED = "archived"
    FORGOTTEN = "forgotten"
    QUARANTINED = "quarantined"


VISIBLE_STATUSES = frozenset({Status.ACTIVE, Status.DISPUTED})


class Tier(StrEnum):
    """How long a memory is meant to live."""

    SHORT = "short"
    LONG = "long"


class Visibility(StrEnum):
    """Who inside the space may see it."""

    PRIVATE = "private"
    SHARED = "shared"
    GLOBAL = "global"


@dataclass(frozen=True, slots=True)
class Scope:
    """The hard wall (``space``) and, inside it, who may see the memory.

    ``agent`` is the writer (matters when private), ``group`` the named group (matters when shared).
    """

    space: str
    visibility: Visibility = Visibility.GLOBAL
    agent: str = ""
    group: str = ""

    @property
    def room(self) -> tuple[str, Visibility, str]:
        """Whom it shares its walls with: memories are compared, merged and replaced inside one room only."""
        match self.visibility:
            case Visibility.GLOBAL:
                return self.space, self.visibility, ""
            case Visibility.SHARED:
                return self.space, self.visibility, self.group
            case Visibility.PRIVATE:
                return self.space, self.visibility, self.agent


@dataclass(frozen=True, slots=True)
class Claim:
    """A statement as a triple; ``subject`` and ``relation`` are normalised (casefolded, trimmed)."""

    subject: str
    relation: str
    object: str


@dataclass(frozen=True, slots=True)
class Condition:
    """When a path, negative or boundary holds. Empty fields do not restrict."""

    tool: str = ""
    task_type: str = ""
    version: str = ""
    environment: str = ""


@dataclass(frozen=True, slots=True)
class Scores:
    """Gate scores, each in [0, 1]; ``value`` is their weighted sum."""

    reusability: float
    certainty: float
    timeliness: float
    value: float


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where a memory came from."""

    task_id: str = ""
    session_id: str = ""
    step: int | None = None
    agent: str = ""
    channel: str = ""
    task_type: str = ""
    speaker: str = ""


@dataclass(frozen=True, slots=True)
class Usage:
    """How often a memory was recalled, used, and helped or harmed."""

    recalled: int = 0
    used: int = 0
    helped: int = 0
    harmed: int = 0
    ignored: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """One governed statement; ids are UUIDv7 strings.

    ``created_at`` is when it was learnt (record time), ``last_confirmed_at`` when it was last said.
    ``witnesses`` are the ids of the tasks that said so: a task counts once as evidence.
    """

    memory_id: str
    scope: Scope
    type: MemoryType
    content: str
    source: Source
    status: Status = Status.ACTIVE
    tier: Tier = Tier.LONG
    confidence: float = 0.8
    scores: Scores | None = None
    claim: Claim | None = None
    applies_when: Condition | None = None
    pinned: bool = False
    tags: tuple[str, ...] = ()
    metadata: Mapping[str, object] = field(default_factory=dict[str, object])
    evidence_count: int = 1
    witnesses: tuple[str, ...] = ()
    created_at: datetime
    last_confirmed_at: datetime
    last_used_at: datetime | None = None
    valid_from: datetime | None = None
    valid_until: datetime | None = None
    expires_at: datetime | None = None
    superseded_by: str | None = None
    generation: str = ""
    provenance: Provenance = Provenance()
    usage: Usage = Usage()
    revision: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Revision:
    """One state of a memory: who made it, when and why."""

    memory_id: str
    number: int
    state: Memory
    change: str
    actor: str
    reason: str
    recorded_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """Text offered for storing. ``said_at`` is when it was said (the event's time, else the request's).

    ``explicit`` is true when a person asked to remember it; ``reasons`` are codes of the rules that
    proposed it; ``evidence`` are the sequence numbers of the trace events that support it.
    """

    content: str
    said_at: datetime
    source: Source = Source.INFERRED
    type: MemoryType | None = None
    confidence: float = 0.8
    explicit: bool = False
    claim: Claim | None = None
    applies_when: Condition | None = None
    tags: tuple[str, ...] = ()
    metadata: Mapping[str, object] = field(default_factory=dict[str, object])
    pinned: bool = False
    valid_from: datetime | None = None
    valid_until: datetime | None = None
    expires_at: datetime | None = None
    provenance: Provenance = Provenance()
    reasons: tuple[str, ...] = ()
    evidence: tuple[int, ...] = ()
