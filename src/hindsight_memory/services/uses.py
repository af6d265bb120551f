"""What a task did with the memories it was shown: counted, and short-term ones that came to use stay."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from hindsight_memory.domain.actor import View
from hindsight_memory.domain.events import Change, UsageCounted
from hindsight_memory.domain.lifecycle import expiry_of, promote_tier
from hindsight_memory.domain.memory import Memory, Status, Tier
from hindsight_memory.domain.report import ReviewReport
from hindsight_memory.domain.trace import Task
from hindsight_memory.domain.usage import Use, counted
from hindsight_memory.ports.records import Work
from hindsight_memory.services.batch import Batch

_CAME_TO_USE = frozenset({Use.USED, Use.USED_HELPED})


def keep_used(work: Work, view: View, task: Task, uses: Mapping[str, Use], now: datetime, batch: Batch) -> list[str]:
    """Make long-term, in ``batch``, the short-term memories that the task used; returns their ids."""
    promoted: list[str] = []
    for memory_id, known in work.memories(view, [i for i, use in uses.items() if use in _CAME_TO_USE]).items():
        memory = batch.current(known)
        if is_short(memory):
            batch.add(kept(memory, now), Change.PROMOTED, f"used by task {task.task_id}")
            promoted.append(memory_id)
    return promoted


def count_uses(
    work: Work, view: View, task: Task, uses: Mapping[str, Use], before: ReviewReport | None, batch: Batch
) -> None:
    """Let the use counters grow, in ``batch``. A task counts once, however often it is reviewed (``before`` is its
    last report). Comes after all changes of memories in a batch: a changed state brings its counters along."""
    found = {one.memory_id: one.use for one in before.uses} if before else {}
    known = work.memories(view, list(uses))
    for memory_id, use in uses.items():
        delta = counted(use, found.get(memory_id, "")) if memory_id in known else None
        if delta is not None:
            reason = f"review of task {task.task_id}"
            batch.events.append(UsageCounted(task.space, memory_id, delta, reason, task.task_type))


def is_short(memory: Memory) -> bool:
    """Whether it is a short-term memory that is in force."""
    return memory.tier is Tier.SHORT and memory.status is Status.ACTIVE


def kept(memory: Memory, now: datetime) -> Memory:
    """The memory as a long-term one. Its type's life begins now; an end in the world stays its end."""
    ends = [t for t in (expiry_of(memory.type, Tier.LONG, now, 0.0), memory.valid_until) if t is not None]
    return promote_tier(memory, expires_at=min(ends) if ends else None)
