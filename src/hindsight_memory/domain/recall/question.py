"""What is asked and what came back: the values that ranking takes and gives."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from hindsight_memory.domain.memory import Memory, MemoryType
from hindsight_memory.domain.recall.relevance import Relevance


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What is looked for. The statistics are those of the searched spaces, over all their memories.

    ``tokens`` come from ``domain.text.tokens.tokenize``; ``document_frequencies`` holds at least these tokens
    (absent = 0); ``mean_length`` is in tokens. ``top_k`` bounds the hits, ``max_tokens`` (0 = no bound) their
    estimated size. ``min_score`` bounds the similarity of each hit instead of the policy's relevance.
    """

    text: str
    tokens: tuple[str, ...]
    now: datetime
    documents: int
    mean_length: float
    document_frequencies: Mapping[str, int]
    top_k: int = 5
    max_tokens: int = 0
    min_score: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A memory that was fetched for ranking. ``counts`` holds how often the question's tokens occur in its
    indexed text, ``length`` that text's length in tokens; ``cosine`` is None where it has no vector."""

    memory: Memory
    cosine: float | None
    counts: Mapping[str, int]
    length: int


@dataclass(frozen=True, slots=True)
class RecallPolicy:
    """The settings of ranking. Half-lives are by type; the rest has defaults that evaluation chose."""

    half_lives: Mapping[MemoryType, timedelta]
    relevance: Relevance = Relevance()
    negative_factor: float = 0.5
    warning_similarity: float = 0.45
    most_warnings: int = 3


@dataclass(frozen=True, slots=True)
class Hit:
    """A memory that was found. ``signals`` are in [0, 1]; ``explanation`` is the computation in words."""

    memory: Memory
    score: float
    signals: Mapping[str, float]
    explanation: str = ""


@dataclass(frozen=True, slots=True)
class Ranking:
    """The answer. ``warnings`` are negatives and boundaries that apply, whether or not among the hits.

    ``collapsed`` names near-copies that gave way, by the id of the hit that stands for them; ``below`` counts
    candidates under the lowest similarity, ``cut`` those that the token budget left out.
    """

    hits: tuple[Hit, ...]
    warnings: tuple[Hit, ...] = ()
    collapsed: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    below: int = 0
    cut: int = 0
