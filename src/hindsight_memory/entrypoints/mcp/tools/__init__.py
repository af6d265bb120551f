"""The tools, by noun: those that every agent has, and those behind ``--admin``."""

from __future__ import annotations

from hindsight_memory.entrypoints.mcp.tools import decisions, governance, memories, proposals, reviews, tasks

TOOLS = (*memories.TOOLS, *reviews.TOOLS, *tasks.TOOLS, *decisions.TOOLS)
ADMIN_TOOLS = (*governance.TOOLS, *proposals.TOOLS, *decisions.ADMIN_TOOLS)
