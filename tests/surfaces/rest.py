"""The driver of REST: bodies become requests to the application in this process, answers become bodies."""

from __future__ import annotations

import json
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import quote

from starlette.testclient import TestClient

from hindsight_memory.bootstrap import App, opened
from hindsight_memory.entrypoints.rest.app import rest_app
from hindsight_memory.entrypoints.rest.policy import RestPolicy
from hindsight_memory.entrypoints.rest.serving import desk_of
from hindsight_memory.settings import load_settings
from hindsight_memory.wire.body import Body
from hindsight_memory.wire.calls import (
    BeginBody,
    EndBody,
    EventsBody,
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
from tests.surfaces.surface import Refused

Answer = TypeVar("Answer", bound=Body)
HERE = ("127.0.0.1", 50_000)
ADDRESS = "http://127.0.0.1:8077"


@contextmanager
def calling(app: App, policy: RestPolicy | None = None, **more: Any) -> Generator[TestClient]:
    """A client of the application over an App; its reviewers do nothing unless the policy says otherwise."""
    served = rest_app(desk_of(app, policy or RestPolicy(reviewers=0)), **more)
    with TestClient(served, base_url=ADDRESS, client=HERE, raise_server_exceptions=False) as client:
        yield client


@contextmanager
def rest(home: Path) -> Generator[Rest]:
    with opened(load_settings(home=home)) as app, calling(app) as client:
        yield Rest(client)


@dataclass(frozen=True)
class Rest:
    """Drives ``/v1``."""

    client: TestClient
    credential: str = ""
    name: str = "rest"

    def write(self, body: WriteBody) -> WriteAnswer:
        return self._say("POST", "/memories", WriteAnswer, body)

    def search(self, body: SearchBody) -> SearchAnswer:
        return self._say("POST", "/search", SearchAnswer, body)

    def memory(self, memory_id: str, space: str | None = None) -> MemoryBody:
        return self._ask(f"/memories/{_part(memory_id)}", MemoryBody, space=space)

    def memories(self, body: ListBody) -> MemoryList:
        return self._ask("/memories", MemoryList, **body.model_dump(mode="json", exclude_unset=True))

    def update(self, memory_id: str, body: UpdateBody) -> MemoryBody:
        return self._say("PATCH", f"/memories/{_part(memory_id)}", MemoryBody, body)

    def forget(self, memory_id: str, body: ForgetBody) -> MemoryBody:
        return self._say("POST", f"/memories/{_part(memory_id)}/forget", MemoryBody, body)

    def history(self, memory_id: str, space: str | None = None) -> HistoryBody:
        return self._ask(f"/memories/{_part(memory_id)}/history", HistoryBody, space=space)

    def rollback(self, memory_id: str, body: RollbackBody) -> RolledBackBody:
        return self._say("POST", f"/memories/{_part(memory_id)}/rollback", RolledBackBody, body)

    def promote(self, memory_id: str, body: PromoteBody) -> RolledBackBody:
        return self._say("POST", f"/memories/{_part(memory_id)}/promote", RolledBackBody, body)

    def discards(self, space: str | None = None, limit: int = 50, cursor: str | None = None) -> DiscardList:
        return self._ask("/discards", DiscardList, space=space, limit=limit, cursor=cursor)

    def restore(self, discard_id: str, space: str | None = None) -> MemoryBody:
        return self._say("POST", f"/discards/{_part(discard_id)}/restore", MemoryBody, {"space": space})

    def proposals(self, body: ProposalsBody) -> ProposalList:
        return self._ask("/proposals", ProposalList, **body.model_dump(mode="json", exclude_unset=True))

    def proposal(self, proposal_id: str, space: str | None = None) -> ProposalDetail:
        return self._ask(f"/proposals/{_part(proposal_id)}", ProposalDetail, space=space)

    def approve(self, body: ApproveBody) -> SettledList:
        return self._say("POST", "/proposals/approve", SettledList, body)

    def reject(self, body: RejectBody) -> SettledList:
        return self._say("POST", "/proposals/reject", SettledList, body)

    def undo(self, body: UndoBody) -> SettledList:
        return self._say("POST", "/proposals/undo", SettledList, body)

    def set_approval_mode(self, body: ApprovalModeBody) -> ApprovalModeAnswer:
        return self._say("POST", "/approval", ApprovalModeAnswer, body)

    def propose(self, task_id: str, body: ProposeBody) -> ProposeAnswer:
        return self._say("POST", f"/tasks/{_part(task_id)}/candidates", ProposeAnswer, body)

    def purge(self, memory_id: str, body: PurgeBody) -> PurgeAnswer:
        return self._say("POST", f"/memories/{_part(memory_id)}/purge", PurgeAnswer, body)

    def begin_task(self, body: BeginBody) -> TaskBody:
        return self._say("POST", "/tasks", TaskBody, body)

    def append_events(self, task_id: str, body: EventsBody) -> AppendAnswer:
        return self._say("POST", f"/traces/{_part(task_id)}/events", AppendAnswer, body)

    def end_task(self, task_id: str, body: EndBody) -> EndAnswer:
        return self._say("POST", f"/tasks/{_part(task_id)}/end", EndAnswer, body)

    def tasks(
        self,
        space: str | None = None,
        limit: int = 50,
        cursor: str | None = None,
        reviewed: bool | None = None,
    ) -> TaskList:
        return self._ask("/tasks", TaskList, space=space, limit=limit, cursor=cursor, reviewed=reviewed)

    def trace(self, task_id: str, space: str | None = None) -> TraceBody:
        return self._ask(f"/traces/{_part(task_id)}", TraceBody, space=space)

    def record_decision(self, body: RecordBody) -> RecordedAnswer:
        return self._say("POST", "/decisions", RecordedAnswer, body)

    def settle_decision(self, decision_id: str, body: OutcomeBody) -> DecisionBody:
        return self._say("POST", f"/decisions/{_part(decision_id)}/outcome", DecisionBody, body)

    def read_decision(self, decision_id: str, space: str | None = None) -> DecisionBody:
        return self._ask(f"/decisions/{_part(decision_id)}", DecisionBody, space=space)

    def decisions(self, body: DecisionsBody) -> DecisionList:
        return self._ask("/decisions", DecisionList, **body.model_dump(mode="json", exclude_unset=True))

    def similar_decisions(self, body: SimilarBody) -> SimilarAnswer:
        return self._say("POST", "/decisions/similar", SimilarAnswer, body)

    def review(self, body: ReviewBody) -> ReviewAnswer:
        return self._say("POST", "/reviews", ReviewAnswer, body)

    def stats(self, space: str | None = None) -> StatsBody:
        return self._ask("/stats", StatsBody, space=space)

    def audit(self, space: str | None = None, limit: int = 50, cursor: str | None = None) -> AuditList:
        return self._ask("/audit", AuditList, space=space, limit=limit, cursor=cursor)

    def verify_audit(self, space: str | None = None) -> AuditVerified:
        return self._ask("/audit/verify", AuditVerified, space=space)

    def _ask(self, path: str, kind: type[Answer], /, **query: Any) -> Answer:
        given = {name: value for name, value in query.items() if value is not None}
        return self._answer("GET", path, kind, params=given)

    def _say(self, method: str, path: str, kind: type[Answer], body: Body | Mapping[str, Any]) -> Answer:
        # Escapes keep what is no UTF-8 in the body, as a caller's JSON library would.
        said = body.model_dump(exclude_unset=True) if isinstance(body, Body) else dict(body)
        content = json.dumps(said, default=_plain)
        return self._answer(method, path, kind, content=content, headers={"Content-Type": "application/json"})

    def _answer(self, method: str, path: str, kind: type[Answer], **request: Any) -> Answer:
        headers: dict[str, str] = request.pop("headers", {})
        if self.credential:
            headers["Authorization"] = f"Bearer {self.credential}"
        response = self.client.request(method, f"/v1{path}", headers=headers, **request)
        answer = response.json()
        if response.status_code != 200:
            error = answer["error"]
            raise Refused(error["code"], error["message"], error["hint"])
        return kind.model_validate(answer)


def _part(name: str) -> str:
    return quote(name, safe="")


def _plain(value: Any) -> Any:
    return value.model_dump(exclude_unset=True) if isinstance(value, Body) else value.isoformat()
