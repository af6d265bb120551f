"""Whatever the ages, and wherever it is stopped: a run through the tiers loses nothing, and twice is once."""

import tempfile
from collections.abc import Generator
from contextlib import contextmanager, suppress
from datetime import timedelta
from pathlib import Path

import pytest
import zstandard
from hypothesis import example, given, settings
from hypothesis import strategies as st

from hindsight_memory.adapters.sql.records import SqlRecords
from hindsight_memory.domain.actor import Actor
from hindsight_memory.domain.errors import Invalid
from hindsight_memory.domain.events import MemoryPurged
from hindsight_memory.domain.tiering import Kept, StorageTier, TierPolicy
from hindsight_memory.testing import FrozenClock
from tests.contracts.making import NOW, VIEW, commit, later, memory, stored
from tests.contracts.tiering import SECRET, everything, fill, lying, reworded, tiers

ANN = Actor(agent="ann", any_space=True, default_space="alpha")
AGES = st.lists(st.integers(0, 200), min_size=1, max_size=3)
POLICIES = st.tuples(st.integers(0, 100), st.integers(0, 100)).map(
    lambda days: TierPolicy(timedelta(days=min(days)), timedelta(days=max(days)))
)


class _StoppedError(Exception):
    """Stands for the end of the process."""


@contextmanager
def store_of(ages: list[int]) -> Generator[tuple[Path, SqlRecords]]:
    with tempfile.TemporaryDirectory() as name:
        records = SqlRecords.open(Path(name) / "store", clock=FrozenClock(NOW))
        fill(records, ages)
        try:
            yield Path(name) / "store", records
        finally:
            records.close()


def stop_at(records: SqlRecords, place: int) -> None:
    """Stop at this one of the steps of the archive, and tell nothing to those after it."""
    left = iter(range(place, -1, -1))

    def step(name: str) -> None:
        if next(left, -1) == 0:
            raise _StoppedError(name)

    records.dialect.archive.step = step


def says_teal(folder: Path) -> bool:
    return any(
        b"teal" in zstandard.ZstdDecompressor().stream_reader(file.read_bytes(), read_across_frames=True).read()
        for file in (folder / "archive").glob("*")
    )


@given(ages=AGES, policy=POLICIES)
@settings(max_examples=8, deadline=None)
@pytest.mark.requirement("DEC-10")
def test_each_thing_lies_in_the_tier_of_its_age_and_reads_as_before(ages: list[int], policy: TierPolicy) -> None:
    with store_of(ages) as (_, records):
        before = everything(records)
        tiers(records, FrozenClock(NOW), policy).retier(ANN)
        assert everything(records) == before
        of_age = [policy.tier_at(timedelta(days=age)) for age in ages]
        found = lying(records)
        for tier in StorageTier:
            assert found.get((Kept.DECISIONS, tier), 0) == of_age.count(tier)
            assert found.get((Kept.TRACES, tier), 0) == 3 * of_age.count(tier)
            present = len(ages) if tier is StorageTier.HOT else 0
            assert found.get((Kept.REVISIONS, tier), 0) == 2 * of_age.count(tier) + present
        assert tiers(records, FrozenClock(NOW), policy).retier(ANN).moved == ()
        records.verify_audit()


@example(ages=[100, 10], stop=0)
@example(ages=[100, 10], stop=1)
@example(ages=[100, 10], stop=2)
@example(ages=[100, 10], stop=3)
@example(ages=[100, 10], stop=4)
@given(ages=AGES, stop=st.integers(0, 15))
@settings(max_examples=4, deadline=None)
def test_a_run_that_is_stopped_anywhere_loses_nothing_and_is_taken_up(ages: list[int], stop: int) -> None:
    with store_of(ages) as (folder, records):
        before = everything(records)
        stop_at(records, stop)
        with suppress(_StoppedError):
            tiers(records, FrozenClock(NOW)).retier(ANN)
        again = SqlRecords.open(folder, clock=FrozenClock(NOW))
        assert everything(again) == before
        again.verify_audit()
        tiers(again, FrozenClock(NOW)).retier(ANN)
        assert everything(again) == before
        assert lying(again).get((Kept.DECISIONS, StorageTier.ARCHIVE), 0) == sum(age >= 90 for age in ages)
        again.verify_audit()
        again.close()


@example(ages=[100], stop=0)
@example(ages=[100], stop=1)
@example(ages=[100], stop=2)
@example(ages=[100], stop=3)
@given(ages=AGES, stop=st.integers(0, 4))
@settings(max_examples=4, deadline=None)
def test_a_purge_that_is_stopped_anywhere_happened_or_did_not(ages: list[int], stop: int) -> None:
    with store_of(ages) as (folder, records):
        at = later(days=-150)
        secret = memory("secret", SECRET, created_at=at)
        commit(records, stored(secret), now=at)
        commit(records, reworded(secret, "it is gold"), now=at)
        tiers(records, FrozenClock(NOW)).retier(ANN)
        whole = everything(records)
        stop_at(records, stop)
        with suppress(_StoppedError):
            commit(records, MemoryPurged("alpha", "secret", "asked for"))
        again = SqlRecords.open(folder, clock=FrozenClock(NOW))
        again.verify_audit()
        with again.reading() as reading:
            there = reading.memory(VIEW, "secret") is not None
        if there:
            assert everything(again) == whole
            commit(again, MemoryPurged("alpha", "secret", "asked for"))
        assert not says_teal(folder)
        again.verify_audit()
        again.close()


@given(days=st.tuples(st.integers(-5, 50), st.integers(-5, 50)))
def test_ages_that_do_not_follow_each_other_are_refused(days: tuple[int, int]) -> None:
    hot, warm = (timedelta(days=each) for each in days)
    if timedelta(0) <= hot <= warm:
        TierPolicy(hot, warm)
    else:
        with pytest.raises(Invalid):
            TierPolicy(hot, warm)


@given(policy=POLICIES, ages=st.tuples(st.integers(-10, 200), st.integers(-10, 200)))
def test_what_is_older_never_lies_nearer(policy: TierPolicy, ages: tuple[int, int]) -> None:
    order = list(StorageTier)
    younger, older = (order.index(policy.tier_at(timedelta(days=age))) for age in sorted(ages))
    assert younger <= older
