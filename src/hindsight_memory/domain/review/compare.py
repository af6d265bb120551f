"""How a new statement stands to an old one: the same, more, a replacement, a contradiction, or something else.

Embeddings cannot decide this (the cosines of duplicates and of updates overlap almost wholly), so the decision
rests on what differs in the wording: numbers, names, negation, opposites, and the one place where two otherwise
equal statements say different things. The cosine, when there is one, may only veto "the same".
"""

from __future__ import annotations

from collections.abc import Callable

from hindsight_memory.domain.memory import Draft, Memory, MemoryType
from hindsight_memory.domain.review import change, denial, retold, sameness, succession, values
from hindsight_memory.domain.review.claims import claim_of
from hindsight_memory.domain.review.pairing import Comparison, Pair, Relation, Statement, common_ends, comparison
from hindsight_memory.domain.review.wording import wording

__all__ = ["Comparison", "Relation", "Statement", "relation", "statement_of"]


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
        task_id=offered.provenance.task_id,
    )


def relation(old: Statement, new: Statement, cosine: float | None) -> Comparison:
    """Compare ``new`` with ``old``. ``cosine`` is that of their passage embeddings, None without an embedder.

    Both need be of one space; who may see them and how similar they are is the caller's matter. Linear in the
    length of the texts.
    """
    a, b = wording(old.text), wording(new.text)
    prefix, suffix = common_ends(a.core, b.core)
    pair = Pair(old, new, a, b, cosine, prefix, suffix)
    for rule in _RULES:
        decided = rule(pair)
        if decided is not None:
            return decided
    return comparison(Relation.DISTINCT, "different", "They speak of different things.", 0.8)


def _periods_apart(pair: Pair) -> Comparison | None:
    """Two periods that do not overlap: both may be true."""
    old, new = pair.old, pair.new
    ends_before = old.valid_until is not None and new.valid_from is not None and old.valid_until <= new.valid_from
    begins_after = new.valid_until is not None and old.valid_from is not None and new.valid_until <= old.valid_from
    if ends_before or begins_after:
        return comparison(Relation.DISTINCT, "periods_apart", "They hold in different periods.", 0.95)
    return None


def _speakers_apart(pair: Pair) -> Comparison | None:
    """Two people speaking of themselves: neither contradicts the other."""
    old, new = pair.old.speaker.casefold().strip(), pair.new.speaker.casefold().strip()
    if not old or not new or old == new:
        return None
    if pair.a.first_person or pair.b.first_person or pair.old.type is MemoryType.PREFERENCE:
        return comparison(Relation.DISTINCT, "speakers_apart", "Different people speak of themselves.", 0.95)
    return None


def _cannot_conflict(pair: Pair) -> Comparison | None:
    """Questions assert nothing, indefinite subjects are nobody in particular, and failures do not undo facts."""
    a, b = pair.a, pair.b
    if a.question or b.question:
        return comparison(Relation.DISTINCT, "question", "A question states nothing that could be replaced.", 0.9)
    kinds = {pair.old.type, pair.new.type}
    if len(kinds) > 1 and kinds & {MemoryType.NEGATIVE, MemoryType.PATH} and not change.tells_of_change(pair):
        return comparison(Relation.DISTINCT, "other_type", "They are of different types.", 0.9)
    return None


def _nothing_shared(pair: Pair) -> Comparison | None:
    a, b = pair.a, pair.b
    shared = len(a.bag & b.bag)
    if shared == 0 or shared < 0.25 * min(len(a.bag), len(b.bag)):
        return comparison(Relation.DISTINCT, "different", "They speak of different things.", 0.95)
    return None


_RULES: tuple[Callable[[Pair], Comparison | None], ...] = (
    _periods_apart,
    _speakers_apart,
    sameness.same,
    sameness.restated,
    retold.reminded,
    retold.found_again,
    _cannot_conflict,
    values.claimed,
    change.changed,
    succession.succeeds,
    _nothing_shared,
    denial.overridden,
    denial.negated,
    denial.opposite,
    values.other_value,
    values.other_event,
    values.other_person,
    values.swapped,
    denial.displaced,
    denial.exclusive,
    sameness.refines,
)
