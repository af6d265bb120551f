"""Answers that are no longer than a model can read."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, TypeVar

from hindsight_memory.domain.recall.budget import tokens_of
from hindsight_memory.wire.body import Body

MOST_TOKENS = 8_000
"""Tokens of one answer, estimated. A longer one is cut, and says so."""

Json = dict[str, Any]
AnyBody = TypeVar("AnyBody", bound=Body)


def cut(answer: Json, name: str, most: int = MOST_TOKENS, *, oldest_first: bool = False) -> Json:
    """Leave off entries from the end of the list ``name`` until the answer fits, but never the first; ``left_off``
    counts them. ``oldest_first`` leaves them off from the beginning, but never the last."""
    left_off = 0
    while len(answer[name]) > 1 and size(answer) > most:
        fewer = max(1, len(answer[name]) // 8)
        answer[name] = answer[name][fewer:] if oldest_first else answer[name][:-fewer]
        left_off += fewer
    return answer | {"left_off": answer.get("left_off", 0) + left_off} if left_off else answer


def fitting(page: Callable[[int], AnyBody], limit: int, most: int = MOST_TOKENS) -> AnyBody:
    """Ask for a page of ``limit`` entries, or of fewer when they do not fit, so that its cursor leads on."""
    answer = page(limit)
    while limit > 1 and size(answer.model_dump(mode="json")) > most:
        limit //= 2
        answer = page(limit)
    return answer


def size(answer: Json) -> int:
    """Return the estimated tokens of an answer."""
    return tokens_of(json.dumps(answer, ensure_ascii=False))
