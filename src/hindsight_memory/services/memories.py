"""Use cases on single memories: write, read, change, forget, roll back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import cast

from hindsight_memory.domain.actor import Actor, Role, View
from hindsight_memory.domain.errors import EmptyContent, Invalid, NotFound
from hindsight_memory.domain.events import Change, Discard, DiscardRestored, Indexed, MemoryPurged, UsageCounted
from hindsight_memory.domain.lifecycle import LIVE, change, confirm, forget, roll_back, supersede, widen
from hindsight_memory.domain.memory import (
    VISIBLE_STATUSES,
    Claim,
    Condition,
    Draft,
    Memory,
    MemoryType,
    Provenance,
    Revision,
    Source,
    Status,
    Usage,
    Visibility,
)
from hindsight_memory.domain.tags import tags_of
from hindsight_memory.domain.text.normal import fingerprint
from hindsight_memory.domain.verdict import Verdict
from hindsight_memory.ports.clock import Clock
from hindsight_memory.ports.records import MemoryFilter, Page, Records, Work
from hindsight_memory.services.admission import Admission
from hindsight_memory.services.batch import Batch
from hindsight_memory.services.drafting import draft_of
from hindsight_memory.services.neighbours import Match
from hindsight_memory.services.past import NOW, When, page_of, state_then, states_then
from hindsight_memory.services.uses import is_short, kept

_CHANGEABLE = frozenset(
    {"content", "type", "confidence", "tags", "metadata", "pinned", "valid_from", "valid_until", "applies_when"}
)


@dataclass(frozen=True, slots=True, kw_only=True)
class WriteRequest:
    """One direct write. ``source`` says who says so; ``channel`` how it came (``user_input``, ``tool_result``…)."""

    content: str
    memory_type: MemoryType | None = None
    source: Source = Source.INFERRED
    confidence: float = 0.8
    tags: tuple[str, ...] = ()
    metadata: Mapping[str, object] = field(default_factory=dict[str, object])
    space: str | None = None
    visibility: Visibility = Visibility.GLOBAL
    group: str = ""
    pinned: bool = False
    claim: Claim | None = None
    applies_when: Condition | None = None
    said_at: datetime | None = None
    valid_from: datetime | None = None
    valid_until: datetime | None = None
    expires_at: datetime | None = None
    task_id: str = ""
    session_id: str = ""
    speaker: str = ""
    channel: str = ""


@dataclass(frozen=True, slots=True)
class Memories:
    """The memory service; safe to call from several threads."""

    records: Records
    admission: Admission
    clock: Clock

    def write(self, actor: Actor, request: WriteRequest) -> Verdict:
        """Judge one statement and store it if it is worth it; the answer is final.

        Raises EmptyContent, ContentTooLong, Invalid, SpaceRequired, Forbidden, StoreBusy, StoreFull."""
        return self.write_many(actor, [request])[0]

    def write_many(self, actor: Actor, requests: Sequence[WriteRequest]) -> list[Verdict]:
        """Judge several statements of one space in one transaction: all or nothing."""
        actor.require(Role.WRITE)
        if not requests:
            raise Invalid("A batch holds at least one statement.")
        now = self.clock.now()
        scopes = [actor.scope(r.space, r.visibility, r.group) for r in requests]
        spaces = {scope.space for scope in scopes}
        if len(spaces) > 1:
            raise Invalid("One batch writes to one space.", hint="Send one batch for each space.")
        prepared = self.admission.prepare([_draft(r, actor, now) for r in requests])
        batch = Batch()
        with self.records.work(actor.agent, spaces.pop(), now) as work:
            verdicts = [
                self.admission.judge(work, one, scope, now, batch) for one, scope in zip(prepared, scopes, strict=True)
            ]
            batch.commit(work)
        return verdicts

    def get(self, actor: Actor, memory_id: str, space: str | None = None, when: When = NOW) -> Memory:
        """Return a visible memory of any status, as it is or as it was on two clocks. Raises NotFound."""
        actor.require(Role.READ)
        with self.records.reading() as reading:
            if when:
                return state_then(reading, _view(actor, space), memory_id, when)
            memory = reading.memory(_view(actor, space), memory_id)
        if memory is None:
            raise NotFound(f"There is no memory {memory_id!r} here.")
        return memory

    def list(
        self,
        actor: Actor,
        wanted: MemoryFilter,
        *,
        spaces: Sequence[str] = (),
        limit: int = 50,
        cursor: str | None = None,
        when: When = NOW,
    ) -> Page[Memory]:
        """Return a page of visible memories, newest first, as they are or as they were on two clocks."""
        actor.require(Role.READ)
        if not 1 <= limit <= 1000:
            raise Invalid(f"limit is {limit}; it lies between 1 and 1000.")
        with self.records.reading() as reading:
            if when:
                states = states_then(reading, actor.view(*spaces), wanted, when, self.clock.now())
                return page_of(states, limit, cursor)
            return reading.list_memories(actor.view(*spaces), wanted, limit=limit, cursor=cursor)

    def history(self, actor: Actor, memory_id: str, space: str | None = None) -> list[Revision]:
        """Return all revisions, oldest first. Raises NotFound."""
        actor.require(Role.READ)
        with self.records.reading() as reading:
            revisions = reading.revisions(_view(actor, space), memory_id)
        if not revisions:
            raise NotFound(f"There is no memory {memory_id!r} here.")
        return revisions

    def update(
        self, actor: Actor, memory_id: str, changes: Mapping[str, object], reason: str, space: str | None = None
    ) -> Memory:
        """Change fields of a live memory as a new revision. Raises NotFound, Invalid, NotPossibleNow, Conflict."""
        actor.require(Role.WRITE)
        unknown = set(changes) - _CHANGEABLE
        if unknown or not changes:
            raise Invalid(
                f"Cannot change {', '.join(sorted(unknown)) or 'nothing'}.",
                hint=f"Changeable are: {', '.join(sorted(_CHANGEABLE))}.",
            )
        now = self.clock.now()
        old = self.get(actor, memory_id, space)
        final, indexed = self._checked(old, changes, now)
        with self.records.work(actor.agent, old.scope.space, now) as work:
            memory = change(self._live(work, actor, old), final)
            batch = Batch()
            batch.add(memory, Change.UPDATED, reason or "changed on request", indexed)
            batch.commit(work)
        return memory

    def forget(self, actor: Actor, memory_id: str, reason: str, space: str | None = None) -> Memory:
        """Hide a memory; it can be rolled back. Raises NotFound, NotPossibleNow."""
        actor.require(Role.WRITE)
        old = self.get(actor, memory_id, space)
        with self.records.work(actor.agent, old.scope.space, self.clock.now()) as work:
            memory = forget(self._live(work, actor, old))
            batch = Batch()
            batch.add(memory, Change.FORGOTTEN, reason or "forgotten on request")
            batch.commit(work)
        return memory

    def rollback(self, actor: Actor, memory_id: str, to: int, reason: str = "", space: str | None = None) -> Memory:
        """Return to revision ``to`` as a new revision; what was superseded, archived or forgotten holds again, what
        never was approved waits again. Raises NotFound, Invalid, Forbidden."""
        actor.require(Role.WRITE)
        revisions = self.history(actor, memory_id, space)
        target = next((r for r in revisions if r.number == to), None)
        if target is None:
            raise Invalid(f"There is no revision {to}; the memory has 1 to {revisions[-1].number}.")
        now = self.clock.now()
        indexed, _ = self.admission.indexer.index([target.state])
        with self.records.work(actor.agent, target.state.scope.space, now) as work:
            live = self._live(work, actor, target.state)
            stood = (r.state.status for r in reversed(revisions[:to]) if r.state.status in LIVE)
            status = next(stood, Status.ACTIVE)
            if live.status is Status.PENDING and status is not Status.PENDING:
                actor.require(Role.REVIEW)
            memory = roll_back(live, target.state, status)
            batch = Batch()
            batch.add(memory, Change.ROLLED_BACK, reason or f"rolled back to revision {to}", indexed[0])
            batch.commit(work)
        return memory

    def promote(
        self, actor: Actor, memory_id: str, to: Visibility, group: str = "", reason: str = "", space: str | None = None
    ) -> Memory:
        """Let more see a memory: from private to shared to global, never back.

        Where the same is known there already, that one takes the evidence and this one's place, and is returned.
        Raises NotFound, Forbidden (a group that is not the actor's), NotPossibleNow."""
        actor.require(Role.WRITE)
        old = self.get(actor, memory_id, space)
        scope = replace(actor.scope(old.scope.space, to, group), agent=old.scope.agent)
        batch = Batch()
        with self.records.work(actor.agent, old.scope.space, self.clock.now()) as work:
            live = self._live(work, actor, old)
            wider = widen(live, scope)
            why = f"{live.scope.visibility.value} before{f': {reason}' if reason else ''}"
            known = work.same_text(scope, fingerprint(live.content), VISIBLE_STATUSES)
            if known is None:
                batch.add(wider, Change.PROMOTED, why)
            else:
                witness = live.provenance.task_id
                wider = confirm(
                    known,
                    said_at=live.last_confirmed_at,
                    source=live.source,
                    witness=witness,
                    expires_at=live.expires_at,
                )
                batch.add(wider, Change.CONFIRMED, f"{memory_id} says the same and was {why}")
                batch.add(supersede(live, known.memory_id), Change.SUPERSEDED, "the same is known to more already")
            batch.commit(work)
        return wider

    def against(self, actor: Actor, memory: Memory) -> Sequence[Match]:
        """Return the visible memories that say the same as a live one or stand against it."""
        actor.require(Role.READ)
        indexed, _ = self.admission.indexer.index([memory])
        view = actor.view(memory.scope.space)
        with self.records.reading() as reading:
            found = self.admission.neighbours.find(
                reading, draft_of(memory), indexed[0], memory.scope, Batch(), VISIBLE_STATUSES
            )
            visible = reading.memories(view, [m.memory.memory_id for m in found])
        return [m for m in found if m.memory.memory_id in visible and m.memory.memory_id != memory.memory_id]

    def purge(self, actor: Actor, memory_id: str, reason: str = "", space: str | None = None) -> None:
        """Erase a memory for good, with its history and every copy of its text, also other memories of its scope that
        say just this; only tombstones stay.

        Not to be undone. Raises NotFound, Forbidden."""
        actor.require(Role.ADMIN)
        old = self.get(actor, memory_id, space)
        with self.records.work(actor.agent, old.scope.space, self.clock.now()) as work:
            texts = {r.state.content for r in work.revisions(actor.view(old.scope.space), memory_id)}
            if not texts:
                raise NotFound(f"There is no memory {memory_id!r} here.")
            same = work.same_texts(old.scope, [fingerprint(text) for text in texts])
            why = reason or "erased on request"
            others = [MemoryPurged(old.scope.space, one, why) for one in same if one != memory_id]
            work.commit(MemoryPurged(old.scope.space, memory_id, why), *others)

    def feedback(self, actor: Actor, memory_id: str, helped: bool, space: str | None = None) -> Memory:
        """Count that a recalled memory helped or harmed; a short-term one that helped stays. Raises NotFound."""
        actor.require(Role.WRITE)
        memory = self.get(actor, memory_id, space)
        delta = Usage(recalled=1, used=1, helped=int(helped), harmed=int(not helped))
        now = self.clock.now()
        batch = Batch()
        with self.records.work(actor.agent, memory.scope.space, now) as work:
            current = self._live(work, actor, memory)
            if helped and is_short(current):
                batch.add(kept(current, now), Change.PROMOTED, "it helped")
            batch.events.append(UsageCounted(memory.scope.space, memory_id, delta, "feedback"))
            batch.commit(work)
        return self.get(actor, memory_id, space)

    def discards(
        self, actor: Actor, *, spaces: Sequence[str] = (), limit: int = 50, cursor: str | None = None
    ) -> Page[Discard]:
        """Return what the gate left out and still keeps, newest first."""
        actor.require(Role.READ)
        with self.records.reading() as reading:
            return reading.discards(actor.view(*spaces), limit=limit, cursor=cursor)

    def restore(self, actor: Actor, discard_id: str, space: str | None = None) -> Memory:
        """Make a memory of a discarded draft, or count it for the one that says it already. Where a person decides,
        it waits unless the actor may review. Raises NotFound when it is not there or has run out."""
        actor.require(Role.WRITE)
        now = self.clock.now()
        with self.records.reading() as reading:
            discard = reading.discard(_view(actor, space), discard_id)
        if discard is None or discard.restored_at is not None:
            raise NotFound(f"There is no discarded draft {discard_id!r} here.")
        indexed, _ = self.admission.indexer.index([discard.memory])
        batch = Batch()
        with self.records.work(actor.agent, discard.space, now) as work:
            memory = self.admission.put_back(work, discard.memory, indexed[0], actor.roles, now, batch)
            batch.events.append(DiscardRestored(discard.space, discard_id))
            batch.commit(work)
        return memory

    def _live(self, work: Work, actor: Actor, seen: Memory) -> Memory:
        """The memory as the transaction sees it."""
        memory = work.memory(actor.view(seen.scope.space), seen.memory_id)
        if memory is None:
            raise NotFound(f"There is no memory {seen.memory_id!r} here.")
        return memory

    def _checked(
        self, old: Memory, changes: Mapping[str, object], now: datetime
    ) -> tuple[dict[str, object], Indexed | None]:
        """Pass new text through cleaning, redaction and defence; embed it before the transaction."""
        final = dict(changes)
        if "tags" in changes:
            final["tags"] = tags_of(cast("Iterable[str]", changes["tags"]))
        if "content" not in changes:
            return final, None
        text = str(changes["content"])
        draft = Draft(
            content=text, said_at=now, source=old.source, type=old.type, explicit=True, provenance=old.provenance
        )
        prepared = self.admission.prepare([draft])[0]
        if prepared.findings:
            found = prepared.findings[0]
            raise Invalid(f"The new text was refused by the rule {found.code}: {found.text}")
        final["content"] = prepared.draft.content
        final["claim"] = prepared.draft.claim
        final["generation"] = prepared.indexed.generation
        return final, prepared.indexed


def _view(actor: Actor, space: str | None) -> View:
    return actor.view(space) if space else actor.view()


def _draft(request: WriteRequest, actor: Actor, now: datetime) -> Draft:
    if not request.content.strip():
        raise EmptyContent
    if not 0.0 <= request.confidence <= 1.0:
        raise Invalid(f"confidence is {request.confidence}; it lies between 0 and 1.")
    return Draft(
        content=request.content,
        said_at=request.said_at or now,
        source=request.source,
        type=request.memory_type,
        confidence=request.confidence,
        # Only a person asks to remember; an agent's own write is weighed like any other draft.
        explicit=request.source is Source.USER,
        claim=request.claim,
        applies_when=request.applies_when,
        tags=tags_of(request.tags),
        metadata=request.metadata,
        pinned=request.pinned,
        valid_from=request.valid_from,
        valid_until=request.valid_until,
        expires_at=request.expires_at,
        provenance=Provenance(
            task_id=request.task_id,
            session_id=request.session_id,
            agent=actor.agent,
            # An agent that writes by itself is no tool result: its words are inspected as its own.
            channel=request.channel or ("" if request.source is Source.USER else "agent"),
            speaker=request.speaker,
        ),
        reasons=("explicit_write",),
    )
