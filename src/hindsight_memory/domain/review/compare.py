"""How a new statement stands to an old one: the same, more, a replacement, a contradiction, or something else.

Embeddings cannot decide this (the cosines of duplicates and of updates overlap almost wholly), so the decision
rests on what differs in the wording: numbers, names, negation, opposites, and the one place where two otherwise
equal statements say different things. The cosine, when there is one, may only veto "the same".
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from hindsight_memory.domain.memory import Claim, Draft, Memory, MemoryType, Source
from hindsight_memory.domain.review import lexicon
from hindsight_memory.domain.review.claims import claim_of
from hindsight_memory.domain.review.wording import Wording, wording
from hindsight_memory.domain.verdict import Reason

# Below this cosine two texts with equal cores are not taken for the same (measured: duplicates lie above .88).
_SAME_COSINE = 0.86
_CLOSE_COSINE = 0.90


class Relation(StrEnum):
    """What a new statement is to an old one. A closed set."""

    SAME = "same"
    REFINES = "refines"
    REPLACES = "replaces"
    CONTRADICTS = "contradicts"
    DISTINCT = "distinct"


@dataclass(frozen=True, slots=True)
class Statement:
    """What is compared: a text with who says it, when, and when it holds."""

    text: str
    type: MemoryType
    source: Source
    said_at: datetime
    claim: Claim | None = None
    valid_from: datetime | None = None
    valid_until: datetime | None = None
    speaker: str = ""


@dataclass(frozen=True, slots=True)
class Comparison:
    """The relation, why, and how sure that is (in [0, 1])."""

    relation: Relation
    reasons: tuple[Reason, ...]
    certainty: float


def statement_of(offered: Memory | Draft) -> Statement:
    """The statement of a memory (said when it was last confirmed) or of a draft (a fact unless typed)."""
    said_at = offered.last_confirmed_at if isinstance(offered, Memory) else offered.said_at
    return Statement(
        text=offered.content,
        type=offered.type or MemoryType.FACT,
        source=offered.source,
        said_at=said_at,
        claim=offered.claim or claim_of(offered.content),
        valid_from=offered.valid_from,
        valid_until=offered.valid_until,
        speaker=offered.provenance.speaker,
    )


@dataclass(frozen=True, slots=True)
class _Pair:
    old: Statement
    new: Statement
    a: Wording
    b: Wording
    cosine: float | None
    prefix: int
    suffix: int

    @property
    def gap_old(self) -> tuple[str, ...]:
        return self.a.core[self.prefix : len(self.a.core) - self.suffix]

    @property
    def gap_new(self) -> tuple[str, ...]:
        return self.b.core[self.prefix : len(self.b.core) - self.suffix]

    @property
    def frame(self) -> tuple[str, ...]:
        """What both have in common around the one place where they differ."""
        tail = self.a.core[len(self.a.core) - self.suffix :] if self.suffix else ()
        return self.a.core[: self.prefix] + tail


def relation(old: Statement, new: Statement, cosine: float | None) -> Comparison:
    """Compare ``new`` with ``old``. ``cosine`` is that of their passage embeddings, None without an embedder.

    Both need be of one space; who may see them and how similar they are is the caller's matter. Linear in the
    length of the texts.
    """
    a, b = wording(old.text), wording(new.text)
    prefix, suffix = _common_ends(a.core, b.core)
    pair = _Pair(old, new, a, b, cosine, prefix, suffix)
    for rule in _RULES:
        decided = rule(pair)
        if decided is not None:
            return decided
    return _comparison(Relation.DISTINCT, "different", "They speak of different things.", 0.8)


def _common_ends(a: tuple[str, ...], b: tuple[str, ...]) -> tuple[int, int]:
    shorter = min(len(a), len(b))
    prefix = 0
    while prefix < shorter and a[prefix] == b[prefix]:
        prefix += 1
    suffix = 0
    while suffix < shorter - prefix and a[-1 - suffix] == b[-1 - suffix]:
        suffix += 1
    return prefix, suffix


def _comparison(kind: Relation, code: str, text: str, certainty: float) -> Comparison:
    return Comparison(relation=kind, reasons=(Reason(code, text),), certainty=certainty)


def _periods_apart(pair: _Pair) -> Comparison | None:
    """Two periods that do not overlap: both may be true."""
    old, new = pair.old, pair.new
    ends_before = old.valid_until is not None and new.valid_from is not None and old.valid_until <= new.valid_from
    begins_after = new.valid_until is not None and old.valid_from is not None and new.valid_until <= old.valid_from
    if ends_before or begins_after:
        return _comparison(Relation.DISTINCT, "periods_apart", "They hold in different periods.", 0.95)
    return None


def _speakers_apart(pair: _Pair) -> Comparison | None:
    """Two people speaking of themselves: neither contradicts the other."""
    old, new = pair.old.speaker.casefold().strip(), pair.new.speaker.casefold().strip()
    if not old or not new or old == new:
        return None
    if pair.a.first_person or pair.b.first_person or pair.old.type is MemoryType.PREFERENCE:
        return _comparison(Relation.DISTINCT, "speakers_apart", "Different people speak of themselves.", 0.95)
    return None


def _same(pair: _Pair) -> Comparison | None:
    """Equal but for words that change nothing."""
    a, b = pair.a, pair.b
    if a.folded == b.folded:
        return _comparison(Relation.SAME, "same_text", "The texts are equal.", 1.0)
    if not a.core or not b.core or pair.old.type is not pair.new.type or a.question != b.question:
        return None
    if a.core == b.core and _cosine_allows(pair, _SAME_COSINE):
        return _comparison(Relation.SAME, "same_words", "They differ only in words that change nothing.", 0.97)
    if _moved(pair) and _cosine_allows(pair, _CLOSE_COSINE):
        return _comparison(Relation.SAME, "same_words_moved", "They say the same in another order.", 0.9)
    return None


def _cosine_allows(pair: _Pair, least: float) -> bool:
    return pair.cosine is None or pair.cosine >= least


_SHORT = 14


def _moved(pair: _Pair) -> bool:
    """A short text whose one part stands elsewhere: "is X good" / "X is good", 哪里有 X / X 哪里有."""
    a, b = pair.a.core, pair.b.core
    if len(a) != len(b) or len(a) > _SHORT or sorted(a) != sorted(b) or len(pair.a.names | pair.b.names) > 1:
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


def _claims(pair: _Pair) -> Comparison | None:
    """Both make a claim about the same single-valued thing."""
    old, new = pair.old.claim, pair.new.claim
    if old is None or new is None or (old.subject, old.relation) != (new.subject, new.relation):
        return None
    if _value(old.object) == _value(new.object):
        return None
    if pair.a.question or pair.b.question:
        return None
    shown = f"{new.relation} of {new.subject}" if new.subject else new.relation
    return _comparison(Relation.REPLACES, "new_value", f"It gives a new value for the {shown}.", 0.95)


def _value(text: str) -> tuple[str, ...]:
    return wording(text).core


def _cannot_conflict(pair: _Pair) -> Comparison | None:
    """Questions assert nothing, indefinite subjects are nobody in particular, and failures do not undo facts."""
    a, b = pair.a, pair.b
    if a.question or b.question:
        return _comparison(Relation.DISTINCT, "question", "A question states nothing that could be replaced.", 0.9)
    kinds = {pair.old.type, pair.new.type}
    if len(kinds) > 1 and kinds & {MemoryType.NEGATIVE, MemoryType.PATH}:
        return _comparison(Relation.DISTINCT, "other_type", "They are of different types.", 0.9)
    shared = len(a.bag & b.bag)
    if shared == 0 or shared < 0.25 * min(len(a.bag), len(b.bag)):
        return _comparison(Relation.DISTINCT, "different", "They speak of different things.", 0.95)
    return None


def _negated(pair: _Pair) -> Comparison | None:
    """One denies what the other says."""
    a, b = pair.a, pair.b
    if (a.negations > 0) == (b.negations > 0) or a.cjk != b.cjk:
        return None
    denied, denying = (a, b) if b.negations > a.negations else (b, a)
    if not (_denies_zh(denied, denying) if a.cjk else _denies(denied, denying)):
        return None
    if a.indefinite or b.indefinite or not _same_subject(pair):
        return _comparison(Relation.CONTRADICTS, "negation", "One denies what the other says.", 0.8)
    return _comparison(Relation.REPLACES, "negation", "It denies what was said before.", 0.85)


def _denies(denied: Wording, denying: Wording) -> bool:
    """Nearly every word of the one stands in the other, which adds little but the denial."""
    said = _content(denied)
    if len(said) < 2 or not set(denying.numbers) <= set(denied.numbers):
        return False
    covered = sum(t in denying.bag for t in said) / len(said)
    extra = [t for t in _content(denying) if t not in denied.bag]
    if not _denies_shared(denied, denying):
        return False
    return covered >= 0.75 and len(extra) <= max(1, len(said) // 2)


def _denies_shared(denied: Wording, denying: Wording) -> bool:
    """The word that is denied (the first of content after "not") is one that the other text says."""
    core = denying.core
    for place, token in enumerate(core):
        if token in lexicon.NEGATIONS:
            after = [t for t in core[place + 1 : place + 6] if t not in _GRAMMAR]
            return not after or after[0] in denied.bag
    return False


def _denies_zh(denied: Wording, denying: Wording) -> bool:
    """Without the denying characters the two texts are equal but for at most two characters."""
    said = tuple(t for t in denied.core if t not in lexicon.NEGATIONS)
    other = tuple(t for t in denying.core if t not in lexicon.NEGATIONS and t not in "再有")
    said = tuple(t for t in said if t not in "再有")
    prefix, suffix = _common_ends(said, other)
    differs = max(len(said), len(other)) - prefix - suffix
    return len(said) >= 3 and denied.numbers == denying.numbers and differs <= min(2, len(said) // 4)


def _content(words: Wording) -> list[str]:
    return [t for t in words.core if t not in _GRAMMAR]


def _predicate(words: Wording) -> list[str]:
    """The content without names: what is said, not of whom."""
    return [t for t in _content(words) if t not in words.names]


_GRAMMAR = (
    frozenset(
        "be was do does did have has had will would can could in on at of to for from with by as and or any one it's has been ever "
        "i we you he she it they his her their my our your its not never no more longer any more 是 了 在 和 也 都 会 不 没 有 再".split()
    )
    | lexicon.NEGATIONS
)


def _same_subject(pair: _Pair) -> bool:
    """Whether both begin with the same definite thing: a name, the speaker, "the X"."""
    a, b = pair.a, pair.b
    if a.indefinite or b.indefinite or not a.core or not b.core:
        return False
    if a.cjk != b.cjk:
        return False
    if a.cjk:
        return pair.prefix >= 2 or (pair.prefix >= 1 and a.core[0] in {"我", "你"})
    lead_a, lead_b = _lead(a), _lead(b)
    if lead_a or lead_b:
        return lead_a == lead_b
    return pair.prefix >= 1


def _lead(words: Wording) -> tuple[str, ...]:
    """The names that open a text (joined by "and"), or its pronoun."""
    lead: list[str] = []
    for token in words.core:
        if token in words.names or (token == "i" and not lead):
            lead.append(token)
        elif token != "and" or not lead:
            break
    return tuple(sorted(lead))


def _overridden(pair: _Pair) -> Comparison | None:
    """The new text says itself that something has changed, about the same subject and on the same matter."""
    if not _same_subject(pair):
        return None
    said = _predicate(pair.a) or _content(pair.a)
    covered = sum(t in pair.b.bag for t in said) / max(1, len(said))
    changed = lexicon.CHANGES.search(pair.b.folded) is not None and covered >= 0.5
    instead = lexicon.INSTEAD.search(pair.b.folded) is not None and covered >= 0.7
    if (changed or instead or _names_denied(pair, covered)) and said:
        return _comparison(Relation.REPLACES, "override", "It says itself that the earlier no longer holds.", 0.9)
    return None


def _names_denied(pair: _Pair, covered: float) -> bool:
    """ "Instead of X", "not X", where X is what the old text says."""
    match = lexicon.DENIED.search(pair.b.folded)
    if match is None or covered < 0.3 or pair.a.negations:
        return False
    what = _content(wording(match["what"] or match["zh"]))
    lead = set(_lead(pair.a))
    return bool(what) and all(t in pair.a.bag for t in what) and not set(what) <= lead


def _opposite(pair: _Pair) -> Comparison | None:
    """The same but for one word that turned into its opposite."""
    old, new = pair.gap_old, pair.gap_new
    if not old or not new or len(old) > 4 or len(new) > 4 or not _same_subject(pair):
        return None
    words = any(frozenset((x, y)) in lexicon.OPPOSITES for x in old for y in new)
    chars = frozenset(("".join(old), "".join(new))) in lexicon.CJK_OPPOSITES
    if (words or chars) and len(pair.frame) >= 2:
        return _comparison(Relation.REPLACES, "opposite", "It says the opposite of what was said before.", 0.88)
    return None


def _other_value(pair: _Pair) -> Comparison | None:
    """The same but in one place: another value of the same thing, if the thing has one value at a time."""
    old, new = pair.gap_old, pair.gap_new
    if not _is_value(pair, old) or not _is_value(pair, new) or pair.a.negations != pair.b.negations:
        return None
    frame = [t for t in pair.frame if t not in _GRAMMAR]
    if not _same_subject(pair) or pair.prefix < 1 or len(frame) < 2 or sorted(old) == sorted(new):
        return None
    share = len(frame) / (len(frame) + max(len(old), len(new)))
    if share < 0.4 or _several_allowed(pair):
        return None
    single = _single_valued(pair)
    if single and ((_measured(old) and _measured(new)) or pair.old.type is MemoryType.PREFERENCE):
        return _comparison(Relation.REPLACES, "other_value", "It gives another value for the same thing.", 0.85)
    if single:
        return _comparison(Relation.REPLACES, "other_value", "It gives another value for the same thing.", 0.75)
    if share >= 0.5 and len(frame) >= 4 and _likely_value(pair):
        return _comparison(Relation.CONTRADICTS, "other_value", "Both cannot easily hold: one place differs.", 0.55)
    return None


def _likely_value(pair: _Pair) -> bool:
    """Of something definite, and two values rather than two wordings of one."""
    old, new = pair.gap_old, pair.gap_new
    if pair.a.cjk:
        return pair.suffix == 0 or (_measured(old) and _measured(new))
    definite = bool(_lead(pair.a)) or pair.a.folded.startswith(("the ", "our ", "my ", "this "))
    wording_only = len(set(old) & set(new)) * 2 >= min(len(set(old)), len(set(new)))
    return definite and not wording_only and len(pair.a.core) <= _ONE_STATEMENT


_ONE_STATEMENT = 20


def _is_value(pair: _Pair, gap: tuple[str, ...]) -> bool:
    """Short, and more than words of grammar."""
    longest = 8 if pair.a.cjk else 10
    return 0 < len(gap) <= longest and any(t not in _GRAMMAR for t in gap)


def _measured(gap: tuple[str, ...]) -> bool:
    return len(gap) <= 3 and any(c.isdigit() for t in gap for c in t)


def _single_valued(pair: _Pair) -> bool:
    """A word for something with one value at a time stands close before the differing place, or right after it."""
    core, prefix = pair.a.core, pair.prefix
    if pair.a.cjk:
        around = "".join(core[max(0, prefix - 8) : prefix])
        return bool(lexicon.SINGLE_VALUED_ZH.search(around))
    return any(t in lexicon.SINGLE_VALUED for t in core[max(0, prefix - 4) : prefix])


def _several_allowed(pair: _Pair) -> bool:
    """The differing place is the object of a verb that takes many ("likes", "has", 喜欢)."""
    before = pair.a.core[pair.prefix - 1] if pair.prefix else ""
    return bool(lexicon.MULTI_VALUED.match(before)) and pair.suffix == 0


def _other_person(pair: _Pair) -> Comparison | None:
    """One particular event told of two people: a person must say which."""
    a, b = pair.a, pair.b
    if a.cjk or b.cjk or pair.suffix < 6 or a.negations or b.negations or not a.names & b.names:
        return None
    old, new = set(pair.gap_old) - _TITLES, set(pair.gap_new) - _TITLES
    if not old or not new or not old <= a.names or not new <= b.names or old & new:
        return None
    return _comparison(Relation.CONTRADICTS, "other_person", "The same is said of somebody else.", 0.5)


_TITLES = frozenset("mr mrs ms dr md phd prof jr sr mr. mrs. ms. dr. jr. sr.".split())


def _swapped(pair: _Pair) -> Comparison | None:
    """The same words with two names in each other's place: who did what to whom is turned round."""
    a, b = pair.a, pair.b
    if a.cjk or b.cjk or len(a.names) < 2 or a.names != b.names or sorted(_content(a)) != sorted(_content(b)):
        return None
    order_a = [t for t in a.core if t in a.names]
    order_b = [t for t in b.core if t in a.names]
    if order_a == order_b or len(_predicate(a)) < 3 or ("and" in a.core[: len(_lead(a)) + 1] and _lead(a) == _lead(b)):
        return None
    return _comparison(Relation.CONTRADICTS, "swapped", "Two names stand in each other's place.", 0.5)


