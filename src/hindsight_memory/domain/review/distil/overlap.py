"""How much two texts say the same, by their words: shared by echo, recall and duplicate checks."""

from __future__ import annotations

import re
from functools import lru_cache

from hindsight_memory.domain.text.language import HAN, simplified
from hindsight_memory.domain.text.normal import fold

_WORD = re.compile(r"[a-z0-9][a-z0-9_.:/#@%+-]*[a-z0-9%+]|[a-z0-9]")
_RUN = re.compile(f"[{HAN}]+")
_STOP = frozenset(
    """a an and are as at be but by can do does for from has have he her his i if in is it its me my no not of on or
    our please she so that the their them then there they this to until up us was we were what when where which who
    will with you your always never all any also just now one only before after than too been had would could should
    via per out off over under again still ok yes""".split()
)


@lru_cache(maxsize=4096)
def words(text: str) -> frozenset[str]:
    """Return the content words of a text: folded words and identifiers without stop words, Chinese bigrams."""
    folded = simplified(fold(text))
    latin = {_stem(w) for w in _WORD.findall(folded) if w not in _STOP}
    pairs = {run[i : i + 2] for run in _RUN.findall(folded) for i in range(max(1, len(run) - 1))}
    return frozenset(latin | pairs)


def _stem(word: str) -> str:
    if word.isalpha() and len(word) > 4:
        return re.sub(r"(?:ing|ed|es|s|e)$", "", word)
    return word


def containment(part: frozenset[str], whole: frozenset[str]) -> float:
    """Return the share of ``part`` that occurs in ``whole``, in [0, 1]; 0 for an empty part."""
    return len(part & whole) / len(part) if part else 0.0


def overlap(a: frozenset[str], b: frozenset[str]) -> float:
    """Return the containment of the smaller set in the larger one, in [0, 1]."""
    return containment(a, b) if len(a) <= len(b) else containment(b, a)
