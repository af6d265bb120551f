"""Reading finished agent runs from files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Protocol

from hindsight_memory.domain.sightings import Sighting
from hindsight_memory.domain.trace import Event, OutcomeStatus


@dataclass(frozen=True, slots=True, kw_only=True)
class Transcript:
    """One task found in a file. ``task_id`` is stable: the same file read again gives the same ids.

    ``events`` are numbered from 1. ``cut`` counts the characters that were left out by the cap on long outputs.
    Telemetry comes in parts and repeats itself: then ``sightings`` hold all that was seen, ``trace_ids`` the traces
    it was seen in, and ``complete`` says whether the end of one of them was among it.
    """

    task_id: str
    session_id: str = ""
    agent: str = ""
    task_type: str = ""
    intent: str = ""
    outcome: OutcomeStatus = OutcomeStatus.UNKNOWN
    outcome_evidence: str = ""
    started_at: datetime
    ended_at: datetime | None = None
    events: tuple[Event, ...]
    cut: int = 0
    sightings: tuple[Sighting, ...] = ()
    trace_ids: tuple[str, ...] = ()
    complete: bool = True


@dataclass(frozen=True, slots=True)
class SpansRead:
    """What an export of spans holds: tasks with the space that each names (empty: none), the number of spans that
    could not be read, and why."""

    found: tuple[tuple[str, Transcript], ...]
    rejected: int = 0
    problem: str = ""


@dataclass(frozen=True, slots=True)
class BadLine:
    """A line that could not be read; the rest of the file goes on. ``number`` counts from 1."""

    number: int
    problem: str


class TranscriptReader(Protocol):
    """Reads every known form; the form is detected from the content, not from the name."""

    def forms(self) -> tuple[str, ...]:
        """Return the names of the known forms."""
        ...

    def read(self, path: Path, *, form: str | None = None) -> Iterator[Transcript | BadLine]:
        """Yield what the file (plain or gzip) holds, in order.

        Raises UnreadableInput when the file cannot be opened or is of no known form, naming the known ones."""
        ...

    def form(self, path: Path) -> str:
        """Return the name of the form that the file's content shows. Raises UnreadableInput like ``read``."""
        ...

    def size(self, path: Path) -> int:
        """Return the number of transcripts to expect, for a progress bar (a cheap estimate is fine)."""
        ...

    def export(self, request: Mapping[str, object], at: datetime) -> SpansRead:
        """Return what an OTLP export request (its JSON) holds; ``at`` is when it came in."""
        ...
