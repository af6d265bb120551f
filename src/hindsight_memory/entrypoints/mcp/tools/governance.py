"""Tools behind ``--admin``: single memories, their history, what was left out, tasks, counts and the audit."""

from __future__ import annotations

from hindsight_memory.entrypoints.mcp.delimiting import Json, cut, fitting
from hindsight_memory.entrypoints.mcp.offer import CHANGES, READS, Arguments, Offer, part
from hindsight_memory.entrypoints.mcp.paging import LIMIT, PAGE, pages
from hindsight_memory.entrypoints.mcp.schema import arguments, output_schema, text
from hindsight_memory.entrypoints.mcp.tools.memories import MEMORY_ID, SHOWN, changed
from hindsight_memory.wire.api import Api
from hindsight_memory.wire.body import Body
from hindsight_memory.wire.calls import ListBody, PromoteBody, RollbackBody
from hindsight_memory.wire.memories import DiscardList, HistoryBody, MemoryBody, MemoryList
from hindsight_memory.wire.proposals import PastQuery, RolledBackBody
from hindsight_memory.wire.search import SearchAnswer, SearchBody
from hindsight_memory.wire.shown import delimited, inert
from hindsight_memory.wire.tasks import TaskList
from hindsight_memory.wire.upkeep import AuditList, AuditVerified, StatsBody

_SPACE = text("The space it is in.")
_CURSOR = text("The `next_cursor` of the page before.")


class Page(Body):
    """Which part of a list is wanted."""

    space: str | None = None
    limit: int = PAGE
    cursor: str | None = None
    reviewed: bool | None = None


def _listed(api: Api, given: Arguments) -> MemoryList:
    body = ListBody.taken({"limit": PAGE, **given})
    return fitting(lambda limit: api.memories(body.model_copy(update={"limit": limit})), body.limit)


def _explained(api: Api, given: Arguments) -> SearchAnswer:
    return api.search(SearchBody.taken(given).model_copy(update={"explain": True}))


def _shown_memory(api: Api, given: Arguments) -> MemoryBody:
    when = PastQuery.taken(part(given, PastQuery))
    return api.memory(given["memory_id"], when.space, when.as_of, when.valid_at)


def _standing(answer: Json) -> str:
    """Say what a memory is now, and what says the same or stands against it."""
    lines = [changed(answer)]
    lines += [f"{one['stance']}: {one['reason']}\n{delimited(one)}" for one in answer["against"]]
    return "\n".join(lines)


def _rolled_back(api: Api, given: Arguments) -> RolledBackBody:
    return api.rollback(given["memory_id"], RollbackBody.taken(part(given, RollbackBody)))


def _promoted(api: Api, given: Arguments) -> RolledBackBody:
    return api.promote(given["memory_id"], PromoteBody.taken(part(given, PromoteBody)))


def _discards(api: Api, given: Arguments) -> DiscardList:
    page = Page.taken(given)
    return fitting(lambda limit: api.discards(page.space, limit, page.cursor), page.limit)


def _tasks(api: Api, given: Arguments) -> TaskList:
    page = Page.taken(given)
    return fitting(lambda limit: api.tasks(page.space, limit, page.cursor, page.reviewed), page.limit)


def _audit(api: Api, given: Arguments) -> AuditList:
    page = Page.taken(given)
    return fitting(lambda limit: api.audit(page.space, limit, page.cursor), page.limit)


def _history(answer: Json) -> str:
    lines = [f"{answer['left_off']} older revisions did not fit."] if answer.get("left_off") else []
    for one in answer["items"]:
        lines.append(f"{one['revision']}: {one['change']} by {one['actor']}, {one['recorded_at']}: {one['reason']}")
        lines.append(delimited(one["memory"]))
    return "\n".join(lines)


def _explanations(answer: Json) -> str:
    hits = [f"{hit['score']}: {hit['explanation']}\n{delimited(hit)}" for hit in answer["hits"]]
    return "\n".join(hits) or "Nothing found."


def _entry(one: Json) -> list[str]:
    return [f"{one['number']} {one['recorded_at']} {one['actor']} {one['action']} {one['subject_id']} {one['reason']}"]


def _discard(one: Json) -> list[str]:
    why = " ".join(reason["text"] for reason in one["reasons"])
    return [delimited(one | {"memory_id": one["discard_id"]}), f"Left out: {why}"]


def _task(one: Json) -> list[str]:
    return [f"{one['task_id']} ({one['outcome']}), {one['started_at']}: {inert(one['intent'])}"]


