"""Use cases on working memory: a session's desk, and what is laid out on it when a task begins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from hindsight_memory.domain.actor import Actor, Role, View
from hindsight_memory.domain.defence.redaction import redact
from hindsight_memory.domain.desk import Desk, DeskPolicy, Note
from hindsight_memory.domain.errors import ContentTooLong, DeskFull, EmptyContent, Invalid
from hindsight_memory.domain.events import TaskBegun
from hindsight_memory.domain.memory import VISIBLE_STATUSES, Memory, Usage
from hindsight_memory.domain.prefetch import (
    PRELOADED,
    PrefetchPolicy,
    chosen,
    inferred_type,
    preloaded,
    similar,
    summed,
)
from hindsight_memory.domain.text.normal import clean
from hindsight_memory.domain.trace import Task
from hindsight_memory.ports.clock import Clock
from hindsight_memory.ports.records import Reading, Records
from hindsight_memory.ports.working import WorkingMemory

_LONGEST_NAME = 256
_FETCHED = 50


@dataclass(frozen=True, slots=True)
class Shown:
    """A note as its desk shows it: with the memory it is about, if it is about one that is in force."""

    note: Note
    memory: Memory | None


@dataclass(frozen=True, slots=True)
class Working:
    """The working memory service. A desk belongs to one agent in one session of one space."""

    records: Records
    desks: WorkingMemory
    clock: Clock
    policy: DeskPolicy
    prefetch: PrefetchPolicy

    def put(self, actor: Actor, session_id: str, key: str, content: str, space: str | None = None) -> Shown:
        """Lay a note on the session's desk, in the place of one with the same key; secrets are taken out.

        Raises EmptyContent, ContentTooLong, DeskFull, Invalid."""
        actor.require(Role.WRITE)
        desk = _desk(actor, session_id, space)
        name, text = _name(key, "key"), redact(clean(content)).text
        if not text.strip():
            raise EmptyContent
        if len(text) > self.policy.max_characters:
            limit = f"{self.policy.max_characters:,}"
            raise ContentTooLong(f"The note has {len(text):,} characters; the limit is {limit}.")
        note = Note(key=name, content=text, put_at=self.clock.now())
        self._lay(desk, [note])
        return Shown(note, None)

    def listed(self, actor: Actor, session_id: str, space: str | None = None) -> list[Shown]:
        """Return what lies on the session's desk, in order. A memory that is no longer in force is not shown."""
        actor.require(Role.READ)
        desk = _desk(actor, session_id, space)
        notes = self.desks.listed(desk, self.clock.now())
        ids = [note.memory_id for note in notes if note.memory_id]
        with self.records.reading() as reading:
            memories = reading.memories(actor.view(desk.space), ids) if ids else {}
        shown = [Shown(note, memories.get(note.memory_id)) for note in notes]
        return [one for one in shown if not one.note.memory_id or _in_force(one.memory, self.clock.now())]

    def clear(self, actor: Actor, session_id: str, key: str = "", space: str | None = None) -> int:
        """Take one note, or all, off the desk; returns how many there were."""
        actor.require(Role.WRITE)
        return self.desks.clear(_desk(actor, session_id, space), clean(key))

    def prepare(self, actor: Actor, task: Task) -> tuple[Memory, ...]:
        """Lay out, on the desk of the session in which a task begins or goes on, what tasks of its kind used.

        What is laid out first is noted with the task, so that its review can tell whether it was used. Returns the
        memories that lie there for this task, best first."""
        actor.require(Role.WRITE)
        now = self.clock.now()
        view = actor.view(task.space)
        with self.records.reading() as reading:
            known = preloaded(task)
            wanted = known or tuple(self._likely(reading, view, task))
            found = reading.memories(view, wanted) if wanted else {}
        memories = tuple(m for m in found.values() if _in_force(m, now))[: self.prefetch.limit]
        if not memories:
            return ()
        notes = [Note(key=f"memory:{m.memory_id}", memory_id=m.memory_id, put_at=now) for m in memories]
        desk = Desk(task.space, actor.agent, task.session_ids[-1] if task.session_ids else task.task_id)
        if not self.desks.put(desk, notes, now + self.policy.kept, self.policy.notes):
            return ()
        if not known:
            metadata = {**task.metadata, PRELOADED: [m.memory_id for m in memories]}
            with self.records.work(actor.agent, task.space, now) as work:
                current = work.task(view, task.task_id) or task
                work.commit(TaskBegun(replace(current, metadata=metadata)))
        return memories

    def put_away(self, actor: Actor, task_id: str, space: str | None = None) -> int:
        """Clear the desks of a task that has ended, in all its sessions; returns how many notes there were."""
        actor.require(Role.WRITE)
        with self.records.reading() as reading:
            task = reading.task(actor.view(actor.space(space)), task_id)
        if task is None:
            return 0
        sessions = dict.fromkeys((*task.session_ids, task.task_id))
        agents = dict.fromkeys((actor.agent, task.agent))
        return sum(self.desks.clear(Desk(task.space, agent, one)) for agent in agents for one in sessions)

    def _likely(self, reading: Reading, view: View, task: Task) -> Sequence[str]:
        """What tasks of its type used; without a type, of the type of similar requests, or those tasks themselves."""
        if self.prefetch.limit == 0:
            return ()
        if task.task_type:
            return chosen(reading.type_uses(view, task.task_type, limit=_FETCHED), self.prefetch.limit)
        page = reading.tasks(view, reviewed=True, limit=self.prefetch.tasks)
        alike = similar(task.intent, [t for t in page.entries if t.task_id != task.task_id])
        uses: dict[str, Usage] = {}
        if kind := inferred_type(alike):
            uses |= reading.type_uses(view, kind, limit=_FETCHED)
        else:
            reports = [reading.report(view, t.task_id) for _, t in alike]
            uses |= summed((u.memory_id, u.use) for r in reports if r is not None for u in r.uses)
        return chosen(uses, self.prefetch.limit)

    def _lay(self, desk: Desk, notes: Sequence[Note]) -> None:
        if not self.desks.put(desk, notes, self.clock.now() + self.policy.kept, self.policy.notes):
            raise DeskFull(f"A desk holds at most {self.policy.notes} notes.")


def _desk(actor: Actor, session_id: str, space: str | None) -> Desk:
    return Desk(actor.space(space), actor.agent, _name(session_id, "session_id"))


def _name(given: str, what: str) -> str:
    name = clean(given)
    if not name:
        raise Invalid(f"{what} is empty.")
    if len(name) > _LONGEST_NAME:
        raise Invalid(f"{what} has at most {_LONGEST_NAME} characters.")
    return name


def _in_force(memory: Memory | None, now: datetime) -> bool:
    if memory is None or memory.status not in VISIBLE_STATUSES:
        return False
    ends = [t for t in (memory.expires_at, memory.valid_until) if t is not None]
    return memory.pinned or all(t > now for t in ends)
