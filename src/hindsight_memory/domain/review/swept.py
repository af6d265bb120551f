"""What a sweep over the memories of a space did, each with its reason."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class Deed(StrEnum):
    """What was done with a memory. ``proposed``: it would give way, and a person decides. A closed set."""

    MERGED = "merged"
    SUPERSEDED = "superseded"
    DISPUTED = "disputed"
    ARCHIVED = "archived"
    PROPOSED = "proposed"


@dataclass(frozen=True, slots=True)
class Act:
    """One deed: which memory, and the one it gave way to or stands against (empty: none)."""

    deed: Deed
    memory_id: str
    other_id: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Swept:
    """``looked_at`` counts the memories that were compared; ``more`` says whether older ones were left for later."""

    space: str
    swept_at: datetime
    looked_at: int
    more: bool
    acts: tuple[Act, ...]
