"""Joining memories that say the same: the fullest wording, and the union of what is known about it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from hindsight_memory.domain.memory import SOURCE_WEIGHT, Claim, Condition, Memory, Source, Tier, Usage
from hindsight_memory.domain.review.wording import wording


@dataclass(frozen=True, slots=True, kw_only=True)
class Merged:
    """What the memory that takes the place of its parts holds. ``parts`` are the ids that become superseded."""

    content: str
    source: Source
    confidence: float
    tier: Tier
    claim: Claim | None
    applies_when: Condition | None
    tags: tuple[str, ...]
    metadata: Mapping[str, object]
    evidence_count: int
    usage: Usage
    created_at: datetime
    last_confirmed_at: datetime
    last_used_at: datetime | None
    valid_from: datetime | None
    valid_until: datetime | None
    expires_at: datetime | None
    pinned: bool
    parts: tuple[str, ...]


def merged(memories: Sequence[Memory]) -> Merged:
    """Join ``memories`` (at least one, already known to be mergeable, see ``dedupe.mergeable``).

    The content is the fullest wording (most different words, then the newest); evidence and usage add up; dates
    widen to cover all parts, where no end means no end. Of metadata with the same key the newest value stays.
    Raises ValueError when ``memories`` is empty.
    """
    if not memories:
        raise ValueError("There is nothing to merge.")
    by_age = sorted(memories, key=lambda m: (m.last_confirmed_at, m.memory_id))
    fullest = max(by_age, key=lambda m: (len(wording(m.content).bag), m.last_confirmed_at))
    strongest = max(by_age, key=lambda m: SOURCE_WEIGHT[m.source])
    metadata: dict[str, object] = {}
    for memory in by_age:
        metadata.update(memory.metadata)
    return Merged(
        content=fullest.content,
        source=strongest.source,
        confidence=max(m.confidence for m in by_age),
        tier=Tier.LONG if any(m.tier is Tier.LONG for m in by_age) else Tier.SHORT,
        claim=fullest.claim or next((m.claim for m in reversed(by_age) if m.claim), None),
        applies_when=fullest.applies_when or next((m.applies_when for m in reversed(by_age) if m.applies_when), None),
        tags=tuple(dict.fromkeys(tag for m in by_age for tag in m.tags)),
        metadata=metadata,
        evidence_count=sum(m.evidence_count for m in by_age),
        usage=_usage(by_age),
        created_at=min(m.created_at for m in by_age),
        last_confirmed_at=by_age[-1].last_confirmed_at,
        last_used_at=max((m.last_used_at for m in by_age if m.last_used_at), default=None),
        valid_from=_earliest([m.valid_from for m in by_age]),
        valid_until=_latest([m.valid_until for m in by_age]),
        expires_at=_latest([m.expires_at for m in by_age]),
        pinned=any(m.pinned for m in by_age),
        parts=tuple(m.memory_id for m in by_age),
    )


def _usage(memories: Sequence[Memory]) -> Usage:
    return Usage(
        recalled=sum(m.usage.recalled for m in memories),
        used=sum(m.usage.used for m in memories),
        helped=sum(m.usage.helped for m in memories),
        harmed=sum(m.usage.harmed for m in memories),
        ignored=sum(m.usage.ignored for m in memories),
    )


def _earliest(times: Sequence[datetime | None]) -> datetime | None:
    known = [t for t in times if t is not None]
    return min(known) if len(known) == len(times) else None


def _latest(times: Sequence[datetime | None]) -> datetime | None:
    known = [t for t in times if t is not None]
    return max(known) if len(known) == len(times) else None
