"""Finished tasks in a few words, for tests of what comes after them."""

from collections.abc import Sequence

from hindsight_memory.bootstrap import App
from hindsight_memory.domain.memory import Memory, Source
from hindsight_memory.domain.report import ReviewReport
from hindsight_memory.domain.trace import EventKind, OutcomeStatus, Task
from hindsight_memory.services.memories import WriteRequest
from hindsight_memory.services.recall import SearchRequest
from hindsight_memory.services.tasks import NewEvent


def told(app: App, content: str, source: Source = Source.USER, **more: object) -> str:
    """Write a statement; returns the id of its memory."""
    verdict = app.memories.write(app.actor, WriteRequest(content=content, source=source, **more))  # type: ignore[arg-type]
    assert verdict.memory_id, verdict
    return verdict.memory_id


def begun(
    app: App, task_id: str, task_type: str = "", intent: str = "", session_id: str = ""
) -> tuple[Task, list[str]]:
    """Begin a task; returns it and the ids of what was laid out for it."""
    task = app.tasks.begin(app.actor, task_id=task_id, task_type=task_type, intent=intent, session_id=session_id)
    return task, [memory.memory_id for memory in app.working.prepare(app.actor, task)]


def ended(
    app: App, task_id: str, *acts: str, recalled: Sequence[str] = (), outcome: OutcomeStatus = OutcomeStatus.SUCCESS
) -> ReviewReport:
    """Let a begun task recall, act and end; returns the report of its review."""
    events = [NewEvent(kind=EventKind.RECALL, text="recalled", memory_ids=tuple(recalled))] if recalled else []
    events += [NewEvent(kind=EventKind.TOOL_CALL, name="shell", text=act) for act in acts]
    if events:
        app.tasks.append(app.actor, task_id, events)
    app.tasks.end(app.actor, task_id, outcome)
    return reviewed(app, task_id)


def reviewed(app: App, task_id: str) -> ReviewReport:
    """Review a task, again if need be."""
    return app.reviews.perform(app.actor, app.reviews.claim_task(app.actor, task_id))


def done(app: App, task_id: str, *acts: str, task_type: str = "", intent: str = "", **more: object) -> ReviewReport:
    """Begin and end a task; returns the report of its review."""
    begun(app, task_id, task_type, intent)
    return ended(app, task_id, *acts, **more)  # type: ignore[arg-type]


def memory(app: App, memory_id: str) -> Memory:
    return app.memories.get(app.actor, memory_id)


def found(app: App, query: str) -> list[str]:
    """The ids of the hits, best first."""
    return [hit.memory.memory_id for hit in app.recall.search(app.actor, SearchRequest(query=query)).hits]
