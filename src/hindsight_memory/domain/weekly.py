"""The weekly report as data: what was decided in a week, what the weeks up to it have in common, what changed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from hindsight_memory.domain.decision import Decision
from hindsight_memory.domain.memory import Memory
from hindsight_memory.domain.patterns import Patterns, Rate
from hindsight_memory.domain.weeks import Week

WINDOW = 8
"""Weeks, the reported one the last, over which patterns are looked for: one week alone holds too little."""


@dataclass(frozen=True, slots=True)
class MemoryStep:
    """A memory has changed: how (as ``domain.events.Change`` names it), why and when. ``memory`` is None when it is
    not to be shown: it was forgotten, held back, archived or erased since."""

    memory_id: str
    change: str
    reason: str
    at: datetime
    memory: Memory | None


@dataclass(frozen=True, slots=True, kw_only=True)
class WeeklyReport:
    """A week in these spaces. ``running``: it has not ended yet.

    ``of_week`` is about the decisions of the week alone, ``window`` about those of ``WINDOW`` weeks up to its end;
    ``before`` is the met rate of the week before. ``waiting`` are the oldest decisions without an outcome, of
    ``waiting_count`` in all. ``memory_counts`` counts the changes of memories by kind, ``memory_steps`` are the newest
    of them. ``cut`` says that there was more than could be looked at."""

    week: Week
    spaces: tuple[str, ...]
    made_at: datetime
    running: bool
    of_week: Patterns
    before: Rate
    window: Patterns
    waiting: tuple[Decision, ...]
    waiting_count: int
    memory_counts: Mapping[str, int]
    memory_steps: tuple[MemoryStep, ...]
    cut: bool
