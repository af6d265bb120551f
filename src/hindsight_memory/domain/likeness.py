"""Ranking of similar decisions: how like a past decision is to one that is about to be made, and how it ended.

``score`` = the weighted mean of the signals that can be had, each in [0, 1]:

- ``belief`` (0.45) and ``intent`` (0.25): cosine of the vectors of their forms (``decision_form``) on the scale of
  ``recall.fusion.dense``;
- ``text`` (0.15): the share of the BM25 that the question allows, over everything the decisions say;
- ``intent_type`` (0.15): 1 for the same type of intent. It is left out of the mean where no type is asked for.

A side that was not asked for is left out too. One text that stands for both is compared with each, and the better one
counts, fused with the words as it is for memories (``recall.fusion.fused``), or the words alone where they say more:
who asks "pin the newest datebook" names an intent and no belief, and stored forms know no names.

A decision without vectors, and a question without a model, has the words alone for all three of the first.
Decisions of about the same score come in the order violated, met, unknown: the order goes by the score plus 0.05 for
a violated and 0.02 for a met one, so that a failure goes before a success that is up to 0.03 more similar, and never
before one that is clearly more similar. The score itself is left as it is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from hindsight_memory.domain.decision import Decision, DeltaResult
from hindsight_memory.domain.recall.bm25 import attainable, bm25, query_weights
from hindsight_memory.domain.recall.fusion import ATTAINED, dense, fused, lexical
from hindsight_memory.domain.text.normal import one_line
from hindsight_memory.domain.text.tokens import is_stopword
from hindsight_memory.domain.verdict import Reason

WEIGHTS: Mapping[str, float] = {"belief": 0.45, "intent": 0.25, "text": 0.15, "intent_type": 0.15}
LESSON_FIRST: Mapping[DeltaResult, float] = {
    DeltaResult.VIOLATED: 0.05,
    DeltaResult.MET: 0.02,
    DeltaResult.UNKNOWN: 0.0,
}
"""What is added for the order among decisions of about the same score."""
RELEVANT = 0.40
"""The lowest score that is similar at all."""
RELEVANT_TO_TEXT = 0.30
"""The same for one text that stands for both sides; what has nothing to do with it stays below 0.27."""
SHARE = 0.6
"""The share of the best score that every other one must have."""
BOTH = frozenset({"belief", "intent"})
_SAME, _ALIKE = 0.85, 0.6
_SHOWN = 160
_WORDS_SHOWN = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Precedent:
    """A past decision as far as ranking needs it. Cosines are None where it has no vectors; ``counts`` is how often
    the question's tokens occur in it, ``length`` its length in tokens."""

    decision_id: str
    intent_type: str
    result: DeltaResult
    belief: float | None
    intent: float | None
    counts: Mapping[str, int]
    length: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Sought:
    """What is looked for: tokens, the type of intent that counts as the same (empty: none does), and the statistics
    of the decisions of the searched spaces. ``sides`` are those that were asked for, of ``belief`` and ``intent``; with
    ``one_text`` the same text stands for both."""

    tokens: tuple[str, ...]
    intent_types: frozenset[str]
    sides: frozenset[str] = BOTH
    one_text: bool = False
    documents: int
    mean_length: float
    frequencies: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Likeness:
    """One precedent with its score and its signals, all in [0, 1]."""

    precedent: Precedent
    score: float
    signals: Mapping[str, float]

    @property
    def place(self) -> tuple[float, str]:
        """What the order goes by, ascending."""
        return -(self.score + LESSON_FIRST[self.precedent.result]), self.precedent.decision_id


@dataclass(frozen=True, slots=True)
class SimilarDecision:
    """A past decision that is similar: how much, by which signals, and why and how it ended in words."""

    decision: Decision
    score: float
    signals: Mapping[str, float]
    reasons: tuple[Reason, ...]


def ranked(precedents: Sequence[Precedent], sought: Sought) -> list[Likeness]:
    """Return the relevant ones in their order; the same for every store, whatever the order they came in."""
    weights = query_weights(sought.tokens, sought.documents, sought.frequencies)
    most = attainable(weights)
    seen = [_likeness(one, sought, weights, most) for one in precedents]
    best = max((one.score for one in seen), default=0.0)
    bound = max(RELEVANT_TO_TEXT if sought.one_text else RELEVANT, SHARE * best)
    return sorted((one for one in seen if one.score >= bound), key=lambda one: one.place)


