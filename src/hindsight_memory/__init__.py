"""Hindsight: governed memory for LLM agents."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hindsight_memory.client.async_client import AsyncClient
    from hindsight_memory.client.exchange import Retry
    from hindsight_memory.client.open_decisions import AsyncOpenDecision, OpenDecision
    from hindsight_memory.client.sync import Client
    from hindsight_memory.domain.actor import Role
    from hindsight_memory.domain.decision import DecisionKind, DeltaResult, ExpectedKind, OutcomeSource
    from hindsight_memory.domain.errors import HindsightError
    from hindsight_memory.domain.job import JobState
    from hindsight_memory.domain.memory import MemoryType, Source, Status, Tier, Visibility
    from hindsight_memory.domain.trace import EventKind, OutcomeStatus
    from hindsight_memory.domain.verdict import VerdictKind
    from hindsight_memory.entrypoints.python import Hindsight

__all__ = [
    "AsyncClient",
    "AsyncOpenDecision",
    "Client",
    "DecisionKind",
    "DeltaResult",
    "EventKind",
    "ExpectedKind",
    "Hindsight",
    "HindsightError",
    "JobState",
    "MemoryType",
    "OpenDecision",
    "OutcomeSource",
    "OutcomeStatus",
    "Retry",
    "Role",
    "Source",
    "Status",
    "Tier",
    "VerdictKind",
    "Visibility",
    "__version__",
]

__version__ = "0.1.0"

# Loaded when they are first used: the command line and the MCP server need none of them.
_HOMES = {
    "AsyncClient": "client.async_client",
    "AsyncOpenDecision": "client.open_decisions",
    "Client": "client.sync",
    "DecisionKind": "domain.decision",
    "DeltaResult": "domain.decision",
    "EventKind": "domain.trace",
    "ExpectedKind": "domain.decision",
    "Hindsight": "entrypoints.python",
    "HindsightError": "domain.errors",
    "JobState": "domain.job",
    "MemoryType": "domain.memory",
    "OpenDecision": "client.open_decisions",
    "OutcomeSource": "domain.decision",
    "OutcomeStatus": "domain.trace",
    "Retry": "client.exchange",
    "Role": "domain.actor",
    "Source": "domain.memory",
    "Status": "domain.memory",
    "Tier": "domain.memory",
    "VerdictKind": "domain.verdict",
    "Visibility": "domain.memory",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
