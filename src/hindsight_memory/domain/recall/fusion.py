"""One similarity out of two channels, on a scale that means the same for every question and store."""

from __future__ import annotations

COSINE_FLOOR = 0.70
COSINE_SPAN = 0.30
LEXICAL_WEIGHT = 0.7
ATTAINABLE = 0.6
"""A text rarely reaches more than this share of the highest BM25 that a question allows."""


def dense(cosine: float | None) -> float | None:
    """The cosine on the scale where texts that have nothing in common are 0, in [0, 1]."""
    if cosine is None:
        return None
    return min(max((cosine - COSINE_FLOOR) / COSINE_SPAN, 0.0), 1.0)


def lexical(score: float, attainable: float) -> float:
    """The share of what a text can attain in words, in [0, 1]."""
    if attainable <= 0.0:
        return 0.0
    return min(score / (ATTAINABLE * attainable), 1.0)


def fused(meaning: float | None, words: float) -> float:
    """Similarity in [0, 1] from both channels; by words alone where there is no vector."""
    if meaning is None:
        return words
    return (meaning + LEXICAL_WEIGHT * words) / (1.0 + LEXICAL_WEIGHT)
