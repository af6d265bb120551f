"""The tiers at the edge: where what is old lies, and a run that moves it."""

from __future__ import annotations

from pydantic import Field

from hindsight_memory.domain.tiering import Kept, Retiered, StorageTier, Stored
from hindsight_memory.wire.body import Body


class StorageBody(Body):
    """How much of a kind lies in a tier: rows, and the bytes of what they say (in the archive: of its files)."""

    kind: Kept
    tier: StorageTier
    rows: int
    bytes: int

    @classmethod
    def of(cls, stored: Stored) -> StorageBody:
        """Return the body of what lies in a tier."""
        return cls(kind=stored.kind, tier=stored.tier, rows=stored.rows, bytes=stored.size)


class RetierBody(Body):
    """Move what has come of age: older than the settings `tiers` say it is compressed, older still it lies in files of
    the archive."""

    limit: int = Field(
        default=1_000_000, ge=1, le=100_000_000, description="Most rows that one run moves; the next goes on."
    )
    space: str | None = Field(default=None, description="The space.")


class MovedBody(Body):
    """How many rows of a kind came into a tier."""

    kind: Kept
    tier: StorageTier
    rows: int


class RetierAnswer(Body):
    """What a run moved. ``more``: it stopped at its limit."""

    space: str
    moved: list[MovedBody]
    more: bool

    @classmethod
    def of(cls, run: Retiered) -> RetierAnswer:
        """Return the body of a run."""
        moved = [MovedBody(kind=each.kind, tier=each.tier, rows=each.rows) for each in run.moved]
        return cls(space=run.space, moved=moved, more=run.more)
