"""What a memory is found by: its content, and beside it who said it, when, and in which task.

The context is embedded and indexed with the content and is not part of it. On long conversations the date and
the speaker are worth more than the choice of model.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from hindsight_memory.domain.text.tokens import tokenize

_MONTHS = "January February March April May June July August September October November December".split()
WIDTH_LIMIT = 500
"""Width of one embedded text: Latin characters count 1, others 2, which is about four to a model's token."""
_BREAKS = "\n。！？!?；;.，, "


def embedded_texts(
    content: str,
    *,
    said_at: datetime | None = None,
    speaker: str = "",
    task_type: str = "",
) -> list[str]:
    """The one or more texts that are embedded for a memory: parts of its content, each with the context."""
    head = _head(said_at, speaker, task_type)
    return [f"{head}: {part}" if head else part for part in _split(content, WIDTH_LIMIT)]


def indexed_tokens(
    content: str,
    *,
    said_at: datetime | None = None,
    speaker: str = "",
    task_type: str = "",
    tags: tuple[str, ...] = (),
) -> list[str]:
    """The tokens a memory is found by in words: those of its content, then those of the context."""
    return tokenize(content) + tokenize(" ".join((_head(said_at, speaker, task_type), *tags)))


def _head(said_at: datetime | None, speaker: str, task_type: str) -> str:
    date = f"{said_at.day} {_MONTHS[said_at.month - 1]} {said_at.year}" if said_at else ""
    return ", ".join(part for part in (date, task_type.replace("_", " "), speaker) if part)


def _width(char: str) -> int:
    return 1 if char < "\u0250" else 2


def _split(text: str, limit: int) -> Iterator[str]:
    """Cut where a sentence or word ends, in the last third of the allowed width."""
    start = 0
    while start < len(text):
        width, end, stop = 0, start, 0
        while end < len(text) and width < limit:
            width += _width(text[end])
            end += 1
            if text[end - 1] in _BREAKS and width > 2 * limit // 3:
                stop = end
        if end < len(text) and stop:
            end = stop
        yield text[start:end].strip()
        start = end
