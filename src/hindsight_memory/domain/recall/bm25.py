"""BM25 from counts, so that every backend and every process gives the same score.

S. Robertson and H. Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", Foundations and
Trends in Information Retrieval 3(4), 2009; the inverse document frequency is the variant that stays positive.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence

from hindsight_memory.domain.text.tokens import is_stopword

K1 = 0.9
B = 0.4
TELLING = 8
"""How many of a question's tokens a statement can be expected to hold."""


def rarity(documents: int, frequency: int) -> float:
    """Inverse document frequency of a token that ``frequency`` of ``documents`` contain; above 0."""
    held = min(max(frequency, 0), max(documents, 0))
    return math.log(1.0 + (documents - held + 0.5) / (held + 0.5))


def query_weights(tokens: Sequence[str], documents: int, frequencies: Mapping[str, int]) -> Mapping[str, float]:
    """Weight of each token of a question: its rarity in the searched spaces, times its repetition.

    Stop words weigh nothing, unless the question holds nothing else.
    """
    counts = Counter(tokens)
    telling = {t: n for t, n in counts.items() if not is_stopword(t)} or counts
    return {token: n * rarity(documents, frequencies.get(token, 0)) for token, n in telling.items()}


def bm25(weights: Mapping[str, float], counts: Mapping[str, int], length: int, mean_length: float) -> float:
    """Sum over the query's tokens of weight (rarity times repetition) times saturation."""
    norm = K1 * (1.0 - B + B * length / max(mean_length, 1.0))
    total = 0.0
    for token, count in counts.items():
        weight = weights.get(token)
        if weight is not None and count > 0:
            total += weight * count * (K1 + 1.0) / (count + norm)
    return total


def attainable(weights: Mapping[str, float]) -> float:
    """The highest score a text can be expected to reach: that of the weightiest tokens, each said often.

    A text of ordinary length holds a bounded number of a long question's words, so the rest is not missed.
    """
    return (K1 + 1.0) * sum(sorted(weights.values(), reverse=True)[:TELLING])
