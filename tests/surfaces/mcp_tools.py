"""The drivers of MCP: bodies become arguments of tools, structured content becomes a body.

Three ways lead to the tools: the SDK's client in this process, JSON lines to a process of its own, and HTTP.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from anyio.from_thread import start_blocking_portal
from mcp import Client
from starlette.testclient import TestClient

from hindsight_memory.bootstrap import opened
from hindsight_memory.entrypoints.local import LocalApi
from hindsight_memory.entrypoints.mcp.alone import application
from hindsight_memory.entrypoints.mcp.server import mcp_server
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
from tests.surfaces.json_lines import Json, forked, line
from tests.surfaces.surface import Refused

Answer = TypeVar("Answer", bound=Body)

HEADERS = {"accept": "application/json, text/event-stream", "mcp-protocol-version": "2025-06-18"}


@dataclass(frozen=True)
class McpTools:
    """Drives the tools; ``call`` returns the result of ``tools/call`` as JSON."""

    name: str
    call: Callable[[str, Json], Json]

    def write(self, body: WriteBody) -> WriteAnswer:
        return self._ask(WriteAnswer, "memory_write", _given(body))

    def search(self, body: SearchBody) -> SearchAnswer:
        given = _given(body)
        tool = "memory_explain" if given.pop("explain", False) else "memory_search"
        return self._ask(SearchAnswer, tool, given)

    def memory(self, memory_id: str, space: str | None = None) -> MemoryBody:
        return self._ask(MemoryBody, "memory_get", {"memory_id": memory_id, "space": space})

    def memories(self, body: ListBody) -> MemoryList:
        return self._ask(MemoryList, "memory_list", _given(body))

    def update(self, memory_id: str, body: UpdateBody) -> MemoryBody:
        return self._ask(MemoryBody, "memory_update", {"memory_id": memory_id, **_given(body)})

    def forget(self, memory_id: str, body: ForgetBody) -> MemoryBody:
        return self._ask(MemoryBody, "memory_forget", {"memory_id": memory_id, **_given(body)})

    def feedback(self, memory_id: str, body: FeedbackBody) -> MemoryBody:
        return self._ask(MemoryBody, "memory_feedback", {"memory_id": memory_id, **_given(body)})

    def history(self, memory_id: str, space: str | None = None) -> HistoryBody:
        return self._ask(HistoryBody, "memory_history", {"memory_id": memory_id, "space": space})

    def rollback(self, memory_id: str, body: RollbackBody) -> RolledBackBody:
        return self._ask(RolledBackBody, "memory_rollback", {"memory_id": memory_id, **_given(body)})

    def promote(self, memory_id: str, body: PromoteBody) -> RolledBackBody:
        return self._ask(RolledBackBody, "memory_promote", {"memory_id": memory_id, **_given(body)})

    def discards(self, space: str | None = None, limit: int = 50, cursor: str | None = None) -> DiscardList:
        return self._ask(DiscardList, "discards_list", {"space": space, "limit": limit, "cursor": cursor})

    def restore(self, discard_id: str, space: str | None = None) -> MemoryBody:
        return self._ask(MemoryBody, "discards_restore", {"discard_id": discard_id, "space": space})

    def proposals(self, body: ProposalsBody) -> ProposalList:
        return self._ask(ProposalList, "proposals_list", _given(body))

    def proposal(self, proposal_id: str, space: str | None = None) -> ProposalDetail:
        return self._ask(ProposalDetail, "proposals_show", {"proposal_id": proposal_id, "space": space})

    def approve(self, body: ApproveBody) -> SettledList:
        return self._ask(SettledList, "proposals_approve", _given(body))

    def reject(self, body: RejectBody) -> SettledList:
        return self._ask(SettledList, "proposals_reject", _given(body))

    def undo(self, body: UndoBody) -> SettledList:
        return self._ask(SettledList, "proposals_undo", _given(body))

    def set_approval_mode(self, body: ApprovalModeBody) -> ApprovalModeAnswer:
        return self._ask(ApprovalModeAnswer, "approval_set", _given(body))

    def propose(self, task_id: str, body: ProposeBody) -> ProposeAnswer:
        texts = [one.content for one in body.candidates]
        given = {"task_id": task_id, "candidates": texts, "source": body.candidates[0].source.value}
        return self._ask(ProposeAnswer, "task_propose", given)

    def purge(self, memory_id: str, body: PurgeBody) -> PurgeAnswer:
        return self._ask(PurgeAnswer, "memory_purge", {"memory_id": memory_id, "confirm": False, **_given(body)})

    def begin_task(self, body: BeginBody) -> TaskBody:
        given = _given(body)
        given["at"] = given.pop("started_at", None)
        return self._ask(TaskBody, "task_log", {"action": "begin", **given})

    def append_events(self, task_id: str, body: EventsBody) -> AppendAnswer:
        places: list[int] = []
        for event in body.events:
            given = {"action": "event", "task_id": task_id, "space": body.space, **_given(event)}
            places += self._ask(AppendAnswer, "task_log", given).sequences
        return AppendAnswer(task_id=task_id, sequences=places)

    def end_task(self, task_id: str, body: EndBody) -> EndAnswer:
        given = _given(body)
        given["at"] = given.pop("ended_at", None)
        return self._ask(EndAnswer, "task_log", {"action": "end", "task_id": task_id, **given})

    def tasks(
        self,
        space: str | None = None,
        limit: int = 50,
        cursor: str | None = None,
        reviewed: bool | None = None,
    ) -> TaskList:
        given = {"space": space, "limit": limit, "cursor": cursor, "reviewed": reviewed}
        return self._ask(TaskList, "tasks_list", given)

    def trace(self, task_id: str, space: str | None = None) -> TraceBody:
        return self._ask(TraceBody, "get_trace", {"task_id": task_id, "space": space})

    def record_decision(self, body: RecordBody) -> RecordedAnswer:
        return self._ask(RecordedAnswer, "record_decision", _given(body))

    def settle_decision(self, decision_id: str, body: OutcomeBody) -> DecisionBody:
        return self._ask(DecisionBody, "record_decision", {"decision_id": decision_id, **_given(body)})

    def read_decision(self, decision_id: str, space: str | None = None) -> DecisionBody:
        return self._ask(DecisionBody, "decision_get", {"decision_id": decision_id, "space": space})

    def decisions(self, body: DecisionsBody) -> DecisionList:
        return self._ask(DecisionList, "decisions_list", _given(body))

    def similar_decisions(self, body: SimilarBody) -> SimilarAnswer:
        return self._ask(SimilarAnswer, "query_similar_decisions", _given(body))

    def review(self, body: ReviewBody) -> ReviewAnswer:
        return self._ask(ReviewAnswer, "memory_review", _given(body))

    def stats(self, space: str | None = None) -> StatsBody:
        return self._ask(StatsBody, "stats", {"space": space})

    def audit(self, space: str | None = None, limit: int = 50, cursor: str | None = None) -> AuditList:
        return self._ask(AuditList, "audit_list", {"space": space, "limit": limit, "cursor": cursor})

    def verify_audit(self, space: str | None = None) -> AuditVerified:
        return self._ask(AuditVerified, "audit_verify", {"space": space})

    def _ask(self, kind: type[Answer], tool: str, given: Mapping[str, Any]) -> Answer:
        result = self.call(tool, dict(given))
        if result.get("isError"):
            error = json.loads(result["content"][0]["text"])["error"]
            raise Refused(error["code"], error["message"], error["hint"])
        return kind.model_validate(result["structuredContent"])


def _given(body: Body) -> Json:
    return body.model_dump(mode="python", exclude_unset=True)


@contextmanager
def mcp_in_memory(home: Path) -> Generator[McpTools]:
    """The SDK's client and the server in one process."""
    with opened(load_settings(home=home)) as app, start_blocking_portal() as portal:
        server = mcp_server(lambda: LocalApi(app, app.actor), admin=True, in_turn=True)
        with portal.wrap_async_context_manager(Client(server)) as client:

            def call(tool: str, arguments: Json) -> Json:
                result = portal.call(partial(client.call_tool, tool, arguments))
                return result.model_dump(mode="json", by_alias=True)

            yield McpTools("mcp", call)


@contextmanager
def mcp_stdio(home: Path) -> Generator[McpTools]:
    """A raw client and ``hsm mcp`` as a process of its own."""
    with forked(home, "--admin") as client:
        client.hello()
        yield McpTools("mcp-stdio", client.call)


@contextmanager
def mcp_http(home: Path) -> Generator[McpTools]:
    """A raw client and the server over streamable HTTP."""
    with opened(load_settings(home=home)) as app:
        served = application(lambda: LocalApi(app, app.actor), admin=True)
        with TestClient(served, base_url="http://127.0.0.1:8078") as client:

            def call(tool: str, arguments: Json) -> Json:
                body = line(1, "tools/call", {"name": tool, "arguments": arguments})
                headers = {**HEADERS, "content-type": "application/json"}
                return client.post("/mcp", content=body, headers=headers).json()["result"]

            yield McpTools("mcp-http", call)
