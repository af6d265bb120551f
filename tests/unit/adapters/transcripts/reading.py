"""Files to read, and what was read sorted into transcripts and bad lines."""

import json
from collections.abc import Iterable
from pathlib import Path

from hindsight_memory.adapters.transcripts import TranscriptFiles
from hindsight_memory.domain.trace import Event, EventKind
from hindsight_memory.ports.transcripts import BadLine, Transcript


def lines(path: Path, rows: Iterable[object]) -> Path:
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    return path


def read(path: Path, *, form: str | None = None, cap: int = 65_536) -> tuple[list[Transcript], list[BadLine]]:
    found = list(TranscriptFiles(text_cap=cap).read(path, form=form))
    transcripts = [each for each in found if isinstance(each, Transcript)]
    return transcripts, [each for each in found if isinstance(each, BadLine)]


def only(path: Path, *, cap: int = 65_536) -> Transcript:
    """The single transcript of a file without bad lines."""
    transcripts, bad = read(path, cap=cap)
    assert bad == []
    assert len(transcripts) == 1
    return transcripts[0]


def shape(events: Iterable[Event]) -> list[tuple[EventKind, str]]:
    return [(event.kind, event.text) for event in events]
