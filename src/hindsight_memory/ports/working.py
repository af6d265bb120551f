"""Working memory: desks with notes, shared by all processes on one store."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from hindsight_memory.domain.desk import Desk, Note


class WorkingMemory(Protocol):
    """Each method is atomic; all are safe to call from several threads and processes."""

    def put(self, desk: Desk, notes: Sequence[Note], until: datetime, most: int) -> bool:
        """Lay notes on a desk in their order, after those that are there; one whose key is there already takes its
        place. The whole desk is kept until ``until``.

        False, and nothing is changed, when more than ``most`` notes would lie there. What ran out before the notes
        were put (their ``put_at``) is gone first and does not count."""
        ...

    def listed(self, desk: Desk, now: datetime) -> list[Note]:
        """Return the notes in the order in which their keys were first put; none of a desk that has run out."""
        ...

    def clear(self, desk: Desk, key: str = "") -> int:
        """Take one note, or all, off a desk; returns how many there were."""
        ...
