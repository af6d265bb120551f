"""``hsm bench``: how fast search and write are on this machine at full size.

Everything runs through the record store, the index and the services that users get; only the embedding model is
replaced, since its cost is the same at any size and is measured on its own. Beside the search stands the bare scan
of the same matrix in the same run: what no exact search can beat by much.
"""

from __future__ import annotations

import os
import platform
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice

import numpy as np

from hindsight_memory.bootstrap import App, opened
from hindsight_memory.domain.errors import EmbedderUnavailable, Invalid
from hindsight_memory.domain.events import Change, MemoryChanged
from hindsight_memory.domain.memory import Source
from hindsight_memory.domain.recall.matrices import Matrix
from hindsight_memory.evals.measure import SetClock, configuration, disk_mb, peak_rss_mb, percentile
from hindsight_memory.evals.synthetic import DIMENSIONS, SyntheticEmbedder, Writer, memories
from hindsight_memory.services.memories import WriteRequest
from hindsight_memory.services.recall import SearchRequest
from hindsight_memory.settings import Settings

TARGET_MS = 12.0
"""Median of a search without the query's embedding, at 100,000 memories on two cores."""
_SPACE = "bench"
_BATCH = 1_000
_CANDIDATES = 100
_NOW = datetime(2027, 1, 1, tzinfo=UTC)
_SAMPLE_QUERIES = ("how do we deploy the service?", "发布流程是什么", "rate limit of the API", "用户偏好的语言")

Told = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Took:
    """Milliseconds of a call: on the clock, and of all processors together, which other work here hardly moves."""

    wall: float
    cpu: float


def run(
    settings: Settings,
    *,
    count: int = 100_000,
    queries: int = 200,
    writes: int = 100,
    seed: int = 0,
    tell: Told = lambda text: None,
) -> dict[str, object]:
    """Build a store of ``count`` memories in ``settings.home`` (empty or missing) and measure on it.

    Returns times in milliseconds (p50, p95, p99; cpu_p50: of all processors) of ``search_ms``, ``scan_ms`` and
    ``write_ms``, what the first use takes, memory and disk. Raises Invalid for counts that measure nothing."""
    if count < 1 or queries < 1 or writes < 0:
        raise Invalid("There must be at least one memory and one query.")
    embedder, writer = SyntheticEmbedder(), Writer(seed)
    tell(f"Building a store of {count:,} memories")
    with _store(settings, embedder) as app:
        matrix, texts, built = _build(app, count, writer, seed, tell)
    questions = [writer.question(texts[i]) for i in _spread(count, queries)]
    vectors = embedder.queries(questions)
    tell(f"Asking {queries} questions")
    with _store(settings, embedder) as app:
        first = timed(lambda: _ask(app, questions[0]))
        searched, scanned, found = _searches(app, questions, vectors, matrix)
        tell(f"Writing {writes} memories through the gate")
        written = _writes(app, writer, count, writes)
        config = configuration(app, seed=seed, machine=machine())
    return {
        "memories": count,
        "queries": queries,
        "search_ms": searched,
        "scan_ms": scanned,
        "search_over_scan": round(searched["p50"] / scanned["p50"], 2),
        "target_ms": TARGET_MS,
        "hits_per_search": round(found / queries, 2),
        "query_embedding_ms": embedding_ms(settings, _SAMPLE_QUERIES),
        "first_search_ms": round(first.wall, 1),
        "build_per_second": round(count / built, 1),
        **written,
        "peak_rss_mb": peak_rss_mb(),
        "disk_mb": round(disk_mb(settings.home), 1),
        "config": config,
    }


def _store(settings: Settings, embedder: SyntheticEmbedder) -> AbstractContextManager[App]:
    return opened(settings, SetClock(_NOW), embedder)


