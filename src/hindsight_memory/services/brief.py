"""The brief for the start of a session."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from hindsight_memory.domain.actor import Actor, Role
from hindsight_memory.domain.brief import Brief, brief
from hindsight_memory.domain.errors import Invalid
from hindsight_memory.domain.memory import Memory, MemoryType, Status, Tier
from hindsight_memory.ports.clock import Clock
from hindsight_memory.ports.records import MemoryFilter, Records

_ACTIVE = frozenset({Status.ACTIVE})
_EACH = 30
LEAST, MOST = 50, 20_000


@dataclass(frozen=True, slots=True)
class Briefs:
    """The service that makes briefs. Nothing it does counts as a use."""

    records: Records
    clock: Clock

    def brief(self, actor: Actor, *, spaces: Sequence[str] = (), max_tokens: int = 600) -> Brief:
        """Return what an agent should know of these spaces, in at most ``max_tokens`` tokens (estimated).

        Raises Invalid, SpaceRequired, Forbidden."""
        actor.require(Role.READ)
        if not LEAST <= max_tokens <= MOST:
            raise Invalid(f"max_tokens is {max_tokens}; it lies between {LEAST} and {MOST:,}.")
        view = actor.view(*spaces)
        now = self.clock.now()
        with self.records.reading() as reading:

            def newest(kind: MemoryType) -> list[Memory]:
                wanted = MemoryFilter(statuses=_ACTIVE, types=frozenset({kind}))
                page = reading.list_memories(view, wanted, limit=_EACH)
                return sorted(page.entries, key=lambda m: (m.last_confirmed_at, m.memory_id), reverse=True)

            candidates = {
                "pinned": reading.pinned(view, limit=_EACH),
                "preferences": newest(MemoryType.PREFERENCE),
                "boundaries": newest(MemoryType.BOUNDARY),
                "negatives": newest(MemoryType.NEGATIVE),
                "helpful": reading.most_helpful(view, limit=_EACH),
            }
        lasting = {name: [m for m in some if _lasts(m, now)] for name, some in candidates.items()}
        return brief(lasting, max_tokens)


def _lasts(memory: Memory, now: datetime) -> bool:
    """Whether it is in force and not only for a while."""
    ends = [t for t in (memory.expires_at, memory.valid_until) if t is not None]
    return memory.pinned or (memory.tier is Tier.LONG and all(t > now for t in ends))
