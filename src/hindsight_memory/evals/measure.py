"""What every evaluation measures beside its metrics: time, memory, and the configuration that was used."""

from __future__ import annotations

import resource
import sys
import time
from collections.abc import Generator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from hindsight_memory import __version__
from hindsight_memory.bootstrap import App

_START = datetime(2000, 1, 1, tzinfo=UTC)


@dataclass(slots=True)
class SetClock:
    """A clock that stands where it is put: evaluation data plays at its own time."""

    at: datetime = _START

    def now(self) -> datetime:
        """Return the time it was set to."""
        return self.at


@dataclass(slots=True)
class Stopwatch:
    """Times single calls, in milliseconds, and counts what was taken in, with the seconds it took."""

    calls: list[float] = field(default_factory=list[float])
    taken_in: int = 0
    seconds: float = 0.0

    @contextmanager
    def call(self) -> Generator[None]:
        """Time one call."""
        start = time.perf_counter()
        yield
        self.calls.append((time.perf_counter() - start) * 1000)

    @contextmanager
    def intake(self, count: int = 1) -> Generator[None]:
        """Time the taking in of ``count`` things."""
        start = time.perf_counter()
        yield
        self.seconds += time.perf_counter() - start
        self.taken_in += count

    def figures(self) -> dict[str, object]:
        """Return ``latency_ms`` (p50, p95, p99), ``ingest_per_second`` and ``peak_rss_mb``, as far as they apply."""
        figures: dict[str, object] = {}
        if self.calls:
            figures["latency_ms"] = {f"p{p}": round(percentile(self.calls, p), 2) for p in (50, 95, 99)}
        if self.seconds > 0:
            figures["ingest_per_second"] = round(self.taken_in / self.seconds, 1)
        return figures | {"peak_rss_mb": peak_rss_mb()}


def percentile(values: Sequence[float], percent: float) -> float:
    """Return the percentile with linear interpolation between the two nearest ranks; values may be unsorted."""
    ordered = sorted(values)
    place = (len(ordered) - 1) * percent / 100
    low = int(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * (place - low)


def peak_rss_mb() -> float:
    """Return the highest resident memory of this process so far, in MB (10^6 bytes)."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    # Linux counts in KiB, macOS in bytes.
    return round(peak * (1 if sys.platform == "darwin" else 1024) / 1e6, 1)


def disk_mb(folder: Path) -> float:
    """Return the size of all files in a folder, in MB (10^6 bytes); files may come and go meanwhile."""
    total = 0
    for file in folder.rglob("*"):
        with suppress(OSError):
            total += file.stat().st_size if file.is_file() else 0
    return total / 1e6


def configuration(app: App, **more: object) -> dict[str, object]:
    """Return what the figures depend on: version, embedding generation, settings, and what the caller adds."""
    settings = app.settings
    return {
        "version": __version__,
        "generation": app.embedder.generation if app.embedder else "none",
        "profile": settings.recall.profile,
        "gate": settings.gate.model_dump(mode="json"),
        "review": settings.review.model_dump(mode="json"),
        **more,
    }
