"""``hsm bench --decisions N``: how fast decisions are recorded and similar ones found at full size.

Everything runs through the record store, the index and the service that users get; as in the other benchmarks the
embedding model is replaced, and what is embedded is prepared, so that the times are those beyond embedding.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import islice

import numpy as np

from hindsight_memory.bootstrap import App, opened
from hindsight_memory.domain.decision import Decision, OutcomeSource
from hindsight_memory.domain.errors import Invalid
from hindsight_memory.domain.events import DecisionChange, DecisionChanged
from hindsight_memory.domain.recall.matrices import Matrix, Vector
from hindsight_memory.evals.bench import Told, Took, machine, percentiles, timed
from hindsight_memory.evals.measure import SetClock, configuration, disk_mb, peak_rss_mb
from hindsight_memory.evals.synthetic import SyntheticEmbedder
from hindsight_memory.evals.synthetic_decisions import Decider
from hindsight_memory.services.decisions import OutcomeRequest, RecordRequest, SimilarRequest
from hindsight_memory.settings import Settings

RECORD_TARGET_MS = 5.0
SIMILAR_TARGET_MS = 15.0
"""Medians beyond embedding, at 100,000 decisions on two cores."""
_SPACE = "bench"
_BATCH = 1_000
_NOW = datetime(2027, 1, 1, tzinfo=UTC)


class _Prepared(SyntheticEmbedder):
    """Keeps the passages too: what was embedded once costs a look-up."""

    def __init__(self) -> None:
        super().__init__()
        self._stored: dict[str, Vector] = {}
        self.keeping = False

    def passages(self, texts: Sequence[str]) -> Matrix:
        """Vectors, shape (n, 384)."""
        if not self.keeping:
            return super().passages(texts)
        for text in texts:
            if text not in self._stored:
                self._stored[text] = super().passages([text])[0]
        return np.stack([self._stored[text] for text in texts])


def run(
    settings: Settings,
    *,
    decisions: int = 100_000,
    queries: int = 200,
    records: int = 100,
    seed: int = 0,
    tell: Told = lambda text: None,
) -> dict[str, object]:
    """Build a store of ``decisions`` in ``settings.home`` (empty or missing) and measure on it.

    Returns times in milliseconds (p50, p95, p99; cpu_p50: of all processors): ``similar_ms``, ``record_ms`` (the
    decision alone), ``record_and_similar_ms`` (with the similar ones looked for before) and ``settle_ms``. Raises
    Invalid for counts that measure nothing."""
    if decisions < 1 or queries < 1 or records < 1:
        raise Invalid("There must be at least one decision, one query and one record.")
    embedder, decider = _Prepared(), Decider(seed)
    tell(f"Building a store of {decisions:,} decisions")
    with opened(settings, SetClock(_NOW), embedder) as app:
        some, built = _build(app, decisions, decider, tell)
    embedder.keeping = True
    with opened(settings, SetClock(_NOW), embedder) as app:
        asked = [some[i * len(some) // queries] for i in range(queries)]
        tell(f"Asking {queries} times for similar ones")
        first = timed(lambda: _similar(app, asked[0]))
        similar, found = _asked(app, asked)
        tell(f"Recording {records} decisions")
        recorded = _recorded(app, decider, decisions, records)
        config = configuration(app, seed=seed, machine=machine())
    return {
        "decisions": decisions,
        "queries": queries,
        "similar_ms": similar,
        "similar_target_ms": SIMILAR_TARGET_MS,
        "found_itself": round(found / queries, 3),
        **recorded,
        "record_target_ms": RECORD_TARGET_MS,
        "first_similar_ms": round(first.wall, 1),
        "build_per_second": round(decisions / built, 1),
        "peak_rss_mb": peak_rss_mb(),
        "disk_mb": round(disk_mb(settings.home), 1),
        "config": config,
    }


def _build(app: App, count: int, decider: Decider, tell: Told) -> tuple[list[Decision], float]:
    """Fill the store in batches; returns the decisions of every thirtieth place and the seconds it took to commit."""
    kept: list[Decision] = []
    seconds, done = 0.0, 0
    source = decider.decisions(count, _SPACE)
    while batch := list(islice(source, _BATCH)):
        indexed, _ = app.decisions.search.indexed(batch)
        events = [
            DecisionChanged(d, DecisionChange.RECORDED, "synthetic", i) for d, i in zip(batch, indexed, strict=True)
        ]
        start = time.perf_counter()
        with app.records.work("bench", _SPACE, batch[-1].decided_at) as work:
            work.commit(events[0], *events[1:])
        seconds += time.perf_counter() - start
        kept += batch[::30] or batch
        done += len(batch)
        if done % (20 * _BATCH) == 0:
            tell(f"  {done:,}")
    return kept, seconds


def _asked(app: App, asked: Sequence[Decision]) -> tuple[dict[str, float], int]:
    """Ask for what is like each of them, half of the time among its own type; returns how often it came first."""
    took: list[Took] = []
    found = 0
    for number, decision in enumerate(asked):
        request = _request(decision, typed=number % 2 == 0)
        app.decisions.search.questions(decision.belief, decision.intent)
        took.append(timed(lambda r=request: app.decisions.similar(app.actor, r)))
        hits = app.decisions.similar(app.actor, request).hits
        found += bool(hits) and hits[0].decision.belief == decision.belief
    return percentiles(took), found


def _similar(app: App, decision: Decision) -> object:
    return app.decisions.similar(app.actor, _request(decision, typed=False))


def _request(decision: Decision, *, typed: bool) -> SimilarRequest:
    types = [decision.intent_type] if typed else []
    return SimilarRequest(
        belief=decision.belief.statement, intent=decision.intent, intent_types=types, spaces=(_SPACE,)
    )


def _recorded(app: App, decider: Decider, start: int, records: int) -> dict[str, object]:
    """Record new ones, with and without looking for similar ones, and give them their outcome."""
    alone: list[Took] = []
    both: list[Took] = []
    settled: list[Took] = []
    for number in range(start, start + 2 * records):
        decision = decider.decision(number, _SPACE, _NOW)
        request = _record(decision, top_k=3 * (number % 2))
        app.decisions.search.indexed([decision])
        app.decisions.search.questions(decision.belief, decision.intent, decision.observation, decision.action)
        ids: list[str] = []

        def record(asked: RecordRequest = request, into: list[str] = ids) -> None:
            into.append(app.decisions.record(app.actor, asked).decision.decision_id)

        (both if request.top_k else alone).append(timed(record))
        outcome = OutcomeRequest(outcome=decision.observation, outcome_source=OutcomeSource.SYSTEM)
        settled.append(timed(lambda i=ids[0], o=outcome: app.decisions.settle(app.actor, i, o, _SPACE)))
    return {
        "record_ms": percentiles(alone),
        "record_and_similar_ms": percentiles(both),
        "settle_ms": percentiles(settled),
    }


def _record(decision: Decision, *, top_k: int) -> RecordRequest:
    return RecordRequest(
        intent=decision.intent,
        intent_type=decision.intent_type,
        belief_text=decision.belief.text,
        observation=decision.observation,
        expected=decision.expectation.text,
        expected_kind=decision.expectation.kind,
        action=decision.action,
        confidence=decision.confidence,
        space=_SPACE,
        top_k=top_k,
    )
