"""The tools, by noun: those that every agent has, and those behind ``--admin``."""

from __future__ import annotations

from hindsight_memory.entrypoints.mcp.tools import governance, memories, proposals, reviews, tasks

TOOLS = (*memories.TOOLS, *reviews.TOOLS, *tasks.TOOLS)
ADMIN_TOOLS = (*governance.TOOLS, *proposals.TOOLS)
