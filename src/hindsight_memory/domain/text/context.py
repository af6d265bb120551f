"""What a memory is found by: its content, and beside it who said it, when, and in which task.

The context is embedded and indexed with the content and is not part of it. On long conversations the date and
the speaker are worth more than the choice of model.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime
from itertools import islice

from hindsight_memory.domain.text.tokens import tokenize

_MONTHS = "January February March April May June July August September October November December".split()
_HAN = re.compile(r"[\u3400-\u9fff]")
MOST_PARTS = 2
WIDTH_LIMIT = 500
"""Width of one embedded text: Latin characters count 1, others 2, which is about four to a model's token."""
_ENDS = ("\n", "。", "！", "？", "；", ". ", "! ", "? ", "; ")
_PAUSES = ("，", "、", " ")


def embedded_texts(
    content: str,
    *,
    said_at: datetime | None = None,
    speaker: str = "",
    task_type: str = "",
) -> list[str]:
    """The one or more texts that are embedded for a memory: parts of its content, each with the context."""
    head = _head(said_at, speaker, task_type, chinese=_is_chinese(content))
    return [head + part for part in islice(_split(content, WIDTH_LIMIT), MOST_PARTS)] or [head]


def indexed_tokens(
    content: str,
    *,
    said_at: datetime | None = None,
    speaker: str = "",
    task_type: str = "",
    tags: tuple[str, ...] = (),
) -> list[str]:
    """The tokens a memory is found by in words: those of its content, then those of the context."""
    head = _head(said_at, speaker, task_type, chinese=_is_chinese(content))
    return tokenize(content) + tokenize(" ".join((head, *tags)))


def _head(said_at: datetime | None, speaker: str, task_type: str, *, chinese: bool) -> str:
    """Date, task and speaker in the language of the content, with the mark that leads over to it."""
    date = ""
    if said_at:
        month = f"{said_at.month}月" if chinese else f" {_MONTHS[said_at.month - 1]} "
        date = f"{said_at.year}年{month}{said_at.day}日" if chinese else f"{said_at.day}{month}{said_at.year}"
    parts = [part for part in (date, task_type.replace("_", " "), speaker) if part]
    if not parts:
        return ""
    return "，".join(parts) + "：" if chinese else ", ".join(parts) + ": "


def _is_chinese(text: str) -> bool:
    """Whether a fifth of the letters are Han, since a character says about as much as a short word."""
    han = len(_HAN.findall(text))
    return han > 0 and han * 5 >= sum(1 for char in text if char.isalpha())


def _width(char: str) -> int:
    return 1 if char < "\u0250" else 2


def _split(text: str, limit: int) -> Iterator[str]:
    """Cut where a sentence ends, else where a word does, in the last half of the allowed width."""
    start = 0
    while start < len(text):
        end = _reach(text, start, limit)
        if end < len(text):
            tail = text[start + (end - start) // 2 : end]
            stop = max((tail.rfind(mark) for mark in _ENDS), default=-1)
            stop = stop if stop >= 0 else max(tail.rfind(mark) for mark in _PAUSES)
            end -= len(tail) - stop - 1 if stop >= 0 else 0
        if part := text[start:end].strip():
            yield part
        start = end


def _reach(text: str, start: int, limit: int) -> int:
    width, end = 0, start
    while end < len(text) and width < limit:
        width += _width(text[end])
        end += 1
    return end
