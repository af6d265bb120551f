"""The things a text names: code, addresses, quoted terms, people, what carries a version; numbers alone are none."""

from __future__ import annotations

import re
from collections.abc import Iterable

from hindsight_memory.domain.decision import Decision
from hindsight_memory.domain.decision_words import width
from hindsight_memory.domain.text.normal import fold
from hindsight_memory.domain.text.particulars import specifics
from hindsight_memory.domain.text.tokens import STOPWORDS

_VERSIONED = re.compile(r"(?<![a-z0-9_.-])([a-z][a-z0-9_-]{2,40}) (?:v|version )?\d+\.\d+")
_NO_THING = STOPWORDS | frozenset(
    "version release about after over under than only takes took build monday tuesday wednesday thursday friday "
    "saturday sunday january february march april may june july august september october november december".split()
)
_BARE = re.compile(r"[\d\W_]+")
_WIDEST = 30.0
"""A subject or object that is wider is a clause, not a name."""
_SHORTEST = 2


def known_things(decisions: Iterable[Decision]) -> frozenset[str]:
    """The subjects and objects that beliefs name, folded: words that stand for things of this space."""
    said = {fold(part) for one in decisions for part in (one.belief.subject, one.belief.object) if part}
    return frozenset(name for name in said if _is_name(name) and width(name) <= _WIDEST)


def things(text: str, known: frozenset[str] = frozenset()) -> frozenset[str]:
    """Return the folded names of the things that a text names, those of ``known`` where they stand whole."""
    _, identifiers, names = specifics(text)
    folded = fold(text)
    found = identifiers | names | set(_VERSIONED.findall(folded))
    found |= {name for name in known if name in folded}
    return frozenset(name for name in found if _is_name(name) and mentions(folded, name))


def mentions(folded: str, name: str) -> bool:
    """Whether a folded text names it whole: ``test`` is not in ``testing``, nor ``app`` in ``app.toml``; Chinese may
    stand between anything."""
    start = r"(?<![a-z0-9_.-])" if name[0].isascii() else ""
    end = r"(?![a-z0-9_-]|\.[a-z0-9])" if name[-1].isascii() else ""
    return re.search(f"{start}{re.escape(name)}{end}", folded) is not None


def _is_name(name: str) -> bool:
    return len(name) >= _SHORTEST and not _BARE.fullmatch(name) and name not in _NO_THING
