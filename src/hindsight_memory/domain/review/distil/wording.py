"""The final words of a candidate: self-contained, dated, within a memory's length."""

from __future__ import annotations

import re

from hindsight_memory.domain.review.distil.idea import Statement
from hindsight_memory.domain.review.distil.weigh import KEEP, user_strength
from hindsight_memory.domain.text import cues
from hindsight_memory.domain.text.dates import resolve_relative
from hindsight_memory.domain.text.language import is_chinese
from hindsight_memory.domain.trace import EventKind

LONGEST = 600
_POINTING = re.compile(
    r"\b(?:for|to|from|with|by|at|of|on)\s+(?:them|him|her|it|those)\b|^[^,，。]{0,16}?(?:给|跟|对|找|让|由|从|按)(?:它|他|她)们?",
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
    answers = statement.context and not cues.DETAILS_WANTED.found(statement.context)
    if not ahead and answers and (statement.seen.change or needs_question):
        ahead = statement.context
    if not ahead and (_fragment(statement) or _points_back(statement)):
        ahead = _sentence_before(statement)
    if ahead:
        joint = " " if ahead.endswith(("?", "？")) else " — "
        text = f"{ahead}{joint}{text}"
    return shortened(resolve_relative(text, statement.event.at))


def _sentence_before(statement: Statement) -> str:
    """What explains a statement in its own message, unless that is too long or a memory of its own."""
    before = statement.before
    if before is None or len(before.text) > _LONGEST_BEFORE or user_strength(before) >= KEEP:
        return ""
    return before.text.rstrip(".。")


def _fragment(statement: Statement) -> bool:
    """Whether a user's statement is a few words that say nothing about what they hold for."""
    seen = statement.seen
    if statement.kind is not EventKind.USER or len(statement.text) > (
        _SHORT_ZH if is_chinese(statement.text) else _SHORT
    ):
        return False
    whole = seen.stated or seen.bare or seen.definition or seen.personal or seen.contact or seen.recurring
    return not (whole or seen.durable or statement.explicit)


def _points_back(statement: Statement) -> bool:
    """Whether a user's statement speaks of somebody or something that only the sentence before it names."""
    named = statement.seen.names or statement.seen.identifiers
    return statement.kind is EventKind.USER and not named and bool(_POINTING.search(statement.text))
