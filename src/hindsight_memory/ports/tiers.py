"""Port: moving what old rows say to where it costs less, and counting where it lies."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from hindsight_memory.domain.actor import View
from hindsight_memory.domain.tiering import Kept, Stored


class TierStore(Protocol):
    """Part of the record store. A process that is stopped at any point loses nothing, and what it left half done is
    done by the next call. Two processes may call at once."""

    def warm(self, space: str, kind: Kept, until: datetime, *, limit: int) -> int:
        """Compress what of a space is dated at or before ``until`` and still hot, the oldest first; returns how many
        rows (of traces: events). ``limit`` bounds it, but a trace moves as a whole. 0: nothing is left to do."""
        ...

    def archive(self, actor: str, space: str, kind: Kept, until: datetime, now: datetime, *, limit: int) -> int:
        """Move what of a space is dated at or before ``until`` and warm into one new file of the archive; returns
        how many rows, 0 when nothing is left to do. The file is on the disk and was read back before the store lets
        go of what it holds. Of decisions the vectors go too: words still find them.

        Raises StoreBusy when others change the same rows all the time, StoreFull, StoreUnusable, ArchiveDamaged."""
        ...

    def tidy(self) -> int:
        """Remove files that a stopped process left behind and no row names; returns how many."""
        ...

    def storage(self, view: View) -> Sequence[Stored]:
        """Return how much of each kind lies in each tier, as far as the view shows it; without those of nothing."""
        ...
