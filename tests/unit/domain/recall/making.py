"""Memories, candidates and questions for tests of ranking."""

from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from hindsight_memory.domain.memory import Memory, MemoryType, Scope, Source
from hindsight_memory.domain.recall.question import Candidate, Question, RecallPolicy
from hindsight_memory.domain.text.tokens import tokenize
from hindsight_memory.domain.types import POLICIES

NOW = datetime(2026, 5, 1, tzinfo=UTC)
POLICY = RecallPolicy(half_lives={kind: policy.half_life for kind, policy in POLICIES.items()})


def memory(
    content: str,
    *,
    memory_id: str = "",
    days_ago: float = 1.0,
    kind: MemoryType = MemoryType.FACT,
    source: Source = Source.USER,
    confidence: float = 0.8,
) -> Memory:
    said = NOW - timedelta(days=days_ago)
    return Memory(
        memory_id=memory_id or content,
        scope=Scope("s"),
        type=kind,
        content=content,
        source=source,
        confidence=confidence,
        created_at=said,
        last_confirmed_at=said,
    )


def candidate(memory: Memory, cosine: float | None = 0.5) -> Candidate:
    tokens = tokenize(memory.content)
    return Candidate(memory=memory, cosine=cosine, counts=Counter(tokens), length=len(tokens))


def question(
    text: str, candidates: Sequence[Candidate], *, top_k: int = 5, max_tokens: int = 0, min_score: float | None = None
) -> Question:
    """A question over a space that holds these candidates and 100 memories that share no word with them."""
    frequencies = Counter(token for one in candidates for token in one.counts)
    return Question(
        text=text,
        tokens=tuple(tokenize(text)),
        now=NOW,
        documents=100 + len(candidates),
        mean_length=10.0,
        document_frequencies=frequencies,
        top_k=top_k,
        max_tokens=max_tokens,
        min_score=min_score,
    )
