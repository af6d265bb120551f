"""The sweep: existing memories are compared among themselves, merged, replaced, disputed, archived.

Each memory's changes are one transaction, so that a stop leaves a consistent store, and a further run finishes;
what was done is not done again. Nobody's decision is undone: what a person brought back stays.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import combinations

from hindsight_memory.domain.actor import Actor, Role, View
from hindsight_memory.domain.errors import Invalid
from hindsight_memory.domain.events import Change, Indexed, ProposalMade
from hindsight_memory.domain.ids import uuid7
from hindsight_memory.domain.lifecycle import archive, change, dispute, supersede
from hindsight_memory.domain.memory import VISIBLE_STATUSES, Memory, Status
from hindsight_memory.domain.proposal import ApprovalMode, Proposal, ProposalKind
from hindsight_memory.domain.review.compare import Comparison, Relation, relation, statement_of
from hindsight_memory.domain.review.conflict import Outcome, resolve
from hindsight_memory.domain.review.merge import merged
from hindsight_memory.domain.review.swept import Act, Deed, Swept
from hindsight_memory.domain.verdict import Reason
from hindsight_memory.ports.clock import Clock
from hindsight_memory.ports.records import MemoryFilter, Reading, Records, Work
from hindsight_memory.services.batch import Batch
from hindsight_memory.services.holding import HoldPolicy, mode_in
from hindsight_memory.services.indexing import Indexer
from hindsight_memory.services.neighbours import Neighbours

_ALIKE = frozenset({Relation.SAME, Relation.REFINES})
_BROUGHT_BACK = frozenset({Change.ROLLED_BACK, Change.REOPENED, Change.RESTORED})
_MOST = 1_000


@dataclass(frozen=True, slots=True)
class _Pair:
    older: Memory
    newer: Memory
    comparison: Comparison


@dataclass(frozen=True, slots=True)
class Sweep:
    """The sweep service. ``entropy(n)`` gives n random bytes for new ids."""

    records: Records
    indexer: Indexer
    neighbours: Neighbours
    clock: Clock
    hold: HoldPolicy
    entropy: Callable[[int], bytes]

    def run(
        self,
        actor: Actor,
        *,
        since: datetime | None = None,
        until: datetime | None = None,
        limit: int = 200,
        space: str | None = None,
    ) -> Swept:
        """Compare the newest ``limit`` memories that were last said in the period with all of their space.

        Raises Invalid for a limit outside 1 to 1,000, Forbidden without the role."""
        actor.require(Role.REVIEW)
        if not 1 <= limit <= _MOST:
            raise Invalid(f"limit is {limit}; it lies between 1 and {_MOST:,}.")
        name = actor.space(space)
        view, now = actor.view(name), self.clock.now()
        acts = self._expire(actor, view, name, now)
        with self.records.reading() as reading:
            page = reading.list_memories(view, MemoryFilter(since=since, until=until), limit=limit)
        for memory in page.entries:
            acts += self._look_at(actor, view, name, memory.memory_id, now)
        return Swept(
            space=name, swept_at=now, looked_at=len(page.entries), more=page.next_cursor is not None, acts=tuple(acts)
        )

    def _expire(self, actor: Actor, view: View, space: str, now: datetime) -> list[Act]:
        batch = Batch()
        with self.records.work(actor.agent, space, now) as work:
            gone = work.memories(view, [m.memory_id for m in work.expired(now, space=space, limit=_MOST)])
            for memory in gone.values():
                batch.add(archive(memory), Change.ARCHIVED, "its time has run out")
            batch.commit(work)
        return [Act(Deed.ARCHIVED, memory_id, "", "Its time has run out.") for memory_id in sorted(gone)]

    def _look_at(self, actor: Actor, view: View, space: str, memory_id: str, now: datetime) -> list[Act]:
        """Settle one memory with its neighbours in one transaction; nothing is written when nothing changes."""
        with self.records.reading() as reading:
            memory = reading.memory(view, memory_id)
            if memory is None or not _open(memory):
                return []
            pairs = self._pairs(reading, view, memory)
            group = self._group(reading, view, memory, pairs)
        if not pairs:
            return []
        kept = _joined(group) if group else None
        indexed = self.indexer.index([kept])[0][0] if kept else None
        batch: Batch = Batch()
        with self.records.work(actor.agent, space, now) as work:
            if any(work.memory(view, m.memory_id) != m for pair in pairs for m in (pair.older, pair.newer)):
                return []  # changed at the same time: the next sweep sees it
            asks = mode_in(work, space, self.hold) is ApprovalMode.MANUAL
            act = _Acts(work, view, batch, now, self.entropy, asks)
            if kept is not None and indexed is not None:
                act.merge(group, kept, indexed)
            for pair in pairs:
                act.settle(pair)
            batch.commit(work)
        return act.done

    def _pairs(self, reading: Reading, view: View, memory: Memory) -> list[_Pair]:
        """The neighbours that say the same or stand against it, the nearest first."""
        indexed = self._indexed(reading, view, memory)
        known, cosines = self.neighbours.around(reading, memory, indexed, memory.scope, VISIBLE_STATUSES)
        pairs: list[_Pair] = []
        for other in sorted(known.values(), key=lambda m: (-cosines.get(m.memory_id, 0.0), m.memory_id)):
            if other.memory_id == memory.memory_id or not _open(other) or other.scope.room != memory.scope.room:
                continue
            older, newer = sorted((memory, other), key=lambda m: (m.last_confirmed_at, m.memory_id))
            compared = relation(statement_of(older), statement_of(newer), cosines.get(other.memory_id))
            if compared.relation is not Relation.DISTINCT and not _decided(reading, view, older, newer):
                pairs.append(_Pair(older, newer, compared))
        return pairs

    def _indexed(self, reading: Reading, view: View, memory: Memory) -> Indexed:
        """How it is found, with its stored vector where there is one."""
        embedder = self.indexer.embedder
        if embedder is None:
            return Indexed(self.indexer.tokens(memory), None, "")
        stored = reading.vectors_of(view, [memory.memory_id], embedder.generation).get(memory.memory_id)
        return Indexed(self.indexer.tokens(memory), stored, embedder.generation if stored else "")

    def _group(self, reading: Reading, view: View, memory: Memory, pairs: Sequence[_Pair]) -> list[Memory]:
        """The memories that become one: every two say the same, and none says the same as one outside.

        Otherwise being similar would be handed on, from one sweep to the next."""
        alike = _twins(pairs, memory)
        group = {memory.memory_id: memory} | alike
        if not alike or any(m.status is not Status.ACTIVE for m in group.values()):
            return []
        for twin in alike.values():
            if {twin.memory_id, *_twins(self._pairs(reading, view, twin), twin)} != group.keys():
                return []
        return sorted(group.values(), key=lambda m: (m.last_confirmed_at, m.memory_id))


@dataclass(slots=True)
class _Acts:
    """Carries out what was found for one memory, inside its transaction; ``asks``: a person decides on everything."""

    work: Work
    view: View
    batch: Batch
    now: datetime
    entropy: Callable[[int], bytes]
    asks: bool
    done: list[Act] = field(default_factory=list[Act])

    def merge(self, group: Sequence[Memory], kept: Memory, indexed: Indexed) -> None:
        """Make one memory of the group: the fullest wording stays, with what is known of all."""
        parts = [m for m in group if m.memory_id != kept.memory_id]
        reason = Reason("near_duplicate", "They say the same.")
        if self.asks or any(m.pinned for m in group):
            for part in parts:
                self._propose(part, kept, (reason,))
            return
        self.batch.add(kept, Change.MERGED, f"joined with {', '.join(m.memory_id for m in parts)}", indexed)
        for part in parts:
            self.batch.add(supersede(part, kept.memory_id), Change.SUPERSEDED, reason.text)
            self.done.append(Act(Deed.MERGED, part.memory_id, kept.memory_id, reason.text))

    def settle(self, pair: _Pair) -> None:
        """Act on a replacement or a contradiction."""
        older, newer = self.batch.current(pair.older), self.batch.current(pair.newer)
        if pair.comparison.relation in _ALIKE or not (_open(older) and _open(newer)):
            return
        resolution = resolve(older, newer.source, newer.last_confirmed_at, pair.comparison)
        why = "; ".join(reason.text for reason in resolution.reasons)
        gives_way = resolution.outcome is Outcome.SUPERSEDE or (
            older.pinned and pair.comparison.relation is Relation.REPLACES
        )
        if gives_way and (self.asks or older.pinned):
            self._propose(older, newer, resolution.reasons)
        elif gives_way:
            self.batch.add(supersede(older, newer.memory_id), Change.SUPERSEDED, why)
            self.done.append(Act(Deed.SUPERSEDED, older.memory_id, newer.memory_id, why))
        elif resolution.outcome is Outcome.DISPUTE and not self.asks:
            self._dispute(older, newer, why)

    def _dispute(self, older: Memory, newer: Memory, why: str) -> None:
        for one, other in ((older, newer), (newer, older)):
            if one.status is Status.ACTIVE:
                self.batch.add(dispute(one), Change.DISPUTED, why)
                self.done.append(Act(Deed.DISPUTED, one.memory_id, other.memory_id, why))

    def _propose(self, memory: Memory, successor: Memory, reasons: tuple[Reason, ...]) -> None:
        """Ask a person, once."""
        before = self.work.proposal(self.view, memory.memory_id)
        if before is not None and before.successor == successor.memory_id:
            return
        asked = Proposal(
            proposal_id=uuid7(self.now, self.entropy(10)),
            space=memory.scope.space,
            kind=ProposalKind.SUPERSEDE,
            memory_id=memory.memory_id,
            made_at=self.now,
            reasons=reasons,
            successor=successor.memory_id,
        )
        self.batch.events.append(ProposalMade(asked))
        why = "; ".join(reason.text for reason in reasons)
        self.done.append(Act(Deed.PROPOSED, memory.memory_id, successor.memory_id, why))


def _open(memory: Memory) -> bool:
    return memory.status in VISIBLE_STATUSES


def _twins(pairs: Sequence[_Pair], memory: Memory) -> dict[str, Memory]:
    """The other ones of the pairs that say the same as ``memory``."""
    same = [pair for pair in pairs if pair.comparison.relation in _ALIKE]
    others = [p.older if p.newer.memory_id == memory.memory_id else p.newer for p in same]
    return {m.memory_id: m for m in others}


def _decided(reading: Reading, view: View, older: Memory, newer: Memory) -> bool:
    """Whether a person brought one of the two back."""
    for memory in (older, newer):
        revisions = reading.revisions(view, memory.memory_id)
        if revisions and revisions[-1].change in _BROUGHT_BACK:
            return True
    return False


def _joined(group: Sequence[Memory]) -> Memory:
    """The next state of the memory whose wording is the fullest, with the union of what is known."""
    union = merged(group)
    kept = next(m for m in reversed(group) if m.content == union.content)
    witnesses = tuple(dict.fromkeys(w for m in group for w in m.witnesses))
    counted_twice = sum(len(set(a.witnesses) & set(b.witnesses)) for a, b in combinations(group, 2))
    return change(
        replace(kept, witnesses=witnesses),
        {
            "source": union.source,
            "confidence": union.confidence,
            "tier": union.tier,
            "claim": union.claim,
            "applies_when": union.applies_when,
            "tags": union.tags,
            "metadata": union.metadata,
            "evidence_count": max(1, union.evidence_count - counted_twice),
            "last_confirmed_at": union.last_confirmed_at,
            "valid_from": union.valid_from,
            "valid_until": union.valid_until,
            "expires_at": union.expires_at,
        },
    )
