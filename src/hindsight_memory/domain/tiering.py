"""Where the words of decisions, traces and old revisions lie, by their age.

Hot: as written. Warm: compressed, in the store. Archive: in compressed files beside the store. What is filtered and
counted stays in the store in every tier, and nothing becomes unreachable: a tier changes how long a read takes, never
what it finds. The present state of a memory is always hot.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from hindsight_memory.domain.errors import Invalid


class StorageTier(StrEnum):
    """Where something lies."""

    HOT = "hot"
    WARM = "warm"
    ARCHIVE = "archive"


class Kept(StrEnum):
    """What moves through the tiers: decisions by when they were made, the events of a trace by when the last one
    happened, revisions that are no longer the present one by when they were recorded."""

    DECISIONS = "decisions"
    TRACES = "traces"
    REVISIONS = "revisions"


@dataclass(frozen=True, slots=True)
class TierPolicy:
    """From which age on something is warm, and from which it lies in the archive."""

    hot: timedelta = timedelta(days=7)
    warm: timedelta = timedelta(days=90)

    def __post_init__(self) -> None:
        """Raises Invalid where the archive would begin before warm does, or an age is below zero."""
        if not timedelta(0) <= self.hot <= self.warm:
            raise Invalid(
                f"The ages of the tiers do not follow each other: hot for {self.hot}, warm until {self.warm}.",
                hint="HSM_TIERS__HOT_DAYS is at most HSM_TIERS__WARM_DAYS.",
            )

    def tier_at(self, age: timedelta) -> StorageTier:
        """The tier of something of this age; what is dated ahead is hot."""
        if age < self.hot:
            return StorageTier.HOT
        return StorageTier.WARM if age < self.warm else StorageTier.ARCHIVE

    def until(self, tier: StorageTier, now: datetime) -> datetime:
        """What is dated at or before this time belongs into ``tier`` or a colder one. Raises ValueError for hot."""
        match tier:
            case StorageTier.HOT:
                raise ValueError("everything is at least hot")
            case StorageTier.WARM:
                return now - self.hot
            case StorageTier.ARCHIVE:
                return now - self.warm


@dataclass(frozen=True, slots=True)
class Stored:
    """How much of a kind lies in a tier: rows, and the bytes of what they say (in the archive: of the files)."""

    kind: Kept
    tier: StorageTier
    rows: int
    size: int


@dataclass(frozen=True, slots=True)
class Moved:
    """How many rows of a kind came into a tier."""

    kind: Kept
    tier: StorageTier
    rows: int


@dataclass(frozen=True, slots=True)
class Retiered:
    """What one run moved. ``more``: it stopped at its limit, and the next run goes on."""

    space: str
    moved: tuple[Moved, ...]
    more: bool


def tally(moved: Sequence[Moved]) -> tuple[Moved, ...]:
    """Return the sums by kind and tier, in the order they first came, without those of nothing."""
    sums: dict[tuple[Kept, StorageTier], int] = {}
    for each in moved:
        key = each.kind, each.tier
        sums[key] = sums.get(key, 0) + each.rows
    return tuple(Moved(kind, tier, rows) for (kind, tier), rows in sums.items() if rows)
