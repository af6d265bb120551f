"""The check-up of a store: one pass of counts, and a look at the newest memories."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from hindsight_memory.domain.actor import Actor, Role
from hindsight_memory.domain.health import Finding, Seen, check
from hindsight_memory.domain.job import JobState
from hindsight_memory.domain.memory import Memory, Status
from hindsight_memory.domain.patterns import densities
from hindsight_memory.domain.patterns.calibration import CONFIDENT, is_known, is_violated
from hindsight_memory.domain.text.tokens import tokenize
from hindsight_memory.ports.clock import Clock
from hindsight_memory.ports.decisions import DecisionFilter
from hindsight_memory.ports.records import MemoryFilter, Records
from hindsight_memory.services.patterns import tasks_of

_NEWEST = 1_000
_TASKS = 50
_RECENT = timedelta(days=14)
_A_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Checked:
    """All findings about these spaces, at this time."""

    spaces: tuple[str, ...]
    checked_at: datetime
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class Health:
    """The health service. It only reads, and its work is bounded: counts, the 1,000 newest memories, and the
    traces of the 50 newest tasks with decisions.

    ``generation`` is that of the embedding model; empty without one."""

    records: Records
    clock: Clock
    generation: str

    def check(self, actor: Actor, *, spaces: Sequence[str] = ()) -> Checked:
        """Judge how these spaces fare. Raises SpaceRequired, Forbidden."""
        actor.require(Role.READ)
        view = actor.view(*spaces)
        now = self.clock.now()
        waiting = frozenset({JobState.QUEUED})
        with self.records.reading() as reading:
            census = reading.census(view, now, self.generation)
            newest = reading.list_memories(view, MemoryFilter(statuses=frozenset({Status.ACTIVE})), limit=_NEWEST)
            pending = reading.pending(view)
            recent = DecisionFilter(inferred=False, since=now - _RECENT)
            decisions = reading.decisions(view, recent, limit=_NEWEST).entries
            tasks = densities(decisions, tasks_of(reading, view, decisions, most=_TASKS))
            waiting_intents = DecisionFilter(open=True, until=now - _A_DAY)
            intents = reading.decisions(view, waiting_intents, limit=_NEWEST).entries
            queued = reading.jobs(view, waiting, limit=_NEWEST).entries if census.waiting_jobs else ()
        confident = [one for one in decisions if one.confidence >= CONFIDENT and is_known(one)]
        seen = Seen(
            census=census,
            looked_at=len(newest.entries),
            near_copies=_near_copies(newest.entries),
            pending=pending.waiting,
            oldest_pending=pending.oldest_at,
            oldest_job=min((job.created_at for job in queued), default=None),
            recorded_tasks=len(tasks),
            dense_tasks=sum(one.too_dense for one in tasks),
            forgotten_intents=len(intents),
            confident=len(confident),
            confidently_wrong=sum(map(is_violated, confident)),
            has_model=bool(self.generation),
            now=now,
        )
        return Checked(view.spaces, now, tuple(check(seen)))


def _near_copies(memories: Sequence[Memory]) -> int:
    """How many say the same with the same words in another order or spelling, in one room. Copies to the letter
    are counted elsewhere."""
    seen: dict[tuple[object, ...], set[str]] = {}
    for memory in memories:
        said = (memory.scope.room, memory.type, *sorted(set(tokenize(memory.content))))
        seen.setdefault(said, set()).add(memory.content)
    return sum(len(texts) - 1 for texts in seen.values())
