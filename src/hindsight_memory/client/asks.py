"""What each call of ``Api`` is over HTTP: a method, a path, what is said, and the answer. No I/O."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Generic, TypeVar, cast
from urllib.parse import quote

from hindsight_memory.client.arguments import PageBody, SpaceBody, TasksBody
from hindsight_memory.domain.errors import Invalid, NotFound
from hindsight_memory.domain.text.normal import clean
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
    WriteManyAnswer,
    WriteManyBody,
)
from hindsight_memory.wire.proposals import PastQuery, RolledBackBody
from hindsight_memory.wire.reviews import ReportBody, ReviewAnswer
from hindsight_memory.wire.search import SearchAnswer, SearchBody
from hindsight_memory.wire.sweep import SweepAnswer, SweepBody
from hindsight_memory.wire.tasks import AppendAnswer, EndAnswer, TaskBody, TaskList, TraceBody
from hindsight_memory.wire.telemetry import SpansAnswer, SpansBody
from hindsight_memory.wire.upkeep import AuditList, AuditVerified, StatsBody
from hindsight_memory.wire.working import BriefBody, BriefQuery, ClearAnswer, ClearBody, DeskBody, DeskQuery, NoteBody

AnyAnswer = TypeVar("AnyAnswer", bound=Body)


@dataclass(frozen=True, slots=True)
class Ask(Generic[AnyAnswer]):
    """One request. ``keyed``: it carries an Idempotency-Key, so that repeating it changes nothing.

    ``once``: it must not be repeated after it may have been carried out. ``long``: it may take minutes."""

    method: str
    path: str
    answer: type[AnyAnswer]
    said: Body | None = None
    keyed: bool = False
    once: bool = False
    long: bool = False

    def query(self, space: str) -> list[tuple[str, str]]:
        """Return the query's parameters; ``space`` is asked for where none is named."""
        if self.method != "GET" or self.said is None:
            return []
        return [
            (name, _word(one))
            for name, value in _given(self.said, space).items()
            for one in (cast("Sequence[object]", value) if isinstance(value, list | tuple) else [value])
            if one not in (None, "")
        ]

    def content(self, space: str) -> bytes | None:
        """Return the body as JSON. Raises Invalid for what JSON cannot say."""
        if self.method == "GET" or self.said is None:
            return None
        given = _given(self.said, space)
        try:
            return json.dumps(given, default=_plain, allow_nan=False, ensure_ascii=False).encode()
        except UnicodeEncodeError:
            # Escaped, so that a lone surrogate reaches the server, which cleans it.
            return json.dumps(given, default=_plain, allow_nan=False).encode()
        except (TypeError, ValueError, RecursionError) as error:
            raise Invalid(f"What is sent must be JSON: {error}.") from error


def write(body: WriteBody) -> Ask[WriteAnswer]:
    """Offer one statement."""
    return Ask("POST", "/memories", WriteAnswer, body, keyed=True)


def offered(statements: object) -> list[WriteBody]:
    """The bodies of several statements. Raises Invalid for one text or mapping, whose parts are no statements."""
    hint = "Use write for one statement, or put it in a list."
    each = with_content(statements, "Several statements", hint)
    return [one if isinstance(one, WriteBody) else WriteBody.taken(one) for one in each]


def with_content(given: object, name: str, hint: str) -> list[Any]:
    """Several texts, mappings or bodies, each text as a mapping. Raises Invalid for what is no list, or holds
    something else."""
    each: list[Any] = []
    for one in several(given, name, hint):
        if not isinstance(one, str | Mapping | Body):
            raise Invalid(f"{name} are texts or mappings, and {type(one).__name__} is neither.")
        each.append({"content": one} if isinstance(one, str) else one)
    return each


def several(given: object, name: str, hint: str = "") -> tuple[object, ...]:
    """A list, or whatever can be gone through. Raises Invalid for one text or mapping, and for what cannot."""
    if isinstance(given, (str, bytes, Mapping)) or not isinstance(given, Iterable):
        raise Invalid(f"{name} are a list.", hint=hint)
    return tuple(cast("Iterable[object]", given))


def write_many(bodies: Sequence[WriteBody]) -> Ask[WriteManyAnswer]:
    """Offer several statements."""
    body = WriteManyBody.taken({"items": tuple(bodies)})
    return Ask("POST", "/memories/batch", WriteManyAnswer, body, keyed=True)


def search(body: SearchBody) -> Ask[SearchAnswer]:
    """Find what is relevant."""
    return Ask("POST", "/search", SearchAnswer, body)


