"""Statements that say the same: near-copies give way to one."""

from __future__ import annotations

import re
from dataclasses import dataclass

from hindsight_memory.domain.text.normal import fingerprint
from hindsight_memory.domain.text.tokens import is_stopword, tokenize

_NEGATION = frozenset("not no never without cannot nothing nobody 不 没 沒 无 無 别 別 未 勿 禁 停".split())
_DIGITS = re.compile(r"\d")
_COPY_OVERLAP = 0.9


@dataclass(frozen=True, slots=True)
class Wording:
    """What two statements are compared by: the folded text, its tokens, those that must not differ."""

    print: str
    tokens: frozenset[str]
    hard: frozenset[str]


def wording(content: str) -> Wording:
    """Prepare a statement for comparison."""
    tokens = frozenset(tokenize(content))
    hard = frozenset(t for t in tokens if t in _NEGATION or _DIGITS.search(t))
    return Wording(fingerprint(content), frozenset(t for t in tokens if not is_stopword(t)), hard)


def near_copy(a: Wording, b: Wording) -> bool:
    """Whether the two say the same in nearly the same words: no difference in numbers or negation."""
    if a.print == b.print:
        return True
    if a.hard != b.hard:
        return False
    return overlap(a.tokens, b.tokens) >= _COPY_OVERLAP


def overlap(a: frozenset[str], b: frozenset[str]) -> float:
    """Jaccard overlap in [0, 1]; 0 when both are empty."""
    union = len(a | b)
    return len(a & b) / union if union else 0.0
