"""When a statement tells of a change: it names what no longer holds, or gives the thing another value.

Sentences from conversations seldom share a form. What tells an update is that the new one says so ("now", "from
now on", 改成), that both are about one topic, and that the two cannot both be followed: another value of the same
measure, an opposite, or the old value named as void.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache

from hindsight_memory.domain.memory import MemoryType
from hindsight_memory.domain.review import change_words as words
from hindsight_memory.domain.review.clauses import exchanged
from hindsight_memory.domain.review.pairing import GRAMMAR, Comparison, Pair, Relation, comparison, opening
from hindsight_memory.domain.review.quantities import TIME_RATES, Quantity, quantities
from hindsight_memory.domain.review.topic import Topic, general, shared, topic
from hindsight_memory.domain.review.wording import Wording
from hindsight_memory.domain.text.normal import fold
from hindsight_memory.domain.text.simplified import simplified

_STATES = frozenset({MemoryType.FACT, MemoryType.PREFERENCE, MemoryType.BOUNDARY})
_UNQUOTED = str.maketrans("", "", '"“”「」『』')
# Without an embedder the words alone decide; this is the cosine of two statements on neighbouring topics.
_UNKNOWN_COSINE = 0.62
# "Now" alone is a weak sign: below this cosine another value is rather one of another thing.
_LEAST_COSINE = 0.58
# Facts are told of many like things: they have to share more than rules do.
_LEAST_FACT_SHARE = 0.4


@dataclass(frozen=True, slots=True)
class Signs:
    """What speaks for a change. ``common`` is the weight of the shared words, ``share`` in [0, 1]."""

    changed: bool
    henceforth: bool
    present: bool
    common: float
    share: float
    cosine: float
    revalued: bool
    voided: bool
    left: bool
    turned: bool
    set_anew: bool
    other_measures: bool

    @property
    def told(self) -> bool:
        return self.changed or self.henceforth

    @property
    def reach(self) -> float:
        """How near the two statements are in topic."""
        return min(self.common, 4.0) * 0.08 + self.share * 0.25 + self.cosine


def changed(pair: Pair) -> Comparison | None:
    """The new statement tells of a change of what the old one says."""
    if not comparable(pair):
        return None
    signs = signs_of(pair)
    if not (signs.told or signs.present) or not signs.common or words.ONCE.search(pair.b.folded):
        return None
    void = _void(pair, signs)
    if void is not None or exchanged(pair.old.text, pair.new.text)[0]:
        return void
    return _new_value(pair, signs)


def _void(pair: Pair, signs: Signs) -> Comparison | None:
    named = (
        signs.voided
        and not substituted(pair)
        and signs.share >= 0.25
        and signs.cosine >= 0.49
        and signs.reach >= (0.72 if signs.told else 0.86)
    )
    left = signs.left and signs.told and signs.common >= 1.2 and signs.share >= 0.1 and signs.reach >= 0.65
    if not named and not left:
        return None
    return comparison(Relation.REPLACES, "changed", "It names what was said before as no longer so.", 0.9)


def _new_value(pair: Pair, signs: Signs) -> Comparison | None:
    if signs.reach < (0.86 if not signs.told else 0.78 if signs.revalued and signs.set_anew else 0.82):
        return None
    enough = pair.old.type is not MemoryType.FACT or pair.b.cjk or signs.set_anew or signs.share >= _LEAST_FACT_SHARE
    happened = pair.old.type is MemoryType.FACT and not pair.a.cjk and words.past(pair.a.folded, chinese=False)
    if (
        signs.revalued
        and enough
        and not happened
        and not substituted(pair)
        and (signs.told or signs.cosine >= _LEAST_COSINE)
    ):
        return comparison(Relation.REPLACES, "changed", "It gives a new value and says that it is new.", 0.85)
    if signs.henceforth and not signs.revalued and not signs.other_measures and _swapped_once(pair):
        return comparison(Relation.REPLACES, "changed", "It asks for something else from now on.", 0.75)
    if substituted(pair, leading=True):
        return None
    if signs.turned:
        return comparison(Relation.REPLACES, "changed", "It says that the opposite holds now.", 0.8)
    if not signs.changed or signs.other_measures or words.FURTHER.search(pair.b.folded):
        return None
    rule = pair.old.type is not MemoryType.FACT and signs.common >= 1.0 and signs.cosine >= 0.7 and signs.share >= 0.3
    if signs.set_anew or rule:
        return comparison(Relation.REPLACES, "changed", "It says that what holds on this matter has changed.", 0.75)
    return None


def comparable(pair: Pair) -> bool:
    """Whether the one may be an update of the other: both tell of states, and not of two named sides."""
    old, new = pair.old.type, pair.new.type
    if not (old in _STATES and (new in _STATES or tells_of_change(pair))) and not (old is new is MemoryType.PATH):
        return False
    one, other = words.labels(pair.a.folded), words.labels(pair.b.folded)
    return not (one and other and not one & other) and not _contrasted(pair.a.folded, pair.b.folded)


def tells_of_change(pair: Pair) -> bool:
    """The new statement says itself that something was otherwise before; the old one does not."""
    return pair.old.type in _STATES and _newly(words.CHANGED, pair)


def _contrasted(old: str, new: str) -> bool:
    """They speak of the two sides of one distinction: staging and production, weekdays and weekends."""
    for sides in words.CONTRASTS:
        a = {i for i, side in enumerate(sides) if side.search(old)}
        b = {i for i, side in enumerate(sides) if side.search(new)}
        if a and b and not a & b:
            return True
    return False


def signs_of(pair: Pair) -> Signs:
    about_old, about_new = topic(pair.old.text), topic(pair.new.text)
    common, share = shared(about_old, about_new)
    was, now = quantities(pair.old.text), quantities(pair.new.text)
    new = pair.b.folded
    # Two that tell of a change may tell of the same one.
    set_anew = _names_known(words.SET, about_old, new) and not words.SET.search(pair.a.folded)
    return Signs(
        changed=_newly(words.CHANGED, pair) or set_anew,
        henceforth=words.HENCEFORTH.search(new) is not None,
        present=words.PRESENT.search(new) is not None,
        common=common,
        share=share,
        cosine=_UNKNOWN_COSINE if pair.cosine is None else pair.cosine,
        revalued=_revalued(was, now, new),
        voided=_voided(pair, about_old),
        left=_left(was, now, new) and not _left(now, was, pair.a.folded),
        turned=_turned(pair.old.text, pair.new.text),
        set_anew=set_anew,
        other_measures=_measured(was) and _measured(now) and not _revalued(was, now, new),
    )


def substituted(pair: Pair, *, leading: bool = False) -> bool:
    """In otherwise like statements one thing stands in place of another: the orders table, the customers table.

    ``leading``: only where it opens both statements; further on it may be the value that changed."""
    old, new = _plain(pair.a), _plain(pair.b)
    told = words.CHANGED.search(pair.b.folded) is not None
    for kind, i, j, k, m in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind == "replace" and _names_thing(old[i:j], pair.b.bag) and _names_thing(new[k:m], pair.a.bag):
            if leading and i and k:
                continue
            before, after = i > 0 and k > 0, j < len(old) and m < len(new)
            # A statement that tells of a change may be worded anew: then both neighbours have to agree.
            if after and (before or i == k == 0) if told else before or after:
                return True
    return False


def _swapped_once(pair: Pair) -> bool:
    """Two rules that differ in one word, which is no matter of values: British spelling, American spelling."""
    if pair.old.type is not MemoryType.PREFERENCE or words.FURTHER.search(pair.b.folded):
        return False
    old, new = _plain(pair.a), _plain(pair.b)
    parts = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    swaps = [(old[i:j], new[k:m]) for kind, i, j, k, m in parts if kind == "replace"]
    swaps = [(was, now) for was, now in swaps if not set(was) <= pair.b.bag]
    kept = sum(j - i for kind, i, j, _, _ in parts if kind == "equal")
    longest = 2 if pair.a.cjk else 1
    return len(swaps) == 1 and kept >= longest + 1 and all(len(part) <= longest for part in swaps[0])


def of_another_thing(pair: Pair) -> bool:
    """Both give amounts, other ones, each of another thing."""
    was, now = ({q.written for q in quantities(text) if q.written} for text in (pair.old.text, pair.new.text))
    return bool(was and now) and was != now and substituted(pair)


def _plain(wording: Wording) -> list[str]:
    """The words of content without those of change and without values."""
    dropped = GRAMMAR | words.CHANGING
    return [t for t in wording.core if t not in dropped and not any(c.isdigit() for c in t)]


def _names_thing(part: list[str], other: frozenset[str]) -> bool:
    """Few words, none of which the other text says anywhere, and one of them says something."""
    longest = 4 if all(len(t) == 1 for t in part) else 2
    if not 0 < len(part) <= longest or any(t in other for t in part):
        return False
    return any(t not in words.VALUE_CHARS and not general(t) for t in part)


_VAGUE = frozenset({"percent"})


def _same_kind(old: Quantity, new: Quantity) -> bool:
    """They share a measure, and are not of different things each: a meal, a ride."""
    rates = [{m for m in q.measures if m.startswith("per ")} for q in (old, new)]
    if all(rates) and not rates[0] & rates[1] and not (rates[0] | rates[1]) <= TIME_RATES:
        return False
    return bool((old.measures & new.measures) - _VAGUE)


def _newly(pattern: re.Pattern[str], pair: Pair) -> bool:
    """The new text has such a phrase that the old one has not."""
    known = {match.group() for match in pattern.finditer(pair.a.folded)}
    return any(match.group() not in known for match in pattern.finditer(pair.b.folded))


def _measured(values: tuple[Quantity, ...]) -> bool:
    return any(value.measures for value in values)


def _revalued(was: tuple[Quantity, ...], now: tuple[Quantity, ...], new: str) -> bool:
    """A value of the old statement has another of the same measure beside it, and is not said again."""
    stays = {(q.value, m) for q in now for m in q.measures}
    both_told = words.FROM_TO.search(new) is not None
    for old in was:
        if not both_told and any((old.value, measure) in stays for measure in old.measures):
            continue
        if any(q.value != old.value and _same_kind(old, q) for q in now):
            return True
    return False


def _left(was: tuple[Quantity, ...], now: tuple[Quantity, ...], new: str) -> bool:
    """A number of the old statement is named as what it was changed from: "from 16 to 32", "four, not six"."""
    held = {q.written or q.value for q in was}
    for match in words.LEFT.finditer(new):
        left = {q.written or q.value for q in quantities(match["left"] or match["zh"] or "")}
        if left & held and any(q.written and q.written not in left for q in now):
            return True
    return False


def _voided(pair: Pair, about_old: Topic) -> bool:
    """What the old statement says, and not only of whom, is named as void; the old one does not say so itself."""
    old, new = (text.translate(_UNQUOTED) for text in (pair.a.folded, pair.b.folded))
    if words.GONE.search(old) or words.INSTEAD_OF.search(old):
        return False
    if _names_known(words.GONE, about_old, new):
        return True
    lead = opening(pair.a)
    said = Topic({word: weight for word, weight in about_old.weights.items() if word not in lead}, about_old.names)
    return _names_known(words.INSTEAD_OF, said, new)


def _names_known(pattern: re.Pattern[str], about_old: Topic, new: str) -> bool:
    """Most of what ``pattern`` finds named in the new text are words of the old one."""
    for phrase in _named(pattern, new):
        named = topic(phrase)
        known = [word for word in named.weights if word in about_old.weights]
        if named.weights and len(known) * 2 > len(named.weights):
            return True
    return False


@lru_cache(maxsize=1024)
def _named(pattern: re.Pattern[str], text: str) -> tuple[str, ...]:
    """What the pattern finds named in a text."""
    return tuple(next(group for group in match.groups() if group) for match in pattern.finditer(text))


def _turned(old: str, new: str) -> bool:
    """On one thing the one has a word of one side of an opposition and the other one of the other side."""
    for said in _clauses(old):
        for says in _clauses(new):
            if topic(said).weights.keys() & topic(says).weights.keys() and _opposed(said, says):
                return True
    return False


def _opposed(said: str, says: str) -> bool:
    return any(a != b and a == (b[1], b[0]) for a, b in zip(_sides(said), _sides(says), strict=True))


@lru_cache(maxsize=8192)
def _sides(clause: str) -> tuple[tuple[bool, bool], ...]:
    """Of each opposition, whether the clause has a word of the one side, and of the other."""
    return tuple((bool(one.search(clause)), bool(other.search(clause))) for one, other in words.SIDES)


_MOST_CLAUSES = 8


@lru_cache(maxsize=1024)
def _clauses(text: str) -> tuple[str, ...]:
    """The folded clauses of a text, at most eight."""
    return tuple(re.split(r"[,，。;；:：!?！？\n]\s*|\. ", simplified(fold(text)))[:_MOST_CLAUSES])
