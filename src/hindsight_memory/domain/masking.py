"""Taking a text that was erased for good out of other texts, however it was spaced or cased there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import cast

from hindsight_memory.domain.review.distil.overlap import containment, words
from hindsight_memory.domain.text.language import HAN
from hindsight_memory.domain.text.sentences import split

MARK = "[purged]"
"""What stands where a purged text stood."""

# A text that tells less than this is erased only where it stands alone: inside other text it would hit other words.
_PART_OF_TEXT = 12
_HAN = re.compile(f"[{HAN}]")
# A Chinese character tells about as much as so many letters.
_LETTERS_OF_HAN = 3
# A sentence of the evidence that holds so much of the words of a purged text is where it came from.
_SAME_STATEMENT = 0.5
_FEWEST_WORDS = 2
_EDGES = ".!?;,。！？；，…"
# Under these names stored values hold what somebody said.
_SPOKEN = frozenset(
    {"text", "args", "content", "intent", "outcome_evidence", "metadata", "belief", "observation", "action", "options"}
    | {"choice_reason", "claim", "expected", "actual", "suspicious"}
)


@dataclass(frozen=True, slots=True)
class Mask:
    """What is to be taken out: the texts, wherever they stand in what somebody said."""

    texts: tuple[str, ...]
    patterns: tuple[re.Pattern[str], ...]
    needles: tuple[str, ...]
    meanings: tuple[frozenset[str], ...]

    @classmethod
    def of(cls, texts: Iterable[str]) -> Mask:
        """Return the mask of some texts."""
        kept = tuple(sorted({text.strip() for text in texts} - {""}, key=len, reverse=True))
        telling = [text for text in kept if _tells(text) >= _PART_OF_TEXT]
        return cls(
            texts=tuple(_bare(text) for text in kept),
            patterns=tuple(_pattern(text) for text in telling),
            needles=tuple(max(re.findall(r"\w+", text) or [text], key=len).casefold() for text in kept),
            meanings=tuple(m for text in kept if len(m := words(text)) >= _FEWEST_WORDS),
        )

    def may_touch(self, json: bytes) -> bool:
        """Whether a stored value can hold one of the texts at all; cheap, and never wrong with False."""
        shown = json.decode("utf-8", "replace").casefold()
        return any(needle in shown for needle in self.needles)

    def taken_out(self, value: object, *, meant: bool = False) -> object:
        """Return a JSON value without the texts in what was said; ``meant``: nor sentences that say the same."""
        return self._inside(value, spoken=False, meant=meant)

    def _inside(self, value: object, *, spoken: bool, meant: bool) -> object:
        if isinstance(value, str):
            return self._said(value, meant) if spoken else value
        if isinstance(value, list):
            return [self._inside(one, spoken=spoken, meant=meant) for one in cast("list[object]", value)]
        if isinstance(value, Mapping):
            inner = cast("Mapping[str, object]", value)
            return {n: self._inside(v, spoken=spoken or n in _SPOKEN, meant=meant) for n, v in inner.items()}
        return value

    def _said(self, text: str, meant: bool) -> str:
        if _bare(text) in self.texts:
            return MARK
        for pattern in self.patterns:
            text = pattern.sub(MARK, text)
        if meant:
            for sentence in split(text):
                if any(containment(own, words(sentence)) >= _SAME_STATEMENT for own in self.meanings):
                    text = text.replace(sentence, MARK)
        return text


def _bare(text: str) -> str:
    return " ".join(text.split()).strip(_EDGES).casefold()


def _tells(text: str) -> int:
    return len(text) + (_LETTERS_OF_HAN - 1) * len(_HAN.findall(text))


def _pattern(text: str) -> re.Pattern[str]:
    parts = [re.escape(part) for part in text.strip(_EDGES).split()]
    return re.compile(r"\s+".join(parts), re.IGNORECASE)
