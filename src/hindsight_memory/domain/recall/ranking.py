"""Ranking: candidates and a question in, explained hits out. The same for every store and surface.

``score = sum of weight times signal``; similarity is calibrated (see ``fusion``), so that the best of a bad
lot stays low and a bound on it means the same everywhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from hindsight_memory.domain.memory import Memory, MemoryType
from hindsight_memory.domain.recall.bm25 import attainable, bm25, rarity
from hindsight_memory.domain.recall.budget import within
from hindsight_memory.domain.recall.collapse import Wording, near_copy, wording
from hindsight_memory.domain.recall.fusion import dense, fused, lexical
from hindsight_memory.domain.recall.profiles import Profile
from hindsight_memory.domain.recall.question import Candidate, Hit, Question, Ranking, RecallPolicy
from hindsight_memory.domain.recall.sighting import Sighting
from hindsight_memory.domain.recall.signals import SIGNALS
from hindsight_memory.domain.recall.updates import Statement, states_change, updates_first
from hindsight_memory.domain.text.tokens import is_stopword

_APPLYING = frozenset({MemoryType.NEGATIVE, MemoryType.BOUNDARY})
_LONG_AGO = datetime(1970, 1, 1, tzinfo=UTC)
_COPY_RANGE = 0.2
"""Copies are about equally similar to a question; others need not be compared."""
_SPARE = 3
"""How many times ``top_k`` hits are looked at for copies and updates."""


@dataclass(frozen=True, slots=True)
class _Scored:
    candidate: Candidate
    hit: Hit
    wording: Wording | None = None


def rank(candidates: Sequence[Candidate], question: Question, profile: Profile, policy: RecallPolicy) -> Ranking:
    """Rank the candidates: score, bound, collapse near-copies, put updates first, cut, warn.

    Deterministic: equal scores go by newer confirmation, then by memory id. Candidates may come in any order
    and must be distinct memories.
    """
    weights = query_weights(question)
    most = attainable(weights)
    scored = [_scored(candidate, question, profile, policy, weights, most) for candidate in candidates]
    relevant = sorted(_relevant(scored, question, policy), key=lambda one: _order(one, question.now))
    looked_at = [_worded(one) for one in relevant[: _SPARE * question.top_k]]
    kept, collapsed = _without_copies(looked_at)
    ordered = _updated(kept[: question.top_k], question, weights)
    chosen = within(ordered, question.max_tokens)
    return Ranking(
        hits=chosen,
        warnings=_warnings(scored, policy),
        collapsed={
            h.memory.memory_id: collapsed[h.memory.memory_id] for h in chosen if h.memory.memory_id in collapsed
        },
        below=len(scored) - len(relevant),
        cut=len(ordered) - len(chosen),
    )


def query_weights(question: Question) -> Mapping[str, float]:
    """Weight of each token of the question: its rarity in the searched spaces, times its repetition.

    Stop words weigh nothing, unless the question holds nothing else.
    """
    counts = Counter(question.tokens)
    telling = {t: n for t, n in counts.items() if not is_stopword(t)} or counts
    return {
        token: n * rarity(question.documents, question.document_frequencies.get(token, 0))
        for token, n in telling.items()
    }


def _relevant(scored: Sequence[_Scored], question: Question, policy: RecallPolicy) -> list[_Scored]:
    best = max((one.hit.signals["similarity"] for one in scored), default=0.0)
    lowest = question.min_score
    if lowest is None:
        lowest = policy.relevance.bound(best, question.top_k)
    return [one for one in scored if 0.0 < one.hit.signals["similarity"] >= lowest]


def _scored(
    candidate: Candidate,
    question: Question,
    profile: Profile,
    policy: RecallPolicy,
    weights: Mapping[str, float],
    most: float,
) -> _Scored:
    words = lexical(
        bm25(weights, candidate.counts, candidate.length, question.mean_length),
        most,
    )
    meaning = dense(candidate.cosine)
    memory = candidate.memory
    seen = Sighting(memory, fused(meaning, words), question.now, policy.half_lives[memory.type])
    signals = {name: signal(seen) for name, signal in SIGNALS.items()}
    total = sum(profile.weights.get(name, 0.0) * value for name, value in signals.items())
    factor = policy.negative_factor if memory.type is MemoryType.NEGATIVE else 1.0
    score = factor * total
    told = _explained(profile, signals, factor, score, meaning, words)
    return _Scored(candidate, Hit(memory, score, signals, told))


def _explained(
    profile: Profile,
    signals: Mapping[str, float],
    factor: float,
    score: float,
    meaning: float | None,
    words: float,
) -> str:
    parts = " + ".join(f"{w:g}·{name} {signals[name]:.3f}" for name, w in profile.weights.items())
    told = f"{factor:g} × ({parts})" if factor != 1.0 else parts
    channels = f"meaning {meaning:.3f}" if meaning is not None else "no vector"
    return f"{told} = {score:.3f}; {channels}, words {words:.3f}"


def _worded(one: _Scored) -> _Scored:
    return replace(one, wording=wording(one.hit.memory.content))


def _order(scored: _Scored, now: datetime) -> tuple[float, float, str]:
    memory = scored.hit.memory
    return (-scored.hit.score, -_said_at(memory, now).timestamp(), memory.memory_id)


def _said_at(memory: Memory, now: datetime) -> datetime:
    """When it was last confirmed; a stamp in the future never makes a memory the newest."""
    if memory.last_confirmed_at <= now:
        return memory.last_confirmed_at
    return memory.created_at if memory.created_at <= now else _LONG_AGO


def _without_copies(scored: Sequence[_Scored]) -> tuple[list[_Scored], dict[str, tuple[str, ...]]]:
    kept: list[_Scored] = []
    collapsed: dict[str, tuple[str, ...]] = {}
    for one in scored:
        twin = next((k for k in kept if _copies(k, one)), None)
        if twin is None:
            kept.append(one)
        else:
            name = twin.hit.memory.memory_id
            collapsed[name] = (*collapsed.get(name, ()), one.hit.memory.memory_id)
    return kept, collapsed


def _copies(a: _Scored, b: _Scored) -> bool:
    if a.wording is None or b.wording is None or a.hit.memory.type is not b.hit.memory.type:
        return False
    if abs(a.hit.signals["similarity"] - b.hit.signals["similarity"]) > _COPY_RANGE:
        return False
    return near_copy(a.wording, b.wording)


def _updated(kept: Sequence[_Scored], question: Question, weights: Mapping[str, float]) -> list[Hit]:
    statements = [
        Statement(
            said_at=_said_at(one.hit.memory, question.now),
            similarity=one.hit.signals["similarity"],
            wording=one.wording,
            matched=one.wording.tokens & weights.keys(),
            changes=states_change(one.hit.memory.content),
        )
        for one in kept
        if one.wording is not None
    ]
    return [kept[place].hit for place in updates_first(statements, question.text, weights)]


def _warnings(scored: Sequence[_Scored], policy: RecallPolicy) -> tuple[Hit, ...]:
    """Negatives and boundaries that apply to what is asked, best similarity first."""
    applying = [
        s.hit
        for s in scored
        if s.hit.memory.type in _APPLYING and s.hit.signals["similarity"] >= policy.warning_similarity
    ]
    applying.sort(key=lambda hit: (-hit.signals["similarity"], hit.memory.memory_id))
    return tuple(applying[: policy.most_warnings])
