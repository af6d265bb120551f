"""When a statement holds in the world."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from hindsight_memory.domain.memory import Memory, MemoryType, Scope, Source, Status
from hindsight_memory.domain.periods import covers, has_ended, held_at

NOW = datetime(2026, 5, 1, tzinfo=UTC)
DAY = timedelta(days=1)
PLAIN = Memory(
    memory_id="m1",
    scope=Scope("alpha"),
    type=MemoryType.FACT,
    content="The office is in Berlin.",
    source=Source.USER,
    created_at=NOW,
    last_confirmed_at=NOW,
)
LATER = replace(PLAIN, memory_id="m2", valid_from=NOW + 10 * DAY)


def test_a_period_includes_its_begin_and_excludes_its_end() -> None:
    memory = replace(PLAIN, valid_from=NOW, valid_until=NOW + DAY)
    assert [covers(memory, at) for at in (NOW - DAY, NOW, NOW + DAY)] == [False, True, False]
    assert covers(PLAIN, NOW - 1000 * DAY)


@pytest.mark.parametrize(
    ("status", "valid_until", "successor", "held"),
    [
        (Status.ACTIVE, None, None, True),
        (Status.ARCHIVED, NOW + DAY, None, True),
        (Status.ARCHIVED, None, None, False),
        (Status.SUPERSEDED, None, LATER, True),
        (Status.SUPERSEDED, None, PLAIN, False),
        (Status.SUPERSEDED, None, None, False),
        (Status.FORGOTTEN, None, None, False),
        (Status.PENDING, None, None, False),
    ],
)
def test_what_does_not_hold_any_more_held_if_its_end_says_so(
    status: Status, valid_until: datetime | None, successor: Memory | None, held: bool
) -> None:
    memory = replace(PLAIN, status=status, valid_until=valid_until)
    assert held_at(memory, NOW, successor) is held


def test_a_pinned_memory_does_not_end_by_itself() -> None:
    memory = replace(PLAIN, expires_at=NOW)
    assert has_ended(memory, NOW)
    assert not has_ended(replace(memory, pinned=True), NOW)
