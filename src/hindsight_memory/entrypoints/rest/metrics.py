"""``/metrics``: how long calls take and how much there is, for Prometheus. No text, no name of a space or an agent."""

from __future__ import annotations

from collections.abc import Mapping

import anyio.to_thread
from prometheus_client import CollectorRegistry, Gauge, Histogram, ProcessCollector, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from starlette.requests import Request
from starlette.responses import Response

from hindsight_memory import __version__
from hindsight_memory.domain.errors import HindsightError
from hindsight_memory.entrypoints.rest.desk import Desk

_BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
# What is counted, by which name and label.
_COUNTS: Mapping[str, tuple[str, str, str]] = {
    "status": ("hindsight_memories", "status", "Memories by status."),
    "tasks": ("hindsight_tasks", "outcome", "Tasks by outcome."),
    "jobs": ("hindsight_jobs", "state", "Jobs by state; queued ones wait for a review."),
    "discards": ("hindsight_discards", "kind", "Drafts that were left out and are still kept."),
}


class Metrics:
    """What is measured of one server. The endpoint asks for a credential like every call."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._registry = CollectorRegistry()
        ProcessCollector(registry=self._registry)
        self._calls = Histogram(
            "hindsight_call_seconds",
            "Time of REST calls.",
            ("operation", "status"),
            registry=self._registry,
            buckets=_BUCKETS,
        )
        about = Gauge("hindsight_info", "The version that runs.", ("version",), registry=self._registry)
        about.labels(__version__).set(1)

    def observed(self, operation: str, status: int, seconds: float) -> None:
        """Count a call that was answered."""
        self._calls.labels(operation, str(status)).observe(seconds)

    async def page(self, request: Request) -> Response:
        """Answer with everything, counts of the spaces that the credential opens."""
        try:
            text = await anyio.to_thread.run_sync(self._text, request)
        except HindsightError as error:
            return self._desk.refusal(error, request)
        return Response(text, media_type=CONTENT_TYPE_LATEST)

    def _text(self, request: Request) -> bytes:
        actor = self._desk.caller(request).actor
        upkeep = self._desk.app.upkeep
        spaces = upkeep.spaces(actor)
        counts: Mapping[str, Mapping[str, int]] = upkeep.stats(actor, *spaces) if spaces else {}
        # Made anew, since two callers may see different spaces.
        now = CollectorRegistry()
        for of, (name, label, says) in _COUNTS.items():
            gauge = Gauge(name, says, (label,), registry=now)
            for kind, count in counts.get(of, {}).items():
                gauge.labels(kind).set(count)
        return generate_latest(self._registry) + generate_latest(now)
