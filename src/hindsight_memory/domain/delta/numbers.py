"""Numbers as people and programs write them, with every reading that a writing allows."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

TOKEN = r"(?:\d+(?:(?:[.,'_]| (?=\d{3}(?!\d)))\d+)*|(?<![\w.,])\.\d+)(?:[eE][+-]?\d+(?![\w.]))?"
"""Digits with separators between them and an exponent; what it means is decided by ``read``."""

_PARTS = re.compile(r"([\d.,'_ ]+)(?:[eE]([+-]?\d+))?")
_LONGEST = 60
_GREATEST_EXPONENT = 400
_COMMA_GROUPS = re.compile(r"[1-9]\d{0,2}(?:,\d{3})+")
_INDIAN_GROUPS = re.compile(r"[1-9]\d?(?:,\d{2})+,\d{3}")
_POINT_GROUPS = re.compile(r"[1-9]\d{0,2}(?:\.\d{3})+")
_OTHER_GROUPS = re.compile(r"[1-9]\d{0,2}(?:(?:'\d{3})+|(?: \d{3})+)")
_SCORE_GROUPS = re.compile(r"\d+(?:_\d+)+")
_POINT_DECIMAL = re.compile(r"(?<![\w.,])\d{1,3}(?:(?:,\d{3})+\.\d+|\.\d{1,2}|\.\d{4,})(?![\w.,]*\d)|(?<![\w.,])0\.\d+")
_COMMA_DECIMAL = re.compile(r"(?<![\w.,])\d{1,3}(?:(?:\.\d{3})+,\d+|,\d{1,2}|(?:\.\d{3}){2,})(?![\w.,]*\d)")


@dataclass(frozen=True, slots=True)
class Style:
    """What the other numbers of a text prove about its decimal mark."""

    point: bool = False
    comma: bool = False


def style_of(text: str) -> Style:
    """The decimal marks that the numbers of ``text`` prove: 1,234.5 and 0.5 the point, 1.234,5 and 2,5 the comma."""
    return Style(point=bool(_POINT_DECIMAL.search(text)), comma=bool(_COMMA_DECIMAL.search(text)))


def read(token: str, style: Style) -> tuple[Fraction, ...]:
    """All readings of a ``TOKEN``, the likeliest first; empty when it is no number (a list, a version, too long).

    The rules: both marks, the last one is the decimal mark; a mark that repeats groups; one comma before exactly three
    digits reads both ways unless the text proves one; one point is the decimal mark, and reads both ways only where
    the text proves decimal commas; spaces, apostrophes and underscores group.
    """
    parts = _PARTS.fullmatch(token)
    if parts is None or len(token) > _LONGEST:
        return ()
    exponent = int(parts.group(2) or 0)
    if abs(exponent) > _GREATEST_EXPONENT:
        return ()
    scale = Fraction(10) ** exponent
    found = [value * scale for value in _mantissas(parts.group(1), style)]
    return tuple(dict.fromkeys(found))


def _mantissas(text: str, style: Style) -> list[Fraction]:
    marks = {char for char in text if char in ".,"}
    if len(marks) == 2:
        return _both(text)
    if not marks:
        return _value(text, "")
    mark = marks.pop()
    if text.count(mark) > 1:
        groups = (_COMMA_GROUPS, _INDIAN_GROUPS) if mark == "," else (_POINT_GROUPS,)
        return [Fraction(int(text.replace(mark, "")))] if any(rule.fullmatch(text) for rule in groups) else []
    whole, _, decimals = text.partition(mark)
    grouped = (_COMMA_GROUPS if mark == "," else _POINT_GROUPS).fullmatch(text)
    as_decimal = _value(whole or "0", decimals)
    if not grouped:
        return as_decimal
    as_groups = [Fraction(int(whole + decimals))]
    if mark == ".":
        return as_decimal + (as_groups if style.comma and not style.point else [])
    if style.point != style.comma:
        return as_groups if style.point else as_decimal
    return as_groups + as_decimal


def _both(text: str) -> list[Fraction]:
    mark = max(".,", key=text.rfind)
    whole, _, decimals = text.rpartition(mark)
    if mark in whole:
        return []
    rules = (_POINT_GROUPS,) if mark == "," else (_COMMA_GROUPS, _INDIAN_GROUPS)
    if not any(rule.fullmatch(whole) for rule in rules):
        return []
    return _value(whole.replace("." if mark == "," else ",", ""), decimals)


def _value(whole: str, decimals: str) -> list[Fraction]:
    if not whole.isdigit():
        if not (_OTHER_GROUPS.fullmatch(whole) or _SCORE_GROUPS.fullmatch(whole)):
            return []
        whole = re.sub(r"\D", "", whole)
    decimals = decimals.replace("_", "")
    if decimals and not decimals.isdigit():
        return []
    return [Fraction(int(whole + decimals), 10 ** len(decimals))]
