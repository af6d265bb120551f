"""What a merged memory keeps of its parts."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from hindsight_memory.domain.memory import Memory, MemoryType, Scope, Source, Tier, Usage
from hindsight_memory.domain.review.merge import merged

NOW = datetime(2026, 5, 1, tzinfo=UTC)
DAY = timedelta(days=1)


def memory(memory_id: str, content: str, **changes: object) -> Memory:
    made = Memory(
        memory_id=memory_id,
        scope=Scope(space="s"),
        type=MemoryType.FACT,
        content=content,
        source=Source.INFERRED,
        created_at=NOW,
        last_confirmed_at=NOW,
    )
    return replace(made, **changes)


def test_the_fullest_wording_stays_and_evidence_dates_and_tags_are_joined() -> None:
    short = memory("a", "The export needs admin rights.", tags=("ops", "x"), evidence_count=2, tier=Tier.SHORT)
    full = memory(
        "b",
        "The export needs admin rights because it reads the audit tables.",
        source=Source.USER,
        tags=("x", "db"),
        created_at=NOW - 3 * DAY,
        last_confirmed_at=NOW - DAY,
        pinned=True,
        usage=Usage(recalled=3, helped=1),
    )
    joined = merged([short, full])
    assert joined.content == full.content
    assert joined.source is Source.USER
    assert joined.evidence_count == 3
    assert joined.tags == ("x", "db", "ops")
    assert joined.tier is Tier.LONG
    assert (joined.created_at, joined.last_confirmed_at) == (NOW - 3 * DAY, NOW)
    assert joined.pinned
    assert joined.usage == Usage(recalled=3, helped=1)
    assert joined.parts == ("b", "a")


def test_of_metadata_with_one_key_the_newest_stays() -> None:
    old = memory("a", "x y", metadata={"team": "red", "k": 1}, last_confirmed_at=NOW - DAY)
    new = memory("b", "x y", metadata={"team": "blue"})
    assert dict(merged([new, old]).metadata) == {"team": "blue", "k": 1}


def test_an_open_end_stays_open() -> None:
    closed = memory("a", "x y", valid_from=NOW, valid_until=NOW + DAY, expires_at=NOW + DAY)
    later = memory("b", "x y", valid_from=NOW - DAY, valid_until=NOW + 2 * DAY, expires_at=NOW + 2 * DAY)
    both = merged([closed, later])
    assert (both.valid_from, both.valid_until, both.expires_at) == (NOW - DAY, NOW + 2 * DAY, NOW + 2 * DAY)
    unending = memory("c", "x y")
    assert (merged([closed, unending]).valid_until, merged([closed, unending]).expires_at) == (None, None)


def test_merging_does_not_depend_on_the_order_given() -> None:
    parts = [memory(str(n), f"word{n} same", last_confirmed_at=NOW + n * DAY) for n in range(3)]
    assert merged(parts) == merged(parts[::-1])


def test_nothing_cannot_be_merged() -> None:
    with pytest.raises(ValueError, match="nothing to merge"):
        merged([])
