"""Moving what is old to where it costs less, and saying where it lies."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from hindsight_memory.domain.actor import Actor, Role
from hindsight_memory.domain.errors import Invalid
from hindsight_memory.domain.tiering import Kept, Moved, Retiered, StorageTier, Stored, TierPolicy, tally
from hindsight_memory.ports.clock import Clock
from hindsight_memory.ports.tiers import TierStore

ROWS_PER_RUN = 1_000_000
"""How many rows one run moves at most, unless it is told otherwise."""
_WARMED_AT_ONCE = 1_000
# One file of the archive: what a purge rewrites, and what waits for the next run after a stop.
_ARCHIVED_AT_ONCE = 10_000


@dataclass(frozen=True, slots=True)
class Tiers:
    """The tier service."""

    store: TierStore
    clock: Clock
    policy: TierPolicy

    def retier(self, actor: Actor, space: str | None = None, *, limit: int = ROWS_PER_RUN) -> Retiered:
        """Move what has come of age in a space, in batches that each stand on their own: stopped at any point, the
        next run goes on. A second run at the same time of day finds nothing to do. ``limit`` bounds the rows it moves
        (it is passed by one batch at most). Raises Forbidden, SpaceRequired, Invalid, StoreBusy, StoreFull."""
        actor.require(Role.ADMIN)
        if limit < 1:
            raise Invalid(f"The limit is {limit}; it is at least 1.")
        name = actor.space(space)
        self.store.tidy()
        moved: list[Moved] = []
        for each in self._batches(actor.agent, name):
            moved.append(each)
            limit -= each.rows
            if limit <= 0:
                return Retiered(name, tally(moved), more=True)
        return Retiered(name, tally(moved), more=False)

    def storage(self, actor: Actor, *spaces: str) -> Sequence[Stored]:
        """Return how much of each kind lies in each tier."""
        actor.require(Role.READ)
        return self.store.storage(actor.view(*spaces))

    def _batches(self, agent: str, space: str) -> Iterator[Moved]:
        now = self.clock.now()
        warm, archive = (self.policy.until(tier, now) for tier in (StorageTier.WARM, StorageTier.ARCHIVE))
        for kind in Kept:
            yield from _all(
                kind, StorageTier.WARM, lambda k=kind: self.store.warm(space, k, warm, limit=_WARMED_AT_ONCE)
            )
            yield from _all(
                kind,
                StorageTier.ARCHIVE,
                lambda k=kind: self.store.archive(agent, space, k, archive, now, limit=_ARCHIVED_AT_ONCE),
            )


def _all(kind: Kept, tier: StorageTier, batch: Callable[[], int]) -> Iterator[Moved]:
    """Move batch after batch until nothing is left."""
    while rows := batch():
        yield Moved(kind, tier, rows)
