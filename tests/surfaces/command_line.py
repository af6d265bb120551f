"""The driver of the command line: bodies become words, the one JSON object on stdout becomes a body."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from hindsight_memory.entrypoints.cli.main import status_of
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

# Arguments of the contract that have another name on the command line, or stand without a dash.
SPELLED = {
    "memory_type": "type",
    "tags": "tag",
    "revision": "to",
    "session_id": "session",
    "memory_ids": "memory",
    "task_id": "task",
    "started_at": "at",
    "ended_at": "at",
    "options": "option",
    "memory_id": "memory",
}
UNSPOKEN = {"channel"}


@dataclass(frozen=True)
class Outcome:
    """What one command line did."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The one object on stdout."""
        return json.loads(self.out)


def called(*words: str) -> Outcome:
    """Run a command line in this process."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = status_of(list(words))
    return Outcome(code, out.getvalue(), err.getvalue())


@dataclass(frozen=True)
class CommandLine:
    """Drives ``hsm … --json`` on one folder."""

    home: Path
    name: str = "cli"

    def write(self, body: WriteBody) -> WriteAnswer:
        return self._ask(WriteAnswer, ["write"], body, {"content"}, last=body.content)

    def search(self, body: SearchBody) -> SearchAnswer:
        return self._ask(SearchAnswer, ["search"], body, {"query"}, last=body.query)

    def memory(self, memory_id: str, space: str | None = None) -> MemoryBody:
        return self._ask(MemoryBody, ["memory", "show", memory_id, *_space(space)])

    def memories(self, body: ListBody) -> MemoryList:
        return self._ask(MemoryList, ["memory", "list"], body)

    def update(self, memory_id: str, body: UpdateBody) -> MemoryBody:
        return self._ask(MemoryBody, ["memory", "update", memory_id], body)

    def forget(self, memory_id: str, body: ForgetBody) -> MemoryBody:
        return self._ask(MemoryBody, ["memory", "forget", memory_id], body)

    def history(self, memory_id: str, space: str | None = None) -> HistoryBody:
        return self._ask(HistoryBody, ["memory", "history", memory_id, *_space(space)])

    def rollback(self, memory_id: str, body: RollbackBody) -> RolledBackBody:
        return self._ask(RolledBackBody, ["memory", "rollback", memory_id], body)

    def promote(self, memory_id: str, body: PromoteBody) -> RolledBackBody:
        return self._ask(RolledBackBody, ["memory", "promote", memory_id], body)

    def discards(self, space: str | None = None, limit: int = 50, cursor: str | None = None) -> DiscardList:
        return self._ask(DiscardList, ["discards", "list", *_space(space), *_page(limit, cursor)])

    def restore(self, discard_id: str, space: str | None = None) -> MemoryBody:
        return self._ask(MemoryBody, ["discards", "restore", discard_id, *_space(space)])

    def proposals(self, body: ProposalsBody) -> ProposalList:
        return self._ask(ProposalList, ["proposals", "list"], body)

    def proposal(self, proposal_id: str, space: str | None = None) -> ProposalDetail:
        return self._ask(ProposalDetail, ["proposals", "show", proposal_id, *_space(space)])

    def approve(self, body: ApproveBody) -> SettledList:
        return self._ask(SettledList, ["proposals", "approve", *body.proposal_ids], body, {"proposal_ids"})

    def reject(self, body: RejectBody) -> SettledList:
        return self._ask(SettledList, ["proposals", "reject", *body.proposal_ids], body, {"proposal_ids"})

    def undo(self, body: UndoBody) -> SettledList:
        return self._ask(SettledList, ["proposals", "undo", *body.proposal_ids], body, {"proposal_ids"})

    def set_approval_mode(self, body: ApprovalModeBody) -> ApprovalModeAnswer:
        to = ["--to", body.mode.value] if body.mode else ["--default"]
        return self._ask(ApprovalModeAnswer, ["proposals", "mode", *to], body, {"mode"})

    def propose(self, task_id: str, body: ProposeBody) -> ProposeAnswer:
        texts = [one.content for one in body.candidates]
        words = ["task", "propose", task_id, *texts, "--source", body.candidates[0].source.value]
        return self._ask(ProposeAnswer, [*words, *_space(body.space)])

    def purge(self, memory_id: str, body: PurgeBody) -> PurgeAnswer:
        yes = ["--yes"] if body.confirm else []
        return self._ask(PurgeAnswer, ["memory", "purge", memory_id, *yes], body, {"confirm"})

    def begin_task(self, body: BeginBody) -> TaskBody:
        words = ["task", "begin", *([body.task_id] if body.task_id else [])]
        return self._ask(TaskBody, words, body, {"task_id"})

    def append_events(self, task_id: str, body: EventsBody) -> AppendAnswer:
        places: list[int] = []
        for event in body.events:
            words = ["task", "event", task_id, *_space(body.space)]
            if event.args:
                words += ["--args", json.dumps(event.args)]
            places += self._ask(AppendAnswer, words, event, {"args"}).sequences
        return AppendAnswer(task_id=task_id, sequences=places)

    def end_task(self, task_id: str, body: EndBody) -> EndAnswer:
        return self._ask(EndAnswer, ["task", "end", task_id], body)

    def tasks(
        self,
        space: str | None = None,
        limit: int = 50,
        cursor: str | None = None,
        reviewed: bool | None = None,
    ) -> TaskList:
        asked = [] if reviewed is None else ["--reviewed" if reviewed else "--not-reviewed"]
        return self._ask(TaskList, ["task", "list", *asked, *_space(space), *_page(limit, cursor)])

    def trace(self, task_id: str, space: str | None = None) -> TraceBody:
        return self._ask(TraceBody, ["task", "show", task_id, *_space(space)])

    def record_decision(self, body: RecordBody) -> RecordedAnswer:
        return self._ask(RecordedAnswer, ["decisions", "record"], body, {"intent"}, last=body.intent)

    def settle_decision(self, decision_id: str, body: OutcomeBody) -> DecisionBody:
        return self._ask(DecisionBody, ["decisions", "outcome", decision_id], body)

    def read_decision(self, decision_id: str, space: str | None = None) -> DecisionBody:
        return self._ask(DecisionBody, ["decisions", "show", decision_id, *_space(space)])

    def decisions(self, body: DecisionsBody) -> DecisionList:
        words = ["decisions", "list", *([] if body.open is None else ["--open" if body.open else "--closed"])]
        return self._ask(DecisionList, words, body, {"open"})

    def similar_decisions(self, body: SimilarBody) -> SimilarAnswer:
        return self._ask(SimilarAnswer, ["decisions", "similar"], body, {"query"}, last=body.query)

    def review(self, body: ReviewBody) -> ReviewAnswer:
        words = ["review", body.task_id or "--all", *([] if body.wait else ["--no-wait"])]
        return self._ask(ReviewAnswer, [*words, *_space(body.space)])

    def stats(self, space: str | None = None) -> StatsBody:
        return self._ask(StatsBody, ["stats", *_space(space)])

    def audit(self, space: str | None = None, limit: int = 50, cursor: str | None = None) -> AuditList:
        return self._ask(AuditList, ["audit", "list", *_space(space), *_page(limit, cursor)])

    def verify_audit(self, space: str | None = None) -> AuditVerified:
        return self._ask(AuditVerified, ["audit", "verify", *_space(space)])

    def _ask(
        self,
        kind: type[Answer],
        words: Sequence[str],
        body: Body | None = None,
        spoken: set[str] | None = None,
        *,
        last: str | None = None,
    ) -> Answer:
        """Call the command; ``spoken`` fields stand in the words already, ``last`` is an argument after ``--``."""
        line = [*words, "--json", "--home", str(self.home)]
        if body is not None:
            line += _options(body.model_dump(mode="json", exclude_unset=True), (spoken or set()) | UNSPOKEN)
        if last is not None:
            line += ["--", last]
        outcome = called(*line)
        assert outcome.json, outcome.err
        if "error" in outcome.json:
            error = outcome.json["error"]
            raise Refused(error["code"], error["message"], error["hint"])
        assert outcome.code == 0, outcome
        return kind.model_validate(outcome.json)


def _options(given: Mapping[str, Any], without: set[str]) -> list[str]:
    words: list[str] = []
    for name, value in given.items():
        if name in without or value is None or value == "":
            continue
        option = f"--{SPELLED.get(name, name).replace('_', '-')}"
        match value:
            case bool():
                words += [option] if value else []
            case dict():
                words += [f"{option}={pair}" for pair in _pairs(value)]  # pyright: ignore[reportUnknownArgumentType]
            case list():
                words += [f"{option}={one}" for one in _entries(value)]  # pyright: ignore[reportUnknownArgumentType]
            case _:
                words.append(f"{option}={value}")
    return words


def _pairs(value: Mapping[str, Any]) -> list[str]:
    return [f"{key}={one}" for key, one in value.items()]


def _entries(value: Sequence[Any]) -> list[str]:
    return [str(one) for one in value]


def _space(space: str | None) -> list[str]:
    return ["--space", space] if space else []


def _page(limit: int, cursor: str | None) -> list[str]:
    return ["--limit", str(limit), *(["--cursor", cursor] if cursor else [])]
