"""Rulings on disputed pairs: read strictly, carried out only where that is safe."""

import json
from datetime import timedelta

import pytest

from hindsight_memory.domain.memory import Memory, MemoryType, Scope, Source, Status
from hindsight_memory.domain.review.rulings import UNRULED, Finding, Ruling, pairs_text, read_rulings
from hindsight_memory.domain.review.settling import Dispute, Settlement, settlement
from hindsight_memory.testing import NOON

BOTH_HOLD = Ruling(Finding.COMPATIBLE, 0.9)
AGAINST = Ruling(Finding.CONTRADICTION, 0.9)


def memory(name: str, days: int = 0, source: Source = Source.USER, pinned: bool = False) -> Memory:
    at = NOON + timedelta(days=days)
    return Memory(
        memory_id=name, scope=Scope("s"), type=MemoryType.FACT, content=f"statement {name}", source=source,
        status=Status.DISPUTED, created_at=at, last_confirmed_at=at, pinned=pinned,
    )  # fmt: skip


def dispute(new: Memory, known: Memory, fresh: bool = True) -> Dispute:
    return Dispute(new, known, fresh)


def pair(number: object, finding: object = "compatible", confidence: object = 0.9) -> dict[str, object]:
    return {"pair": number, "finding": finding, "confidence": confidence}


def test_each_pair_has_one_ruling_and_what_is_missing_is_unruled() -> None:
    said = json.dumps({"pairs": [pair("2", " Contradiction", "0.9"), pair(7), pair(1, "maybe"), "x"]})
    assert read_rulings(said, 3) == [UNRULED, AGAINST, UNRULED]


def test_a_pair_that_is_ruled_in_two_ways_is_unruled() -> None:
    assert read_rulings(json.dumps([pair(1), pair(1, "contradiction"), pair(2)]), 2) == [UNRULED, BOTH_HOLD]


@pytest.mark.parametrize("said", ["", "yes", '{"pairs": []}', '{"pairs": 3}', "[3]", json.dumps([pair(9)])])
def test_an_answer_without_a_ruling_cannot_be_read(said: str) -> None:
    assert read_rulings(said, 2) is None


@pytest.mark.parametrize("confidence", [-0.1, 1.1, "x", None, "inf", True])
def test_a_ruling_without_a_proper_confidence_is_none(confidence: object) -> None:
    assert read_rulings(json.dumps([pair(1, confidence=confidence), pair(2)]), 2) == [UNRULED, BOTH_HOLD]


def test_the_pairs_are_shown_in_the_order_of_time_and_without_secrets() -> None:
    older, newer = memory("a"), memory("b", 3)
    shown = pairs_text([(newer, older)])
    assert shown.index("statement a") < shown.index("statement b")
    assert "2026-01-18" in shown


def test_both_hold_when_they_are_compatible() -> None:
    assert settlement([dispute(memory("n"), memory("k"))], [BOTH_HOLD]) == Settlement(frozenset({"n", "k"}), ())


def test_what_was_disputed_before_stays_so() -> None:
    found = settlement([dispute(memory("n"), memory("k"), fresh=False)], [BOTH_HOLD])
    assert found == Settlement(frozenset({"n"}), ())


def test_one_open_dispute_keeps_a_memory_disputed() -> None:
    new = memory("n")
    found = settlement([dispute(new, memory("k")), dispute(new, memory("l"))], [BOTH_HOLD, UNRULED])
    assert found == Settlement(frozenset({"k"}), ())


def test_of_a_contradiction_the_older_no_more_trusted_one_gives_way() -> None:
    found = settlement([dispute(memory("n", 3), memory("k"))], [AGAINST])
    assert found == Settlement(frozenset({"n"}), (("k", "n"),))


@pytest.mark.parametrize(
    ("new", "known"),
    [
        (memory("n", 3, Source.INFERRED), memory("k")),
        (memory("n"), memory("k", 3)),
        (memory("n", 3), memory("k", pinned=True)),
    ],
    ids=["weaker source", "said before", "pinned"],
)
def test_a_contradiction_that_the_rules_leave_to_people_stays_with_them(new: Memory, known: Memory) -> None:
    assert settlement([dispute(new, known)], [AGAINST]) == Settlement(frozenset(), ())


def test_nothing_gives_way_to_what_is_disputed_itself() -> None:
    new = memory("n", 3)
    found = settlement([dispute(new, memory("k")), dispute(new, memory("l"))], [AGAINST, UNRULED])
    assert found == Settlement(frozenset(), ())
