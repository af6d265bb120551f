"""What Hindsight can do for a caller: one Protocol that the embedded app and the remote client both satisfy.

Every surface is a thin layer over it, so that the same call gives the same answer everywhere. Methods raise
HindsightError subclasses only; bodies refuse names they do not know.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from hindsight_memory.wire.calls import (
    BeginBody,
    EndBody,
    EventsBody,
    FeedbackBody,
    ForgetBody,
    ListBody,
    PromoteBody,
    ReviewBody,
    RollbackBody,
    UpdateBody,
)
from hindsight_memory.wire.deciding import Deciding
from hindsight_memory.wire.governing import Governing
from hindsight_memory.wire.health import HealthBody, HealthQuery
from hindsight_memory.wire.jobs import JobBody, JobList, JobsBody
from hindsight_memory.wire.keys import KeyBody, KeyList, KeyMade, NewKeyBody
from hindsight_memory.wire.memories import (
    DiscardList,
    HistoryBody,
    MemoryBody,
    MemoryList,
    WriteAnswer,
    WriteBody,
)
from hindsight_memory.wire.proposals import RolledBackBody
from hindsight_memory.wire.reviews import ReportBody, ReviewAnswer
from hindsight_memory.wire.search import SearchAnswer, SearchBody
from hindsight_memory.wire.sweep import SweepAnswer, SweepBody
from hindsight_memory.wire.tasks import AppendAnswer, EndAnswer, TaskBody, TaskList, TraceBody
from hindsight_memory.wire.telemetry import SpansAnswer, SpansBody
from hindsight_memory.wire.upkeep import AuditList, AuditVerified, StatsBody
from hindsight_memory.wire.working import BriefBody, BriefQuery, ClearAnswer, ClearBody, DeskBody, DeskQuery, NoteBody


class Api(Governing, Deciding, Protocol):
    """All operations, synchronous. ``space`` may be left out where the credential has one space."""

    def write(self, body: WriteBody) -> WriteAnswer:
        """Offer one statement; the answer is final."""
        ...

    def write_many(self, bodies: Sequence[WriteBody]) -> list[WriteAnswer]:
        """Offer several statements of one space: all or nothing."""
        ...

    def search(self, body: SearchBody) -> SearchAnswer:
        """Find what is relevant; nothing relevant gives no hits."""
        ...

    def memory(
        self,
        memory_id: str,
        space: str | None = None,
        as_of: datetime | None = None,
        valid_at: datetime | None = None,
    ) -> MemoryBody:
        """Return one visible memory of any status, as it is, or as it was believed ``as_of`` a time; with
        ``valid_at`` only if it held at that time of the world."""
        ...

    def memories(self, body: ListBody) -> MemoryList:
        """Return a page of visible memories."""
        ...

    def update(self, memory_id: str, body: UpdateBody) -> MemoryBody:
        """Change a memory as a new revision."""
        ...

    def forget(self, memory_id: str, body: ForgetBody) -> MemoryBody:
        """Hide a memory; ``rollback`` brings it back."""
        ...

    def history(self, memory_id: str, space: str | None = None) -> HistoryBody:
        """Return all revisions of a memory."""
        ...

    def rollback(self, memory_id: str, body: RollbackBody) -> RolledBackBody:
        """Return a memory to an earlier revision; the answer says what stands against it now."""
        ...

    def promote(self, memory_id: str, body: PromoteBody) -> RolledBackBody:
        """Let more see a memory; the answer says what stands against it among them."""
        ...

    def feedback(self, memory_id: str, body: FeedbackBody) -> MemoryBody:
        """Count that a recalled memory helped or harmed."""
        ...

    def discards(self, space: str | None = None, limit: int = 50, cursor: str | None = None) -> DiscardList:
        """Return what the gate left out and still keeps."""
        ...

    def restore(self, discard_id: str, space: str | None = None) -> MemoryBody:
        """Make a memory of a discarded draft."""
        ...

    def begin_task(self, body: BeginBody) -> TaskBody:
        """Begin a task, or carry one on."""
        ...

    def append_events(self, task_id: str, body: EventsBody) -> AppendAnswer:
        """Append to a task's trace."""
        ...

    def ingest_spans(self, body: SpansBody) -> SpansAnswer:
        """Take in an export of telemetry spans; what is known already adds nothing."""
        ...

    def end_task(self, task_id: str, body: EndBody) -> EndAnswer:
        """Give a task its outcome; its review is queued."""
        ...

    def tasks(
        self,
        space: str | None = None,
        limit: int = 50,
        cursor: str | None = None,
        reviewed: bool | None = None,
    ) -> TaskList:
        """Return a page of tasks, newest first; ``reviewed`` asks for those with, or without, a review."""
        ...

    def trace(self, task_id: str, space: str | None = None) -> TraceBody:
        """Return a task over all its sessions: events, decisions, gaps and its last report."""
        ...

    def review(self, body: ReviewBody) -> ReviewAnswer:
        """Review now, or leave it to a worker; returns the reports that were made."""
        ...

    def sweep(self, body: SweepBody) -> SweepAnswer:
        """Compare existing memories among themselves: merge, replace, dispute, archive."""
        ...

    def report(self, task_id: str, space: str | None = None) -> ReportBody:
        """Return the report of a task's last review."""
        ...

    def put_note(self, body: NoteBody) -> DeskBody:
        """Lay a note on a session's desk; returns the desk."""
        ...

    def desk(self, body: DeskQuery) -> DeskBody:
        """Return what lies on a session's desk, in order."""
        ...

    def clear_desk(self, body: ClearBody) -> ClearAnswer:
        """Take one note, or all, off a session's desk."""
        ...

    def brief(self, body: BriefQuery) -> BriefBody:
        """Return what to know at the start of a session, in few tokens."""
        ...

    def health(self, body: HealthQuery) -> HealthBody:
        """Check how a space fares, with advice."""
        ...

    def stats(self, space: str | None = None) -> StatsBody:
        """Return the counts of a space."""
        ...

    def audit(self, space: str | None = None, limit: int = 50, cursor: str | None = None) -> AuditList:
        """Return a page of the audit log."""
        ...

    def verify_audit(self, space: str | None = None) -> AuditVerified:
        """Check the audit chains."""
        ...

    def jobs(self, body: JobsBody) -> JobList:
        """Return a page of accepted jobs, newest first."""
        ...

    def job(self, job_id: str, space: str | None = None) -> JobBody:
        """Return one job."""
        ...

    def retry_job(self, job_id: str, space: str | None = None) -> JobBody:
        """Queue a failed or cancelled job again."""
        ...

    def cancel_job(self, job_id: str, space: str | None = None) -> JobBody:
        """Cancel a job that waits."""
        ...

    def keys(self) -> KeyList:
        """Return the API keys that open nothing beyond the caller's own spaces and roles."""
        ...

    def create_key(self, body: NewKeyBody) -> KeyMade:
        """Make an API key; the answer is the only one that shows its token."""
        ...

    def revoke_key(self, key_id: str) -> KeyBody:
        """Revoke an API key for good."""
        ...
