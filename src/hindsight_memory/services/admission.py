"""The write gate as a use case: a draft becomes a verdict and the events that carry it out.

Order (DESIGN §4): clean → defence → exact duplicate → score → near-duplicate → conflict → verdict. What is slow
(redaction, embedding) happens in ``prepare``, before the transaction; ``judge`` runs inside it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from hindsight_memory.domain.actor import View
from hindsight_memory.domain.defence import Action, Finding, Offered, inspect
from hindsight_memory.domain.defence.redaction import redact
from hindsight_memory.domain.errors import ContentTooLong, EmptyContent
from hindsight_memory.domain.events import Change, Discard, DraftDiscarded, Indexed
from hindsight_memory.domain.gate import GatePolicy, Placement, Scored, place, score
from hindsight_memory.domain.ids import uuid7
from hindsight_memory.domain.lifecycle import confirm, dispute, expiry_of, promote_tier, supersede
from hindsight_memory.domain.memory import Draft, Memory, Scope, Source, Status, Tier
from hindsight_memory.domain.review.claims import claim_of
from hindsight_memory.domain.text.dates import expiry
from hindsight_memory.domain.text.normal import clean, fingerprint
from hindsight_memory.domain.types import initial_confidence
from hindsight_memory.domain.verdict import Reason, Verdict, VerdictKind
from hindsight_memory.ports.records import Work
from hindsight_memory.services.batch import Batch
from hindsight_memory.services.indexing import Indexer
from hindsight_memory.services.neighbours import Match, Neighbours, Stance

_KNOWN = frozenset({Status.ACTIVE, Status.DISPUTED, Status.PENDING})


@dataclass(frozen=True, slots=True)
class AdmissionPolicy:
    """Limits of what one memory may be, and how long short-term ones and discards live."""

    gate: GatePolicy = GatePolicy()
    max_characters: int = 8_000
    short_ttl_days: float = 7.0
    discard_ttl: timedelta = timedelta(days=14)


@dataclass(frozen=True, slots=True)
class Prepared:
    """A draft that is cleaned, redacted, inspected and indexed; nothing slow is left to do."""

    draft: Draft
    fingerprint: str
    findings: tuple[Finding, ...]
    redacted: tuple[str, ...]
    indexed: Indexed
    degraded: tuple[str, ...]


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
                findings=tuple(f for f in inspect(_offered(draft)) if f.action is not Action.REDACT),
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
        if known := self._same_text(work, prepared, scope, batch, _KNOWN):
            return self._confirm(known, prepared, now, batch)
        draft = prepared.draft
        if not draft.explicit and self._forgotten(work, prepared, scope):
            reason = Reason("forgotten_before", "This was forgotten on request; only saying it again brings it back.")
            return self._discard(prepared, scope, score(draft, self.policy.gate), (reason,), now, batch)
        scored = score(draft, self.policy.gate)
        placement = place(scored, draft, self.policy.gate)
        if placement is Placement.DISCARD:
            return self._discard(prepared, scope, scored, scored.reasons, now, batch)
        return self._admit(work, prepared, scope, scored, placement, now, batch)

    def _clean(self, draft: Draft) -> tuple[Draft, tuple[str, ...]]:
        content = clean(draft.content)
        if not any(c.isalnum() for c in content):
            raise EmptyContent
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

    def _forgotten(self, work: Work, prepared: Prepared, scope: Scope) -> bool:
        if work.buried(scope.space, prepared.fingerprint):
            return True
        if work.same_text(scope, prepared.fingerprint, frozenset({Status.FORGOTTEN})):
            return True
        hidden = frozenset({Status.FORGOTTEN})
        matches = self.neighbours.find(work, prepared.draft, prepared.indexed, scope, Batch(), hidden)
        return any(m.stance is Stance.SAME for m in matches)

    def _confirm(self, known: Memory, prepared: Prepared, now: datetime, batch: Batch) -> Verdict:
        self._strengthen(known, prepared.draft, now, batch, Change.CONFIRMED, "said again")
        reason = Reason("same_text", "The same text is known already; its evidence grew.")
        return Verdict(
            kind=VerdictKind.EXISTING,
            memory_id=known.memory_id,
            existing=True,
            reasons=(reason, *_notes(prepared)),
            scores=known.scores,
            degraded=prepared.degraded,
        )

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
            known = self._memory(prepared, scope, scored, Tier.LONG, now, status=Status.QUARANTINED)
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
            reasons=(*reasons, *_notes(prepared)),
            scores=scored.scores,
            discard_id=discard.discard_id,
            degraded=prepared.degraded,
        )

    def _admit(
        self,
        work: Work,
        prepared: Prepared,
        scope: Scope,
        scored: Scored,
        placement: Placement,
        now: datetime,
        batch: Batch,
    ) -> Verdict:
        draft = replace(prepared.draft, type=scored.type)
        matches = self.neighbours.find(work, draft, prepared.indexed, scope, batch, _KNOWN)
        same = next((m for m in matches if m.stance in (Stance.SAME, Stance.FULLER)), None)
        if same is not None:
            verdict = self._merge(same, prepared, scored, now, batch)
            target = verdict.memory_id
        else:
            tier = Tier.LONG if placement is Placement.LONG else Tier.SHORT
            memory = self._memory(prepared, scope, scored, tier, now)
            older = next((m for m in matches if m.stance is Stance.OUTDATED), None)
            if older is not None:
                memory = replace(memory, status=Status.SUPERSEDED, superseded_by=older.memory.memory_id)
            elif any(m.stance is Stance.DISPUTES for m in matches):
                memory = replace(memory, status=Status.DISPUTED)
            batch.add(memory, Change.STORED, ", ".join(r.code for r in scored.reasons), prepared.indexed)
            if prepared.indexed.vector is not None:
                batch.vectors[memory.memory_id] = self.indexer.first_vector(prepared.indexed)
            verdict = _stored(memory, scored, prepared)
            target = memory.memory_id
        return self._settle(verdict, target, matches, batch)

    def _merge(self, same: Match, prepared: Prepared, scored: Scored, now: datetime, batch: Batch) -> Verdict:
        known = same.memory
        confirmed = self._strengthen(known, prepared.draft, now, batch, Change.MERGED, same.reason)
        if same.stance is Stance.FULLER and confirmed is not known:
            # One revision for both: the fuller wording replaces the shorter one.
            batch.events.pop()
            fuller = replace(confirmed, content=prepared.draft.content, generation=prepared.indexed.generation)
            batch.add(fuller, Change.MERGED, same.reason, prepared.indexed)
        return Verdict(
            kind=VerdictKind.MERGED,
            memory_id=known.memory_id,
            reasons=(Reason("near_duplicate", same.reason), *_notes(prepared)),
            scores=scored.scores,
            existing=True,
            degraded=prepared.degraded,
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
        said_at = min(draft.said_at, now)
        until = draft.expires_at or scored.expires_at or expiry(draft.content, said_at)
        ttl = expiry_of(scored.type, tier, now, self.policy.short_ttl_days)
        # An explicit end stands in place of the type's own life; a short-term memory keeps its short one.
        said_ends = [t for t in (until, draft.valid_until) if t is not None]
        ends = said_ends if said_ends and tier is Tier.LONG else [*said_ends, *([ttl] if ttl else [])]
        witness = draft.provenance.task_id
        return Memory(
            memory_id=uuid7(now, self.entropy(10)),
            scope=scope,
            type=scored.type,
            content=draft.content,
            source=draft.source,
            status=status,
            tier=tier,
            confidence=initial_confidence(scored.scores.certainty, draft.source),
            scores=scored.scores,
            claim=draft.claim,
            applies_when=draft.applies_when,
            pinned=draft.pinned,
            tags=draft.tags,
            metadata=draft.metadata,
            witnesses=(witness,) if witness else (),
            created_at=now,
            last_confirmed_at=said_at,
            valid_from=draft.valid_from,
            valid_until=draft.valid_until or until,
            expires_at=min(ends) if ends else None,
            generation=prepared.indexed.generation,
            provenance=draft.provenance,
        )


def view_of(scope: Scope) -> View:
    """The narrowest view that shows a scope's room."""
    return View(spaces=(scope.space,), agent=scope.agent, groups=(scope.group,) if scope.group else ())


def _offered(draft: Draft) -> Offered:
    target = str(draft.metadata.get("target", ""))
    channel = draft.provenance.channel
    if channel == "review":
        # A distilled statement is judged by who said it, not by the review that noted it.
        channel = "user_input" if draft.source is Source.USER else "agent"
    return Offered(text=draft.content, source=draft.source, channel=channel, target=target)


def _notes(prepared: Prepared) -> tuple[Reason, ...]:
    redacted = tuple(
        Reason("secret_redacted", f"A secret ({kind}) was taken out before storing.") for kind in prepared.redacted
    )
    return redacted + tuple(Reason(f.code, f.text) for f in prepared.findings)


def _stored(memory: Memory, scored: Scored, prepared: Prepared) -> Verdict:
    kind = VerdictKind.STORED if memory.tier is Tier.LONG else VerdictKind.SHORT_TERM
    return Verdict(
        kind=kind,
        memory_id=memory.memory_id,
        reasons=(*scored.reasons, *_notes(prepared)),
        scores=scored.scores,
        degraded=prepared.degraded,
    )
