"""What a test case calls: the operations of ``wire.api.Api`` that every surface has.

A surface joins by a driver that offers these methods and raises ``HindsightError`` with the code it was answered.
"""

from __future__ import annotations

from typing import Protocol

from hindsight_memory.domain.errors import HindsightError
from hindsight_memory.wire.calls import (
    BeginBody,
    EndBody,
    EventsBody,
    ForgetBody,
    ListBody,
    ReviewBody,
    RollbackBody,
    UpdateBody,
)
from hindsight_memory.wire.decisions import (
    DecisionBody,
    DecisionList,
    DecisionsBody,
    OutcomeBody,
    RecordBody,
    RecordedAnswer,
    SimilarAnswer,
    SimilarBody,
)
from hindsight_memory.wire.memories import DiscardList, HistoryBody, MemoryBody, MemoryList, WriteAnswer, WriteBody
from hindsight_memory.wire.proposals import (
    ApprovalModeAnswer,
    ApprovalModeBody,
    ApproveBody,
    ProposalDetail,
    ProposalList,
    ProposalsBody,
    ProposeAnswer,
    ProposeBody,
    PurgeAnswer,
    PurgeBody,
    RejectBody,
    RolledBackBody,
    SettledList,
    UndoBody,
)
from hindsight_memory.wire.reviews import ReviewAnswer
from hindsight_memory.wire.search import SearchAnswer, SearchBody
from hindsight_memory.wire.tasks import AppendAnswer, EndAnswer, TaskBody, TaskList, TraceBody
from hindsight_memory.wire.upkeep import AuditList, AuditVerified, StatsBody


class Surface(Protocol):
    """One way to reach a fresh store. ``name`` is that of the surface."""

    @property
    def name(self) -> str: ...

    def write(self, body: WriteBody) -> WriteAnswer: ...
    def search(self, body: SearchBody) -> SearchAnswer: ...
    def memory(self, memory_id: str, space: str | None = None) -> MemoryBody: ...
    def memories(self, body: ListBody) -> MemoryList: ...
    def update(self, memory_id: str, body: UpdateBody) -> MemoryBody: ...
    def forget(self, memory_id: str, body: ForgetBody) -> MemoryBody: ...
    def history(self, memory_id: str, space: str | None = None) -> HistoryBody: ...
    def rollback(self, memory_id: str, body: RollbackBody) -> RolledBackBody: ...
    def discards(self, space: str | None = None, limit: int = 50, cursor: str | None = None) -> DiscardList: ...
    def restore(self, discard_id: str, space: str | None = None) -> MemoryBody: ...
    def proposals(self, body: ProposalsBody) -> ProposalList: ...
    def proposal(self, proposal_id: str, space: str | None = None) -> ProposalDetail: ...
    def approve(self, body: ApproveBody) -> SettledList: ...
    def reject(self, body: RejectBody) -> SettledList: ...
    def undo(self, body: UndoBody) -> SettledList: ...
    def set_approval_mode(self, body: ApprovalModeBody) -> ApprovalModeAnswer: ...
    def propose(self, task_id: str, body: ProposeBody) -> ProposeAnswer: ...
    def purge(self, memory_id: str, body: PurgeBody) -> PurgeAnswer: ...
    def begin_task(self, body: BeginBody) -> TaskBody: ...
    def append_events(self, task_id: str, body: EventsBody) -> AppendAnswer: ...
    def end_task(self, task_id: str, body: EndBody) -> EndAnswer: ...
    def tasks(
        self,
        space: str | None = None,
        limit: int = 50,
        cursor: str | None = None,
        reviewed: bool | None = None,
    ) -> TaskList: ...
    def trace(self, task_id: str, space: str | None = None) -> TraceBody: ...
    def record_decision(self, body: RecordBody) -> RecordedAnswer: ...
    def settle_decision(self, decision_id: str, body: OutcomeBody) -> DecisionBody: ...
    def read_decision(self, decision_id: str, space: str | None = None) -> DecisionBody: ...
    def decisions(self, body: DecisionsBody) -> DecisionList: ...
    def similar_decisions(self, body: SimilarBody) -> SimilarAnswer: ...
    def review(self, body: ReviewBody) -> ReviewAnswer: ...
    def stats(self, space: str | None = None) -> StatsBody: ...
    def audit(self, space: str | None = None, limit: int = 50, cursor: str | None = None) -> AuditList: ...
    def verify_audit(self, space: str | None = None) -> AuditVerified: ...


class Refused(HindsightError):
    """What a surface answered instead."""

    def __init__(self, code: str, message: str, hint: str) -> None:
        super().__init__(message, hint=hint)
        self.answered = code


def code_of(error: HindsightError) -> str:
    """Return the stable code, whether it was raised here or answered by a surface."""
    return error.answered if isinstance(error, Refused) else error.code
