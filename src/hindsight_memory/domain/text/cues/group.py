"""Tables of the words by which statements give themselves away, in English and Chinese.

A ``Cues`` is one group (what says "always", what says "just this once"). English entries are regular
expressions matched at word borders without case, Chinese ones anywhere; traditional characters are folded first.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from hindsight_memory.domain.text.language import simplified

_ANYTHING = ".{1,40}?"


def spoken(*phrases: str) -> tuple[str, ...]:
    """Return plain phrases as expressions: spaces match any white space, ``…`` up to forty characters."""
    return tuple(
        _ANYTHING.join(r"\s+".join(map(re.escape, part.split())) for part in phrase.split("…")) for phrase in phrases
    )


@dataclass(frozen=True)
class Cues:
    """One group of cue expressions. Both languages make one pattern, compiled when it is first asked for: all
    the groups take an eighth of a second, which a start that reads no statement need not spend."""

    name: str
    en: tuple[str, ...]
    zh: tuple[str, ...]

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """The expressions of both languages."""
        english = "|".join(self.en)
        chinese = "|".join(self.zh)
        parts = [rf"(?:(?<![\w-])|(?=[,;:]))(?:{english})(?![\w])"] if english else []
        parts += [f"(?:{chinese})"] if chinese else []
        return re.compile("|".join(parts), re.IGNORECASE)

    def found(self, text: str) -> bool:
        """Whether any cue occurs in ``text``."""
        return self.pattern.search(simplified(text).replace("’", "'")) is not None

    def first(self, text: str) -> re.Match[str] | None:
        """The first cue in ``text`` (positions are those of ``text``)."""
        return self.pattern.search(simplified(text).replace("’", "'"))

    def starts(self, text: str) -> bool:
        """Whether ``text`` begins with a cue."""
        return self.pattern.match(simplified(text).replace("’", "'")) is not None

    def without(self, text: str) -> str:
        """Return ``text`` with every cue taken out."""
        pieces: list[str] = []
        start = 0
        for match in self.pattern.finditer(simplified(text).replace("’", "'")):
            pieces.append(text[start : match.start()])
            start = match.end()
        return "".join([*pieces, text[start:]])
