"""Telemetry in any cut and order, and again: each event is in the trace once."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from hindsight_memory.adapters.transcripts import TranscriptFiles
from hindsight_memory.domain.sightings import fresh
from hindsight_memory.domain.trace import Event
from tests.unit.adapters.transcripts import spans

NOW = datetime(2026, 5, 4, tzinfo=UTC)
RUNS = (spans.genai(), spans.genai(True), spans.openinference(), spans.openinference(True))


def taken(events: tuple[Event, ...], found: list[spans.Span]) -> tuple[Event, ...]:
    """The events of a trace after one more export."""
    for _, transcript in TranscriptFiles().export(spans.export(*found), NOW).found:
        new = fresh(events, transcript.sightings)
        events += tuple(replace(event, sequence=len(events) + n) for n, event in enumerate(new, start=1))
    return events


def contents(events: tuple[Event, ...]) -> list[tuple[str, str, str]]:
    return sorted((event.kind.value, event.name, event.text) for event in events)


@given(st.sampled_from(RUNS), st.integers(0, 4), st.integers(0, 4))
def test_a_run_that_comes_in_parts_is_the_run_that_comes_at_once(
    run: list[spans.Span], first: int, second: int
) -> None:
    cuts = sorted((first, second))
    events: tuple[Event, ...] = ()
    for part in (run[: cuts[0]], run[cuts[0] : cuts[1]], run[cuts[1] :]):
        events = taken(events, part)
    assert contents(events) == contents(taken((), run))


@given(st.sampled_from(RUNS), st.randoms(use_true_random=False))
def test_spans_in_any_order_one_by_one_and_again_add_nothing_twice(run: list[spans.Span], order: Random) -> None:
    mixed = list(run)
    order.shuffle(mixed)
    events: tuple[Event, ...] = ()
    for one in mixed:
        events = taken(events, [one])
    whole = taken((), run)
    assert contents(events) == contents(whole)
    assert taken(events, run) == events
    assert taken(whole, run) == whole
