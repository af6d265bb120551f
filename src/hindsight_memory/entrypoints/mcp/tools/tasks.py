"""The tool that records a task while it runs: its begin, its events, its end."""

from __future__ import annotations

from typing import Any

from hindsight_memory.domain.errors import Invalid
from hindsight_memory.entrypoints.mcp.delimiting import Json
from hindsight_memory.entrypoints.mcp.offer import ADDS, Arguments, Offer, part
from hindsight_memory.entrypoints.mcp.schema import Schema, arguments, text
from hindsight_memory.wire.api import Api
from hindsight_memory.wire.calls import BeginBody, EndBody, EventsBody
from hindsight_memory.wire.shown import delimited
from hindsight_memory.wire.tasks import AppendAnswer, EndAnswer, EventBody, TaskBody

_ACTIONS = ("begin", "event", "end")


_LOGGED: Schema = {
    "type": "object",
    "properties": {
        "task_id": {"type": "string"},
        "outcome": {"type": "string"},
        "sequences": {"type": "array", "items": {"type": "integer"}},
        "job_id": {"type": "string"},
    },
    "required": ["task_id"],
}
"""Always the task's id; the rest by action."""


def _log(api: Api, given: Arguments) -> TaskBody | AppendAnswer | EndAnswer:
    action = given["action"]
    if action == "begin":
        return _begin(api, given)
    if action not in _ACTIONS:
        raise Invalid(f"action is {action!r}; it is one of {', '.join(_ACTIONS)}.")
    if not given.get("task_id"):
        raise Invalid(f"The action {action!r} needs 'task_id'.", hint="The answer to `begin` names it.")
    return _event(api, given) if action == "event" else _end(api, given)


def _begin(api: Api, given: Arguments) -> TaskBody:
    return api.begin_task(BeginBody.taken(part(given, BeginBody) | _at(given, "started_at")))


def _event(api: Api, given: Arguments) -> AppendAnswer:
    event = EventBody.taken(part(given, EventBody))
    return api.append_events(given["task_id"], EventsBody(events=(event,), space=given.get("space")))


def _end(api: Api, given: Arguments) -> EndAnswer:
    return api.end_task(given["task_id"], EndBody.taken(part(given, EndBody) | _at(given, "ended_at")))


def _at(given: Arguments, name: str) -> dict[str, Any]:
    return {name: given["at"]} if "at" in given else {}


def _logged(answer: Json) -> str:
    if answer.get("job_id"):
        return f"{answer['task_id']} ended ({answer['outcome']}); memory_review looks back over it."
    if answer.get("sequences"):
        return f"{answer['task_id']}: recorded as {', '.join(str(n) for n in answer['sequences'])}."
    lines = [f"{answer['task_id']} has begun."]
    if answer.get("preloaded"):
        lines.append("Such tasks used this before:")
        lines += [delimited(memory) for memory in answer["preloaded"]]
    return "\n".join(lines)


def _properties() -> dict[str, Schema]:
    action: Schema = {
        "type": "string",
        "enum": list(_ACTIONS),
        "description": "`begin`: task_type, intent; `event`: kind, text, …; `end`: outcome, evidence.",
    }
    begin = arguments(BeginBody, without=("task_id", "session_id", "started_at", "space"))
    event = arguments(EventBody, without=("session_id",))
    end = arguments(EndBody, without=("ended_at",))
    end["outcome"]["description"] = "How it ended."
    return {
        "action": action,
        "task_id": text("The task's id; made by `begin` when absent."),
        "session_id": text("The session it is worked on in."),
        **begin,
        **event,
        **end,
    }


TOOLS = (
    Offer(
        name="task_log",
        title="Record a task",
        description=(
            "Record a task as it runs: `begin`; an `event` for each call, result, error and word of the user; `end`"
            " with the outcome."
        ),
        properties=_properties(),
        required=("action",),
        output=_LOGGED,
        effect=ADDS,
        call=_log,
        render=_logged,
    ),
)
