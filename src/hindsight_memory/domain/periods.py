"""When a statement holds: the time of the world, which is another than the time at which it was learnt."""

from __future__ import annotations

from datetime import datetime

from hindsight_memory.domain.memory import VISIBLE_STATUSES, Memory, Status


def has_ended(memory: Memory, now: datetime) -> bool:
    """Whether its time has run out though no review has archived it yet."""
    ends = [t for t in (memory.expires_at, memory.valid_until) if t is not None]
    return not memory.pinned and memory.status in VISIBLE_STATUSES and any(t <= now for t in ends)


def covers(memory: Memory, at: datetime) -> bool:
    """Whether ``at`` lies in the period for which a memory says that it holds (from inclusive, until exclusive)."""
    begun = memory.valid_from is None or memory.valid_from <= at
    return begun and (memory.valid_until is None or at < memory.valid_until)


def held_at(memory: Memory, at: datetime, successor: Memory | None) -> bool:
    """Whether a memory that does not hold any more held at a time of the world.

    What was archived did if it named its end and that lies behind ``at``. What was superseded did if its successor
    says that it holds only from a later time; otherwise the successor corrects it for all times."""
    if not covers(memory, at):
        return False
    match memory.status:
        case Status.ARCHIVED:
            return memory.valid_until is not None
        case Status.SUPERSEDED:
            return successor is not None and successor.valid_from is not None and at < successor.valid_from
        case _:
            return memory.status in VISIBLE_STATUSES
