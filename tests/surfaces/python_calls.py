"""The drivers of Python: bodies become keyword arguments, on a folder and on a server, plain and asynchronous."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import httpx2
from anyio.from_thread import BlockingPortal, start_blocking_portal

from hindsight_memory import AsyncClient, Client, Hindsight
from hindsight_memory.bootstrap import opened
from hindsight_memory.entrypoints.rest.app import rest_app
from hindsight_memory.entrypoints.rest.policy import RestPolicy
from hindsight_memory.entrypoints.rest.serving import desk_of
from hindsight_memory.settings import load_settings
from hindsight_memory.wire.body import Body
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
from tests.surfaces.rest import ADDRESS, HERE, calling

Call = Callable[..., Any]


@dataclass(frozen=True)
class PythonCalls:
    """Drives the methods of ``Hindsight``, ``Client`` or ``AsyncClient``; ``call`` makes one by its name."""

    name: str
    call: Call

    def write(self, body: WriteBody) -> WriteAnswer:
        return self.call("write", **_given(body))

    def search(self, body: SearchBody) -> SearchAnswer:
        return self.call("search", **_given(body))

    def memory(self, memory_id: str, space: str | None = None) -> MemoryBody:
        return self.call("memory", memory_id, space=space)

    def memories(self, body: ListBody) -> MemoryList:
        return self.call("memories", **_given(body))

    def update(self, memory_id: str, body: UpdateBody) -> MemoryBody:
        return self.call("update", memory_id, **_given(body))

    def forget(self, memory_id: str, body: ForgetBody) -> MemoryBody:
        return self.call("forget", memory_id, **_given(body))

    def feedback(self, memory_id: str, body: FeedbackBody) -> MemoryBody:
        return self.call("feedback", memory_id, **_given(body))

    def history(self, memory_id: str, space: str | None = None) -> HistoryBody:
        return self.call("history", memory_id, space=space)

    def rollback(self, memory_id: str, body: RollbackBody) -> RolledBackBody:
        return self.call("rollback", memory_id, **_given(body))

    def promote(self, memory_id: str, body: PromoteBody) -> RolledBackBody:
        return self.call("promote", memory_id, **_given(body))

    def discards(self, space: str | None = None, limit: int = 50, cursor: str | None = None) -> DiscardList:
        return self.call("discards", space=space, limit=limit, cursor=cursor)

    def restore(self, discard_id: str, space: str | None = None) -> MemoryBody:
        return self.call("restore", discard_id, space=space)

    def proposals(self, body: ProposalsBody) -> ProposalList:
        return self.call("proposals", **_given(body))

    def proposal(self, proposal_id: str, space: str | None = None) -> ProposalDetail:
        return self.call("proposal", proposal_id, space=space)

    def approve(self, body: ApproveBody) -> SettledList:
        return self.call("approve", *body.proposal_ids, **_besides(body))

    def reject(self, body: RejectBody) -> SettledList:
        return self.call("reject", *body.proposal_ids, **_besides(body))

    def undo(self, body: UndoBody) -> SettledList:
        return self.call("undo", *body.proposal_ids, **_besides(body))

    def set_approval_mode(self, body: ApprovalModeBody) -> ApprovalModeAnswer:
        return self.call("set_approval_mode", body.mode)

    def propose(self, task_id: str, body: ProposeBody) -> ProposeAnswer:
        return self.call("propose", task_id, body.candidates)

    def purge(self, memory_id: str, body: PurgeBody) -> PurgeAnswer:
        return self.call("purge", memory_id, confirm=body.confirm)

    def begin_task(self, body: BeginBody) -> TaskBody:
        return self.call("begin_task", **_given(body))

    def append_events(self, task_id: str, body: EventsBody) -> AppendAnswer:
        return self.call("append_events", task_id, **_given(body))

    def end_task(self, task_id: str, body: EndBody) -> EndAnswer:
        return self.call("end_task", task_id, **_given(body))

    def tasks(
        self,
        space: str | None = None,
        limit: int = 50,
        cursor: str | None = None,
        reviewed: bool | None = None,
    ) -> TaskList:
        return self.call("tasks", space=space, limit=limit, cursor=cursor, reviewed=reviewed)

    def trace(self, task_id: str, space: str | None = None) -> TraceBody:
        return self.call("trace", task_id, space=space)

    def record_decision(self, body: RecordBody) -> RecordedAnswer:
        return self.call("record_decision", **_given(body))

    def settle_decision(self, decision_id: str, body: OutcomeBody) -> DecisionBody:
        return self.call("settle_decision", decision_id, **_given(body))

    def read_decision(self, decision_id: str, space: str | None = None) -> DecisionBody:
        return self.call("read_decision", decision_id, space=space)

    def decisions(self, body: DecisionsBody) -> DecisionList:
        return self.call("decisions", **_given(body))

    def similar_decisions(self, body: SimilarBody) -> SimilarAnswer:
        return self.call("similar_decisions", **_given(body))

    def review(self, body: ReviewBody) -> ReviewAnswer:
        return self.call("review", **_given(body))

    def stats(self, space: str | None = None) -> StatsBody:
        return self.call("stats", space=space)

    def audit(self, space: str | None = None, limit: int = 50, cursor: str | None = None) -> AuditList:
        return self.call("audit", space=space, limit=limit, cursor=cursor)

    def verify_audit(self, space: str | None = None) -> AuditVerified:
        return self.call("verify_audit", space=space)


def _besides(body: Body) -> dict[str, Any]:
    """What is said beside the ids."""
    return {name: value for name, value in _given(body).items() if name != "proposal_ids"}


def _given(body: Body) -> dict[str, Any]:
    return body.model_dump(exclude_unset=True)


def by_name(calls: Any) -> Call:
    """Make a call of an object by its name."""

    def call(name: str, *args: Any, **kwargs: Any) -> Any:
        return getattr(calls, name)(*args, **kwargs)

    return call


@contextmanager
def hindsight(home: Path) -> Generator[PythonCalls]:
    """The store in this process."""
    with Hindsight.open(home) as hs:
        yield PythonCalls("embedded", by_name(hs))


@contextmanager
def client(home: Path) -> Generator[PythonCalls]:
    """The client and the application in one process."""
    with opened(load_settings(home=home)) as app, calling(app) as http, Client(ADDRESS, http=http) as hs:
        yield PythonCalls("client", by_name(hs))


@contextmanager
def async_client(home: Path) -> Generator[PythonCalls]:
    """The same, with an event loop in a thread of its own."""
    with opened(load_settings(home=home)) as app, start_blocking_portal() as portal:
        served = rest_app(desk_of(app, RestPolicy(reviewers=0)))
        transport = httpx2.ASGITransport(served, raise_app_exceptions=False, client=HERE)
        with portal.wrap_async_context_manager(
            AsyncClient(ADDRESS, http=httpx2.AsyncClient(transport=transport))
        ) as hs:
            yield PythonCalls("async-client", partial(_awaited, portal, hs))


def _awaited(portal: BlockingPortal, hs: AsyncClient, name: str, *args: Any, **kwargs: Any) -> Any:
    return portal.call(partial(getattr(hs, name), *args, **kwargs))
