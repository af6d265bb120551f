"""The record store: the only source of truth.

Every read takes the View of who asks and filters by it inside the query: what is not visible is not there.
A write is one ``Work``: reads inside it see the committed state plus nothing of its own until ``commit``.
Leaving a ``work()`` block without ``commit`` changes nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from hindsight_memory.domain.actor import View
from hindsight_memory.domain.events import Discard, DomainEvent
from hindsight_memory.domain.job import Job, JobState
from hindsight_memory.domain.memory import (
    VISIBLE_STATUSES,
    Memory,
    MemoryType,
    Revision,
    Scope,
    Source,
    Status,
    Tier,
)
from hindsight_memory.domain.proposal import ApprovalMode, Pending, Proposal, ProposalState
from hindsight_memory.domain.report import ReviewReport
from hindsight_memory.domain.trace import OutcomeStatus, Task, Trace
from hindsight_memory.ports.care import CareReading
from hindsight_memory.ports.decisions import DecisionReading
from hindsight_memory.ports.pages import Corpus, Page


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryFilter:
    """Which memories; an empty set does not restrict, except ``statuses``, which has the readable default.

    ``since``/``until`` bound ``last_confirmed_at`` (inclusive/exclusive). A memory has all of ``tags``.
    """

    statuses: frozenset[Status] = VISIBLE_STATUSES
    types: frozenset[MemoryType] = frozenset()
    sources: frozenset[Source] = frozenset()
    tiers: frozenset[Tier] = frozenset()
    tags: tuple[str, ...] = ()
    since: datetime | None = None
    until: datetime | None = None
    task_id: str = ""


@dataclass(frozen=True, slots=True)
class LexicalMatch:
    """A memory that shares tokens with a query: how often each query token occurs in it, and its length in tokens."""

    memory_id: str
    frequencies: Mapping[str, int]
    length: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditEntry:
    """One change, chained to the one before by ``hash`` = SHA-256 over ``previous`` and the entry's fields."""

    space: str
    number: int
    recorded_at: datetime
    actor: str
    action: str
    subject_id: str
    reason: str
    content_hash: str
    previous: str
    hash: str


class Reading(CareReading, DecisionReading, Protocol):
    """Reads of one consistent state."""

    def memory(self, view: View, memory_id: str) -> Memory | None:
        """Return the visible memory of any status (so it can be shown or restored), or None."""
        ...

    def memories(
        self, view: View, memory_ids: Sequence[str], types: frozenset[MemoryType] = frozenset()
    ) -> dict[str, Memory]:
        """Return the visible ones of any status, by id; only those of these types, if any are named."""
        ...

    def list_memories(self, view: View, wanted: MemoryFilter, *, limit: int, cursor: str | None = None) -> Page[Memory]:
        """Return a page, newest ``created_at`` first, ties by ``memory_id``. Raises Invalid for a bad cursor."""
        ...

    def count_memories(self, view: View, wanted: MemoryFilter) -> int:
        """Return how many there are."""
        ...

    def same_text(self, scope: Scope, fingerprint: str, statuses: frozenset[Status]) -> Memory | None:
        """Return the memory of exactly this scope whose text has this fingerprint (the newest, if several)."""
        ...

    def same_claim(self, view: View, subject: str, relation: str) -> list[Memory]:
        """Return active and disputed memories whose claim has this subject and relation, oldest first."""
        ...

    def buried(self, space: str, fingerprint: str) -> bool:
        """Whether a text with this fingerprint was purged from the space (its tombstone stands)."""
        ...

    def lexical(self, view: View, tokens: Sequence[str], wanted: MemoryFilter, *, limit: int) -> list[LexicalMatch]:
        """Return memories that contain at least one token, the more and rarer the tokens the earlier."""
        ...

    def corpus(self, spaces: Sequence[str], tokens: Sequence[str]) -> Corpus:
        """Return token statistics over all memories of these spaces that can be found by text."""
        ...

    def term_counts(self, view: View, memory_ids: Sequence[str], tokens: Sequence[str]) -> dict[str, LexicalMatch]:
        """Return how often the tokens occur in these memories (for candidates that came by vector)."""
        ...

    def vectors_of(self, view: View, memory_ids: Sequence[str], generation: str) -> dict[str, bytes]:
        """Return the stored float16 vectors of these memories in this generation."""
        ...

    def without_vector(self, generation: str, *, limit: int) -> list[Memory]:
        """Return memories of all spaces that can be found by text but have no vector of this generation."""
        ...

    def states_at(self, view: View, at: datetime, wanted: MemoryFilter) -> list[Memory]:
        """Return the states that visible memories had at this record time, in creation order."""
        ...

    def changed_after(self, view: View, at: datetime) -> frozenset[str]:
        """Return the ids of visible memories that have a state recorded after this time."""
        ...

    def same_texts(self, scope: Scope, fingerprints: Collection[str]) -> list[str]:
        """Return the ids of all memories of exactly this scope, of any status, with one of these texts."""
        ...

    def revisions(self, view: View, memory_id: str) -> list[Revision]:
        """Return the revisions of a visible memory, oldest first; empty if not visible."""
        ...

    def expired(self, now: datetime, *, space: str, limit: int) -> list[Memory]:
        """Return active and disputed memories of a space whose ``expires_at`` or ``valid_until`` has passed
        and that are not pinned, the earliest first."""
        ...

    def discards(self, view: View, *, limit: int, cursor: str | None = None) -> Page[Discard]:
        """Return a page of the discard log of the view's spaces (own agent's or global scopes), newest first."""
        ...

    def discard(self, view: View, discard_id: str) -> Discard | None:
        """Return one, or None when it is not there, has run out or is not visible."""
        ...

    def task(self, view: View, task_id: str) -> Task | None:
        """Return a task of the view's spaces, or None."""
        ...

    def tasks(
        self,
        view: View,
        *,
        outcomes: frozenset[OutcomeStatus] = frozenset(),
        reviewed: bool | None = None,
        ended: bool | None = None,
        limit: int,
        cursor: str | None = None,
    ) -> Page[Task]:
        """Return a page of tasks, newest first. ``reviewed`` asks whether a report of their last state exists."""
        ...

    def trace(self, view: View, task_id: str) -> Trace | None:
        """Return a task with its events by sequence, or None."""
        ...

    def next_sequence(self, view: View, task_id: str) -> int:
        """Return one more than the highest sequence of the task's events."""
        ...

    def report(self, view: View, task_id: str) -> ReviewReport | None:
        """Return the last review's report of a task, or None."""
        ...

    def job(self, view: View, job_id: str) -> Job | None:
        """Return a job of the view's spaces, or None."""
        ...

    def jobs(self, view: View, states: frozenset[JobState], *, limit: int, cursor: str | None = None) -> Page[Job]:
        """Return a page of jobs, newest first; an empty set of states means all."""
        ...

    def counts(self, view: View) -> Mapping[str, Mapping[str, int]]:
        """Return how many memories there are by ``status``, ``type``, ``source`` and ``tier`` (of active ones for
        the last three), how many ``tasks`` by outcome, ``jobs`` by state, ``discards``, ``events``, and ``decisions``
        by result, those that still wait for an outcome under ``open``."""
        ...

    def proposal(self, view: View, named: str) -> Proposal | None:
        """Return the proposal with this id, or the newest about the memory with this id; None when its memory is
        not visible."""
        ...

    def proposals(
        self, view: View, states: frozenset[ProposalState], *, limit: int, cursor: str | None = None
    ) -> Page[Proposal]:
        """Return a page of proposals about visible memories, newest first; an empty set of states means all."""
        ...

    def pending(self, view: View) -> Pending:
        """Return how many proposals about visible memories wait, and since when the oldest does."""
        ...

    def approval_mode(self, space: str) -> ApprovalMode | None:
        """Return who decides in a space, where that was set for it."""
        ...

    def audit(
        self,
        view: View,
        *,
        about: str = "",
        since: datetime | None = None,
        until: datetime | None = None,
        limit: int,
        cursor: str | None = None,
    ) -> Page[AuditEntry]:
        """Return a page of the audit entries of the view's spaces, newest first, without those about memories and
        discarded drafts that the view does not show. ``about`` is what their actions begin with, such as
        ``memory.``; ``since``/``until`` bound when they were written (inclusive/exclusive)."""
        ...

    def spaces(self) -> list[str]:
        """Return the names of all spaces that hold anything, sorted. For local use and upkeep only."""
        ...


