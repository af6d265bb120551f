"""One transaction that writes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import assert_never

from sqlalchemy import Connection

from hindsight_memory.adapters.sql import (
    archive_rows,
    purge,
    write_decisions,
    write_discards,
    write_jobs,
    write_memories,
    write_proposals,
    write_traces,
)
from hindsight_memory.adapters.sql.dialects import Dialect
from hindsight_memory.adapters.sql.journal import Journal
from hindsight_memory.adapters.sql.reading import SqlReading
from hindsight_memory.domain.events import (
    ApprovalSet,
    DecisionChanged,
    DecisionVectorsAdded,
    DiscardRestored,
    DomainEvent,
    DraftDiscarded,
    EventsAppended,
    JobDone,
    JobQueued,
    MemoryChanged,
    MemoryPurged,
    ProposalMade,
    ProposalReopened,
    ProposalSettled,
    TaskBegun,
    TaskEnded,
    TaskReviewed,
    UsageCounted,
    VectorAdded,
)


class SqlWork(SqlReading):
    """A transaction that holds the write lock from its start. See ``ports.records.Work``."""

    def __init__(self, connection: Connection, dialect: Dialect, *, space: str, actor: str, now: datetime) -> None:
        super().__init__(connection, dialect, lambda: now)
        self._space = space
        self._actor = actor
        self._now = now
        self._committed = False
        self.erased_texts = False
        self.left_files: list[str] = []

    def commit(self, first: DomainEvent, *rest: DomainEvent) -> None:
        """Write what happened, or nothing. Raises Conflict, NotFound, StoreBusy, StoreFull."""
        if self._committed:
            raise RuntimeError("this work was committed already")
        happened = (first, *rest)
        for each in happened:
            if space_of(each) != self._space:
                raise ValueError(f"{type(each).__name__} does not belong to the space of this work")
        journal = Journal(self._connection, self._dialect, space=self._space, actor=self._actor, now=self._now)
        for run in _runs(happened):
            _write(journal, run)
        left_files = archive_rows.let_go(journal, journal.left)
        journal.close()
        if journal.erased_texts:
            # A file that somebody is about to list may hold what was erased.
            archive_rows.erase_strays(self._connection, self._dialect.archive, left_files)
        self._connection.commit()
        self.anew()
        self.left_files = left_files
        self._committed = True
        self.erased_texts = journal.erased_texts


def space_of(happened: DomainEvent) -> str:
    """Return the space an event belongs to."""
    match happened:
        case MemoryChanged():
            return happened.memory.scope.space
        case DraftDiscarded():
            return happened.discard.space
        case TaskBegun() | TaskEnded():
            return happened.task.space
        case TaskReviewed():
            return happened.report.space
        case JobQueued():
            return happened.job.space
        case ProposalMade() | ProposalSettled() | ProposalReopened():
            return happened.proposal.space
        case DecisionChanged():
            return happened.decision.space
        case MemoryPurged() | UsageCounted() | VectorAdded() | DiscardRestored() | DecisionVectorsAdded():
            return happened.space
        case EventsAppended() | JobDone() | ApprovalSet():
            return happened.space
        case _:
            assert_never(happened)


def _runs(happened: Sequence[DomainEvent]) -> Iterator[list[DomainEvent]]:
    """Cut events, in their order, into runs of one kind about different memories, which are written together."""
    run: list[DomainEvent] = []
    seen: set[str] = set()
    for each in happened:
        subject = _subject(each)
        if run and (type(each) is not type(run[0]) or subject in seen):
            yield run
            run, seen = [], set()
        run.append(each)
        if subject:
            seen.add(subject)
    yield run


def _subject(happened: DomainEvent) -> str:
    """What may not occur twice in one run."""
    match happened:
        case MemoryChanged():
            return happened.memory.memory_id
        case VectorAdded():
            return happened.memory_id
        case _:
            return ""


def _write(journal: Journal, run: Sequence[DomainEvent]) -> None:
    first = run[0]
    match first:
        case MemoryChanged():
            write_memories.change_memories(journal, [e for e in run if isinstance(e, MemoryChanged)])
        case MemoryPurged():
            purge.purge_memories(journal, [e for e in run if isinstance(e, MemoryPurged)])
        case UsageCounted():
            write_memories.count_usage(journal, [e for e in run if isinstance(e, UsageCounted)])
        case VectorAdded():
            write_memories.add_vectors(journal, [e for e in run if isinstance(e, VectorAdded)])
        case ProposalMade() | ProposalSettled() | ProposalReopened() | ApprovalSet():
            write_proposals.write_all(journal, run)
        case DecisionChanged() | DecisionVectorsAdded():
            write_decisions.write_all(journal, run)
        case _:
            for each in run:
                _write_one(journal, each)


def _write_one(journal: Journal, happened: DomainEvent) -> None:
    match happened:
        case DraftDiscarded():
            write_discards.write_discard(journal, happened.discard)
        case DiscardRestored():
            write_discards.restore_discard(journal, happened)
        case TaskBegun():
            write_traces.write_task(journal, happened.task, "task.begun")
        case TaskEnded():
            write_traces.write_task(journal, happened.task, "task.ended")
        case EventsAppended():
            write_traces.append_events(journal, happened)
        case TaskReviewed():
            write_traces.write_report(journal, happened.report)
        case JobQueued():
            write_jobs.queue_job(journal, happened.job)
        case JobDone():
            write_jobs.finish_job(journal, happened)
        case (
            MemoryChanged()
            | MemoryPurged()
            | UsageCounted()
            | VectorAdded()
            | ProposalMade()
            | ProposalSettled()
            | ProposalReopened()
            | ApprovalSet()
            | DecisionChanged()
            | DecisionVectorsAdded()
        ):
            _write(journal, [happened])
        case _:
            assert_never(happened)
