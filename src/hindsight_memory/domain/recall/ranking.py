"""Ranking: candidates and a question in, explained hits out. The same for every store and surface.

``score = sum of weight times signal``; similarity is calibrated (see ``fusion``), so that the best of a bad
lot stays low and a bound on it means the same everywhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from hindsight_memory.domain.memory import MemoryType
from hindsight_memory.domain.recall.bm25 import K1, bm25, rarity
from hindsight_memory.domain.recall.budget import within
from hindsight_memory.domain.recall.collapse import Wording, near_copy, same_thing, wording
from hindsight_memory.domain.recall.fusion import dense, fused, lexical
from hindsight_memory.domain.recall.profiles import Profile
from hindsight_memory.domain.recall.question import Candidate, Hit, Question, Ranking, RecallPolicy
from hindsight_memory.domain.recall.sighting import Sighting
from hindsight_memory.domain.recall.signals import SIGNALS
from hindsight_memory.domain.text.tokens import is_stopword

_APPLYING = frozenset({MemoryType.NEGATIVE, MemoryType.BOUNDARY})
_SPARE = 3
"""How many times ``top_k`` hits are looked at for copies and updates."""


@dataclass(frozen=True, slots=True)
class _Scored:
    candidate: Candidate
    hit: Hit
    wording: Wording | None = None


def rank(
    candidates: Sequence[Candidate], question: Question, profile: Profile, policy: RecallPolicy
) -> Ranking:
    """Rank the candidates: score, bound, collapse near-copies, put updates first, cut, warn.

    Deterministic: equal scores go by newer confirmation, then by memory id. Candidates may come in any order
    and must be distinct memories.
    """
    weights = query_weights(question)
    scored = [_scored(candidate, question, profile, policy, weights) for candidate in candidates]
    lowest = policy.min_similarity if question.min_score is None else question.min_score
    relevant = [s for s in scored if s.hit.signals["similarity"] >= lowest and s.hit.score > 0.0]
    relevant = [s for s in relevant if s.hit.signals["similarity"] > 0.0]
    relevant.sort(key=_order)
    looked_at = [
        replace(s, wording=wording(s.hit.memory.content)) for s in relevant[: _SPARE * question.top_k]
    ]
    kept, collapsed = _without_copies(looked_at)
    ordered = [s.hit for s in _updates_first(kept)]
    chosen = within(ordered[: question.top_k], question.max_tokens)
    return Ranking(
        hits=chosen,
        warnings=_warnings(relevant, policy),
        collapsed={
            h.memory.memory_id: collapsed[h.memory.memory_id]
            for h in chosen
            if h.memory.memory_id in collapsed
        },
        below=len(scored) - len(relevant),
        cut=min(len(ordered), question.top_k) - len(chosen),
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


def _scored(
    candidate: Candidate,
    question: Question,
    profile: Profile,
    policy: RecallPolicy,
    weights: Mapping[str, float],
) -> _Scored:
    words = lexical(
        bm25(weights, candidate.counts, candidate.length, question.mean_length),
        (K1 + 1.0) * sum(weights.values()),
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


def _order(scored: _Scored) -> tuple[float, float, str]:
    memory = scored.hit.memory
    return (-scored.hit.score, -memory.last_confirmed_at.timestamp(), memory.memory_id)


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
    return near_copy(a.wording, b.wording)


def _updates_first(scored: Sequence[_Scored]) -> list[_Scored]:
    """Where a newer statement of the same thing ranks below an older one, it takes the place before it."""
    ordered: list[_Scored] = []
    for one in scored:
        place = next((i for i, older in enumerate(ordered) if _updates(one, older)), len(ordered))
        ordered.insert(place, one)
    return ordered


def _updates(newer: _Scored, older: _Scored) -> bool:
    a, b = newer.hit.memory, older.hit.memory
    if a.last_confirmed_at <= b.last_confirmed_at or newer.wording is None or older.wording is None:
        return False
    return same_thing(newer.wording, older.wording)


def _warnings(relevant: Sequence[_Scored], policy: RecallPolicy) -> tuple[Hit, ...]:
    """Negatives and boundaries that apply to what is asked, best similarity first."""
    applying = [
        s.hit
        for s in relevant
        if s.hit.memory.type in _APPLYING and s.hit.signals["similarity"] >= policy.warning_similarity
    ]
    applying.sort(key=lambda hit: (-hit.signals["similarity"], hit.memory.memory_id))
    return tuple(applying[: policy.most_warnings])