def _counts(answer: Json) -> str:
    parts = [f"{name}: {', '.join(f'{n} {k}' for k, n in by.items())}" for name, by in answer["counts"].items() if by]
    parts += [f"{one['kind']} {one['tier']}: {one['rows']} rows, {one['bytes']} bytes" for one in answer["storage"]]
    return f"Space {answer['space']}, {answer['bytes_on_disk']} bytes. " + "; ".join(parts)


def _cut_history(answer: Json) -> Json:
    return cut(answer, "items", oldest_first=True)


_ONE = {"memory_id": MEMORY_ID, "space": _SPACE}
_PART = {"space": _SPACE, "limit": LIMIT, "cursor": _CURSOR}

TOOLS = (
    Offer(
        name="memory_get",
        title="Show a memory",
        description="Show one memory of any status, whole, as it is or as it was at a time.",
        properties={"memory_id": MEMORY_ID} | arguments(PastQuery),
        required=("memory_id",),
        output=output_schema(MemoryBody, SHOWN),
        effect=READS,
        call=_shown_memory,
        render=changed,
    ),
    Offer(
        name="memory_list",
        title="List memories",
        description="List memories, newest first, a page at a time.",
        properties=arguments(ListBody) | {"limit": LIMIT},
        output=output_schema(MemoryList),
        effect=READS,
        call=_listed,
        render=pages(lambda one: [delimited(one)]),
    ),
    Offer(
        name="memory_history",
        title="History of a memory",
        description="Show every state of a memory: who changed it, when and why.",
        properties=_ONE,
        required=("memory_id",),
        output=output_schema(HistoryBody),
        effect=READS,
        call=lambda api, given: api.history(given["memory_id"], given.get("space")),
        render=_history,
        fit=_cut_history,
    ),
    Offer(
        name="memory_rollback",
        title="Roll a memory back",
        description="Return a memory to an earlier revision, also one that was forgotten.",
        properties={"memory_id": MEMORY_ID} | arguments(RollbackBody),
        required=("memory_id", "revision"),
        output=output_schema(MemoryBody, SHOWN),
        effect=CHANGES,
        call=_rolled_back,
        render=_standing,
    ),
    Offer(
        name="memory_promote",
        title="Let more see a memory",
        description="Let a group, or everybody in its space, see a memory that fewer see now.",
        properties={"memory_id": MEMORY_ID} | arguments(PromoteBody),
        required=("memory_id", "visibility"),
        output=output_schema(MemoryBody, SHOWN),
        effect=CHANGES,
        call=_promoted,
        render=_standing,
    ),
    Offer(
        name="memory_explain",
        title="Explain a search",
        description="Search and show how each score comes about. It changes nothing.",
        properties=arguments(SearchBody, without=("explain",)),
        required=("query",),
        output=output_schema(SearchAnswer),
        effect=READS,
        call=_explained,
        render=_explanations,
        fit=lambda answer: cut(cut(answer, "warnings"), "hits"),
    ),
    Offer(
        name="discards_list",
        title="What was left out",
        description="List drafts that the gate left out and still keeps, with the reasons.",
        properties=_PART,
        output=output_schema(DiscardList),
        effect=READS,
        call=_discards,
        render=pages(_discard),
    ),
    Offer(
        name="discards_restore",
        title="Restore what was left out",
        description="Make a memory of a draft that was left out.",
        properties={"discard_id": text("The draft's id, from discards_list."), "space": _SPACE},
        required=("discard_id",),
        output=output_schema(MemoryBody, SHOWN),
        effect=CHANGES,
        call=lambda api, given: api.restore(given["discard_id"], given.get("space")),
        render=changed,
    ),
    Offer(
        name="tasks_list",
        title="List tasks",
        description="List tasks, newest first; `reviewed` false lists those that wait for their review.",
        properties=_PART | {"reviewed": {"type": "boolean", "description": "With, or without, a review."}},
        output=output_schema(TaskList),
        effect=READS,
        call=_tasks,
        render=pages(_task),
    ),
    Offer(
        name="audit_list",
        title="Audit log",
        description="List changes, newest first: who, what, when and why.",
        properties=_PART,
        output=output_schema(AuditList),
        effect=READS,
        call=_audit,
        render=pages(_entry),
    ),
    Offer(
        name="audit_verify",
        title="Verify the audit log",
        description="Check that no change was altered, removed or reordered.",
        properties={"space": _SPACE},
        output=output_schema(AuditVerified),
        effect=READS,
        call=lambda api, given: api.verify_audit(given.get("space")),
        render=lambda answer: f"The chains hold: {answer['entries']} entries.",
    ),
    Offer(
        name="stats",
        title="Counts",
        description="Count what a space holds.",
        properties={"space": _SPACE},
        output=output_schema(StatsBody),
        effect=READS,
        call=lambda api, given: api.stats(given.get("space")),
        render=_counts,
    ),
)
