"""When something is told a second time in other words: a reminder of a rule, a finding that the summary repeats.

The two need have no form in common. What decides is who says it again and why, that both are about the same, and
that nothing particular (a number, a name, a denial) stands in the one against the other.
"""

from __future__ import annotations

import re

from hindsight_memory.domain.memory import MemoryType, Source
from hindsight_memory.domain.review import change, change_words, clauses
from hindsight_memory.domain.review.pairing import Comparison, Pair, Relation, Statement, comparison
from hindsight_memory.domain.review.quantities import Quantity, quantities
from hindsight_memory.domain.review.sameness import same_value
from hindsight_memory.domain.review.topic import shared, topic
from hindsight_memory.domain.review.wording import wording
from hindsight_memory.domain.text import cues
from hindsight_memory.domain.text.cues.reminders import REMINDER, UNCHANGED
from hindsight_memory.domain.text.normal import fold
from hindsight_memory.domain.text.simplified import simplified

_STANDING = frozenset({MemoryType.FACT, MemoryType.PREFERENCE, MemoryType.BOUNDARY, MemoryType.NEGATIVE})
_FOUND = frozenset({MemoryType.FACT, MemoryType.BOUNDARY, MemoryType.NEGATIVE})
_ABOUT_THE_SAME = 1.0  # weight of the words on its topic that both texts share
_HELD = 0.85  # the share of a reminder's words of content that the known rule has
_LEAST_COSINE = 0.45
_FOUND_COSINE = 0.7
_FAILED_COSINE = 0.72
_FOUND_SHARE = 0.4
_FOUND_COMMON = 2.0
_BREAK = re.compile(r"[.。;；:：!！?？\n—]|(?<!\d)[,，]|[,，](?!\d)")
_BUT_NOT = re.compile(r"[,，(（]\s*(?:and\s+|but\s+)?(?:not\b|而?不(?=[是用要走写发放在]))[^,，.。;；]*")


def reminded(pair: Pair) -> Comparison | None:
    """The user reminds of a known rule and adds nothing to it; what this time is about may stand before it."""
    old, new = pair.old, pair.new
    if new.source is not Source.USER or not {old.type, new.type} <= _STANDING or new.said_at < old.said_at:
        return None
    before, part = _reminder_in(new.text)
    if not part or pair.a.question or wording(part).question or _tells_news(before, part):
        return None
    if not (_near(pair, part) and _adds_nothing(old.text, part)):
        return None
    return comparison(Relation.SAME, "reminder", "It reminds of what is known already.", 0.8)


def _reminder_in(text: str) -> tuple[str, str]:
    """What stands before, and what reminds: from the beginning of the clause with the cue to the end, without it."""
    cue = REMINDER.first(text) or UNCHANGED.first(text)
    if cue is None:
        return text, ""
    starts = [0, *(mark.end() for mark in _BREAK.finditer(text) if mark.end() <= cue.start())]
    for start in reversed(starts):
        part = UNCHANGED.without(REMINDER.without(text[start:])).strip(_EDGES)
        if clauses.units(part):
            return text[:start], part
    return text, ""


_EDGES = " ,，:：;；.。-—"


def _tells_news(before: str, part: str) -> bool:
    """Whether it states a rule of its own before it reminds of another, or tells of a change."""
    own = any(group.found(before) for group in (cues.DURABLE, cues.SWEEPING, cues.LIMIT))
    said = simplified(fold(f"{before} {part}"))
    return own or bool(change_words.CHANGED.search(said) or change_words.HENCEFORTH.search(said))


def _near(pair: Pair, part: str) -> bool:
    common, _ = shared(topic(pair.old.text), topic(pair.new.text))
    said = clauses.units(part)
    held = len(said & clauses.units(pair.old.text)) >= _HELD * len(said)
    return common >= _ABOUT_THE_SAME and held and (pair.cosine is None or pair.cosine >= _LEAST_COSINE)


def _adds_nothing(known: str, said: str) -> bool:
    """No value, name or relative is new, nothing is denied that was not, and no thing stands in another's place."""
    if not _values_within(quantities(said), quantities(known)) or _names(said, known) or _kin(said) - _kin(known):
        return False
    return _denies(said) == _denies(known) and not clauses.exchanged(known, said)[0]


def _names(text: str, other: str) -> frozenset[str]:
    """The names in a text that the other text does not say."""
    said = topic(other).weights
    return frozenset(name for name in topic(text).names if name not in said and not name[0].isdigit())


def _kin(text: str) -> frozenset[str]:
    return change_words.kin(simplified(fold(text)))


def _denies(text: str) -> bool:
    """Whether it denies something itself; "this, not that" does not."""
    return wording(_BUT_NOT.sub("", text)).negations > 0


def _values_within(fewer: tuple[Quantity, ...], more: tuple[Quantity, ...]) -> bool:
    return all(any(_same(one, other) for other in more) for one in fewer)


def _same(one: Quantity, other: Quantity) -> bool:
    return one.value == other.value or same_value(one, other)


def found_again(pair: Pair) -> Comparison | None:
    """In one task the agent tells a finding on the way and again at the end, in other words; the more particular of
    the two stays."""
    old, new = pair.old, pair.new
    if not old.task_id or old.task_id != new.task_id or Source.USER in {old.source, new.source}:
        return None
    if not {old.type, new.type} <= _FOUND or not _same_finding(pair):
        return None
    before, after = quantities(old.text), quantities(new.text)
    nested = _values_within(before, after) or _values_within(after, before)
    if not nested or (_names(old.text, new.text) and _names(new.text, old.text)):
        return None
    if clauses.exchanged(old.text, new.text)[0] or change.substituted(pair):
        return None
    fuller = _particulars(new.text) > _particulars(old.text)
    kind = Relation.REFINES if fuller else Relation.SAME
    return comparison(kind, "found_again", "The agent told the same finding before in this task.", 0.8)


def _same_finding(pair: Pair) -> bool:
    """What failed, why, and which limit holds are three findings: across types only one failure is told again, and
    it is no longer the same where the limit has a value that the failure lacks."""
    kinds = {pair.old.type, pair.new.type}
    if len(kinds) == 1:
        return _alike(pair) or _both_failed(pair)
    as_exact = len(quantities(pair.old.text)) == len(quantities(pair.new.text))
    return _both_failed(pair) and (as_exact or MemoryType.BOUNDARY not in kinds)


def _alike(pair: Pair) -> bool:
    common, share = shared(topic(pair.old.text), topic(pair.new.text))
    near = pair.cosine is not None and pair.cosine >= _FOUND_COSINE
    return near and common >= _FOUND_COMMON and share >= _FOUND_SHARE


def _both_failed(pair: Pair) -> bool:
    """Both say that something does not work, and the one names what the other one is about."""
    if pair.cosine is None or pair.cosine < _FAILED_COSINE or not all(map(_failed, (pair.old, pair.new))):
        return False
    old, new = clauses.nearest(pair.old.text, pair.new.text)
    return bool(clauses.units(clauses.head(old)) & clauses.units(new))


def _failed(said: Statement) -> bool:
    return said.type is MemoryType.NEGATIVE or cues.FAILURE.found(said.text)


def _particulars(text: str) -> int:
    return 2 * len(quantities(text)) + 2 * len(topic(text).names) + len(clauses.units(text))
