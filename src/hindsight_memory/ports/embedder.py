"""Port: what turns texts into vectors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from hindsight_memory.domain.recall.matrices import Matrix


class Embedder(Protocol):
    """Turns texts into vectors of unit length, deterministically.

    The same text on the same side gives the same vector in every process of one ``generation``; an empty or
    unclean text gives a vector too. Text beyond the model's limit is cut, so a caller that wants a long text
    found by its end splits it before. Implementations load on first use and may be called from any thread.
    """

    @property
    def generation(self) -> str:
        """Names the model and everything that shapes its vectors; vectors of two generations never mix."""
        ...

    @property
    def dimensions(self) -> int:
        """Length of every vector. Raises EmbedderUnavailable where the model must be loaded to know it."""
        ...

    def queries(self, texts: Sequence[str]) -> Matrix:
        """Vectors, shape (n, dimensions), of what is looked for. Raises EmbedderUnavailable."""
        ...

    def passages(self, texts: Sequence[str]) -> Matrix:
        """Vectors, shape (n, dimensions), of what is stored. Raises EmbedderUnavailable."""
        ...