def _build(app: App, count: int, writer: Writer, seed: int, tell: Told) -> tuple[Matrix, list[str], float]:
    """Fill the store in batches; returns the matrix of all vectors, all texts, and the seconds it took to commit."""
    matrix = np.empty((count, DIMENSIONS), dtype=np.float32)
    texts: list[str] = []
    seconds = 0.0
    source = memories(count, _SPACE, writer, seed=seed)
    while batch := list(islice(source, _BATCH)):
        indexed, _ = app.memories.admission.indexer.index(batch)
        for row, one in enumerate(indexed, start=len(texts)):
            matrix[row] = app.memories.admission.indexer.first_vector(one)
        texts += [memory.content for memory in batch]
        events = [MemoryChanged(m, Change.STORED, "synthetic", i) for m, i in zip(batch, indexed, strict=True)]
        start = time.perf_counter()
        with app.records.work("bench", _SPACE, batch[-1].created_at) as work:
            work.commit(events[0], *events[1:])
        seconds += time.perf_counter() - start
        if len(texts) % (20 * _BATCH) == 0:
            tell(f"  {len(texts):,}")
    return matrix, texts, seconds


def _searches(
    app: App, questions: Sequence[str], vectors: Matrix, matrix: Matrix
) -> tuple[dict[str, float], dict[str, float], int]:
    """Ask each question, then scan the matrix for each.

    Not in turns: the threads of a matrix product stay awake for a while and would be counted with the search."""
    found = 0

    def ask(question: str) -> None:
        nonlocal found
        found += _ask(app, question)

    searched = [timed(lambda q=question: ask(q)) for question in questions]
    scanned = [timed(lambda v=vector: _scan(matrix, v)) for vector in vectors]
    return percentiles(searched), percentiles(scanned), found


def _ask(app: App, question: str) -> int:
    return len(app.recall.search(app.actor, SearchRequest(query=question, spaces=(_SPACE,))).hits)


def _scan(matrix: Matrix, vector: np.ndarray) -> object:
    """The bare minimum of an exact search: all cosines, and the best hundred of them."""
    cosines = matrix @ vector
    best = np.argpartition(cosines, -min(_CANDIDATES, len(cosines)))[-_CANDIDATES:]
    return best[np.argsort(-cosines[best])]


def _writes(app: App, writer: Writer, start: int, writes: int) -> dict[str, object]:
    """Offer new texts to the gate, each judged against the whole store and committed on its own."""
    took = [
        timed(
            lambda n=number: app.memories.write(
                app.actor, WriteRequest(content=writer.text(n), source=Source.USER, space=_SPACE)
            )
        )
        for number in range(start, start + writes)
    ]
    if not took:
        return {}
    return {
        "write_ms": percentiles(took),
        "writes_per_second": round(1000 * len(took) / sum(one.wall for one in took), 1),
    }


def embedding_ms(settings: Settings, texts: Sequence[str], *, passages: bool = False) -> float | None:
    """Median milliseconds of embedding a query (or a stored text) with the real model; None where there is none."""
    elsewhere = settings.model_copy(update={"home": settings.home / "model"})
    with opened(elsewhere) as app:
        if app.embedder is None:
            return None
        embed = app.embedder.passages if passages else app.embedder.queries
        try:
            embed(["warm up"])
            asked = [f"{text} {turn}" for turn in range(5) for text in texts]
            took = [timed(lambda q=query: embed([q])) for query in asked]
        except EmbedderUnavailable:
            return None
    return round(percentile([one.wall for one in took], 50), 2)


def timed(call: Callable[[], object]) -> Took:
    """Milliseconds that a call takes."""
    wall, cpu = time.perf_counter(), time.process_time()
    call()
    return Took((time.perf_counter() - wall) * 1000, (time.process_time() - cpu) * 1000)


def percentiles(taken: Sequence[Took]) -> dict[str, float]:
    walls = {f"p{p}": round(percentile([one.wall for one in taken], p), 2) for p in (50, 95, 99)}
    return walls | {"cpu_p50": round(percentile([one.cpu for one in taken], 50), 2)}


def _spread(count: int, wanted: int) -> list[int]:
    return [i * count // wanted for i in range(wanted)]


def machine() -> dict[str, object]:
    """Return what times depend on."""
    return {
        "platform": platform.platform(terse=True),
        "machine": platform.machine(),
        "python": platform.python_version(),
        "numpy": np.__version__,
        "cores": os.cpu_count(),
    }
