"""How much of a reader's context the hits take."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from hindsight_memory.domain.recall.question import Hit

_CHARS_PER_TOKEN = 4
_OVERHEAD = 8

T = TypeVar("T")


def tokens_of(text: str) -> int:
    """Estimate of a language model's tokens: one per character outside ASCII, one per four within.

    It errs on the high side for Chinese (about 0.7 tokens a character in current vocabularies), so that a
    budget holds.
    """
    wide = sum(1 for char in text if not char.isascii())
    return wide + -(-(len(text) - wide) // _CHARS_PER_TOKEN)


def within(hits: Sequence[Hit], most: int) -> tuple[Hit, ...]:
    """The leading hits that fit ``most`` tokens together; 0 is no bound. A hit that does not fit is skipped,
    later and shorter ones may still fit."""
    if most <= 0:
        return tuple(hits)
    kept: list[Hit] = []
    left = most
    for hit in hits:
        size = tokens_of(hit.memory.content) + _OVERHEAD
        if size <= left:
            kept.append(hit)
            left -= size
    return tuple(kept)
