"""One similarity out of two channels, on a scale that means the same for every question and store."""

from __future__ import annotations

ANSWERING = 0.75
"""Centred cosine of a text that fully answers a question; unrelated texts stand near 0.2."""
WORDS = 1.0
"""Weight of the words against the meaning."""
FULL = 1.5
"""Sum of the two channels, the words weighted, that counts as full similarity."""
ATTAINED = 0.6
"""By words alone: a text rarely reaches more than this share of the highest BM25 that a question allows."""


def dense(cosine: float | None) -> float | None:
    """The centred cosine on the scale where a full answer is 1, in [0, 1]."""
    if cosine is None:
        return None
    return min(max(cosine / ANSWERING, 0.0), 1.0)


def lexical(score: float, attainable: float) -> float:
    """The share of the attainable BM25, in [0, 1]; words that no text holds count as missed."""
    if attainable <= 0.0:
        return 0.0
    return min(max(score / attainable, 0.0), 1.0)


def fused(meaning: float | None, words: float) -> float:
    """Similarity in [0, 1] from both channels; by words alone where there is no vector."""
    if meaning is None:
        return min(words / ATTAINED, 1.0)
    return min((meaning + WORDS * words) / FULL, 1.0)
