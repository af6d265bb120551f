"""When two statements give different values, people or circumstances for one thing."""

from __future__ import annotations

import re
from dataclasses import replace

from hindsight_memory.domain.memory import MemoryType
from hindsight_memory.domain.review import change, lexicon
from hindsight_memory.domain.review.pairing import (
    GRAMMAR,
    TITLES,
    Comparison,
    Pair,
    Relation,
    common_ends,
    comparison,
    content,
    opening,
    predicate,
    same_subject,
)
from hindsight_memory.domain.review.wording import Wording, wording


def claimed(pair: Pair) -> Comparison | None:
    """Both make a claim about the same single-valued thing."""
    old, new = pair.old.claim, pair.new.claim
    if old is None or new is None or (old.subject, old.relation) != (new.subject, new.relation):
        return None
    was, now = _value(old.object), _value(new.object)
    if set(was) <= set(now) or set(now) <= set(was):
        return None
    shown = f"{new.relation} of {new.subject}" if new.subject else new.relation
    return comparison(Relation.REPLACES, "new_value", f"It gives a new value for the {shown}.", 0.95)


def _value(text: str) -> tuple[str, ...]:
    return wording(text).core


def other_value(pair: Pair) -> Comparison | None:
    """The same but in one place: another value of the same thing, if the thing has one value at a time."""
    return _another(pair) or (_another(shorter) if (shorter := _without_tail(pair)) else None)


def _without_tail(pair: Pair) -> Pair | None:
    """The pair with the new text cut where the old one ends, if it only goes on from there."""
    if pair.suffix or not pair.gap_old or pair.a.cjk or pair.a.core[-1] not in pair.gap_new[:-1]:
        return None
    end = pair.b.core.index(pair.a.core[-1], pair.prefix) + 1
    cut = replace(pair.b, core=pair.b.core[:end])
    prefix, suffix = common_ends(pair.a.core, cut.core)
    return replace(pair, b=cut, prefix=prefix, suffix=suffix)


def _another(pair: Pair) -> Comparison | None:
    old, new = pair.gap_old, pair.gap_new
    if not _is_value(pair, old) or not _is_value(pair, new) or pair.a.negations != pair.b.negations:
        return None
    frame = [t for t in pair.frame if t not in GRAMMAR]
    if not same_subject(pair) or pair.prefix < 1 or len(frame) < 2 or sorted(old) == sorted(new):
        return None
    share = len(frame) / (len(frame) + max(len(old), len(new)))
    single = _one_statement(pair) and (_single_valued(pair) or _state_changed(pair))
    if share < 0.4 or (_several_allowed(pair) and not single):
        return None
    if single and ((measured(old) and measured(new)) or pair.old.type is MemoryType.PREFERENCE):
        return comparison(Relation.REPLACES, "other_value", "It gives another value for the same thing.", 0.85)
    if single or (pair.old.type is MemoryType.PREFERENCE and share >= 0.6):
        return comparison(Relation.REPLACES, "other_value", "It gives another value for the same thing.", 0.75)
    if share >= 0.5 and len(frame) >= 4 and _likely_value(pair) and not change.of_another_thing(pair):
        return comparison(Relation.CONTRADICTS, "other_value", "Both cannot easily hold: one place differs.", 0.55)
    return None


def _likely_value(pair: Pair) -> bool:
    """Of something definite, and two values rather than two wordings of one."""
    old, new = pair.gap_old, pair.gap_new
    if pair.a.cjk:
        return pair.suffix == 0
    definite = bool(opening(pair.a)) or pair.a.folded.startswith(("the ", "our ", "my ", "this "))
    wording_only = len(set(old) & set(new)) * 2 >= min(len(set(old)), len(set(new)))
    return definite and not wording_only and _one_statement(pair)


def _one_statement(pair: Pair) -> bool:
    """Short enough for one statement: in a longer text another wording is likelier than another value."""
    return max(len(pair.a.core), len(pair.b.core)) <= (36 if pair.a.cjk else 20)


def _is_value(pair: Pair, gap: tuple[str, ...]) -> bool:
    """Short, and more than words of grammar."""
    longest = 8 if pair.a.cjk else 10
    return 0 < len(gap) <= longest and any(t not in GRAMMAR for t in gap)


def measured(gap: tuple[str, ...]) -> bool:
    return len(gap) <= 3 and any(c.isdigit() for t in gap for c in t)