def memory(
    memory_id: str, space: str | None = None, as_of: datetime | None = None, valid_at: datetime | None = None
) -> Ask[MemoryBody]:
    """Return one memory, as it is or was."""
    said = PastQuery(space=space, as_of=as_of, valid_at=valid_at)
    return Ask("GET", f"/memories/{path_part(memory_id)}", MemoryBody, said)


def memories(body: ListBody) -> Ask[MemoryList]:
    """Return a page of memories."""
    return Ask("GET", "/memories", MemoryList, body)


def update(memory_id: str, body: UpdateBody) -> Ask[MemoryBody]:
    """Change a memory."""
    return Ask("PATCH", f"/memories/{path_part(memory_id)}", MemoryBody, body, keyed=True)


def forget(memory_id: str, body: ForgetBody) -> Ask[MemoryBody]:
    """Hide a memory."""
    return Ask("POST", f"/memories/{path_part(memory_id)}/forget", MemoryBody, body, keyed=True)


def history(memory_id: str, space: str | None = None) -> Ask[HistoryBody]:
    """Return all revisions."""
    return Ask("GET", f"/memories/{path_part(memory_id)}/history", HistoryBody, SpaceBody(space=space))


def rollback(memory_id: str, body: RollbackBody) -> Ask[RolledBackBody]:
    """Return to an earlier revision."""
    return Ask("POST", f"/memories/{path_part(memory_id)}/rollback", RolledBackBody, body, keyed=True)


def promote(memory_id: str, body: PromoteBody) -> Ask[RolledBackBody]:
    """Let more see a memory."""
    return Ask("POST", f"/memories/{path_part(memory_id)}/promote", RolledBackBody, body, keyed=True)


def feedback(memory_id: str, body: FeedbackBody) -> Ask[MemoryBody]:
    """Count that it helped or harmed."""
    return Ask("POST", f"/memories/{path_part(memory_id)}/feedback", MemoryBody, body, keyed=True)


def discards(space: str | None = None, limit: int = 50, cursor: str | None = None) -> Ask[DiscardList]:
    """Return a page of the discard log."""
    return Ask("GET", "/discards", DiscardList, PageBody(space=space, limit=limit, cursor=cursor))


def restore(discard_id: str, space: str | None = None) -> Ask[MemoryBody]:
    """Make a memory of a discarded draft."""
    return Ask("POST", f"/discards/{path_part(discard_id)}/restore", MemoryBody, SpaceBody(space=space), keyed=True)


def begin_task(body: BeginBody) -> Ask[TaskBody]:
    """Begin or carry on a task."""
    return Ask("POST", "/tasks", TaskBody, body, keyed=True)


def append_events(task_id: str, body: EventsBody) -> Ask[AppendAnswer]:
    """Append to a trace."""
    return Ask("POST", f"/traces/{path_part(task_id)}/events", AppendAnswer, body, keyed=True)


def ingest_spans(body: SpansBody) -> Ask[SpansAnswer]:
    """Take in an export of spans; sent again it adds nothing."""
    return Ask("POST", "/traces", SpansAnswer, body, keyed=True)


def end_task(task_id: str, body: EndBody) -> Ask[EndAnswer]:
    """End a task."""
    return Ask("POST", f"/tasks/{path_part(task_id)}/end", EndAnswer, body, keyed=True)


def tasks(
    space: str | None = None, limit: int = 50, cursor: str | None = None, reviewed: bool | None = None
) -> Ask[TaskList]:
    """Return a page of tasks."""
    page = TasksBody(space=space, limit=limit, cursor=cursor, reviewed=reviewed)
    return Ask("GET", "/tasks", TaskList, page)


def trace(task_id: str, space: str | None = None) -> Ask[TraceBody]:
    """Return a task with its events."""
    return Ask("GET", f"/traces/{path_part(task_id)}", TraceBody, SpaceBody(space=space))


def review(body: ReviewBody) -> Ask[ReviewAnswer]:
    """Review now, or leave it to a worker. A review that was done is found done when it is asked for again."""
    return Ask("POST", "/reviews", ReviewAnswer, body, long=True)


def sweep(body: SweepBody) -> Ask[SweepAnswer]:
    """Compare existing memories among themselves. A further sweep finds done what was done."""
    return Ask("POST", "/sweep", SweepAnswer, body, long=True)


