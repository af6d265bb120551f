"""What was believed at a time, and what held at one: the two clocks of every memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from hindsight_memory.domain.actor import View
from hindsight_memory.domain.errors import Invalid, NotFound
from hindsight_memory.domain.memory import VISIBLE_STATUSES, Memory, Status
from hindsight_memory.domain.periods import covers, has_ended, held_at
from hindsight_memory.ports.records import MemoryFilter, Page, Reading

_WIDER = frozenset({Status.ARCHIVED, Status.SUPERSEDED})


@dataclass(frozen=True, slots=True)
class When:
    """A place on the two clocks: what was believed at ``as_of`` (record time), what held at ``valid_at`` (world
    time). None on a clock means now, and no question about it."""

    as_of: datetime | None = None
    valid_at: datetime | None = None

    def __bool__(self) -> bool:
        return self.as_of is not None or self.valid_at is not None


NOW = When()


def states_then(reading: Reading, view: View, wanted: MemoryFilter, when: When, now: datetime) -> list[Memory]:
    """Return the states of visible memories on these clocks that pass the filter, in creation order.

    A question about the world also finds what does not hold any more but did at that time, unless the filter names
    statuses."""
    believed_at = when.as_of or now
    plain = wanted.statuses == VISIBLE_STATUSES
    wider = replace(wanted, statuses=VISIBLE_STATUSES | _WIDER) if plain and when.valid_at else wanted
    states = [s for s in reading.states_at(view, believed_at, wider) if view.shows(s.scope)]
    if when.valid_at is None:
        return [s for s in states if not has_ended(s, believed_at)]
    successors = reading.memories(view, [s.superseded_by for s in states if s.superseded_by])
    return [
        s
        for s in states
        if (held_at(s, when.valid_at, successors.get(s.superseded_by or "")) if plain else covers(s, when.valid_at))
    ]


def state_then(reading: Reading, view: View, memory_id: str, when: When) -> Memory:
    """Return the state of one memory, of any status, on these clocks. Raises NotFound."""
    revisions = [r for r in reading.revisions(view, memory_id) if when.as_of is None or r.recorded_at <= when.as_of]
    if not revisions or not view.shows(revisions[-1].state.scope):
        raise NotFound(f"There is no memory {memory_id!r} here at that time.")
    state = revisions[-1].state
    if when.valid_at is not None and not covers(state, when.valid_at):
        raise NotFound(f"The memory {memory_id!r} did not hold at that time.")
    return state


def page_of(states: Sequence[Memory], limit: int, cursor: str | None) -> Page[Memory]:
    """Return a page of states, newest first. The cursor is the last memory of the page before; Raises Invalid."""
    ordered = sorted(states, key=lambda m: (-m.created_at.timestamp(), m.memory_id))
    start = 0
    if cursor:
        places = [n for n, state in enumerate(ordered) if state.memory_id == cursor]
        if not places:
            raise Invalid("The cursor is not one of this list.", hint="Give next_cursor of the page before, or none.")
        start = places[0] + 1
    part = tuple(ordered[start : start + limit])
    more = start + limit < len(ordered)
    return Page(part, part[-1].memory_id if more and part else None)
