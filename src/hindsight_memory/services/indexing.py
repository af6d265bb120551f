"""How a draft is made findable: its tokens and its vectors, both over the text with its context."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from hindsight_memory.domain.errors import EmbedderUnavailable
from hindsight_memory.domain.events import Indexed
from hindsight_memory.domain.memory import Draft, Memory
from hindsight_memory.domain.recall.matrices import Matrix, Vector, pack, unpack
from hindsight_memory.domain.text.context import embedded_texts, indexed_tokens
from hindsight_memory.ports.embedder import Embedder

NO_VECTORS = "vectors_unavailable"


@dataclass(frozen=True, slots=True)
class Indexer:
    """Embeds and tokenizes. ``embedder`` is None when vectors are switched off."""

    embedder: Embedder | None

    def index(self, drafts: Sequence[Draft | Memory]) -> tuple[list[Indexed], tuple[str, ...]]:
        """Return how each is found, and what was degraded (no model: tokens only, vectors later)."""
        texts = [_texts(draft) for draft in drafts]
        tokens = [_tokens(draft) for draft in drafts]
        if self.embedder is None or not drafts:
            return [Indexed(t, None, "") for t in tokens], (NO_VECTORS,) if drafts else ()
        try:
            rows = self.embedder.passages([part for parts in texts for part in parts])
        except EmbedderUnavailable:
            return [Indexed(t, None, "") for t in tokens], (NO_VECTORS,)
        indexed: list[Indexed] = []
        start = 0
        for parts, own in zip(texts, tokens, strict=True):
            vectors = rows[start : start + len(parts)]
            start += len(parts)
            indexed.append(Indexed(own, pack(vectors), self.embedder.generation))
        return indexed, ()

    def tokens(self, draft: Draft | Memory) -> tuple[str, ...]:
        """The words by which it is found."""
        return _tokens(draft)

    def rows(self, indexed: Indexed) -> Matrix:
        """Every row of what was packed; only call it when there is a vector."""
        assert self.embedder is not None and indexed.vector is not None
        return unpack(indexed.vector, self.embedder.dimensions)

    def first_vector(self, indexed: Indexed) -> Vector:
        """The first row of what was packed; only call it when there is a vector."""
        assert self.embedder is not None and indexed.vector is not None
        return unpack(indexed.vector, self.embedder.dimensions)[0]


def _said_at(draft: Draft | Memory) -> datetime:
    return draft.last_confirmed_at if isinstance(draft, Memory) else draft.said_at


def _texts(draft: Draft | Memory) -> list[str]:
    origin = draft.provenance
    return embedded_texts(draft.content, said_at=_said_at(draft), speaker=origin.speaker, task_type=origin.task_type)


def _tokens(draft: Draft | Memory) -> tuple[str, ...]:
    origin = draft.provenance
    return tuple(
        indexed_tokens(
            draft.content,
            said_at=_said_at(draft),
            speaker=origin.speaker,
            task_type=origin.task_type,
            tags=draft.tags,
        )
    )