def report(task_id: str, space: str | None = None) -> Ask[ReportBody]:
    """Return the last report of a task."""
    return Ask("GET", f"/reviews/{path_part(task_id)}", ReportBody, SpaceBody(space=space))


def put_note(body: NoteBody) -> Ask[DeskBody]:
    """Lay a note on a session's desk."""
    return Ask("POST", "/working", DeskBody, body, keyed=True)


def desk(body: DeskQuery) -> Ask[DeskBody]:
    """Return what lies on a session's desk."""
    return Ask("GET", "/working", DeskBody, body)


def clear_desk(body: ClearBody) -> Ask[ClearAnswer]:
    """Take notes off a session's desk."""
    return Ask("POST", "/working/clear", ClearAnswer, body, keyed=True)


def brief(body: BriefQuery) -> Ask[BriefBody]:
    """Return what to know at the start of a session."""
    return Ask("GET", "/brief", BriefBody, body)


def health(body: HealthQuery) -> Ask[HealthBody]:
    """Check how a space fares."""
    return Ask("GET", "/health", HealthBody, body)


def stats(space: str | None = None) -> Ask[StatsBody]:
    """Return the counts of a space."""
    return Ask("GET", "/stats", StatsBody, SpaceBody(space=space))


def audit(space: str | None = None, limit: int = 50, cursor: str | None = None) -> Ask[AuditList]:
    """Return a page of the audit log."""
    return Ask("GET", "/audit", AuditList, PageBody(space=space, limit=limit, cursor=cursor))


def verify_audit(space: str | None = None) -> Ask[AuditVerified]:
    """Check the audit chains."""
    return Ask("GET", "/audit/verify", AuditVerified, SpaceBody(space=space), long=True)


def jobs(body: JobsBody) -> Ask[JobList]:
    """Return a page of jobs."""
    return Ask("GET", "/jobs", JobList, body)


def job(job_id: str, space: str | None = None) -> Ask[JobBody]:
    """Return one job."""
    return Ask("GET", f"/jobs/{path_part(job_id)}", JobBody, SpaceBody(space=space))


def retry_job(job_id: str, space: str | None = None) -> Ask[JobBody]:
    """Queue a failed job again."""
    return Ask("POST", f"/jobs/{path_part(job_id)}/retry", JobBody, SpaceBody(space=space), keyed=True)


def cancel_job(job_id: str, space: str | None = None) -> Ask[JobBody]:
    """Cancel a job that waits."""
    return Ask("POST", f"/jobs/{path_part(job_id)}/cancel", JobBody, SpaceBody(space=space), keyed=True)


def keys() -> Ask[KeyList]:
    """Return the keys."""
    return Ask("GET", "/keys", KeyList)


def create_key(body: NewKeyBody) -> Ask[KeyMade]:
    """Make a key. It has no Idempotency-Key, since its answer is kept nowhere."""
    return Ask("POST", "/keys", KeyMade, body, once=True)


def revoke_key(key_id: str) -> Ask[KeyBody]:
    """Revoke a key."""
    return Ask("POST", f"/keys/{path_part(key_id)}/revoke", KeyBody)


def an_id(given: object, name: str = "id") -> str:
    """Return an id as it is. Raises Invalid for what is no text: a list of ids, say."""
    if not isinstance(given, str):
        raise Invalid(f"The {name} is no text but {type(given).__name__}.", hint="Give one id, as an answer showed it.")
    return given


def path_part(identifier: str) -> str:
    """Return an id as one part of a path. Raises NotFound for the empty one, which no path can name."""
    part = quote(clean(an_id(identifier)), safe="")
    if not part:
        raise NotFound("Nothing has an empty id.")
    return part.replace(".", "%2E") if not part.strip(".") else part


def _given(said: Body, space: str) -> dict[str, Any]:
    """Return what was said as plain values, in the space where none is named."""
    if isinstance(said, WriteManyBody):
        return {"items": [_given(one, space) for one in said.items]}
    given = said.model_dump(exclude_unset=True)
    if space and "space" in type(said).model_fields and not given.get("space"):
        given["space"] = space
    return given


def _plain(value: object) -> object:
    if isinstance(value, datetime | date):
        return value.isoformat()
    if isinstance(value, Mapping):
        return dict(cast("Mapping[str, object]", value))
    if isinstance(value, set | frozenset):
        return list(cast("set[object]", value))
    raise TypeError(f"{type(value).__name__} is nothing that JSON has")


def _word(value: object) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case datetime():
            return value.isoformat()
        case _:
            return clean(str(value))
