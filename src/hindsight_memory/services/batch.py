"""What one unit of work is about to commit, visible to the decisions that come after in the same unit."""

from __future__ import annotations

from dataclasses import dataclass, field

from hindsight_memory.domain.events import Change, DomainEvent, Indexed, MemoryChanged
from hindsight_memory.domain.memory import Memory
from hindsight_memory.domain.proposal import Effect
from hindsight_memory.domain.recall.matrices import Vector
from hindsight_memory.ports.records import Work


@dataclass(slots=True)
class Batch:
    """Collects events; ``states`` holds the newest state of each memory changed here, ``vectors`` of new ones."""

    events: list[DomainEvent] = field(default_factory=list[DomainEvent])
    states: dict[str, Memory] = field(default_factory=dict[str, Memory])
    vectors: dict[str, Vector] = field(default_factory=dict[str, Vector])

    def add(self, memory: Memory, change: Change, reason: str, indexed: Indexed | None = None) -> None:
        """Note a new state of a memory."""
        self.events.append(MemoryChanged(memory, change, reason, indexed))
        self.states[memory.memory_id] = memory

    def current(self, memory: Memory) -> Memory:
        """The newest state of a memory that was read from the store."""
        return self.states.get(memory.memory_id, memory)

    def effects_since(self, first: int) -> tuple[Effect, ...]:
        """The newest state that each memory was given by the events from number ``first`` on."""
        changed = [e.memory for e in self.events[first:] if isinstance(e, MemoryChanged)]
        return tuple(Effect(i, r) for i, r in {m.memory_id: m.revision for m in changed}.items())

    def commit(self, work: Work) -> None:
        """Commit what was collected, if anything."""
        if self.events:
            work.commit(*self.events)
