"""The final words of a candidate: self-contained, dated, within a memory's length."""

from __future__ import annotations

import re

from hindsight_memory.domain.review.distil.idea import Statement
from hindsight_memory.domain.text.dates import resolve_relative
from hindsight_memory.domain.text.language import HAN, is_chinese
from hindsight_memory.domain.trace import EventKind

LONGEST = 600
_DANGLING = re.compile(
    rf"\b(?:it|them|that|this|these|those|her|him|there|then|so|one)\b|[它他她]|这(?:个|样|边|点|种)|那(?:个|边|样)|^[^{HAN}]{{0,30}}$",
    re.IGNORECASE,
)
_SHORT = 60  # characters below which an answer needs its question
_SHORT_ZH = 30
_LONGEST_BEFORE = 120  # characters of the sentence before a fragment that still explain it


def shortened(text: str) -> str:
    """Return ``text`` cut at a sentence or word end so that it has at most ``LONGEST`` characters."""
    if len(text) <= LONGEST:
        return text
    cut = text[:LONGEST]
    end = max(cut.rfind(mark) for mark in (". ", "。", "; ", "；", "\n"))
    return cut[: end + 1].rstrip() if end > LONGEST // 2 else cut[: cut.rfind(" ") if " " in cut else LONGEST].rstrip()


def content_of(statement: Statement, topic: str = "") -> str:
    """Return the content of a candidate: the statement, behind the question or topic that it needs to be understood."""
    text = statement.text.strip().rstrip("，,;；、")
    ahead = topic
    short = _SHORT_ZH if is_chinese(text) else _SHORT
    named = statement.seen.identifiers or statement.seen.names
    needs_question = len(text) <= short and not named
    if not ahead and statement.context and (statement.seen.change or needs_question):
        ahead = statement.context
    if not ahead and _fragment(statement) and 0 < len(statement.before) <= _LONGEST_BEFORE:
        ahead = statement.before.rstrip(".。")
    if ahead:
        joint = " " if ahead.endswith(("?", "？")) else " — "
        text = f"{ahead}{joint}{text}"
    return shortened(resolve_relative(text, statement.event.at))


def _fragment(statement: Statement) -> bool:
    """Whether a user's statement is a few words that say nothing about what they hold for."""
    seen = statement.seen
    if statement.kind is not EventKind.USER or len(statement.text) > (
        _SHORT_ZH if is_chinese(statement.text) else _SHORT
    ):
        return False
    whole = seen.stated or seen.bare or seen.definition or seen.personal or seen.contact or seen.recurring
    return not (whole or seen.durable or statement.explicit)


def dangling(text: str) -> bool:
    """Whether a text points at something outside itself."""
    return bool(_DANGLING.search(text)) and len(text) < _SHORT * 2
