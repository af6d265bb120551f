"""Tools that were there and never used where things went wrong.

Some traces name the tools an agent has (``tools`` in the metadata of the task or in the arguments of an event).
Where none does, what other tasks of the same type used was there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from hindsight_memory.domain.patterns.rates import FEW
from hindsight_memory.domain.trace import EventKind, OutcomeStatus, Trace

_MOST = 20
_MOST_TOOLS = 200
_LONGEST = 100
_LEAST_USES = 2
"""A tool that one task alone used is not yet one of its type's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskTools:
    """One task's tools: ``named`` are those its trace says it has, ``used`` those it called. ``failed``: it had no
    success, or one of its decisions was violated."""

    space: str
    task_id: str
    task_type: str
    failed: bool
    named: frozenset[str]
    used: frozenset[str]


@dataclass(frozen=True, slots=True)
class IgnoredTool:
    """A tool that no failed task of a type used though it was there. ``failed`` counts those tasks, ``used`` the
    tasks of the type that used it, none of which failed; ``told`` says that the traces named it."""

    name: str
    task_type: str
    failed: int
    used: int
    told: bool

    @property
    def few(self) -> bool:
        """Whether there are too few tasks for a claim."""
        return self.failed < FEW


def tools_of(trace: Trace, *, violated: bool) -> TaskTools:
    """Return the tools of a task; ``violated`` says whether one of its decisions was."""
    calls = (event.name for event in trace.events if event.kind is EventKind.TOOL_CALL)
    told = [trace.task.metadata, *(event.args for event in trace.events if event.kind is not EventKind.TOOL_CALL)]
    named = {name for where in told for name in _names(where.get("tools"))}
    return TaskTools(
        space=trace.task.space,
        task_id=trace.task.task_id,
        task_type=trace.task.task_type,
        failed=violated or trace.task.outcome is OutcomeStatus.FAILURE,
        named=frozenset(sorted(named)[:_MOST_TOOLS]),
        used=frozenset(name for name in calls if name),
    )


def ignored_tools(tasks: Iterable[TaskTools]) -> tuple[IgnoredTool, ...]:
    """Return the tools that were there in failed tasks of a type and used in none of them, those of the most failed
    tasks first; at most 20. What was told of needs no other task that used it."""
    types: dict[str, list[TaskTools]] = {}
    for task in tasks:
        types.setdefault(task.task_type, []).append(task)
    found = [tool for kind, members in types.items() for tool in _ignored(kind, members)]
    return tuple(sorted(found, key=lambda one: (-one.failed, -one.used, one.task_type, one.name))[:_MOST])


def _ignored(kind: str, tasks: Sequence[TaskTools]) -> Iterable[IgnoredTool]:
    failed = [task for task in tasks if task.failed]
    fine = [task for task in tasks if not task.failed]
    used_in_vain = {name for task in failed for name in task.used}
    for name in sorted({name for task in tasks for name in task.named | task.used} - used_in_vain):
        told = [task for task in failed if name in task.named]
        # A trace that names its tools and not this one says that it was not there.
        silent = [task for task in failed if not task.named]
        used = sum(name in task.used for task in fine)
        there = len(told) + (len(silent) if kind and used >= _LEAST_USES else 0)
        if there:
            yield IgnoredTool(name, kind, there, used, bool(told))


def _names(said: object) -> Iterable[str]:
    """The names in a list of tools: texts, or objects with a ``name``, also one level down under ``function``."""
    if not isinstance(said, list | tuple):
        return
    for one in cast("Sequence[object]", said):
        name = _name(one)
        if name:
            yield name[:_LONGEST]


def _name(one: object) -> str:
    if isinstance(one, str):
        return one
    if not isinstance(one, Mapping):
        return ""
    tool = cast("Mapping[str, object]", one)
    name = tool.get("name")
    return name if isinstance(name, str) else _name(tool.get("function"))
