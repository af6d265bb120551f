"""When a new statement says the same as an old one, or the same and more."""

from __future__ import annotations

from hindsight_memory.domain.memory import Source
from hindsight_memory.domain.review import lexicon
from hindsight_memory.domain.review.pairing import Comparison, Pair, Relation, comparison
from hindsight_memory.domain.review.quantities import Quantity, quantities
from hindsight_memory.domain.review.topic import shared, topic

# Below these cosines texts with equal cores, or with a part moved, are not taken for the same. Measured with centred
# vectors: said on one day such pairs lie above .9, but the date and the task beside a statement are embedded with it.
_SAME_COSINE = 0.57
_CLOSE_COSINE = 0.69


def same(pair: Pair) -> Comparison | None:
    """Equal but for words that change nothing."""
    a, b = pair.a, pair.b
    if a.folded == b.folded:
        return comparison(Relation.SAME, "same_text", "The texts are equal.", 1.0)
    if not a.core or not b.core or pair.old.type is not pair.new.type or a.question != b.question:
        return None
    if a.core == b.core and cosine_allows(pair, _SAME_COSINE):
        return comparison(Relation.SAME, "same_words", "They differ only in words that change nothing.", 0.97)
    if _moved(pair) and cosine_allows(pair, _CLOSE_COSINE):
        return comparison(Relation.SAME, "same_words_moved", "They say the same in another order.", 0.9)
    return None


def cosine_allows(pair: Pair, least: float) -> bool:
    return pair.cosine is None or pair.cosine >= least


_SHORT = 14
_LEAST = 5


def _moved(pair: Pair) -> bool:
    """A short text whose one part stands elsewhere: "is X good" / "X is good", 哪里有 X / X 哪里有."""
    a, b = pair.a.core, pair.b.core
    if (
        len(a) != len(b)
        or not _LEAST <= len(a) <= _SHORT
        or sorted(a) != sorted(b)
        or len(pair.a.names | pair.b.names) > 1
    ):
        return False
    if not (pair.a.question or not pair.a.negations):
        return False
    moved_a, moved_b = pair.gap_old, pair.gap_new
    for cut in range(1, len(moved_a)):
        if moved_a[cut:] + moved_a[:cut] == moved_b:
            return _may_move(moved_a[:cut]) or _may_move(moved_a[cut:])
    return False


def _may_move(part: tuple[str, ...]) -> bool:
    """A word of asking or time may stand anywhere; a word of content may not ("what animal" / "animal's what")."""
    return all(t in lexicon.MOVABLE or t in lexicon.ASKING for t in part)


_LEAST_WEIGHT = 1.0
_LEAST_SHARE = 0.25
_NEAR = 0.7


def restated(pair: Pair) -> Comparison | None:
    """In one task the user and the agent say the same in their own words: an acknowledgement, a conclusion.

    What is particular in the one (values, names, identifiers) is all in the other, and they are near in topic."""
    old, new = pair.old, pair.new
    if not old.task_id or old.task_id != new.task_id or (old.source is Source.USER) == (new.source is Source.USER):
        return None
    if pair.cosine is None or pair.cosine < _NEAR or (pair.a.negations > 0) != (pair.b.negations > 0):
        return None
    about_old, about_new = topic(old.text), topic(new.text)
    common, share = shared(about_old, about_new)
    if common < _LEAST_WEIGHT or share < _LEAST_SHARE:
        return None
    was, now = quantities(old.text), quantities(new.text)
    if not (_within(was, now, about_old.names, about_new.names) or _within(now, was, about_new.names, about_old.names)):
        return None
    return comparison(Relation.SAME, "restated", "It is said again in other words in the same task.", 0.8)


def _within(
    fewer: tuple[Quantity, ...], more: tuple[Quantity, ...], names: frozenset[str], others: frozenset[str]
) -> bool:
    """There are particulars, and the other text has all of them."""
    if not fewer and not names:
        return False
    return names <= others and all(any(same_value(one, other) for other in more) for one in fewer)


def same_value(one: Quantity, other: Quantity) -> bool:
    """Whether two are the same value of one measure; a time of day may lack its half of the day (5:30, 17:30)."""
    if not one.measures & other.measures:
        return False
    return one.value == other.value or ("clock" in one.measures and _half_day(one.value) == _half_day(other.value))


def _half_day(clock: str) -> str:
    hour, _, minute = clock.partition(":")
    return f"{int(hour) % 12}:{minute}"


def refines(pair: Pair) -> Comparison | None:
    """The new text is the old one and a further clause."""
    a, b = pair.a, pair.b
    if pair.old.type is not pair.new.type or a.negations != b.negations or a.question or b.question:
        return None
    if pair.gap_old or not pair.gap_new or len(a.core) < 4 or a.indefinite or b.indefinite:
        return None
    if not cosine_allows(pair, _CLOSE_COSINE) or pair.suffix or pair.gap_new[0] not in _CLAUSE_OPENERS:
        return None
    return comparison(Relation.REFINES, "says_more", "It says the same and adds a detail.", 0.8)


_CLAUSE_OPENERS = frozenset(lexicon.key(word) for word in "because since so as due 因 由 所".split())
