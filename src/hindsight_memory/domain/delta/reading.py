"""The form in which numbers are read: widths and digits folded, what only looks like a number blanked out."""

from __future__ import annotations

import re
import unicodedata

from hindsight_memory.domain.text.normal import clean

BLANK = "\x01"
"""Stands for each character of something that only looks like a number: a date, a version, an address."""

ODD = "□"
"""Stands for a numeral that is no decimal digit: ½, ①, ²."""

_WIDE_COMMA = re.compile(r"(?<=[\uff10-\uff19])，(?=[\uff10-\uff19])")
_THIN_GROUP = re.compile(r"(?<=\d)[\u00a0\u202f\u2009\u2007](?=\d{3}(?!\d))")
_TIMES_TEN = re.compile(r"(?<=\d) ?[×xX*·] ?10(?:\^([+-]?\d{1,4})(?!\d)|([⁻⁺]?[⁰¹²³⁴-⁹]{1,4}))")
_SIGNS = {ord(c): "-" for c in "\u2010\u2011\u2012\u2013\u2014\u2212"} | {ord(c): "'" for c in "\u2018\u2019\u02bc"}
_ARABIC_MARKS = {0x66B: ".", 0x66C: "'", 0x66A: "%"}
_SUPERSCRIPTS = {ord(c): d for c, d in zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺", "0123456789-+", strict=True)}
_NOT_NUMBERS = re.compile(
    r"https?://\S+"
    r"|\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b"
    r"|\b0[xb][0-9a-f_]+\b"
    r"|(?<![\d.-])\d{4}-\d{1,2}-\d{1,2}(?:[t ]\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?)?(?:z|[+-]\d{2}:?\d{2})?(?![\d])"
    r"|(?<![\d/])\d{4}/\d{1,2}/\d{1,2}(?![\d/])|(?<![\d/])\d{1,2}/\d{1,2}/\d{4}(?![\d/])"
    r"|(?:19|20)\d{2}年(?:\d{1,2}月(?:\d{1,2}[日号])?)?|\d{1,2}月\d{1,2}[日号]"
    r"|(?<![\d:])\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?![\d:])"
    r"|(?<![\d.,])\d{1,3}(?:\.\d{1,3}){3}(?![\d.]*\d)(?::\d+)?"
    r"|第 ?[\d一二三四五六七八九十百千]+|(?:localhost|[a-z]\.[a-z]{2,}):\d+"
    r"|(?<![\d.,])\d+(?:\.\d+){2,}(?![\d])(?!,\d)",
    re.IGNORECASE,
)
_GROUPED = re.compile(r"\d{1,3}(?:\.\d{3})+")
_IPV4 = re.compile(r"\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?")


def readable(text: str) -> str:
    """Return ``text`` with digits, widths, signs and spacing in one form; letters keep their case.

    A full-width comma between full-width digits stays a comma, any other is punctuation; a narrow or no-break space
    between digits groups them; ``×10³`` becomes ``e3``; numerals that are no decimal digits become ``ODD``.
    """
    cleaned = _WIDE_COMMA.sub(",", clean(text)).replace("，", ";")
    cleaned = _THIN_GROUP.sub("'", _TIMES_TEN.sub(_exponent, cleaned))
    folded = "".join(map(_folded, cleaned)) if not cleaned.isascii() else cleaned
    return re.sub(r"[ \t\u3000]+", " ", unicodedata.normalize("NFKC", folded).translate(_SIGNS)).strip()


def without_lookalikes(text: str) -> str:
    """Blank out dates, clock times, versions, addresses, ordinals and hexadecimal numbers; the length stays."""
    return _NOT_NUMBERS.sub(_blanked, text)


def _blanked(found: re.Match[str]) -> str:
    token = found.group()
    if _GROUPED.fullmatch(token) and not (_IPV4.fullmatch(token) and _is_address(token)):
        return token
    return BLANK * len(token)


def _is_address(token: str) -> bool:
    """Whether each of the four parts is a byte as addresses write it: without zeros in front, as groups have them."""
    return all(int(part) < 256 and str(int(part)) == part for part in token.split(":")[0].split("."))


def _exponent(found: re.Match[str]) -> str:
    return "e" + (found.group(1) or found.group(2).translate(_SUPERSCRIPTS))


def _folded(char: str) -> str:
    category = unicodedata.category(char)
    if category == "Nd":
        return str(unicodedata.decimal(char))
    if category in ("No", "Nl") and char != "〇":
        return ODD
    return _ARABIC_MARKS.get(ord(char), char)
