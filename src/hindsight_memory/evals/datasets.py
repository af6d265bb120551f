"""Corpora of memories with queries: reading the form of ``retrieval`` files.

One corpus a line, plain or gzip: ``{corpus_id, dataset, lang, memories: [{id, text, speaker?, time?, session?}],
queries: [{id, text, gold_ids, category, time, stale_ids?, gold_session_ids?}]}``.
"""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from hindsight_memory.domain.errors import UnreadableInput

_APART = ("adversarial", "abstention")


@dataclass(frozen=True, slots=True)
class Passage:
    """A memory of a corpus; ``said_at`` is None when the data gives no time."""

    passage_id: str
    text: str
    speaker: str
    session: str
    said_at: datetime | None


@dataclass(frozen=True, slots=True)
class Query:
    """A question and what answers it, by passage or session; ``stale`` is what a newer passage replaced."""

    query_id: str
    text: str
    category: str
    asked_at: datetime | None
    gold: frozenset[str]
    stale: frozenset[str]
    gold_sessions: frozenset[str]

    @property
    def apart(self) -> bool:
        """Whether it is kept out of the averages: adversarial questions and those that nothing answers."""
        return self.category.startswith(_APART)


@dataclass(frozen=True, slots=True)
class Corpus:
    """Memories and the queries over them. ``dataset`` is the name of the file."""

    corpus_id: str
    dataset: str
    lang: str
    passages: tuple[Passage, ...]
    queries: tuple[Query, ...]


def read_corpora(files: Sequence[Path], *, sample: int | None = None, seed: int = 0) -> Iterator[Corpus]:
    """The corpora of all files, one at a time; ``sample`` takes that many of each file, drawn with ``seed``.

    Raises UnreadableInput naming file and line."""
    for path in files:
        lines = _lines(path)
        if sample is not None and sample < len(lines):
            lines = [lines[i] for i in sorted(random.Random(seed).sample(range(len(lines)), sample))]
        for number, line in lines:
            yield _corpus(path, number, line)


def _lines(path: Path) -> list[tuple[int, str]]:
    opener = gzip.open if path.suffix == ".gz" else open
    try:
        with opener(path, "rt", encoding="utf-8") as handle:
            return [(number, line) for number, line in enumerate(handle, start=1) if line.strip()]
    except (OSError, EOFError, UnicodeDecodeError) as error:
        raise UnreadableInput(f"{path} cannot be read: {error}") from error


def _corpus(path: Path, number: int, line: str) -> Corpus:
    try:
        raw = json.loads(line)
        return Corpus(
            corpus_id=str(raw["corpus_id"]),
            dataset=path.name.split(".")[0],
            lang=str(raw.get("lang") or "?"),
            passages=tuple(_passage(one) for one in raw["memories"]),
            queries=tuple(_query(one) for one in raw["queries"]),
        )
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise UnreadableInput(f"{path}, line {number}, is no corpus: {error!r}") from error


def _passage(raw: Mapping[str, Any]) -> Passage:
    return Passage(
        passage_id=str(raw["id"]),
        text=str(raw["text"]),
        speaker=str(raw.get("speaker") or ""),
        session=str(raw.get("session") or ""),
        said_at=_time(raw.get("time")),
    )


def _query(raw: Mapping[str, Any]) -> Query:
    return Query(
        query_id=str(raw["id"]),
        text=str(raw["text"]),
        category=str(raw.get("category") or ""),
        asked_at=_time(raw.get("time")),
        gold=frozenset(map(str, raw.get("gold_ids") or ())),
        stale=frozenset(map(str, raw.get("stale_ids") or ())),
        gold_sessions=frozenset(map(str, raw.get("gold_session_ids") or ())),
    )


def _time(value: object) -> datetime | None:
    """A time of the data; one without an offset is taken as UTC."""
    if not value:
        return None
    read = datetime.fromisoformat(str(value))
    return read.replace(tzinfo=UTC) if read.tzinfo is None else read.astimezone(UTC)
