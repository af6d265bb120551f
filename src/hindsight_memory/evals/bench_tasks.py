"""``hsm bench --tasks N``: whether taking in and reviewing new tasks stays as quick as the store grows.

Tasks come in and are reviewed a thousand at a time, as they would over months. As in the other benchmark the
embedding model is replaced: its cost is the same at any size and stands beside the figures.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

import numpy as np

from hindsight_memory.bootstrap import App, opened
from hindsight_memory.domain.errors import Invalid, ReviewFailed
from hindsight_memory.domain.job import Job
from hindsight_memory.domain.recall.matrices import Matrix
from hindsight_memory.entrypoints.reviewing import drain
from hindsight_memory.evals.bench import Told, embedding_ms, machine, timed
from hindsight_memory.evals.measure import SetClock, configuration, disk_mb, peak_rss_mb
from hindsight_memory.evals.synthetic import SyntheticEmbedder
from hindsight_memory.evals.synthetic_tasks import Author
from hindsight_memory.ports.records import MemoryFilter
from hindsight_memory.ports.transcripts import Transcript
from hindsight_memory.settings import Settings

BATCH = 1_000
"""Tasks between two readings."""
_SPACE = "bench"
_EMBEDDED = 10


@dataclass(frozen=True, slots=True)
class Reading:
    """What a batch of new tasks took. Seconds on the clock and, ``_cpu``, of all processors; the rest is of the
    whole store after it."""

    tasks: int
    new_events: int
    ingest_s: float
    ingest_cpu_s: float
    review_s: float
    review_cpu_s: float
    ms_per_event: float
    memories: int
    peak_rss_mb: float
    disk_mb: float


class _Counting(SyntheticEmbedder):
    """Counts what would have been embedded."""

    def __init__(self) -> None:
        super().__init__()
        self.passed: list[str] = []
        self.count = 0

    def passages(self, texts: Sequence[str]) -> Matrix:
        """Vectors, shape (n, 384)."""
        self.count += len(texts)
        if len(self.passed) < _EMBEDDED:
            self.passed += texts[:1]
        return super().passages(texts)


def run(
    settings: Settings, *, tasks: int = 10_000, seed: int = 0, batch: int = BATCH, tell: Told = lambda text: None
) -> dict[str, object]:
    """Take in and review ``tasks`` made-up tasks in ``settings.home`` (empty or missing), ``batch`` at a time.

    ``readings`` has one entry for each batch; ``last_over_first`` is the processor time of an event in the last
    quarter of the readings over that in the first. Raises Invalid for counts that measure nothing."""
    if tasks < 1 or batch < 1:
        raise Invalid("There must be at least one task.")
    embedder, clock, author = _Counting(), SetClock(), Author(seed)
    readings: list[Reading] = []
    with opened(settings, clock, embedder, None) as app:
        for first in range(0, tasks, batch):
            some = list(author.tasks(min(batch, tasks - first), first=first))
            clock.at = some[-1].started_at + timedelta(hours=1)
            readings.append(_reading(app, some, first + len(some)))
            tell(_told(readings[-1]))
        start = time.perf_counter()
        entries = app.records.verify_audit(_SPACE)
        verified = time.perf_counter() - start
        config = configuration(app, seed=seed, machine=machine())
    events = sum(one.new_events for one in readings)
    return {
        "tasks": tasks,
        "events": events,
        "memories": readings[-1].memories,
        "seconds": round(sum(one.ingest_s + one.review_s for one in readings), 2),
        "cpu_seconds": round(sum(one.ingest_cpu_s + one.review_cpu_s for one in readings), 2),
        "last_over_first": _last_over_first(readings),
        "embedded_texts": embedder.count,
        "embedding_ms": embedding_ms(settings, embedder.passed, passages=True),
        "audit_entries": entries,
        "audit_verified_s": round(verified, 2),
        "peak_rss_mb": readings[-1].peak_rss_mb,
        "readings": [_shown(one) for one in readings],
        "config": config,
    }


def _reading(app: App, some: Sequence[Transcript], total: int) -> Reading:
    def take_in() -> None:
        for transcript in some:
            app.tasks.ingest(app.actor, transcript, _SPACE)

    def review() -> None:
        drain(app, app.actor, space=_SPACE, on_failure=_failed)

    ingest, reviewed = timed(take_in), timed(review)
    events = sum(len(transcript.events) for transcript in some)
    with app.records.reading() as reading:
        memories = reading.count_memories(app.actor.view(_SPACE), MemoryFilter())
    return Reading(
        tasks=total,
        new_events=events,
        ingest_s=ingest.wall / 1000,
        ingest_cpu_s=ingest.cpu / 1000,
        review_s=reviewed.wall / 1000,
        review_cpu_s=reviewed.cpu / 1000,
        ms_per_event=(ingest.cpu + reviewed.cpu) / events,
        memories=memories,
        peak_rss_mb=peak_rss_mb(),
        disk_mb=disk_mb(app.settings.home),
    )


def _failed(job: Job, reason: str) -> None:
    raise ReviewFailed(f"The review of {job.key!r} failed: {reason}")


def _last_over_first(readings: Sequence[Reading]) -> float | None:
    """None when there are too few readings to compare."""
    if len(readings) < 2:
        return None
    size = max(len(readings) // 4, 1)
    first, last = (float(np.mean([one.ms_per_event for one in part])) for part in (readings[:size], readings[-size:]))
    return round(last / first, 2)


def _shown(one: Reading) -> dict[str, object]:
    return {name: round(getattr(one, name), 2) for name in Reading.__dataclass_fields__}


def _told(one: Reading) -> str:
    return (
        f"  {one.tasks:,} tasks: {one.review_s:.1f} s review, {one.ms_per_event:.2f} ms an event, "
        f"{one.memories:,} memories, {one.peak_rss_mb:.0f} MB"
    )
