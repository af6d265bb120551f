"""Ranking: candidates and a question in, explained hits out. The same for every store and surface.

``score = sum of weight times signal``; similarity is calibrated (see ``fusion``), so that the best of a bad
lot stays low and a bound on it means the same everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from hindsight_memory.domain.memory import Memory, MemoryType
from hindsight_memory.domain.recall.budget import within
from hindsight_memory.domain.recall.collapse import Wording, near_copy, overlap, wording
from hindsight_memory.domain.recall.evidence import Likeness, Yardstick, lead_of, lowest_similarity
from hindsight_memory.domain.recall.profiles import Profile
from hindsight_memory.domain.recall.question import Candidate, Hit, Question, Ranking, RecallPolicy
from hindsight_memory.domain.recall.sighting import Sighting
from hindsight_memory.domain.recall.signals import SIGNALS
from hindsight_memory.domain.recall.updates import Statement, states_change, updates_first

APPLYING = frozenset({MemoryType.NEGATIVE, MemoryType.BOUNDARY})
"""The types that warn, whether or not they are among the hits."""
_LONG_AGO = datetime(1970, 1, 1, tzinfo=UTC)
_COPY_RANGE = 0.2
"""Copies are about equally similar to a question; others need not be compared."""
_TWIN_OVERLAP = 0.25
"""Share of common words from which two statements are about the same thing."""
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
    yardstick = Yardstick(question)
    seen = [(one, yardstick.likeness(one.cosine, one.counts, one.length)) for one in candidates]
    best = max((likeness.similarity for _, likeness in seen), default=0.0)
    lead = lead_of(likeness.similarity for _, likeness in seen)
    loosest = lowest_similarity(best, question, policy, lead=lead, twins=True)
    near = [
        _scored(one, likeness, question, profile, policy)
        for one, likeness in seen
        if 0.0 < likeness.similarity >= loosest
    ]
    relevant = _relevant(near, lowest_similarity(best, question, policy, lead=lead))
    relevant.sort(key=lambda one: _order(one, question.now))
    looked_at = [_worded(one) for one in relevant[: _SPARE * question.top_k]]
    kept, collapsed = _without_copies(looked_at)
    ordered = _updated(kept[: question.top_k], question, yardstick.weights)
    chosen = within(ordered, question.max_tokens)
    return Ranking(
        hits=chosen,
        warnings=_warnings(seen, question, profile, policy),
        collapsed={
            h.memory.memory_id: collapsed[h.memory.memory_id] for h in chosen if h.memory.memory_id in collapsed
        },
        below=len(seen) - len(relevant),
        cut=len(ordered) - len(chosen),
    )


def similarity_to(question: Question) -> Callable[[float | None, Mapping[str, int], int], float]:
    """A function from cosine, counts and length (as in ``Candidate``) to the similarity that ``rank`` will give,
    so that only what is near enough must be read."""
    yardstick = Yardstick(question)
    return lambda cosine, counts, length: yardstick.likeness(cosine, counts, length).similarity


def _relevant(near: Sequence[_Scored], lowest: float) -> list[_Scored]:
    """What is similar enough, and what says the same thing as one of these: an update or a copy of it."""
    hits = [one for one in near if one.hit.signals["similarity"] >= lowest]
    rest = [one for one in near if one.hit.signals["similarity"] < lowest]
    if not rest:
        return hits
    known = [_worded(one) for one in hits]
    return known + [one for one in map(_worded, rest) if any(_twins(one, hit) for hit in known)]


def _twins(a: _Scored, b: _Scored) -> bool:
    """Whether two statements are about the same thing; less in common is enough where one says that it changed."""
    if a.wording is None or b.wording is None:
        return False
    common = overlap(a.wording.tokens, b.wording.tokens)
    if common >= _TWIN_OVERLAP:
        return True
    if common < _TWIN_OVERLAP / 2:
        return False
    return states_change(a.hit.memory.content) != states_change(b.hit.memory.content)


def _scored(
    candidate: Candidate, likeness: Likeness, question: Question, profile: Profile, policy: RecallPolicy
) -> _Scored:
    memory = candidate.memory
    sighting = Sighting(memory, likeness.similarity, question.now, policy.half_lives[memory.type])
    signals = {name: signal(sighting) for name, signal in SIGNALS.items()}
    total = sum(profile.weights.get(name, 0.0) * value for name, value in signals.items())
    factor = policy.negative_factor if memory.type is MemoryType.NEGATIVE else 1.0
    score = factor * total
    told = _explained(profile, signals, factor, score, likeness)
    return _Scored(candidate, Hit(memory, score, signals, told))


def _explained(
    profile: Profile,
    signals: Mapping[str, float],
    factor: float,
    score: float,
    likeness: Likeness,
) -> str:
    parts = " + ".join(f"{w:g}·{name} {signals[name]:.3f}" for name, w in profile.weights.items())
    told = f"{factor:g} × ({parts})" if factor != 1.0 else parts
    channel = "no vector" if likeness.meaning is None else f"meaning {likeness.meaning:.3f}"
    return f"{told} = {score:.3f}; {channel}, words {likeness.words:.3f}"


def _worded(one: _Scored) -> _Scored:
    return one if one.wording is not None else replace(one, wording=wording(one.hit.memory.content))


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


def _warnings(
    seen: Sequence[tuple[Candidate, Likeness]], question: Question, profile: Profile, policy: RecallPolicy
) -> tuple[Hit, ...]:
    """Negatives and boundaries that apply to what is asked, best similarity first."""
    applying = [
        (one, likeness)
        for one, likeness in seen
        if one.memory.type in APPLYING and likeness.similarity >= policy.warning_similarity
    ]
    applying.sort(key=lambda pair: (-pair[1].similarity, pair[0].memory.memory_id))
    return tuple(
        _scored(one, likeness, question, profile, policy).hit for one, likeness in applying[: policy.most_warnings]
    )
