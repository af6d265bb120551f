"""Text into sentences and clauses, for Chinese and English, with code, addresses and numbers left whole."""

from __future__ import annotations

import re

from hindsight_memory.domain.text.language import HAN

_FENCE = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)
# A full stop ends a sentence only before a space or the end, so versions, decimals and addresses stay whole.
_END = re.compile(
    r"(?:[。！？!?]+|…{2,}|(?<=[^\s.])\.)[\"'”’」』)\]）】]*(?=\s|$)"
    rf"|[。！？][\"'”’」』)）】]*|(?<=[{HAN}])[!?]+(?=[{HAN}A-Za-z0-9])"
)
_ABBREVIATION = re.compile(
    r"(?:\b(?:e\.g|i\.e|etc|vs|cf|approx|ca|mr|mrs|ms|dr|prof|st|no|nr|fig|eq|sec|inc|ltd|jr|sr|dept|min|max)"
    r"|\b[A-Z])\.$",
    re.IGNORECASE,
)
_ENUMERATION = re.compile(r"(?:(?<=[.:;,!?]\s)|(?<=[。；;，,:：！？]))(?=(?:\(?\d{1,2}[)）]|[①-⑨])\s?\S)")
_MARKER = re.compile(r"^\s*(?:[-*•·>]+\s+|\(?\d{1,2}[)）.、]\s+|\d{1,2}[)）]\s*|[①-⑨]\s*)")
_CLAUSE = re.compile(r"\s*[;；]\s*")
_COMMA = re.compile(rf"\s*(?:，|,(?=\s|[{HAN}])|(?<=[{HAN}]),|;|；)\s*")
_QUOTED = re.compile(
    r"\"[^\"\n]{1,200}\"|“[^”\n]{1,200}”|「[^」\n]{1,200}」|`[^`\n]{1,200}`|\([^()\n]{1,120}\)|（[^（）\n]{1,120}）"
)


def without_code(text: str) -> str:
    """Return ``text`` without fenced code blocks."""
    return _FENCE.sub("\n", text)


def _ends(line: str) -> list[int]:
    shielded = [(m.start(), m.end()) for m in _QUOTED.finditer(line)]
    ends: list[int] = []
    for match in _END.finditer(line):
        if any(start < match.start() and match.end() < end for start, end in shielded):
            continue
        if match.group().startswith(".") and _ABBREVIATION.search(line[: match.start() + 1]):
            continue
        ends.append(match.end())
    return ends


def split(text: str) -> tuple[str, ...]:
    """Return the sentences of ``text`` in order, trimmed, list markers removed, empty ones left out.

    A line end always ends a sentence; so does the next number of an enumeration such as ``1) … 2) …``.
    """
    sentences: list[str] = []
    for line in text.split("\n"):
        for part in _ENUMERATION.split(line):
            start = 0
            for end in [*_ends(part), len(part)]:
                sentence = _MARKER.sub("", part[start:end]).strip()
                start = end
                if re.search(r"\w", sentence):
                    sentences.append(sentence)
    return tuple(sentences)


def clauses(sentence: str) -> tuple[str, ...]:
    """Return the parts of a sentence between semicolons."""
    return tuple(part for part in _CLAUSE.split(sentence.strip()) if part)


def phrases(sentence: str) -> tuple[str, ...]:
    """Return the parts of a sentence between commas and semicolons."""
    return tuple(part for part in _COMMA.split(sentence.strip()) if part)
