"""A draft that is ready for judgement, the memory that is made of it, and the verdicts that need no more."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from hindsight_memory.domain.defence import Finding, Offered
from hindsight_memory.domain.events import Indexed
from hindsight_memory.domain.gate import Scored
from hindsight_memory.domain.lifecycle import expiry_of
from hindsight_memory.domain.memory import Draft, Memory, Scope, Source, Status, Tier
from hindsight_memory.domain.text.dates import expiry
from hindsight_memory.domain.types import initial_confidence
from hindsight_memory.domain.verdict import Reason, Verdict, VerdictKind


@dataclass(frozen=True, slots=True)
class Prepared:
    """A draft that is cleaned, redacted, inspected and indexed; nothing slow is left to do."""

    draft: Draft
    fingerprint: str
    findings: tuple[Finding, ...]
    redacted: tuple[str, ...]
    indexed: Indexed
    degraded: tuple[str, ...]


def ends_of(
    draft: Draft, scored: Scored, tier: Tier, now: datetime, short_ttl_days: float
) -> tuple[datetime | None, datetime | None]:
    """Return until when a draft says it holds, and when its memory expires."""
    until = draft.expires_at or scored.expires_at or expiry(draft.content, min(draft.said_at, now))
    ttl = expiry_of(scored.type, tier, now, short_ttl_days)
    # An explicit end stands in place of the type's own life; a short-term memory keeps its short one.
    said_ends = [t for t in (until, draft.valid_until) if t is not None]
    ends = said_ends if said_ends and tier is Tier.LONG else [*said_ends, *([ttl] if ttl else [])]
    return draft.valid_until or until, min(ends) if ends else None


def new_memory(
    draft: Draft,
    scored: Scored,
    *,
    memory_id: str,
    scope: Scope,
    status: Status,
    tier: Tier,
    ends: tuple[datetime | None, datetime | None],
    generation: str,
    now: datetime,
) -> Memory:
    """The first state of a draft's memory; ``ends`` are its ``valid_until`` and ``expires_at``."""
    witness = draft.provenance.task_id
    return Memory(
        memory_id=memory_id,
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
        last_confirmed_at=min(draft.said_at, now),
        valid_from=draft.valid_from,
        valid_until=ends[0],
        expires_at=ends[1],
        generation=generation,
        provenance=draft.provenance,
    )


def draft_of(memory: Memory) -> Draft:
    """What a memory says, as it was offered."""
    return Draft(
        content=memory.content,
        said_at=memory.last_confirmed_at,
        source=memory.source,
        type=memory.type,
        confidence=memory.confidence,
        claim=memory.claim,
        applies_when=memory.applies_when,
        tags=memory.tags,
        metadata=memory.metadata,
        pinned=memory.pinned,
        valid_from=memory.valid_from,
        valid_until=memory.valid_until,
        expires_at=memory.expires_at,
        provenance=memory.provenance,
    )


def offered_of(draft: Draft) -> Offered:
    """How the defence sees a draft: who says it and which way it came."""
    target = str(draft.metadata.get("target", ""))
    channel = draft.provenance.channel
    if channel == "review":
        # A distilled statement is judged by who said it, not by the review that noted it.
        channel = "user_input" if draft.source is Source.USER else "agent"
    elif channel == "handed_in":
        # The wording is the agent's, whoever it says it quotes.
        channel = "agent"
    return Offered(text=draft.content, source=draft.source, channel=channel, target=target)


def notes_on(prepared: Prepared) -> tuple[Reason, ...]:
    """What was done to the text, and what the defence noticed without refusing it."""
    redacted = tuple(
        Reason("secret_redacted", f"A secret ({kind}) was taken out before storing.") for kind in prepared.redacted
    )
    return redacted + tuple(Reason(f.code, f.text) for f in prepared.findings)


def stored_verdict(memory: Memory, scored: Scored, prepared: Prepared) -> Verdict:
    """The verdict on a draft that is a memory now."""
    kind = VerdictKind.STORED if memory.tier is Tier.LONG else VerdictKind.SHORT_TERM
    return Verdict(
        kind=kind,
        memory_id=memory.memory_id,
        reasons=(*scored.reasons, *notes_on(prepared)),
        scores=scored.scores,
        degraded=prepared.degraded,
    )


def refused_verdict(prepared: Prepared, scored: Scored) -> Verdict:
    """What was erased for good is not even kept in the discard log."""
    return Verdict(
        kind=VerdictKind.DISCARDED,
        memory_id="",
        reasons=(Reason("purged_before", "This was erased for good; only saying it again explicitly brings it back."),),
        scores=scored.scores,
        degraded=prepared.degraded,
    )
