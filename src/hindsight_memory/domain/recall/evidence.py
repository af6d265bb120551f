"""How similar a memory is to a question, before anything else about it is known."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from hindsight_memory.domain.recall.bm25 import attainable, bm25, query_weights
from hindsight_memory.domain.recall.fusion import dense, fused, lexical
from hindsight_memory.domain.recall.question import Question, RecallPolicy


@dataclass(frozen=True, slots=True)
class Likeness:
    """The two channels (``meaning`` is None without a vector) and the similarity they make, all in [0, 1]."""

    meaning: float | None
    words: float
    similarity: float


class Yardstick:
    """What memories are held against for one question; make it once and use it for all of them."""

    def __init__(self, question: Question) -> None:
        self.weights = query_weights(question.tokens, question.documents, question.document_frequencies)
        self._attainable = attainable(self.weights)
        self._mean_length = question.mean_length

    def likeness(self, cosine: float | None, counts: Mapping[str, int], length: int) -> Likeness:
        """How similar a memory is of which this was found."""
        meaning = dense(cosine)
        words = lexical(bm25(self.weights, counts, length, self._mean_length), self._attainable)
        return Likeness(meaning, words, fused(meaning, words))


def lowest_similarity(
    best: float, question: Question, policy: RecallPolicy, *, lead: float, twins: bool = False
) -> float:
    """The lowest similarity that is relevant, given the highest of all candidates and its ``lead`` on the next one;
    ``twins`` of what says the same thing as a hit."""
    if question.min_score is not None:
        return question.min_score
    return policy.relevance.bound(best, question.top_k, lead=lead, documents=question.documents, twins=twins)


def lead_of(similarities: Iterable[float]) -> float:
    """How far the best similarity stands above the next one; the only one stands above nothing."""
    best, following = [*sorted(similarities, reverse=True)[:2], 0.0, 0.0][:2]
    return best - following
