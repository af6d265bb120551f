"""Stored text as it is shown to a model: delimited as data, with its source and how far to trust it.

What stands between the marks can never close them, and is recognised when it comes back in a transcript."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from html import escape
from typing import Any, TypeVar

from hindsight_memory.domain.memory import SOURCE_WEIGHT, Source
from hindsight_memory.domain.recall.budget import tokens_of
from hindsight_memory.wire.body import Body

MOST_TOKENS = 8_000
"""Tokens of one answer, estimated. A longer one is cut, and says so."""

_MARK = re.compile(r"<(?=/?hindsight-memory)", re.IGNORECASE)

Json = dict[str, Any]
AnyBody = TypeVar("AnyBody", bound=Body)


def delimited(memory: Mapping[str, Any], **more: object) -> str:
    """Return a memory's text between marks that name its id, type, source and trust in [0, 1]."""
    source = str(memory["source"])
    named: dict[str, object] = {
        "id": memory["memory_id"],
        "type": memory["memory_type"],
        "source": source,
        "trust": SOURCE_WEIGHT[Source(source)],
        **more,
    }
    status = memory.get("status", "active")
    if status != "active":
        named["status"] = status
    attributes = " ".join(f'{name}="{escape(str(value))}"' for name, value in named.items() if value)
    return f"<hindsight-memory {attributes}>{inert(str(memory['content']))}</hindsight-memory>"


def inert(text: str) -> str:
    """Return the text so that it cannot open or close the marks."""
    return _MARK.sub("&lt;", text)


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
