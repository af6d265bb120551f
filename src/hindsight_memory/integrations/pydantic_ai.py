"""Pydantic AI: memory as a toolset, and another toolset's calls as events of a task."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hindsight_memory.client.async_tasks import AsyncOpenTask
from hindsight_memory.client.for_models import INSTRUCTIONS, AnyCalls, ModelTools
from hindsight_memory.client.tasks import OpenTask
from hindsight_memory.integrations import missing

try:
    from pydantic_ai import RunContext
    from pydantic_ai.toolsets import FunctionToolset, ToolsetTool, WrapperToolset
except ModuleNotFoundError as error:
    raise missing("pydantic-ai", error) from error


def memory_toolset(calls: AnyCalls, *, space: str = "") -> FunctionToolset[Any]:
    """Return ``memory_search`` and ``memory_write`` with instructions on when to use them.

    ``calls`` is a Hindsight, a client or a task; a task also records what was recalled."""
    tools = ModelTools(calls, space)
    return FunctionToolset([tools.memory_search, tools.memory_write], id="hindsight-memory", instructions=INSTRUCTIONS)


@dataclass
class RecordedToolset(WrapperToolset[Any]):
    """Another toolset whose calls, results and exceptions become events of a task."""

    task: OpenTask | AsyncOpenTask

    async def call_tool(
        self, name: str, tool_args: dict[str, Any], ctx: RunContext[Any], tool: ToolsetTool[Any]
    ) -> Any:
        """Call a tool and record it."""
        with self.task.recording.tool(name, tool_args) as call:
            result = await super().call_tool(name, tool_args, ctx, tool)
            call.result(result)
        return result
