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
    if not pair.a.question and len(set(moved_a)) > 4:
        return False
    return any(moved_a[cut:] + moved_a[:cut] == moved_b for cut in range(1, len(moved_a)))


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
    if (a.negations % 2) == (b.negations % 2):
        return None
    denied, denying = (a, b) if b.negations > a.negations else (b, a)
    said = [t for t in denied.core if t not in _GRAMMAR]
    if len(said) < 2:
        return None
    covered = sum(t in denying.bag for t in said) / len(said)
    extra = [t for t in denying.core if t not in _GRAMMAR and t not in denied.bag]
    if covered < 0.75 or len(extra) > max(1, len(said) // 2) or denied.numbers != denying.numbers:
        return None
    if a.indefinite or b.indefinite or not _same_subject(pair):
        return _comparison(Relation.CONTRADICTS, "negation", "One denies what the other says.", 0.8)
    return _comparison(Relation.REPLACES, "negation", "It denies what was said before.", 0.85)


_GRAMMAR = frozenset(
    "be was do does did have has had will would can could in on at of to for from with by as and or any one it's has been ever "
    "i we you he she it they his her their my our your its not never no more longer any more 是 了 在 和 也 都 会 不 没 有 再".split()
) | lexicon.NEGATIONS


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
    if not lexicon.OVERRIDES.search(pair.b.folded) or not _same_subject(pair):
        return None
    said = [t for t in pair.a.core if t not in _GRAMMAR]
    covered = sum(t in pair.b.bag for t in said) / max(1, len(said))
    if covered >= 0.5 and len(said) >= 2:
        return _comparison(Relation.REPLACES, "override", "It says itself that the earlier no longer holds.", 0.9)
    return None


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
    if not old or not new or pair.a.negations != pair.b.negations or not _same_subject(pair):
        return None
    frame = [t for t in pair.frame if t not in _GRAMMAR]
    if pair.prefix < 1 or len(frame) < 2 or sorted(old) == sorted(new):
        return None
    share = len(frame) / (len(frame) + max(len(old), len(new)))
    if share < 0.4 or _several_allowed(pair):
        return None
    measured = all(any(any(c.isdigit() for c in t) for t in side) and len(side) <= 3 for side in (old, new))
    single = lexicon.SINGLE_VALUED.search(pair.a.folded) and lexicon.SINGLE_VALUED.search(pair.b.folded)
    if (measured or pair.old.type is MemoryType.PREFERENCE) and single:
        return _comparison(Relation.REPLACES, "other_value", "It gives another value for the same thing.", 0.85)
    if single and share >= 0.5:
        return _comparison(Relation.REPLACES, "other_value", "It gives another value for the same thing.", 0.75)
    if share >= 0.5 and len(frame) >= 4:
        return _comparison(Relation.CONTRADICTS, "other_value", "Both cannot easily hold: one place differs.", 0.55)
    return None


def _several_allowed(pair: _Pair) -> bool:
    """The differing place is the object of a verb that takes many ("likes", "has", 喜欢)."""
    before = pair.a.core[pair.prefix - 1] if pair.prefix else ""
    return bool(lexicon.MULTI_VALUED.match(before)) and pair.suffix == 0


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
    _refines,
)
