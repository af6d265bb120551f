"""Putting an approved statement in force: what it stands against now gives way in the same transaction."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from hindsight_memory.domain.events import Change, Indexed
from hindsight_memory.domain.lifecycle import approve, confirm, supersede
from hindsight_memory.domain.memory import VISIBLE_STATUSES, Memory
from hindsight_memory.domain.text.normal import fingerprint
from hindsight_memory.domain.verdict import Reason, Verdict, VerdictKind
from hindsight_memory.ports.records import Work
from hindsight_memory.services.admission import Admission
from hindsight_memory.services.batch import Batch
from hindsight_memory.services.drafting import draft_of
from hindsight_memory.services.neighbours import Match, Stance

_GIVES_WAY = frozenset({Stance.REPLACED, Stance.DISPUTES, Stance.FULLER})


def put_in_force(
    admission: Admission, work: Work, memory: Memory, indexed: Indexed, reason: str, batch: Batch, now: datetime
) -> Verdict:
    """Approve a pending memory (in its final wording) against what is known now.

    A person decided, so what it contradicts gives way even where the gate alone would only flag it. What says the
    same takes the evidence over; what was said later still stands."""
    matches = _matches(admission, work, memory, indexed, batch)
    why = reason or "approved by a person"
    same = next((m for m in matches if m.stance is Stance.SAME), None)
    later = next((m for m in matches if m.stance is Stance.OUTDATED), None)
    reasons = [Reason("approved", "A person approved it.")]
    if same is not None:
        final = supersede(memory, same.memory.memory_id)
        batch.add(_with_evidence(batch.current(same.memory), memory), Change.MERGED, "an approved one says the same")
        reasons.append(Reason("near_duplicate", same.reason or "The same text is known already."))
    elif later is not None:
        final = supersede(memory, later.memory.memory_id)
        reasons.append(Reason("outdated", f"“{later.memory.content}” was said later: {later.reason}"))
    else:
        final = approve(memory, expires_at=admission.life_of(memory, now))
    gone = [m for m in matches if m.stance in _GIVES_WAY and final.superseded_by != m.memory.memory_id]
    if any(m.memory.pinned and m.stance is Stance.FULLER for m in gone):
        final = replace(final, pinned=True)
    batch.add(final, Change.APPROVED, why, indexed)
    target = same.memory.memory_id if same else final.memory_id
    if later is None:
        reasons += _give_way(gone, target, batch)
    return Verdict(
        kind=VerdictKind.MERGED if same else VerdictKind.STORED,
        memory_id=target,
        existing=same is not None,
        reasons=tuple(reasons),
        scores=memory.scores,
        superseded=tuple(m.memory.memory_id for m in gone) if later is None else (),
    )


def _give_way(gone: list[Match], target: str, batch: Batch) -> list[Reason]:
    reasons: list[Reason] = []
    for match in gone:
        old = batch.current(match.memory)
        batch.add(supersede(old, target), Change.SUPERSEDED, match.reason)
        reasons.append(Reason("superseded", f"Replaces “{old.content}”: {match.reason}"))
    return reasons


def _matches(admission: Admission, work: Work, memory: Memory, indexed: Indexed, batch: Batch) -> list[Match]:
    found = admission.neighbours.find(work, draft_of(memory), indexed, memory.scope, batch, VISIBLE_STATUSES)
    matches = [m for m in found if m.memory.memory_id != memory.memory_id]
    known = work.same_text(memory.scope, fingerprint(memory.content), VISIBLE_STATUSES)
    if known is not None and not any(m.memory.memory_id == known.memory_id for m in matches):
        current = batch.current(known)
        if current.status in VISIBLE_STATUSES:
            matches.insert(0, Match(current, Stance.SAME, "The same text is known already."))
    return matches


def _with_evidence(known: Memory, approved: Memory) -> Memory:
    confirmed = confirm(
        known,
        said_at=approved.last_confirmed_at,
        source=approved.source,
        witness="",
        expires_at=known.expires_at,
    )
    witnesses = tuple(dict.fromkeys((*known.witnesses, *approved.witnesses)))
    return replace(confirmed, witnesses=witnesses, evidence_count=max(known.evidence_count + 1, len(witnesses)))
