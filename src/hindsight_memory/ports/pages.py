"""What several reads answer with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Corpus:
    """Token statistics of the spaces of a view: documents, mean length in tokens, documents per token."""

    documents: int
    mean_length: float
    frequencies: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Page(Generic[T]):
    """Part of a list; ``next_cursor`` is None at its end. A cursor is opaque and stays valid under writes."""

    entries: tuple[T, ...]
    next_cursor: str | None