class Work(Reading, Protocol):
    """One transaction. It holds the write lock of its spaces from the start, so that what it reads stays true."""

    def commit(self, first: DomainEvent, *rest: DomainEvent) -> None:
        """Write what happened, with revision, full text, audit entry and outbox row of each event, or nothing.

        Raises Conflict when a MemoryChanged does not follow the stored revision (its number is not one more),
        StoreBusy, StoreFull. May be called once."""
        ...


class Records(Protocol):
    """The store. All methods are safe to call from several threads and processes."""

    def reading(self) -> AbstractContextManager[Reading]:
        """Open a consistent read. Never takes the write lock."""
        ...

    def work(self, actor: str, space: str, now: datetime) -> AbstractContextManager[Work]:
        """Open a transaction that may write to ``space``; ``now`` is the record time of all it commits.

        Raises StoreBusy after the busy timeout."""
        ...

    def verify_audit(self, space: str | None = None) -> int:
        """Check the audit chains (of one space or all) and return the number of entries.

        Raises AuditBroken naming space and entry when one was altered, removed or reordered."""
        ...

    def close(self) -> None:
        """Release all connections."""
        ...


class JobQueue(Protocol):
    """Leases on accepted jobs. Each method is a transaction of its own."""

    def claim(
        self,
        kinds: Sequence[str],
        owner: str,
        now: datetime,
        lease_until: datetime,
        *,
        space: str | None = None,
        key: str | None = None,
    ) -> Job | None:
        """Take the oldest job that is queued, or running with a lease that has run out; None if there is none.

        ``space`` and ``key`` restrict which. The job's ``attempts`` grows by one. No two owners ever hold the
        same job."""
        ...

    def renew(self, job_id: str, owner: str, lease_until: datetime) -> bool:
        """Extend the lease; False when it is no longer the owner's."""
        ...

    def fail(self, job_id: str, owner: str, error: str, now: datetime) -> None:
        """End it as failed with the reason. It can be queued again by ``retry``."""
        ...

    def release(self, job_id: str, owner: str) -> bool:
        """Put a running job back in the queue (its owner stops, or is known to be dead); False if not the owner's."""
        ...

    def retry(self, view: View, job_id: str) -> bool:
        """Queue a failed or cancelled job again; False when there is none in such a state."""
        ...

    def cancel(self, view: View, job_id: str, now: datetime) -> bool:
        """Cancel a queued job; False when it is not queued."""
        ...
