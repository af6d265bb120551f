"""A memory's next state: nothing is overwritten, each change is one revision more."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from hindsight_memory.domain import lifecycle
from hindsight_memory.domain.errors import NotPossibleNow
from hindsight_memory.domain.memory import Memory, MemoryType, Scope, Source, Status, Tier, Usage

NOW = datetime(2026, 5, 1, tzinfo=UTC)
MEMORY = Memory(
    memory_id="m1",
    scope=Scope("s"),
    type=MemoryType.FACT,
    content="Staging listens on port 9077.",
    source=Source.USER,
    confidence=0.7,
    created_at=NOW,
    last_confirmed_at=NOW,
)


def test_saying_it_again_adds_evidence_and_never_makes_it_older() -> None:
    earlier = NOW - timedelta(days=3)
    again = lifecycle.confirm(MEMORY, said_at=earlier, source=Source.VERIFIED, witness="t2", expires_at=None)
    assert (again.evidence_count, again.witnesses, again.revision) == (2, ("t2",), 2)
    assert again.last_confirmed_at == NOW
    assert again.source is Source.VERIFIED
    assert MEMORY.confidence < again.confidence <= 1.0


def test_the_weaker_source_does_not_lower_a_memory() -> None:
    again = lifecycle.confirm(MEMORY, said_at=NOW, source=Source.INFERRED, witness="", expires_at=None)
    assert again.source is Source.USER
    assert again.witnesses == ()


def test_superseded_points_to_its_replacement() -> None:
    old = lifecycle.supersede(MEMORY, "m2")
    assert (old.status, old.superseded_by, old.content) == (Status.SUPERSEDED, "m2", MEMORY.content)


def test_forgetting_twice_is_refused() -> None:
    with pytest.raises(NotPossibleNow):
        lifecycle.forget(lifecycle.forget(MEMORY))


def test_a_superseded_memory_cannot_be_changed() -> None:
    with pytest.raises(NotPossibleNow):
        lifecycle.change(lifecycle.supersede(MEMORY, "m2"), {"pinned": True})


def test_a_rollback_takes_the_old_content_and_keeps_identity_and_counters() -> None:
    newer = replace(lifecycle.change(MEMORY, {"content": "Staging listens on port 8080."}), usage=Usage(recalled=3))
    back = lifecycle.roll_back(lifecycle.forget(newer), MEMORY, Status.ACTIVE)
    assert (back.content, back.status, back.revision) == (MEMORY.content, Status.ACTIVE, 4)
    assert back.usage == Usage(recalled=3)
    assert back.memory_id == MEMORY.memory_id


@pytest.mark.parametrize(
    ("kind", "tier", "days"),
    [
        (MemoryType.FACT, Tier.LONG, None),
        (MemoryType.PATH, Tier.LONG, 30),
        (MemoryType.NEGATIVE, Tier.LONG, 90),
        (MemoryType.BOUNDARY, Tier.LONG, 30),
        (MemoryType.FACT, Tier.SHORT, 7),
    ],
)
def test_expiry_follows_type_and_tier(kind: MemoryType, tier: Tier, days: int | None) -> None:
    expected = None if days is None else NOW + timedelta(days=days)
    assert lifecycle.expiry_of(kind, tier, NOW, 7.0) == expected
