"""Tables of the words by which statements give themselves away, in English and Chinese.

A ``Cues`` is one group (what says "always", what says "just this once"). English entries are regular
expressions matched at word borders without case, Chinese ones anywhere; traditional characters are folded first.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from hindsight_memory.domain.text.language import simplified

_ANYTHING = ".{1,40}?"


def spoken(*phrases: str) -> tuple[str, ...]:
    """Return plain phrases as expressions: spaces match any white space, ``…`` up to forty characters."""
    return tuple(
        _ANYTHING.join(r"\s+".join(map(re.escape, part.split())) for part in phrase.split("…")) for phrase in phrases
    )


@dataclass(frozen=True)
class Cues:
    """One group of cue expressions with both languages compiled into one pattern."""

    name: str
    en: tuple[str, ...]
    zh: tuple[str, ...]
    pattern: re.Pattern[str] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        english = "|".join(self.en)
        chinese = "|".join(self.zh)
        parts = [rf"(?:(?<![\w-])|(?=[,;:]))(?:{english})(?![\w])"] if english else []
        parts += [f"(?:{chinese})"] if chinese else []
        object.__setattr__(self, "pattern", re.compile("|".join(parts), re.IGNORECASE))

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