def explained(likeness: Likeness, decision: Decision, sought: Sought) -> SimilarDecision:
    """Return the answer for one precedent, now that it was read."""
    reasons = (*_why(likeness, sought), _how_it_ended(decision))
    return SimilarDecision(decision, round(likeness.score, 6), likeness.signals, reasons)


def _likeness(one: Precedent, sought: Sought, weights: Mapping[str, float], most: float) -> Likeness:
    words = lexical(bm25(weights, one.counts, one.length, sought.mean_length), most)
    same_type = 1.0 if one.intent_type and one.intent_type in sought.intent_types else 0.0
    belief, intent = dense(one.belief), dense(one.intent)
    by_words = min(words / ATTAINED, 1.0)
    signals = {
        "belief": by_words if belief is None else belief,
        "intent": by_words if intent is None else intent,
        "text": by_words if belief is None and intent is None else words,
        "intent_type": same_type,
    }
    score = _by_one_text(signals, sought) if sought.one_text else _by_sides(signals, sought)
    shown = {
        "belief": 0.0 if belief is None else belief,
        "intent": 0.0 if intent is None else intent,
        "text": words,
        "intent_type": same_type,
    }
    return Likeness(one, score, {name: round(value, 6) for name, value in shown.items()})


def _by_sides(signals: Mapping[str, float], sought: Sought) -> float:
    left_out = BOTH - sought.sides if sought.intent_types else BOTH - sought.sides | {"intent_type"}
    counted = {name: weight for name, weight in WEIGHTS.items() if name not in left_out}
    return sum(weight * signals[name] for name, weight in counted.items()) / sum(counted.values())


def _by_one_text(signals: Mapping[str, float], sought: Sought) -> float:
    words = signals["text"]
    near = max(fused(max(signals["belief"], signals["intent"]), words), fused(None, words))
    if not sought.intent_types:
        return near
    share = WEIGHTS["intent_type"]
    return (1 - share) * near + share * signals["intent_type"]


def _why(likeness: Likeness, sought: Sought) -> list[Reason]:
    signals = likeness.signals
    reasons: list[Reason] = []
    for name in ("belief", "intent"):
        if signals[name] >= _ALIKE:
            how = "nearly the same" if signals[name] >= _SAME else "alike"
            reasons.append(Reason(f"like_{name}", f"The {name} is {how} ({signals[name]:.2f})."))
    if signals["intent_type"]:
        kind = likeness.precedent.intent_type
        reasons.append(Reason("same_intent_type", f"It is the same type of intent: {kind}."))
    shared = [t for t in likeness.precedent.counts if not is_stopword(t)]
    if shared:
        rare_first = sorted(shared, key=lambda t: (sought.frequencies.get(t, 0), -len(t), t))[:_WORDS_SHOWN]
        reasons.append(Reason("shared_words", f"It shares the words {', '.join(rare_first)} ({signals['text']:.2f})."))
    return reasons


def _how_it_ended(decision: Decision) -> Reason:
    expected = _short(decision.delta.expected or decision.expectation.text) or "nothing in particular"
    actual = _short(decision.delta.actual or (decision.outcome.text if decision.outcome else ""))
    match decision.delta.result:
        case DeltaResult.VIOLATED:
            size = "" if decision.delta.magnitude is None else f" (magnitude {decision.delta.magnitude:.2f})"
            return Reason(
                "ended_violated", f"It went otherwise{size}: expected {expected}; got {actual or 'an error'}."
            )
        case DeltaResult.MET:
            return Reason("ended_met", f"It went as expected: {expected}.")
        case DeltaResult.UNKNOWN:
            pass
    if decision.outcome is None:
        how = "is still open" if decision.is_open else "never got an outcome"
        return Reason("ended_open" if decision.is_open else "ended_unknown", f"It {how}; expected {expected}.")
    claim = f" The agent claimed {decision.claimed.value}." if decision.claimed else ""
    return Reason("ended_unknown", f"Whether it went as expected is not known: expected {expected}; {actual}.{claim}")


def _short(text: str) -> str:
    return one_line(text, _SHOWN)
