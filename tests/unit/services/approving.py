"""Saying things to an app whose drafts may wait for a person, and looking at what became of them."""

from hindsight_memory.bootstrap import App
from hindsight_memory.domain.memory import Memory, Source
from hindsight_memory.domain.proposal import ApprovalMode
from hindsight_memory.domain.trace import EventKind, OutcomeStatus
from hindsight_memory.domain.verdict import Verdict
from hindsight_memory.entrypoints.reviewing import review_task
from hindsight_memory.services.memories import WriteRequest
from hindsight_memory.services.recall import SearchRequest
from hindsight_memory.services.tasks import NewEvent

PORT = "The port of staging is 9077."
NEW_PORT = "The port of staging is 8080."


def say(app: App, content: str, source: Source = Source.USER, **more: object) -> Verdict:
    return app.memories.write(app.actor, WriteRequest(content=content, source=source, **more))  # type: ignore[arg-type]


def set_mode(app: App, mode: ApprovalMode | None) -> None:
    app.proposals.set_mode(app.actor, mode)


def get(app: App, memory_id: str) -> Memory:
    return app.memories.get(app.actor, memory_id)


def found(app: App, query: str) -> list[str]:
    return [hit.memory.content for hit in app.recall.search(app.actor, SearchRequest(query=query)).hits]


def codes(verdict: Verdict) -> set[str]:
    return {reason.code for reason in verdict.reasons}


def waiting(app: App) -> list[str]:
    return [one.memory.content for one in app.proposals.page(app.actor, frozenset()).entries]


def tell(app: App, task_id: str, text: str, outcome: OutcomeStatus = OutcomeStatus.SUCCESS) -> None:
    """A task in which the user says something, reviewed."""
    app.tasks.begin(app.actor, task_id=task_id, intent="set things up")
    app.tasks.append(app.actor, task_id, [NewEvent(kind=EventKind.USER, text=text)])
    app.tasks.end(app.actor, task_id, outcome)
    review_task(app, app.actor, task_id, "default")
