"""The tree of commands. A command's module is loaded when it is called, so that help comes at once."""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping, MutableMapping
from types import MappingProxyType
from typing import Any

from typer.core import TyperGroup
from typer.main import get_command

_PACKAGE = "hindsight_memory.entrypoints.cli.commands"

# Section → command → (module of the commands package, what it does).
SECTIONS: Mapping[str, Mapping[str, tuple[str, str]]] = MappingProxyType(
    {
        "Start here": {
            "demo": ("demo", "Watch an agent fail, learn from it and succeed."),
            "init": ("init", "Make the data folder and see what comes next."),
            "doctor": ("doctor", "Check what works on this machine, with advice."),
        },
        "Memories": {
            "write": ("write", "Offer one statement for storing; the verdict comes with reasons."),
            "search": ("search", "Find what is known; every hit shows its score."),
            "memory": ("memory", "Show, list, change, forget, roll back or erase single memories."),
            "proposals": ("proposals", "What waits for a person: look, approve, edit, reject, undo."),
            "discards": ("discards", "What the gate left out, and how to get it back."),
        },
        "Agents": {
            "serve": ("serve", "Serve REST and MCP over HTTP; review finished tasks beside it."),
            "keys": ("keys", "Make, list and revoke the API keys of callers from elsewhere."),
            "mcp": ("mcp", "Serve an agent over MCP; print what its client wants to read."),
        },
        "Agent runs": {
            "ingest": ("ingest", "Read transcripts of finished agent runs."),
            "brief": ("brief", "What an agent should know when a session begins, in few tokens."),
            "working": ("working", "Working memory: the desk of a session."),
            "task": ("task", "Record a task's trace while it runs, or look at one."),
            "decisions": ("decisions", "What was believed and expected, and what came of it."),
            "review": ("review", "Look back over finished tasks and keep what is worth it."),
        },
        "Upkeep": {
            "health": ("health", "Check how the memories of a space fare, with advice."),
            "report": ("report", "Report a week: calibration, mistakes, blind spots, drift; Markdown or HTML."),
            "sweep": ("sweep", "Compare existing memories: merge what is the same, replace what is outdated."),
            "retier": ("retier", "Move what is old to where it costs less; it is found as before."),
            "stats": ("stats", "Count what a space holds."),
            "audit": ("audit", "The chained log of every change, and its check."),
            "bench": ("bench", "Measure search and write at full size on this machine."),
            "eval": ("evaluate", "Measure recall, reviews, defence and comparison on data sets."),
        },
    }
)
MODULES: Mapping[str, str] = MappingProxyType(
    {name: module for section in SECTIONS.values() for name, (module, _) in section.items()}
)
GROUPS = frozenset({"audit", "decisions", "discards", "eval", "keys", "mcp", "memory", "proposals", "task", "working"})


class _Commands(MutableMapping[str, Any]):
    """The commands by name; looking one up loads it."""

    def __init__(self, given: Mapping[str, Any]) -> None:
        self._loaded: dict[str, Any] = dict(given)

    def __getitem__(self, name: str) -> Any:
        if name not in self._loaded:
            module = importlib.import_module(f"{_PACKAGE}.{MODULES[name]}")
            command = get_command(module.app)
            command.name = name
            self._loaded[name] = command
        return self._loaded[name]

    def __setitem__(self, name: str, command: Any) -> None:
        self._loaded[name] = command

    def __delitem__(self, name: str) -> None:
        del self._loaded[name]

    def __iter__(self) -> Iterator[str]:
        return iter(dict.fromkeys([*MODULES, *self._loaded]))

    def __len__(self) -> int:
        return len(list(iter(self)))


class CommandTree(TyperGroup):
    """The root group: lists its commands by section without loading them."""

    def __init__(self, **attrs: Any) -> None:
        super().__init__(**attrs)
        self.commands = _Commands(self.commands)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the sections with one line a command."""
        for section, commands in SECTIONS.items():
            with formatter.section(section):
                formatter.write_dl([(name, says) for name, (_, says) in commands.items()])