def _exclusive(pair: _Pair) -> Comparison | None:
    """The new text says "only", "never" or "dislikes" on a matter of which the old one says something else."""
    if pair.a.cjk or not _lead(pair.a) or not _same_subject(pair) or lexicon.EXCLUSIVE.search(pair.a.folded):
        return None
    said = _predicate(pair.a)
    covered = sum(t in pair.b.bag for t in said)
    if lexicon.EXCLUSIVE.search(pair.b.folded) and covered >= 2 and covered >= 0.4 * len(said):
        return _comparison(Relation.CONTRADICTS, "exclusive", "It excludes what was said before.", 0.55)
    return None


_ONCE = frozenset("meet born graduate marry".split())


def _other_event(pair: _Pair) -> Comparison | None:
    """What happens once (being born, first meeting) told with other circumstances."""
    lead = _lead(pair.a)
    if not lead or lead != _lead(pair.b) or not _ONCE & pair.a.bag & pair.b.bag or pair.a.negations or pair.b.negations:
        return None
    after_a = [t for t in _predicate(pair.a) if t not in _ONCE]
    fresh = [t for t in _predicate(pair.b) if t not in pair.a.bag]
    if len(after_a) >= 2 and len(fresh) >= 2 and len(pair.a.core) < 25:
        return _comparison(Relation.CONTRADICTS, "other_event", "It tells of the same event otherwise.", 0.6)
    return None


def _refines(pair: _Pair) -> Comparison | None:
    """The new text is the old one and a further clause."""
    a, b = pair.a, pair.b
    if pair.old.type is not pair.new.type or a.negations != b.negations or a.question or b.question:
        return None
    if pair.gap_old or not pair.gap_new or len(a.core) < 4 or a.indefinite or b.indefinite:
        return None
    if not _cosine_allows(pair, _CLOSE_COSINE) or pair.suffix or pair.gap_new[0] not in _CLAUSE_OPENERS:
        return None
    return _comparison(Relation.REFINES, "says_more", "It says the same and adds a detail.", 0.8)


_CLAUSE_OPENERS = frozenset("because since so as due 因 由 所".split())

_RULES: tuple[Callable[[_Pair], Comparison | None], ...] = (
    _periods_apart,
    _speakers_apart,
    _same,
    _claims,
    _cannot_conflict,
    _overridden,
    _negated,
    _opposite,
    _other_value,
    _other_event,
    _other_person,
    _swapped,
    _exclusive,
    _refines,
)
