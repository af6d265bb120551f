"""What an LLM proposes beside what the rules found: better words for the same, and what is new, within the limit."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from hindsight_memory.domain.memory import SOURCE_WEIGHT, Draft, Source
from hindsight_memory.domain.report import LeftOut
from hindsight_memory.domain.review.compare import Relation, relation, statement_of
from hindsight_memory.domain.review.distil.overlap import containment, overlap, words
from hindsight_memory.domain.review.scrutiny import RULE, VERBATIM, flat, particulars
from hindsight_memory.domain.text.particulars import specifics
from hindsight_memory.domain.verdict import Reason

_ALIKE = 0.6
_TOLD = 0.35
_CONCLUDED = 0.5
_CUT_DOWN = 0.8
_COMPLETED = 3
_SWOLLEN = 1.5
_REASONS = {
    "covered": "Another candidate says the same.",
    "limit": "The task yielded more than the limit; this one ranked behind.",
}


def joined(
    by_rules: Sequence[Draft], by_model: Iterable[tuple[Draft, float]], limit: int
) -> tuple[list[Draft], list[LeftOut]]:
    """Return both kinds together, at most ``limit``; nothing of the rules is lost.

    A proposal that says the same as a rule's draft, and no less, replaces its wording; what is new is added."""
    kept = list(by_rules)
    left_out: list[LeftOut] = []
    for draft, _ in by_model:
        twin = next((i for i, other in enumerate(kept) if _alike(draft, other)), None)
        if twin is not None and RULE not in kept[twin].reasons:
            better = _reworded(kept[twin], draft)
            if better is not None:
                kept[twin] = better
                continue
        if twin is not None or any(_covered(draft, other) for other in kept):
            left_out.append(_left(draft, "covered"))
        elif len(kept) >= limit:
            left_out.append(_left(draft, "limit"))
        else:
            kept.append(draft)
    return kept, left_out


def _left(draft: Draft, code: str) -> LeftOut:
    return LeftOut(text=draft.content[:200], evidence=draft.evidence, reason=Reason(code, _REASONS[code]))


def _alike(a: Draft, b: Draft) -> bool:
    mine, theirs = particulars(a.content), particulars(b.content)
    nested = mine <= theirs or theirs <= mine  # another number or name makes it another statement
    return nested and overlap(words(a.content), words(b.content)) >= _ALIKE


def _covered(draft: Draft, other: Draft) -> bool:
    """Whether another draft tells it in other words: no number is new, and enough words are shared. Fewer are enough
    where both rest on the same event, more are needed for what a person said."""
    told = overlap(words(draft.content), words(other.content))
    mine, theirs = specifics(draft.content)[0], specifics(other.content)[0]
    same_event = bool(set(draft.evidence) & set(other.evidence))
    concluded = draft.source is Source.INFERRED
    return mine <= theirs and ((same_event and told >= _TOLD) or (concluded and told >= _CONCLUDED))


def _reworded(by_rule: Draft, by_model: Draft) -> Draft | None:
    """The rule's draft in the model's words, if those say the same and keep every particular; else None."""
    completed = by_rule.explicit and VERBATIM in by_model.reasons and _completes(by_rule.content, by_model.content)
    if by_rule.content == by_model.content or (by_rule.explicit and not completed):
        return None  # what somebody asked to remember is kept as it was said, or said in full
    if not completed and len(by_model.content) > _SWOLLEN * len(by_rule.content):
        return None
    if particulars(by_rule.content) - particulars(by_model.content):
        return None
    alike = replace(by_model, type=by_rule.type)
    said = relation(statement_of(by_rule), statement_of(alike), None).relation
    evidence = tuple(sorted({*by_rule.evidence, *by_model.evidence}))
    reasons = (*by_rule.reasons, RULE)
    if completed or (by_rule.type is by_model.type and said in (Relation.SAME, Relation.REFINES)):
        source = _weaker(by_rule.source, by_model.source)
        changed = replace(by_rule, content=by_model.content, claim=by_model.claim, source=source)
        return replace(changed, evidence=evidence, reasons=reasons)
    # A guess of the rules' that says more than it knows may be cut down to what was said.
    shorter = containment(words(by_model.content), words(by_rule.content)) >= _CUT_DOWN
    if by_rule.source is Source.INFERRED and shorter and said not in (Relation.CONTRADICTS, Relation.REPLACES):
        return replace(by_model, evidence=evidence, reasons=reasons)
    return None


def _completes(part: str, whole: str) -> bool:
    """Whether a text holds another one, and not much beside it."""
    short, long = flat(part), flat(whole)
    return short in long and len(long) <= _COMPLETED * len(short)


def _weaker(a: Source, b: Source) -> Source:
    return min(a, b, key=SOURCE_WEIGHT.__getitem__)
