"""``hsm bench --archive N``: what an archive of very many decisions costs, and how quickly one is fetched from it.

The store is loaded in bulk: texts are those of fifty thousand made-up decisions, each with its own id, task and time
every time it comes again (far beyond what a frame holds, so that compression gains nothing by it), and vectors are
random. Everything after that runs through the services that users get.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path

import numpy as np

from hindsight_memory.bootstrap import App, load_decisions, opened
from hindsight_memory.domain.decision import Decision
from hindsight_memory.domain.decision_words import decision_tokens
from hindsight_memory.domain.errors import Invalid
from hindsight_memory.domain.events import DecisionIndexed
from hindsight_memory.domain.ids import uuid7
from hindsight_memory.domain.tiering import StorageTier
from hindsight_memory.evals.bench import Told, machine, percentiles, timed
from hindsight_memory.evals.measure import SetClock, configuration, peak_rss_mb
from hindsight_memory.evals.synthetic_decisions import Decider
from hindsight_memory.services.decisions import SimilarRequest
from hindsight_memory.settings import Settings

_SPACE = "bench"
_BATCH = 5_000
_DIFFERENT = 50_000
_NOW = datetime(2027, 1, 1, tzinfo=UTC)
_OLD = timedelta(days=100)
_DIMENSIONS = 384


def run(
    settings: Settings, *, decisions: int = 1_000_000, fetches: int = 500, seed: int = 0, tell: Told = lambda text: None
) -> dict[str, object]:
    """Load ``decisions`` into ``settings.home`` (empty or missing), archive all of them, fetch some.

    Returns sizes in MB (10^6 bytes) before and after, seconds for each tier, and times in milliseconds of a fetch by
    id from a frame that is not in memory, of the chain of a task, and of a search by words. Raises Invalid for counts
    that measure nothing."""
    if decisions < 1 or fetches < 1:
        raise Invalid("There must be at least one decision and one fetch.")
    tell(f"Loading {decisions:,} decisions")
    plain = settings.model_copy(update={"embedder": settings.embedder.model_copy(update={"kind": "none"})})
    random = np.random.default_rng(seed)
    loaded = time.perf_counter()
    with opened(plain, SetClock(_NOW), None) as app:
        some = _load(app, decisions, random, seed, tell)
    loaded = time.perf_counter() - loaded
    with opened(plain, SetClock(_NOW), None) as app:
        hot = _sizes(app)
        tell("Moving all of them into the archive")
        seconds = _archived(app, tell)
        archive = _sizes(app)
        asked = [some[int(place)] for place in random.integers(len(some), size=fetches)]
        tell(f"Fetching {fetches} of them")
        fetched = percentiles([timed(lambda i=i: app.decisions.get(app.actor, i, _SPACE)) for i, _ in asked])
        tasks = percentiles([timed(lambda t=t: app.decisions.of_task(app.actor, t, _SPACE)) for _, t in asked[:100]])
        similar = percentiles([timed(lambda i=i: _similar(app, i)) for i, _ in asked[:50]])
        checked = timed(lambda: app.upkeep.verify_audit(app.actor, _SPACE))
        again = timed(lambda: app.tiers.retier(app.actor, _SPACE))
        config = configuration(app, seed=seed, machine=machine())
    return {
        "decisions": decisions,
        "load_s": round(loaded, 1),
        "hot": hot,
        **seconds,
        "archive": archive,
        "fetch_ms": fetched,
        "task_ms": tasks,
        "similar_by_words_ms": similar,
        "verify_s": round(checked.wall / 1000, 1),
        "nothing_to_do_ms": round(again.wall, 1),
        "peak_rss_mb": peak_rss_mb(),
        "config": config,
    }


def _load(app: App, count: int, random: np.random.Generator, seed: int, tell: Told) -> list[tuple[str, str]]:
    """Fill the store; returns id and task of every hundredth."""
    kept: list[tuple[str, str]] = []
    source = _decisions(count, random, seed)
    done = 0
    while batch := list(islice(source, _BATCH)):
        load_decisions(app, _SPACE, batch)
        kept += [(decision.decision_id, decision.task_id) for decision, _ in batch[::100]]
        done += len(batch)
        if done % 100_000 == 0:
            tell(f"  {done:,}")
    return kept


def _decisions(count: int, random: np.random.Generator, seed: int) -> Iterator[tuple[Decision, DecisionIndexed]]:
    known: list[tuple[Decision, tuple[str, ...]]] = []
    source = Decider(seed).decisions(min(count, _DIFFERENT), _SPACE)
    step = timedelta(days=730) / count
    for number in range(count):
        if number < _DIFFERENT:
            made = next(source)
            known.append((made, decision_tokens(made)))
        before, tokens = known[number % _DIFFERENT]
        at = _NOW - _OLD - step * (count - number)
        decision = replace(
            before,
            decision_id=uuid7(at, random.bytes(10)),
            task_id=f"task-{number // 6}",
            session_id=f"session-{number // 12}",
            decided_at=at,
            closed_at=at,
        )
        vectors = random.bytes(4 * _DIMENSIONS)
        half = len(vectors) // 2
        yield decision, DecisionIndexed(tokens, vectors[:half], vectors[half:], "bench")


def _archived(app: App, tell: Told) -> dict[str, object]:
    """Move everything; seconds by tier."""
    seconds: dict[StorageTier, float] = {StorageTier.WARM: 0.0, StorageTier.ARCHIVE: 0.0}
    moved = 0
    while True:
        start = time.perf_counter()
        run = app.tiers.retier(app.actor, _SPACE, limit=10_000)
        took = time.perf_counter() - start
        if run.moved:
            seconds[run.moved[-1].tier] += took
            moved += sum(each.rows for each in run.moved if each.tier is StorageTier.ARCHIVE)
            if moved and moved % 200_000 == 0:
                tell(f"  {moved:,}")
        if not run.more:
            return {f"to_{tier.value}_s": round(spent, 1) for tier, spent in seconds.items()}


def _sizes(app: App) -> dict[str, float]:
    home = app.settings.home
    (store,) = home.glob("*.db")
    files = [file for file in home.rglob("*") if file.is_file()]
    stored = {each.tier.value: each.size for each in app.tiers.storage(app.actor, _SPACE)}
    return {
        "store_mb": round(store.stat().st_size / 1e6, 1),
        "store_used_mb": round(_used(store) / 1e6, 1),
        "files_mb": round(sum(f.stat().st_size for f in files if f.parent.name == "archive") / 1e6, 1),
        "files": sum(f.parent.name == "archive" for f in files),
        **{f"{tier}_mb": round(size / 1e6, 1) for tier, size in stored.items()},
    }


def _used(file: Path) -> int:
    """Bytes of a database without the pages that are free for what comes next."""
    with closing(sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True)) as connection:
        size, pages, free = (
            connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("page_size", "page_count", "freelist_count")
        )
    return size * (pages - free)


def _similar(app: App, decision_id: str) -> object:
    decision = app.decisions.get(app.actor, decision_id, _SPACE)
    asked = SimilarRequest(belief=decision.belief.statement, intent=decision.intent, spaces=(_SPACE,))
    return app.decisions.similar(app.actor, asked)