def _single_valued(pair: Pair) -> bool:
    """A word for something with one value at a time stands close before the differing place, or right after it."""
    core, prefix = pair.a.core, pair.prefix
    if pair.a.cjk:
        around = "".join(core[max(0, prefix - 8) : prefix])
        return bool(lexicon.SINGLE_VALUED_ZH.search(around))
    near = core[max(0, prefix - 4) : prefix]
    return any(t in lexicon.SINGLE_VALUED and t not in pair.a.names for t in near)


_VERSION = re.compile(r"v?\d+(?:\.\d+)+\w*")


def _state_changed(pair: Pair) -> bool:
    """A number, version or weekday where a state is told ("is 60s", "every Monday", "uses Python 3.12").

    Not the number in a name ("order 123") and not the day of an event ("met Tom on Monday").
    """
    core, prefix = pair.a.core, pair.prefix
    old, new = pair.gap_old, pair.gap_new
    if len(old) != 1 or len(new) != 1 or not prefix:
        return False
    before = core[max(0, prefix - 3) : prefix]
    if _VERSION.fullmatch(old[0]) and _VERSION.fullmatch(new[0]):
        return bool(lexicon.USES_VERSION & set(before))
    if measured(old) and measured(new):
        return before[-1] in lexicon.STATE_ENDS
    if pair.a.cjk:
        return {old[0], new[0]} <= set("一二三四五六日天") and bool(lexicon.WEEK_ZH.search("".join(core[:prefix])))
    return {old[0], new[0]} <= lexicon.WEEKDAYS and (
        before[-1] in lexicon.STATE_ENDS or "be" in before or (pair.suffix == 0 and "on" not in before)
    )


def _several_allowed(pair: Pair) -> bool:
    """The differing place is the object of a verb that takes many ("likes", "has", 喜欢)."""
    if pair.suffix > (2 if pair.a.cjk else 0) or not pair.prefix:
        return False
    if pair.a.cjk:
        return bool(lexicon.MULTI_VALUED_ZH.search("".join(pair.a.core[: pair.prefix])))
    return pair.a.core[pair.prefix - 1] in lexicon.MULTI_VALUED


def other_person(pair: Pair) -> Comparison | None:
    """One particular event told of two people: a person must say which."""
    a, b = pair.a, pair.b
    if a.cjk or b.cjk or pair.suffix < 6 or a.negations or b.negations or not a.names & b.names:
        return None
    old, new = set(pair.gap_old) - TITLES, set(pair.gap_new) - TITLES
    if not old or not new or not old <= a.names or not new <= b.names or old & new:
        return None
    return comparison(Relation.CONTRADICTS, "other_person", "The same is said of somebody else.", 0.5)


def swapped(pair: Pair) -> Comparison | None:
    """The same words with two names in each other's place: who did what to whom is turned round."""
    a, b = pair.a, pair.b
    if a.cjk or b.cjk or len(a.names) < 2 or a.names != b.names or sorted(content(a)) != sorted(content(b)):
        return None
    order_a = [t for t in a.core if t in a.names]
    order_b = [t for t in b.core if t in a.names]
    if (
        order_a == order_b
        or len(predicate(a)) < 3
        or ("and" in a.core[: len(opening(a)) + 1] and opening(a) == opening(b))
    ):
        return None
    return comparison(Relation.CONTRADICTS, "swapped", "Two names stand in each other's place.", 0.5)


# One at a time, or once: being born, meeting first, living, specialising.
_ONCE = frozenset(
    lexicon.key(word)
    for word in "meet met born graduate graduated marry married specializes specialize live lives fluent".split()
)


def other_event(pair: Pair) -> Comparison | None:
    """What happens once or holds one at a time (being born, living somewhere), told with other circumstances."""
    names = opening(pair.a)
    if not names or names != opening(pair.b) or pair.a.negations or pair.b.negations or not _one_statement(pair):
        return None
    for verb in sorted(_ONCE & pair.a.bag & pair.b.bag - pair.a.names):
        was, now = _circumstances(pair.a, verb), _circumstances(pair.b, verb)
        if was and now and not was & now:
            return comparison(Relation.CONTRADICTS, "other_event", "It tells the same otherwise.", 0.6)
    return None


def _circumstances(words: Wording, verb: str) -> set[str]:
    """The next three words of content after the verb."""
    place = words.core.index(verb)
    return set([t for t in words.core[place + 1 :] if t not in GRAMMAR][:3])
