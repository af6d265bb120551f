"""``hsm eval retrieval``: each corpus goes into a space of its own, without the gate, and its queries are asked
through the search that users get.

A hit counts for every passage whose text is the same. The clock stands at a query's time, else at the newest
passage.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from hindsight_memory.bootstrap import App, opened
from hindsight_memory.domain.errors import UnreadableInput
from hindsight_memory.domain.events import Change, MemoryChanged
from hindsight_memory.domain.ids import uuid7
from hindsight_memory.domain.memory import Memory, MemoryType, Provenance, Scope, Source
from hindsight_memory.domain.text.normal import clean
from hindsight_memory.evals.datasets import Corpus, Passage, Query, read_corpora
from hindsight_memory.evals.measure import SetClock, Stopwatch, configuration
from hindsight_memory.services.indexing import Indexer
from hindsight_memory.services.recall import SearchRequest
from hindsight_memory.settings import Settings

TOP = 10
SESSION_TOP = 5
_CUTS = (1, 5, 10)
_BATCH = 256
_UNDATED = datetime(2024, 1, 1, tzinfo=UTC)
_CONFIDENCE = 0.8


@dataclass(frozen=True, slots=True)
class Asked:
    """A query and what came back: for each hit the passages with its text, and the sessions it stands for."""

    query: Query
    dataset: str
    lang: str
    hits: tuple[frozenset[str], ...]
    sessions: tuple[frozenset[str], ...]

    def first(self, wanted: frozenset[str]) -> int | None:
        """The rank, from 1, of the first hit that is one of these passages."""
        return next((rank for rank, hit in enumerate(self.hits, start=1) if hit & wanted), None)

    def found(self, top: int) -> frozenset[str]:
        """The gold passages among the first hits."""
        return self.query.gold & frozenset[str]().union(*self.hits[:top])


def run(files: Sequence[Path], settings: Settings, *, sample: int | None = None, seed: int = 0) -> dict[str, object]:
    """Return the figures over all files. ``sample`` takes that many corpora of each file, drawn with ``seed``.

    ``settings.home`` must be an empty or missing folder. Raises UnreadableInput."""
    clock, watch = SetClock(), Stopwatch()
    asked: list[Asked] = []
    corpora = passages = 0
    with opened(settings, clock) as app:
        for number, corpus in enumerate(read_corpora(files, sample=sample, seed=seed)):
            asked += ask(app, clock, watch, corpus, f"corpus-{number}")
            corpora, passages = number + 1, passages + len(corpus.passages)
        used = configuration(app, files=[path.name for path in files], sample=sample, seed=seed, top_k=TOP)
    if not corpora:
        raise UnreadableInput("The files hold no corpora.")
    counts = {"corpora": corpora, "memories": passages, "queries": len(asked)}
    return report(asked, counts) | watch.figures() | {"config": used}


def ask(app: App, clock: SetClock, watch: Stopwatch, corpus: Corpus, space: str) -> list[Asked]:
    """Store a corpus and ask its queries."""
    known = store(app, clock, watch, corpus, space)
    newest = max((one.said_at for one in corpus.passages if one.said_at), default=_UNDATED)
    twins = _twins(corpus.passages)
    answers: list[Asked] = []
    for query in corpus.queries:
        clock.at = query.asked_at or newest
        with watch.call():
            found = app.recall.search(app.actor, SearchRequest(query=query.text, spaces=(space,), top_k=TOP))
        hits = [known[hit.memory.memory_id] for hit in found.hits]
        same = tuple(twins[clean(hit.text)] for hit in hits)
        sessions = tuple(frozenset({hit.session}) for hit in hits)
        answers.append(Asked(query, corpus.dataset, corpus.lang, same, sessions))
    return answers


def store(app: App, clock: SetClock, watch: Stopwatch, corpus: Corpus, space: str) -> dict[str, Passage]:
    """Write the passages as they are, found as memories are found. Returns them by memory id."""
    known: dict[str, Passage] = {}
    indexer = Indexer(app.embedder)
    stored = [(_memory(corpus, one, space), one) for one in corpus.passages if clean(one.text)]
    for start in range(0, len(stored), _BATCH):
        memories = stored[start : start + _BATCH]
        clock.at = max(memory.created_at for memory, _ in memories)
        with watch.intake(len(memories)):
            indexed, _ = indexer.index([memory for memory, _ in memories])
            events = [
                MemoryChanged(replace(memory, generation=one.generation), Change.STORED, "evaluation", one)
                for (memory, _), one in zip(memories, indexed, strict=True)
            ]
            with app.records.work(app.actor.agent, space, clock.at) as work:
                work.commit(*events)
        known |= {memory.memory_id: passage for memory, passage in memories}
    return known


def report(asked: Sequence[Asked], counts: Mapping[str, int]) -> dict[str, object]:
    """Return the metrics over everything, by data set, by category and by language."""
    return {
        **metrics(asked),
        "by_dataset": _grouped(asked, lambda one: one.dataset, metrics),
        "by_category": _grouped(asked, lambda one: f"{one.dataset}/{one.query.category}", metrics_of_all),
        "by_lang": _grouped(asked, lambda one: one.lang, metrics),
        "counts": {
            **counts,
            "with_gold": sum(bool(one.query.gold) for one in asked),
            "kept_apart": sum(one.query.apart for one in asked),
        },
    }


def metrics(asked: Iterable[Asked]) -> dict[str, float]:
    """Return the averages without what is kept apart, and ``abstention`` over the queries that nothing answers."""
    every = list(asked)
    figures = metrics_of_all([one for one in every if not one.query.apart])
    unanswerable = _mean([not one.hits for one in every if not one.query.gold])
    return figures if unanswerable is None else figures | {"abstention": unanswerable}


def metrics_of_all(asked: Iterable[Asked]) -> dict[str, float]:
    """Return the metrics over these queries; one that does not apply is absent."""
    every = list(asked)
    gold = [one for one in every if one.query.gold]
    figures: dict[str, float | None] = {}
    for cut in _CUTS:
        figures[f"any@{cut}"] = _mean([bool(one.found(cut)) for one in gold])
        figures[f"recall@{cut}"] = _mean([len(one.found(cut)) / len(one.query.gold) for one in gold])
        figures[f"all@{cut}"] = _mean([one.found(cut) == one.query.gold for one in gold])
    figures["mrr"] = _mean([1.0 / rank if (rank := one.first(one.query.gold)) else 0.0 for one in gold])
    by_session = [one for one in every if one.query.gold_sessions and not one.query.apart]
    figures[f"session_any@{SESSION_TOP}"] = _mean([_session_found(one) for one in by_session])
    figures["fresh_over_stale"] = _mean([_fresh(one) for one in every if one.query.stale])
    figures["abstention"] = _mean([not one.hits for one in every if not one.query.gold])
    return {name: value for name, value in figures.items() if value is not None}


def _session_found(one: Asked) -> bool:
    return any(session & one.query.gold_sessions for session in one.sessions[:SESSION_TOP])


def _fresh(one: Asked) -> bool:
    """Whether the best gold hit stands above the best stale one, or only gold was found."""
    fresh, stale = one.first(one.query.gold), one.first(one.query.stale)
    return fresh is not None and (stale is None or fresh < stale)


def _mean(values: Sequence[float]) -> float | None:
    return round(sum(values) / len(values), 4) if values else None


def _grouped(
    asked: Sequence[Asked], key: Callable[[Asked], str], measure: Callable[[Iterable[Asked]], dict[str, float]]
) -> dict[str, object]:
    groups = dict.fromkeys(key(one) for one in asked)
    return {group: measure([one for one in asked if key(one) == group]) for group in groups}


def _twins(passages: Sequence[Passage]) -> dict[str, frozenset[str]]:
    """The ids of the passages with each text."""
    by_text: dict[str, set[str]] = {}
    for one in passages:
        by_text.setdefault(clean(one.text), set()).add(one.passage_id)
    return {text: frozenset(ids) for text, ids in by_text.items()}


def _memory(corpus: Corpus, passage: Passage, space: str) -> Memory:
    said = passage.said_at or _UNDATED
    digest = hashlib.sha256(f"{corpus.corpus_id}\n{passage.passage_id}".encode()).digest()
    return Memory(
        memory_id=uuid7(said, digest),
        scope=Scope(space),
        type=MemoryType.FACT,
        content=clean(passage.text),
        source=Source.USER,
        confidence=_CONFIDENCE,
        created_at=said,
        last_confirmed_at=said,
        provenance=Provenance(session_id=passage.session, speaker=passage.speaker, channel="user_input"),
    )
