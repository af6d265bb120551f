"""OpenAI Agents SDK: memory as function tools, and a run as events of a task."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, cast

from hindsight_memory.client.async_tasks import AsyncOpenTask
from hindsight_memory.client.for_models import AnyCalls, ModelTools, awaited
from hindsight_memory.client.tasks import OpenTask
from hindsight_memory.client.values import shown
from hindsight_memory.integrations import missing

try:
    from agents import FunctionTool, RunHooks, function_tool
except ModuleNotFoundError as error:
    raise missing("openai-agents", error) from error

OWN = ("memory_search", "memory_write")
_FAILED = "An error occurred while running the tool"


def memory_tools(calls: AnyCalls, *, space: str = "") -> list[FunctionTool]:
    """Return ``memory_search`` and ``memory_write``. ``for_models.INSTRUCTIONS`` says when to use them.

    ``calls`` is a Hindsight, a client or a task; a task also records what was recalled."""
    tools = ModelTools(calls, space)
    return [function_tool(tools.memory_search), function_tool(tools.memory_write)]


class TaskHooks(RunHooks[Any]):
    """Hooks of a run that record it in a task: what the user said, each tool's call and result, the answer.

    The task's own with-block gives the outcome: ``with hs.task(…) as t: await Runner.run(…, hooks=TaskHooks(t))``.
    Searches of the memory are recorded by the tools themselves."""

    def __init__(self, task: OpenTask | AsyncOpenTask) -> None:
        self._task = task
        self._heard = False

    async def on_agent_start(self, context: Any, agent: Any) -> None:
        """Record what the user said, once."""
        if not self._heard:
            self._heard = True
            for text in _said(getattr(context, "turn_input", ())):
                await self._note("user", text)

    async def on_agent_end(self, context: Any, agent: Any, output: Any) -> None:
        """Record the answer."""
        await self._note("assistant", shown(output))

    async def on_handoff(self, context: Any, from_agent: Any, to_agent: Any) -> None:
        """Record that another agent goes on."""
        await self._note("thought", f"{from_agent.name} hands over to {to_agent.name}.")

    async def on_tool_start(self, context: Any, agent: Any, tool: Any) -> None:
        """Record a call."""
        if tool.name not in OWN:
            await self._note("tool_call", name=tool.name, args=_arguments(getattr(context, "tool_arguments", "")))

    async def on_tool_end(self, context: Any, agent: Any, tool: Any, result: object) -> None:
        """Record a result; the SDK turns a tool's exception into one."""
        if tool.name not in OWN:
            text = result if isinstance(result, str) else shown(result)
            status = "error" if text.startswith(_FAILED) else "ok"
            await self._note("tool_result", text, name=tool.name, status=status)

    async def _note(self, kind: str, text: str = "", **given: Any) -> None:
        await awaited(self._task.event, kind, text, **given)


def _said(given: Any) -> Iterator[str]:
    """The texts of the user in what a run begins with."""
    entries: list[Any] = [{"role": "user", "content": given}] if isinstance(given, str) else list(given)
    for entry in entries:
        if isinstance(entry, Mapping):
            one = cast("Mapping[str, Any]", entry)
            if one.get("role") == "user":
                yield shown(one.get("content"))


def _arguments(text: str) -> dict[str, Any]:
    try:
        given = json.loads(text or "{}")
    except ValueError:
        return {"arguments": text}
    return cast("dict[str, Any]", given) if isinstance(given, dict) else {"arguments": given}
