"""Searches at the edge: the question, the hits, and how they came about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Annotated

from pydantic import Field

from hindsight_memory.domain.memory import MemoryType, Source, Status
from hindsight_memory.domain.recall.question import Hit
from hindsight_memory.wire.body import Body, Several
from hindsight_memory.wire.moment import Moment


class SearchBody(Body):
    """What is looked for. What is absent does not restrict."""

    query: str = Field(description="What is looked for, in a few words.")
    top_k: int = Field(default=5, ge=1, le=200, description="Most hits.")
    memory_type: Annotated[tuple[MemoryType, ...], Several] = Field(default=(), description="Only these types.")
    source: Annotated[tuple[Source, ...], Several] = Field(default=(), description="Only these sources.")
    status: Annotated[tuple[Status, ...], Several] = Field(
        default=(), description="Only these; active and disputed when absent."
    )
    tags: Annotated[tuple[str, ...], Several] = Field(default=(), description="Only what has all of these.")
    space: Annotated[tuple[str, ...], Several] = Field(default=(), description="The spaces to search.")
    profile: str = Field(default="", description="The ranking profile.")
    since: Moment | None = Field(default=None, description="Said then or later.")
    until: Moment | None = Field(default=None, description="Said before then.")
    as_of: Moment | None = Field(default=None, description="What was believed then.")
    valid_at: Moment | None = Field(default=None, description="What held in the world then.")
    min_score: float | None = Field(default=None, ge=0, le=1, description="Lowest similarity.")
    max_tokens: int = Field(default=0, ge=0, description="Most tokens of all hits together; 0 is no bound.")
    explain: bool = Field(default=False, description="Show how the scores came about.")


class HitBody(Body):
    """A memory that was found. ``signals`` are in [0, 1]; ``explanation`` only on request."""

    memory_id: str
    content: str
    memory_type: MemoryType
    source: Source
    status: Status
    space: str
    score: float
    signals: dict[str, float]
    tags: list[str]
    created_at: datetime
    last_confirmed_at: datetime
    explanation: str | None = Field(default=None, exclude_if=lambda value: value is None)

    @classmethod
    def of(cls, hit: Hit, *, explain: bool = False) -> HitBody:
        """Return the body of a hit."""
        memory = hit.memory
        return cls(
            memory_id=memory.memory_id,
            content=memory.content,
            memory_type=memory.type,
            source=memory.source,
            status=memory.status,
            space=memory.scope.space,
            score=round(hit.score, 4),
            signals={name: round(value, 4) for name, value in hit.signals.items()},
            tags=list(memory.tags),
            created_at=memory.created_at,
            last_confirmed_at=memory.last_confirmed_at,
            explanation=hit.explanation if explain else None,
        )


class LeftOutBody(Body):
    """What a search saw and did not return: candidates under the lowest similarity, hits beyond the token
    budget, and near-copies by the id of the hit that stands for them."""

    below: int
    cut: int
    collapsed: dict[str, list[str]]


class SearchAnswer(Body):
    """Hits, best first; ``warnings`` are failures and limits that apply; ``degraded`` says what was away."""

    hits: list[HitBody]
    warnings: list[HitBody]
    degraded: list[str]
    profile: str
    left_out: LeftOutBody | None = Field(default=None, exclude_if=lambda value: value is None)

    @classmethod
    def of(
        cls,
        hits: Sequence[Hit],
        warnings: Sequence[Hit],
        degraded: Sequence[str],
        profile: str,
        *,
        explain: bool = False,
        left_out: tuple[int, int, Mapping[str, Sequence[str]]] = (0, 0, {}),
    ) -> SearchAnswer:
        """Return the body of an answer; ``left_out`` is (below, cut, collapsed), shown with ``explain``."""
        below, cut, collapsed = left_out
        copies = {hit: list(others) for hit, others in collapsed.items()}
        return cls(
            hits=[HitBody.of(h, explain=explain) for h in hits],
            warnings=[HitBody.of(h, explain=explain) for h in warnings],
            degraded=list(degraded),
            profile=profile,
            left_out=LeftOutBody(below=below, cut=cut, collapsed=copies) if explain else None,
        )
