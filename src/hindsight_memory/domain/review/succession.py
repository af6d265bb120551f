"""How likely a new statement takes the place of an old one, weighed from what they share and how they differ.

No single sign tells an update. What does is that both are about the same thing, that neither names another thing of
the kind where the first one stood, that the new one tells of change and gives something else, and that the old one
told of a state rather than of an event. The weights are those of a logistic model over made-up pairs in both
languages: updates, statements of like things, and statements of other sides of the same thing.
"""

from __future__ import annotations

import math
from datetime import timedelta

from hindsight_memory.domain.memory import SOURCE_WEIGHT, MemoryType
from hindsight_memory.domain.review import change, clauses
from hindsight_memory.domain.review import change_words as words
from hindsight_memory.domain.review.change import Signs
from hindsight_memory.domain.review.pairing import Comparison, Pair, Relation, comparison
from hindsight_memory.domain.review.quantities import quantities
from hindsight_memory.domain.text.cues.reminders import UNCHANGED

_WEIGHTS = {
    "always": -5.05,
    "near": 0.81,
    "near_zh": 0.86,
    "zh": -0.31,
    "common": 1.85,
    "kept": 2.60,
    "known": 1.17,
    "unfounded": 0.60,
    "foreign": -1.27,
    "exchanged": -0.77,
    "apart": -1.98,
    "shared_rest": -1.58,
    "long": -2.49,
    "person": -1.16,
    "event": -1.61,
    "preference": 1.21,
    "boundary": 0.66,
    "changed": 1.28,
    "done": 0.63,
    "renewed": 0.42,
    "void": 1.09,
    "left": 2.03,
    "turned": 1.07,
    "revalued": 1.18,
    "further": -1.46,
    "cue": -0.69,
    "stirred": 3.36,
}
_SURE = 0.65
# What is said in one sitting rather adds to what was said there, unless it tells of a change in so many words.
_SITTING = timedelta(minutes=10)
_SURE_IN_SITTING = 0.85
# The cosine of two statements that have nothing in common but their kind; higher between short Chinese texts.
_USUAL_COSINE = {False: 0.66, True: 0.78}
_FAR = 0.15


def succeeds(pair: Pair) -> Comparison | None:
    """The new statement is likely what holds now in place of the old one."""
    if not change.comparable(pair):
        return None
    signs = change.signs_of(pair)
    seen = evidence(pair, signs) if _possible(pair, signs) else {}
    if not seen:
        return None
    if likelihood(seen) < (_SURE if _later(pair) else _SURE_IN_SITTING):
        return None
    code = "changed" if signs.changed else "succeeds"
    return comparison(Relation.REPLACES, code, "It tells what holds now on the same matter.", 0.75)


def _possible(pair: Pair, signs: Signs) -> bool:
    """Near enough in topic; from a weaker source or in the same sitting only with a change in so many words."""
    if pair.cosine is None or words.ONCE.search(pair.b.folded) is not None or not _asserted(pair):
        return False
    if UNCHANGED.found(pair.new.text) and not signs.changed:
        return False
    least = _USUAL_COSINE[pair.a.cjk or pair.b.cjk] - _FAR
    if pair.cosine < least and not (signs.changed and signs.revalued):
        return False
    trusted = SOURCE_WEIGHT[pair.new.source] >= SOURCE_WEIGHT[pair.old.source]
    return signs.changed or (trusted and _later(pair))


def _asserted(pair: Pair) -> bool:
    """Both say something, and of something definite; in a rule "nobody" and "a release" speak of all."""
    a, b = pair.a, pair.b
    of_one = a.indefinite and pair.old.type is MemoryType.FACT
    asking = any(words.ASKING_ZH.search(text.folded) for text in (a, b))
    return not (a.question or b.question or asking or of_one or b.indefinite)


def _later(pair: Pair) -> bool:
    return abs(pair.new.said_at - pair.old.said_at) >= _SITTING


def likelihood(seen: dict[str, float]) -> float:
    """The weighed evidence as a chance in (0, 1)."""
    return 1.0 / (1.0 + math.exp(-sum(_WEIGHTS[name] * value for name, value in seen.items())))


def evidence(pair: Pair, signs: Signs) -> dict[str, float]:
    """What speaks for and against, each about in [0, 1]; empty where the two cannot follow each other."""
    old, new = clauses.nearest(pair.old.text, pair.new.text)
    all_old, all_new = clauses.units(pair.old.text), clauses.units(pair.new.text)
    said, says = clauses.units(old), clauses.units(new)
    about_old, about_new = clauses.units(clauses.head(old)), clauses.units(clauses.head(new))
    before, after = clauses.exchanged(pair.old.text, pair.new.text)
    little = len(all_new - all_old) * 10 <= len(all_new)
    if before or (little and not signs.voided and not _says_else(pair)):
        return {}
    chinese = pair.a.cjk or pair.b.cjk
    few = 4 if chinese else 2
    near = ((pair.cosine or 0.0) - _USUAL_COSINE[chinese]) * 5
    return {
        "always": 1.0,
        "near": 0.0 if chinese else near,
        "near_zh": near if chinese else 0.0,
        "zh": float(chinese),
        "common": min(signs.common, 3.0) / 3,
        "kept": _share(said, all_new),
        "known": _share(says, all_old),
        "unfounded": float(not about_new & all_old),
        "foreign": min(len(about_new - all_old), few) / few,
        "exchanged": float(after),
        "apart": float(_apart(about_old, about_new, all_old, all_new)),
        "shared_rest": min(len((said - about_old) & (says - about_new)), few) / few,
        "long": min(max(len(pair.a.core), len(pair.b.core)) / (2 if chinese else 1), 60) / 20,
        "person": float(words.kin(pair.a.folded) != words.kin(pair.b.folded)),
        "event": float(words.past(old, chinese=chinese)),
        "preference": float(pair.old.type is MemoryType.PREFERENCE),
        "boundary": float(pair.old.type is MemoryType.BOUNDARY),
        **_told(pair, signs, all_old),
    }


def _told(pair: Pair, signs: Signs, all_old: frozenset[str]) -> dict[str, float]:
    """How the new statement tells of a change."""
    new = pair.b.folded
    done = words.DONE_ZH.search(new) is not None and words.DONE_ZH.search(pair.a.folded) is None
    renewed = any(clauses.units(match[1] or match[2]) & all_old for match in words.NEW.finditer(new))
    cue = signs.told or signs.present or done or renewed
    return {
        "changed": float(signs.changed),
        "done": float(done),
        "renewed": float(renewed),
        "void": float(signs.voided),
        "left": float(signs.left),
        "turned": float(signs.turned),
        "revalued": float(signs.revalued),
        "further": float(words.FURTHER.search(new) is not None),
        "cue": float(cue),
        "stirred": float(cue or signs.voided or signs.left or words.STIR.search(new) is not None),
    }


def _share(part: frozenset[str], whole: frozenset[str]) -> float:
    return len(part & whole) / len(part) if part else 0.0


def _says_else(pair: Pair) -> bool:
    """Another value, or a denial of what the other one does not deny."""
    values = {q.value for q in quantities(pair.new.text)} - {q.value for q in quantities(pair.old.text)}
    return bool(values) or (pair.a.negations > 0) != (pair.b.negations > 0)


def _apart(was: frozenset[str], now: frozenset[str], old: frozenset[str], new: frozenset[str]) -> bool:
    """Each is about something that the other one never mentions."""
    return bool(was) and bool(now) and not was & new and not now & old
