"""The write gate as a use case: a draft becomes a verdict and the events that carry it out.

Order (DESIGN §4): clean → defence → exact duplicate → score → near-duplicate → conflict → verdict. What is slow
(redaction, embedding) happens in ``prepare``, before the transaction; ``judge`` runs inside it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from hindsight_memory.domain.actor import Role
from hindsight_memory.domain.defence import Action, inspect
from hindsight_memory.domain.defence.redaction import redact
from hindsight_memory.domain.errors import ContentTooLong, EmptyContent
from hindsight_memory.domain.events import Change, Discard, DraftDiscarded, Indexed, ProposalMade
from hindsight_memory.domain.gate import GatePolicy, Placement, Scored, place, score
from hindsight_memory.domain.ids import uuid7
from hindsight_memory.domain.lifecycle import approve, confirm, dispute, expiry_of, promote_tier, supersede
from hindsight_memory.domain.memory import VISIBLE_STATUSES, Draft, Memory, Scope, Status, Tier
from hindsight_memory.domain.review.claims import claim_of
from hindsight_memory.domain.text.normal import clean, fingerprint
from hindsight_memory.domain.verdict import Reason, Verdict, VerdictKind
from hindsight_memory.ports.records import Work
from hindsight_memory.services.batch import Batch
from hindsight_memory.services.drafting import (
    Prepared,
    draft_of,
    ends_of,
    new_memory,
    notes_on,
    offered_of,
    refused_verdict,
    stored_verdict,
)
from hindsight_memory.services.holding import HoldPolicy, Past, held_for, past_of, proposed
from hindsight_memory.services.indexing import Indexer
from hindsight_memory.services.neighbours import Match, Neighbours, Stance

_KNOWN = frozenset({Status.ACTIVE, Status.DISPUTED, Status.PENDING})
_FORGOTTEN = Reason("forgotten_before", "This was forgotten or rejected; saying it again explicitly brings it back.")
_SAID_ANEW = Reason("forgotten_before", "This was forgotten or rejected, and another task says it again.")
_WAITS = Reason("waits", "It waits for a person's approval.")


@dataclass(frozen=True, slots=True)
class AdmissionPolicy:
    """Limits of what one memory may be, and how long short-term ones and discards live."""

    gate: GatePolicy = GatePolicy()
    max_characters: int = 8_000
    short_ttl_days: float = 7.0
    discard_ttl: timedelta = timedelta(days=14)
    hold: HoldPolicy = HoldPolicy()


@dataclass(frozen=True, slots=True)
class Admission:
    """Judges drafts. ``entropy(n)`` gives n random bytes for new ids."""

    indexer: Indexer
    neighbours: Neighbours
    policy: AdmissionPolicy
    entropy: Callable[[int], bytes]

    def prepare(self, drafts: Sequence[Draft]) -> list[Prepared]:
        """Clean, redact, inspect and index. Raises EmptyContent or ContentTooLong for a direct write."""
        safe = [self._clean(draft) for draft in drafts]
        indexed, degraded = self.indexer.index([draft for draft, _ in safe])
        return [
            Prepared(
                draft=draft,
                fingerprint=fingerprint(draft.content),
                findings=tuple(f for f in inspect(offered_of(draft)) if f.action is not Action.REDACT),
                redacted=kinds,
                indexed=one,
                degraded=degraded,
            )
            for (draft, kinds), one in zip(safe, indexed, strict=True)
        ]

    def judge(self, work: Work, prepared: Prepared, scope: Scope, now: datetime, batch: Batch) -> Verdict:
        """Decide about one draft inside the transaction; its events are added to ``batch``."""
        if any(f.action is Action.QUARANTINE for f in prepared.findings):
            return self._quarantine(work, prepared, scope, now, batch)
        draft = prepared.draft
        scored = score(draft, self.policy.gate)
        if known := self._same_text(work, prepared, scope, batch, _KNOWN):
            return self._confirm(work, known, prepared, scored, now, batch)
        held: tuple[Reason, ...] = ()
        # An explicit write is obeyed; a review that reads such a wish in a trace has to show that it is a new one.
        if draft.evidence or not draft.explicit:
            match past_of(work, self.neighbours, draft, prepared.fingerprint, prepared.indexed, scope):
                case Past.PURGED:
                    return refused_verdict(prepared, scored)
                case Past.FORGOTTEN:
                    return self._discard(prepared, scope, scored, (_FORGOTTEN,), now, batch)
                case Past.SAID_ANEW:
                    held = () if draft.explicit else (_SAID_ANEW,)
                case Past.NONE:
                    pass
        placement = place(scored, draft, self.policy.gate)
        if placement is Placement.DISCARD:
            return self._discard(prepared, scope, scored, scored.reasons, now, batch)
        tier = Tier.LONG if placement is Placement.LONG else Tier.SHORT
        matches = self.neighbours.find(work, replace(draft, type=scored.type), prepared.indexed, scope, batch, _KNOWN)
        held += held_for(work, draft, scored.scores.certainty, scope, matches, self.policy.hold)
        if held:
            return self._hold(prepared, scope, scored, tier, matches, held, now, batch)
        # What waits has no say: it is neither merged into nor replaced before a person looked at it.
        said = [m for m in matches if m.memory.status is not Status.PENDING]
        return self._admit(prepared, scope, scored, tier, said, now, batch)

    def put_back(
        self, work: Work, memory: Memory, indexed: Indexed, roles: Collection[Role], now: datetime, batch: Batch
    ) -> Memory:
        """Make a discarded draft's memory one after all, with a new life; one of the same text is returned instead."""
        known = work.same_text(memory.scope, fingerprint(memory.content), _KNOWN)
        if known is not None:
            return self._strengthen(known, draft_of(memory), now, batch, Change.CONFIRMED, "restored")
        life = expiry_of(memory.type, memory.tier, now, self.policy.short_ttl_days)
        ends = [t for t in (life, memory.valid_until) if t is not None]
        back = replace(memory, expires_at=min(ends, default=None))
        draft, certainty = draft_of(back), back.scores.certainty if back.scores else back.confidence
        held = held_for(work, draft, certainty, back.scope, (), self.policy.hold)
        if held and Role.REVIEW not in roles:
            back = replace(back, status=Status.PENDING)
        batch.add(back, Change.RESTORED, "restored from the discard log", indexed)
        if back.status is Status.PENDING:
            proposal = proposed(back, draft, uuid7(now, self.entropy(10)), held, (), now)
            batch.events.append(ProposalMade(proposal))
        return back

    def _clean(self, draft: Draft) -> tuple[Draft, tuple[str, ...]]:
        content = clean(draft.content)
        if not content:
            raise EmptyContent
        if not any(c.isalnum() for c in content):
            raise EmptyContent("The content holds no word and no number, only signs.")
        if len(content) > self.policy.max_characters:
            raise ContentTooLong(
                f"The content has {len(content):,} characters; the limit is {self.policy.max_characters:,}."
            )
        safe = redact(content)
        claim = draft.claim or claim_of(safe.text)
        return replace(draft, content=safe.text, claim=claim), safe.kinds

    def _same_text(
        self, work: Work, prepared: Prepared, scope: Scope, batch: Batch, statuses: frozenset[Status]
    ) -> Memory | None:
        for memory in batch.states.values():
            here = memory.scope.room == scope.room and memory.status in statuses
            if here and fingerprint(memory.content) == prepared.fingerprint:
                return memory
        found = work.same_text(scope, prepared.fingerprint, statuses)
        if found is None:
            return None
        current = batch.current(found)
        return current if current.status in statuses else None

    def _confirm(
        self, work: Work, known: Memory, prepared: Prepared, scored: Scored, now: datetime, batch: Batch
    ) -> Verdict:
        confirmed = self._strengthen(known, prepared.draft, now, batch, Change.CONFIRMED, "said again")
        grew = "; its evidence grew" if confirmed is not known else ""
        reason = Reason("same_text", f"The same text is known already{grew}.")
        verdict = Verdict(
            kind=VerdictKind.EXISTING,
            memory_id=known.memory_id,
            existing=True,
            reasons=(reason, *notes_on(prepared)),
            scores=known.scores,
            degraded=prepared.degraded,
        )
        if known.status is not Status.PENDING:
            return verdict
        waits = replace(verdict, reasons=(*verdict.reasons, _WAITS))
        if not prepared.draft.explicit:
            return waits
        # Who says it again explicitly is obeyed, as far as the rules of the space let them.
        found = self.neighbours.find(work, prepared.draft, prepared.indexed, known.scope, batch, VISIBLE_STATUSES)
        if held_for(work, prepared.draft, scored.scores.certainty, known.scope, found, self.policy.hold):
            return waits
        active = approve(confirmed, expires_at=self.life_of(confirmed, now))
        batch.add(standing_among(active, found), Change.PROMOTED, "said again explicitly")
        return self._settle(verdict, known.memory_id, found, batch)

    def life_of(self, memory: Memory, now: datetime) -> datetime | None:
        """When a memory runs out that is made long-term now; a stated end stands."""
        return memory.valid_until or expiry_of(memory.type, Tier.LONG, now, self.policy.short_ttl_days)

    def _strengthen(
        self, known: Memory, draft: Draft, now: datetime, batch: Batch, change: Change, reason: str
    ) -> Memory:
        """Count the new testimony, once a task; a short-term memory that is said again is promoted."""
        witness = draft.provenance.task_id
        if witness and witness in known.witnesses:
            return known
        renewed = expiry_of(known.type, Tier.LONG, now, self.policy.short_ttl_days)
        if known.valid_until is not None and (renewed is None or known.valid_until < renewed):
            renewed = known.valid_until
        confirmed = confirm(
            known,
            said_at=min(draft.said_at, now),
            source=draft.source,
            witness=witness,
            expires_at=renewed,
        )
        if known.tier is Tier.SHORT:
            confirmed = replace(promote_tier(confirmed, expires_at=renewed), revision=confirmed.revision)
        batch.add(confirmed, change, reason)
        return confirmed

    def _quarantine(self, work: Work, prepared: Prepared, scope: Scope, now: datetime, batch: Batch) -> Verdict:
        reasons = tuple(Reason(f.code, f.text) for f in prepared.findings)
        quarantined = frozenset({Status.QUARANTINED})
        known = self._same_text(work, prepared, scope, batch, quarantined)
        if known is None:
            scored = score(prepared.draft, self.policy.gate)
            known = self._memory(prepared, scope, scored, Tier.LONG, now, Status.QUARANTINED)
            batch.add(known, Change.QUARANTINED, "; ".join(r.code for r in reasons), prepared.indexed)
        return Verdict(
            kind=VerdictKind.QUARANTINED,
            memory_id=known.memory_id,
            reasons=reasons,
            scores=known.scores,
            degraded=prepared.degraded,
        )

    def _discard(
        self,
        prepared: Prepared,
        scope: Scope,
        scored: Scored,
        reasons: tuple[Reason, ...],
        now: datetime,
        batch: Batch,
    ) -> Verdict:
        memory = self._memory(prepared, scope, scored, Tier.SHORT, now)
        discard = Discard(
            discard_id=uuid7(now, self.entropy(10)),
            space=scope.space,
            memory=memory,
            reasons=reasons,
            discarded_at=now,
            expires_at=now + self.policy.discard_ttl,
        )
        batch.events.append(DraftDiscarded(discard))
        return Verdict(
            kind=VerdictKind.DISCARDED,
            memory_id="",
            reasons=(*reasons, *notes_on(prepared)),
            scores=scored.scores,
            discard_id=discard.discard_id,
            degraded=prepared.degraded,
        )

    def _hold(
        self,
        prepared: Prepared,
        scope: Scope,
        scored: Scored,
        tier: Tier,
        matches: Sequence[Match],
        held: tuple[Reason, ...],
        now: datetime,
        batch: Batch,
    ) -> Verdict:
        """Let a draft wait for a person: as a pending memory and its proposal, or with one that waits already."""
        said = (Stance.SAME, Stance.FULLER)
        waiting = next((m for m in matches if m.memory.status is Status.PENDING and m.stance in said), None)
        if waiting is not None:
            known = self._strengthen(waiting.memory, prepared.draft, now, batch, Change.MERGED, waiting.reason)
            reasons = (Reason("near_duplicate", waiting.reason), _WAITS)
        else:
            known = self._memory(prepared, scope, scored, tier, now, Status.PENDING)
            codes = ", ".join(reason.code for reason in held)
            batch.add(known, Change.HELD, codes, prepared.indexed)
            if prepared.indexed.vector is not None:
                batch.vectors[known.memory_id] = self.indexer.first_vector(prepared.indexed)
            proposal = proposed(known, prepared.draft, uuid7(now, self.entropy(10)), held, matches, now)
            batch.events.append(ProposalMade(proposal))
            reasons = held
        return Verdict(
            kind=VerdictKind.HELD,
            memory_id=known.memory_id,
            existing=waiting is not None,
            reasons=(*reasons, *scored.reasons, *notes_on(prepared)),
            scores=scored.scores,
            degraded=prepared.degraded,
        )

    def _admit(
        self,
        prepared: Prepared,
        scope: Scope,
        scored: Scored,
        tier: Tier,
        matches: Sequence[Match],
        now: datetime,
        batch: Batch,
    ) -> Verdict:
        same = next((m for m in matches if m.stance in (Stance.SAME, Stance.FULLER)), None)
        if same is not None:
            verdict = self._merge(same, prepared, scored, now, batch)
            target = verdict.memory_id
        else:
            memory = self._memory(prepared, scope, scored, tier, now)
            memory = standing_among(memory, matches)
            batch.add(memory, Change.STORED, ", ".join(r.code for r in scored.reasons), prepared.indexed)
            if prepared.indexed.vector is not None:
                batch.vectors[memory.memory_id] = self.indexer.first_vector(prepared.indexed)
            verdict = stored_verdict(memory, scored, prepared)
            target = memory.memory_id
        return self._settle(verdict, target, matches, batch)

    def _merge(self, same: Match, prepared: Prepared, scored: Scored, now: datetime, batch: Batch) -> Verdict:
        known = same.memory
        confirmed = self._strengthen(known, prepared.draft, now, batch, Change.MERGED, same.reason)
        if same.stance is Stance.FULLER:
            # One revision for both: the fuller wording replaces the shorter one.
            if confirmed is not known:
                batch.events.pop()
            fuller = replace(
                confirmed,
                content=prepared.draft.content,
                generation=prepared.indexed.generation,
                revision=known.revision + 1,
            )
            batch.add(fuller, Change.MERGED, same.reason, prepared.indexed)
            if known.memory_id in batch.vectors and prepared.indexed.vector is not None:
                batch.vectors[known.memory_id] = self.indexer.first_vector(prepared.indexed)
        return Verdict(
            # A pinned memory keeps its wording: what says the same only counts as evidence.
            kind=VerdictKind.EXISTING if known.pinned else VerdictKind.MERGED,
            memory_id=known.memory_id,
            reasons=(Reason("near_duplicate", same.reason), *notes_on(prepared)),
            scores=scored.scores,
            existing=True,
            degraded=prepared.degraded,
        )

    def _memory(
        self,
        prepared: Prepared,
        scope: Scope,
        scored: Scored,
        tier: Tier,
        now: datetime,
        status: Status = Status.ACTIVE,
    ) -> Memory:
        draft = prepared.draft
        return new_memory(
            draft,
            scored,
            memory_id=uuid7(now, self.entropy(10)),
            scope=scope,
            status=status,
            tier=tier,
            ends=ends_of(draft, scored, tier, now, self.policy.short_ttl_days),
            generation=prepared.indexed.generation,
            now=now,
        )

    def _settle(self, verdict: Verdict, target: str, matches: Sequence[Match], batch: Batch) -> Verdict:
        """Supersede or dispute every memory that stands against the new statement."""
        superseded: list[str] = []
        disputed: list[str] = []
        reasons = list(verdict.reasons)
        for match in matches:
            old = batch.current(match.memory)
            if old.memory_id == target or old.status not in _KNOWN:
                continue
            if match.stance is Stance.REPLACED:
                batch.add(supersede(old, target), Change.SUPERSEDED, match.reason)
                superseded.append(old.memory_id)
                reasons.append(Reason("superseded", f"Replaces “{old.content}”: {match.reason}"))
            elif match.stance is Stance.DISPUTES:
                if old.status is not Status.DISPUTED:
                    batch.add(dispute(old), Change.DISPUTED, match.reason)
                disputed.append(old.memory_id)
                reasons.append(Reason("disputed", f"Stands against “{old.content}”: {match.reason}"))
            elif match.stance is Stance.OUTDATED:
                reasons.append(Reason("outdated", f"“{old.content}” was said later: {match.reason}"))
        return replace(verdict, reasons=tuple(reasons), superseded=tuple(superseded), disputed=tuple(disputed))


def standing_among(memory: Memory, matches: Sequence[Match]) -> Memory:
    """The new memory as it stands beside what is known: what was said later goes before it."""
    later = next((m for m in matches if m.stance is Stance.OUTDATED), None)
    if later is not None:
        return replace(memory, status=Status.SUPERSEDED, superseded_by=later.memory.memory_id)
    disputed = any(m.stance is Stance.DISPUTES for m in matches)
    return replace(memory, status=Status.DISPUTED) if disputed else memory
