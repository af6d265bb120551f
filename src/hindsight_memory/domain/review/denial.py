"""When a new statement denies an old one: by negation, by saying so, by an opposite, by excluding it."""

from __future__ import annotations

import re

from hindsight_memory.domain.review import change, lexicon
from hindsight_memory.domain.review.pairing import (
    GRAMMAR,
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


def negated(pair: Pair) -> Comparison | None:
    """One denies what the other says."""
    a, b = pair.a, pair.b
    if (a.negations > 0) == (b.negations > 0) or a.cjk != b.cjk:
        return None
    denied, denying = (a, b) if b.negations > a.negations else (b, a)
    if not (_denies_zh(denied, denying) if a.cjk else _denies(denied, denying)):
        return None
    if a.indefinite or b.indefinite or not same_subject(pair):
        return comparison(Relation.CONTRADICTS, "negation", "One denies what the other says.", 0.8)
    return comparison(Relation.REPLACES, "negation", "It denies what was said before.", 0.85)


def _denies(denied: Wording, denying: Wording) -> bool:
    """Nearly every word of the one stands in the other, which adds little but the denial."""
    said = content(denied)
    if len(said) < 2 or not set(denying.numbers) <= set(denied.numbers):
        return False
    covered = sum(t in denying.bag for t in said) / len(said)
    extra = [t for t in content(denying) if t not in denied.bag]
    if not _denies_shared(denied, denying):
        return False
    return covered >= 0.75 and len(extra) <= max(1, len(said) // 2)


def _denies_shared(denied: Wording, denying: Wording) -> bool:
    """The word that is denied (the first of content after "not") is one that the other text says."""
    core = denying.core
    for place, token in enumerate(core):
        if token in lexicon.NEGATIONS:
            after = [t for t in core[place + 1 : place + 6] if t not in GRAMMAR]
            return not after or after[0] in denied.bag
    return False


def _denies_zh(denied: Wording, denying: Wording) -> bool:
    """Without the denying characters the two texts are equal but for at most two characters."""
    said = tuple(t for t in denied.core if t not in lexicon.NEGATIONS)
    other = tuple(t for t in denying.core if t not in lexicon.NEGATIONS and t not in "再有")
    said = tuple(t for t in said if t not in "再有")
    prefix, suffix = common_ends(said, other)
    differs = max(len(said), len(other)) - prefix - suffix
    return len(said) >= 3 and denied.numbers == denying.numbers and differs <= min(2, len(said) // 4)


# Who these are is not said.
_SOMEBODY = frozenset(lexicon.key(word) for word in "he she it they".split())


def overridden(pair: Pair) -> Comparison | None:
    """The new text says itself that something has changed, about the same subject and on the same matter."""
    if not same_subject(pair) or change.of_another_thing(pair) or pair.a.core[0] in _SOMEBODY:
        return None
    said = predicate(pair.a) or content(pair.a)
    covered = sum(t in pair.b.bag for t in said) / max(1, len(said))
    changed = _newly(lexicon.CHANGES, pair) and covered >= 0.5
    instead = _newly(lexicon.INSTEAD, pair) and covered >= 0.7 and not pair.a.negations
    if (changed or instead or _names_denied(pair, covered)) and said:
        return comparison(Relation.REPLACES, "override", "It says itself that the earlier no longer holds.", 0.9)
    return None


def _newly(pattern: re.Pattern[str], pair: Pair) -> bool:
    """The new text has such a phrase and the old one has none."""
    return pattern.search(pair.b.folded) is not None and pattern.search(pair.a.folded) is None


def _names_denied(pair: Pair, covered: float) -> bool:
    """ "Instead of X", "not X", where X is what the old text says."""
    match = lexicon.DENIED.search(pair.b.folded)
    if match is None or covered < 0.3 or pair.a.negations or lexicon.DENIED.search(pair.a.folded):
        return False
    what = content(wording(match["what"] or match["zh"]))
    lead = set(opening(pair.a))
    return bool(what) and all(t in pair.a.bag for t in what) and not set(what) <= lead


_BESIDE = re.compile(r"(?:\bwhile|\bwhereas|, not|\bbut not) (?P<who>[^,.;]{2,60})")
_APART = frozenset({lexicon.key("different"), lexicon.key("separate")})


def displaced(pair: Pair) -> Comparison | None:
    """What was said of one is said of another now, and of the first something else: "B is, while A is not"."""
    a, b = pair.a, pair.b
    lead, said = set(opening(a)), predicate(a)
    if a.cjk or b.cjk or len(said) < 3 or not lead:
        return None
    covered = sum(t in b.bag for t in said) / len(said)
    if lead != set(opening(b)):
        beside = (set(wording(match["who"]).core) & lead for match in _BESIDE.finditer(b.folded))
        if covered >= 0.5 and any(beside):
            return comparison(Relation.CONTRADICTS, "displaced", "It says so of another, and not of the first.", 0.6)
        with_another = "and" in a.core[: len(lead) + 1] and lead & set(opening(b)) and not lead <= b.bag
        if covered >= 0.7 and with_another and b.names - a.names:
            return comparison(Relation.CONTRADICTS, "displaced", "It tells the same of another company.", 0.5)
        return None
    if "both" in a.folded.split() and b.bag & _APART and covered >= 0.5:
        return comparison(Relation.CONTRADICTS, "displaced", "It tells apart what was said of both.", 0.6)
    return None


def opposite(pair: Pair) -> Comparison | None:
    """The same but for one word that turned into its opposite."""
    old, new = pair.gap_old, pair.gap_new
    if not old or not new or not same_subject(pair):
        return None
    if len(old) > 4 or len(new) > 4:
        turned = pair.prefix >= 3 and frozenset(old[:1] + new[:1]) in lexicon.OPPOSITES
        return comparison(Relation.CONTRADICTS, "opposite", "It turns into the opposite.", 0.6) if turned else None
    words = any(frozenset((x, y)) in lexicon.OPPOSITES for x in old for y in new)
    chars = frozenset(("".join(old), "".join(new))) in lexicon.CJK_OPPOSITES
    if (words or chars) and len(pair.frame) >= 2:
        return comparison(Relation.REPLACES, "opposite", "It says the opposite of what was said before.", 0.88)
    return None


def exclusive(pair: Pair) -> Comparison | None:
    """The new text says "only", "never" or "dislikes" on a matter of which the old one says something else."""
    if pair.a.cjk or not opening(pair.a) or not same_subject(pair) or lexicon.EXCLUSIVE.search(pair.a.folded):
        return None
    if not pair.a.negations and _denies_part(pair):
        return comparison(Relation.CONTRADICTS, "negation", "It denies a part of what was said before.", 0.6)
    said = predicate(pair.a)
    covered = sum(t in pair.b.bag for t in said)
    if lexicon.EXCLUSIVE.search(pair.b.folded) and covered >= 2 and covered >= 0.4 * len(said):
        return comparison(Relation.CONTRADICTS, "exclusive", "It excludes what was said before.", 0.55)
    return None


def _denies_part(pair: Pair) -> bool:
    """The two words of content after "not" or "never" are the old text's own."""
    core = pair.b.core
    for place, token in enumerate(core):
        if token in lexicon.NEGATIONS:
            after = [t for t in core[place + 1 : place + 8] if t not in GRAMMAR][:2]
            known = len(after) == 2 and all(t in pair.a.bag for t in after)
            return known and not set(after) <= pair.a.names
    return False
