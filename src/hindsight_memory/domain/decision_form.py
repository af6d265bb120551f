"""The form of a belief and of an intent: what they say, with letters for the things they say it of.

"datebook is independent of reminder-kit" and "chartlib 与 gridview 相互独立" are the same kind of belief about other
things. A vector follows the names more than what is said of them, so the form is what is embedded; the names are found
by the words. Names are identifiers, versions and whatever stands in their place; where nothing is known to be a name,
the form is the text itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from hindsight_memory.domain.decision import Belief, Decision
from hindsight_memory.domain.decision_words import is_compound
from hindsight_memory.domain.text.normal import fold
from hindsight_memory.domain.text.particulars import specifics
from hindsight_memory.domain.text.tokens import is_stopword

FORMS = "forms-1"
"""Names these rules: vectors of forms made by others never mix with those of these."""

_WORD = r"[A-Za-z][A-Za-z0-9_+#.-]*[A-Za-z0-9_+#]|[A-Za-z]"
_RELEASE = r"v?\d+(?:\.\d+)+(?:[-.]?(?:a|b|rc|dev|post|alpha|beta)\.?\d*)?"
_VERSIONED = re.compile(
    rf"(?<![\w.-])(?P<name>{_WORD})\s*(?:(?:==|>=|<=|~=|!=|[=<>@])|\b(?:to|at|from)\b|升级到|升到|降到|更新到|到|为)?\s*"
    rf"(?P<release>{_RELEASE})(?![\w])",
    re.IGNORECASE,
)
_BESIDE = re.compile(
    rf"(?<![\w.-])(?P<one>{_WORD})\s*(?:,|，|、|&|\band\b|\bor\b|和|与|及|或|跟)\s*(?P<two>{_WORD})(?![\w-])",
    re.IGNORECASE,
)
# Codes as of bookings and orders: capitals and digits mixed.
_CODE = re.compile(r"(?<![\w.-])(?=[A-Z0-9]*\d)(?=[A-Z0-9]*[A-Z])[A-Z0-9]{4,}(?![\w-])")
_ONE_WORD = re.compile(rf"(?:{_WORD})")
_ENDS = re.compile(r"[.+#-]+$")
# Words that stand before a release without being what is released.
_NO_NAMES = frozenset(
    "upgrade upgraded upgrading update updated updating pin pinned pinning bump bumped move moved downgrade downgraded "
    "switch switched install installed use used using release releases version versions go going from to at is was and "
    "or with until since than over under below above about around".split()
)
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def forms(decision: Decision) -> tuple[str, str]:
    """The forms of a decision's belief and of its intent; what it observed helps to know the names."""
    return forms_of(decision.belief, decision.intent, decision.observation, decision.action)


def forms_of(belief: Belief, intent: str, *beside: str) -> tuple[str, str]:
    """The forms of a belief and an intent; the same name has the same letter in both."""
    names = _names(belief, (belief.statement, intent, *beside))
    if not names:
        return belief.statement, intent
    every = re.compile("|".join(_whole(name) for name in sorted(names, key=lambda n: (-len(n), n))), re.IGNORECASE)
    letters: dict[str, str] = {}

    def letter(match: re.Match[str]) -> str:
        name = fold(match.group())
        return letters.setdefault(name, _LETTERS[len(letters) % len(_LETTERS)])

    return every.sub(letter, belief.statement), every.sub(letter, intent)


def _names(belief: Belief, texts: tuple[str, ...]) -> set[str]:
    names: set[str] = set()
    for text in texts:
        _, identifiers, proper = specifics(text)
        names |= identifiers | proper | {code.lower() for code in _CODE.findall(text)}
        for found in _VERSIONED.finditer(text):
            names.add(found["release"].lower())
            if _may_be_named(found["name"]):
                names.add(_ENDS.sub("", found["name"]).lower())
    for part in (belief.subject, belief.object):
        if _ONE_WORD.fullmatch(part) and _may_be_named(part):
            names.add(part.lower())
    names |= set(_listed(texts, names))
    return {name for name in names if len(name) > 1 and not is_compound(name)}


def _listed(texts: tuple[str, ...], names: set[str]) -> Iterator[str]:
    """What stands beside a name as another of its kind: of "datebook and gridview" both are names, or none."""
    for text in texts:
        for found in _BESIDE.finditer(text):
            one, two = found["one"].lower(), found["two"].lower()
            if one in names and _may_be_named(two):
                yield two
            elif two in names and _may_be_named(one):
                yield one


def _may_be_named(word: str) -> bool:
    return word.lower() not in _NO_NAMES and not is_stopword(word.lower())


def _whole(name: str) -> str:
    start = r"(?<![A-Za-z0-9_])" if name[0].isascii() else ""
    end = r"(?![A-Za-z0-9_])" if name[-1].isascii() else ""
    return f"{start}{re.escape(name)}{end}"
