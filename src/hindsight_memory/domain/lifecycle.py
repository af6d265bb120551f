"""How a memory's state changes: state in, next state out. Nothing here is overwritten; each change is a revision."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta

from hindsight_memory.domain.errors import NotPossibleNow
from hindsight_memory.domain.memory import (
    SOURCE_WEIGHT,
    VISIBLE_STATUSES,
    Memory,
    MemoryType,
    Scope,
    Source,
    Status,
    Tier,
    Usage,
    Visibility,
)
from hindsight_memory.domain.types import POLICIES

LIVE = frozenset({Status.ACTIVE, Status.DISPUTED, Status.PENDING})
"""Statuses of what may still be changed."""
_WITNESSES_KEPT = 50
_WIDTH = (Visibility.PRIVATE, Visibility.SHARED, Visibility.GLOBAL)
# What a rollback takes over from the old state; identity, scope, counters and the clock go on.
_ROLLED_BACK = (
    "type", "content", "source", "tier", "confidence", "scores", "claim", "applies_when", "pinned", "tags",
    "metadata", "valid_from", "valid_until",
)  # fmt: skip
# What testimony moves; undoing a decision leaves it.
_GROWING = frozenset({"source", "confidence"})


def expiry_of(kind: MemoryType, tier: Tier, now: datetime, short_ttl_days: float) -> datetime | None:
    """When a memory of this type and tier expires if nothing renews it, counted from ``now``."""
    if tier is Tier.SHORT:
        return now + timedelta(days=short_ttl_days)
    ttl = POLICIES[kind].ttl
    return None if ttl is None else now + ttl


def confirm(memory: Memory, *, said_at: datetime, source: Source, witness: str, expires_at: datetime | None) -> Memory:
    """The same was said again: more evidence, a newer date, the better source, a renewed expiry."""
    better = max(memory.source, source, key=SOURCE_WEIGHT.__getitem__)
    return _next(
        memory,
        evidence_count=memory.evidence_count + 1,
        witnesses=(*memory.witnesses, witness)[-_WITNESSES_KEPT:] if witness else memory.witnesses,
        last_confirmed_at=max(memory.last_confirmed_at, said_at),
        source=better,
        confidence=min(SOURCE_WEIGHT[better], memory.confidence + 0.5 * (1 - memory.confidence)),
        expires_at=_later(memory.expires_at, expires_at),
    )


def weaken(memory: Memory, confidence: float) -> Memory:
    """What relied on it went wrong: it is less sure; a rollback gives it back."""
    return _next(memory, confidence=confidence)


def promote_tier(memory: Memory, *, expires_at: datetime | None) -> Memory:
    """A short-term memory becomes long-term."""
    return _next(memory, tier=Tier.LONG, expires_at=expires_at)


def widen(memory: Memory, scope: Scope) -> Memory:
    """More may see it: private → shared → global. Raises NotPossibleNow unless it is in force and the scope wider."""
    if memory.status not in VISIBLE_STATUSES:
        raise NotPossibleNow(f"This memory is {memory.status.value}; only what is in force can be promoted.")
    if _WIDTH.index(scope.visibility) <= _WIDTH.index(memory.scope.visibility):
        raise NotPossibleNow(
            f"This memory is {memory.scope.visibility.value}; {scope.visibility.value} is no wider.",
            hint="Promotion goes from private to shared to global. To narrow it, forget it and write it anew.",
        )
    return _next(memory, scope=scope)


def supersede(memory: Memory, by: str) -> Memory:
    """Another memory (``by``) takes its place; this one stays reachable by history."""
    return _next(memory, status=Status.SUPERSEDED, superseded_by=by)


def dispute(memory: Memory) -> Memory:
    """It stands against another one and waits for a person; it is returned, flagged."""
    return _next(memory, status=Status.DISPUTED)


def agree(memory: Memory) -> Memory:
    """What stood against it is settled; it holds."""
    return _next(memory, status=Status.ACTIVE)


def archive(memory: Memory) -> Memory:
    """Its time has run out."""
    return _next(memory, status=Status.ARCHIVED)


def approve(memory: Memory, *, expires_at: datetime | None) -> Memory:
    """What waited for a person holds from now on, for long."""
    return _next(memory, status=Status.ACTIVE, tier=Tier.LONG, superseded_by=None, expires_at=expires_at)


def reject(memory: Memory) -> Memory:
    """What waited for a person is put away like something forgotten: reviews do not bring it back unasked."""
    return _next(memory, status=Status.FORGOTTEN)


def reopen(memory: Memory, state: Memory) -> Memory:
    """An approval or rejection is taken back: the memory stands again as in ``state``; evidence and use go on."""
    taken = {name: getattr(state, name) for name in _ROLLED_BACK if name not in _GROWING}
    return _next(memory, **taken, status=state.status, superseded_by=state.superseded_by, expires_at=state.expires_at)


def forget(memory: Memory) -> Memory:
    """Hide it on request. Raises NotPossibleNow when it is forgotten already."""
    if memory.status is Status.FORGOTTEN:
        raise NotPossibleNow("This memory is forgotten already.")
    return _next(memory, status=Status.FORGOTTEN)


def change(memory: Memory, changes: Mapping[str, object]) -> Memory:
    """Apply checked field changes. Raises NotPossibleNow unless the memory is live."""
    if memory.status not in LIVE:
        raise NotPossibleNow(
            f"This memory is {memory.status.value}; only live ones can be changed.",
            hint="Roll it back first, or write a new one.",
        )
    return _next(memory, **changes)


def roll_back(memory: Memory, to: Memory, status: Status) -> Memory:
    """Return to an earlier state as a new revision, with a live status."""
    taken = {name: getattr(to, name) for name in _ROLLED_BACK}
    return _next(memory, **taken, status=status, superseded_by=None, expires_at=to.expires_at)


def grow(usage: Usage, delta: Usage) -> Usage:
    """Add use counters."""
    return Usage(
        recalled=usage.recalled + delta.recalled,
        used=usage.used + delta.used,
        helped=usage.helped + delta.helped,
        harmed=usage.harmed + delta.harmed,
        ignored=usage.ignored + delta.ignored,
    )


def _next(memory: Memory, **changes: object) -> Memory:
    return replace(memory, revision=memory.revision + 1, **changes)


def _later(old: datetime | None, new: datetime | None) -> datetime | None:
    return None if old is None or new is None else max(old, new)
