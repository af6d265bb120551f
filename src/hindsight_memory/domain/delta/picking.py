"""Which quantity of a longer text is meant: the one of the dimension, counted noun and name that was expected."""

from __future__ import annotations

import re
from dataclasses import dataclass

from hindsight_memory.domain.decision import Outcome
from hindsight_memory.domain.delta.quantities import MOST, Quantity, quantities, whole_quantity
from hindsight_memory.domain.delta.quantity_words import (
    CJK_AFTER,
    CJK_ENDED,
    CJK_GENERIC,
    CJK_HEDGES,
    CJK_LABELS,
    CJK_NOT_MEASURED,
    ENDED,
    GENERIC,
    HEDGES,
    LABELS,
    NOT_MEASURED,
    UNENDED,
)
from hindsight_memory.domain.delta.reading import readable
from hindsight_memory.domain.delta.states import has_failed, says_failure
from hindsight_memory.domain.delta.units import COUNT, SHARE
from hindsight_memory.domain.text.stems import stem

_CLAUSE = re.compile(r"[;,.!?\n。！？、(){}\[\]|]")
_WORD = re.compile(r"[A-Za-z]+(?:'t)?")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_CJK_RUN = re.compile(r"[\u3400-\u9fff]+")
_BOUND_MARK = re.compile(r"(?:[<>~≈≤≥±]=?|!=) ?$")
_BETWEEN = re.compile(r"(?: ?(?:->|=>|→|-|~|\.\.\.?|/|±|\+/-) ?| (?:to|of|out of|and) | ?[^\W\d]{0,2}[到至为] ?)")
_NAMED = re.compile(r"[A-Za-z]+ ?#?$")
_UNENDED = re.compile(UNENDED, re.IGNORECASE)
_OR_MORE = re.compile(r"\+|±| ?(?:or|and) (?:more|less|fewer|above|below|so)\b|-ish")


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is looked for: the dimension and classifier, the counted noun, and names that must stand beside it."""

    dimension: str
    classifier: str = ""
    noun: str = ""
    words: tuple[str, ...] = ()
    runs: tuple[str, ...] = ()

    @property
    def is_named(self) -> bool:
        """Whether it says what the number is of."""
        return bool(self.noun or self.words or self.runs)


@dataclass(frozen=True, slots=True)
class Picked:
    """The quantity that was meant; ``whole`` when it is all that the text says."""

    quantity: Quantity
    whole: bool
    text: str


def wanted_of(quantity: Quantity, beside: str = "") -> Wanted:
    """What to look for, from the expected quantity and the words that stand ``beside`` it."""
    words = tuple(dict.fromkeys(stem(word) for word in words_of(beside) if word not in GENERIC))
    rest = beside
    for generic in CJK_GENERIC:
        rest = rest.replace(generic, " ")
    return Wanted(quantity.dimension, quantity.classifier, quantity.after, words, tuple(_CJK_RUN.findall(rest)))


def words_of(text: str) -> list[str]:
    """The English words in small letters; names in camel case and with underscores come apart."""
    return [word.lower() for word in _WORD.findall(_CAMEL.sub(" ", text))]


def pick(text: str, wanted: Wanted) -> Picked | str:
    """The one quantity of a ``readable`` text that fits, or the reason why there is none.

    Reasons: ``no_value``, ``other_unit`` (quantities of other dimensions alone), ``several_values`` (different ones
    that fit), ``imprecise_value`` (about, under, 5 to 10, not 5, timed out after 5).
    """
    whole = whole_quantity(text)
    if whole is not None and (not whole.glued or wanted.noun):
        if whole.dimension != wanted.dimension:
            return "other_unit"
        if not whole.after or _same_noun(wanted, whole):
            return Picked(whole, True, text) if _same_classifier(wanted, whole) else "other_unit"
    found = quantities(text)
    if len(found) >= MOST:
        return "several_values"
    fitting: list[tuple[Quantity, bool]] = []
    for index, quantity in enumerate(found):
        before = _before(text, quantity, found[index - 1].end if index else 0)
        if quantity.dimension != wanted.dimension or not _fits(wanted, quantity, before):
            continue
        following = found[index + 1] if index + 1 < len(found) else None
        previous = found[index - 1] if index else None
        linked = _linked(text, previous, quantity) or _linked(text, quantity, following)
        fitting.append((quantity, linked or _hedged(text, quantity, before)))
    if not fitting:
        return "other_unit" if found and all(q.dimension != wanted.dimension for q in found) else "no_value"
    if len({_value(quantity) for quantity, _ in fitting}) > 1:
        return "several_values"
    if any(hedged for _, hedged in fitting):
        return "imprecise_value"
    quantity = fitting[0][0]
    return Picked(quantity, False, text[quantity.start : quantity.end])


def measured(outcome: Outcome, wanted: Wanted) -> Picked | str:
    """The one quantity of an outcome that fits, or the reason why there is none: those of ``pick``, and
    ``failed_call`` for a number out of the text of a call that failed, or that says so where nobody named the number
    and it is bare or a share: it is hardly the measured one."""
    picked = pick(readable(outcome.text), wanted)
    if isinstance(picked, str) or picked.whole:
        return picked
    anyone = not wanted.is_named and wanted.dimension in (COUNT, SHARE)
    return "failed_call" if has_failed(outcome) or (anyone and says_failure(outcome.text)) else picked


def _value(quantity: Quantity) -> tuple[object, ...]:
    return tuple(value * quantity.factor for value in quantity.readings)


def _before(text: str, quantity: Quantity, previous_end: int) -> str:
    """The words of the same clause before the quantity, at most 60 characters of it."""
    part = text[max(previous_end, quantity.start - 60) : quantity.start]
    return _CLAUSE.split(part)[-1]


def _same_classifier(wanted: Wanted, quantity: Quantity) -> bool:
    own = quantity.classifier
    return own == wanted.classifier or not own or not wanted.classifier


def _same_noun(wanted: Wanted, quantity: Quantity) -> bool:
    """Whether the noun that is counted is the expected one: it begins with the same words, or two same characters."""
    if not wanted.noun or not quantity.after:
        return not wanted.noun
    if _CJK_RUN.match(wanted.noun):
        return quantity.after[:2] == wanted.noun[:2]
    expected = [stem(word) for word in wanted.noun.split()]
    return [stem(word) for word in quantity.after.split()][: len(expected)] == expected


def _fits(wanted: Wanted, quantity: Quantity, before: str) -> bool:
    near = words_of(before)
    beside = {stem(word) for word in [*near, *words_of(quantity.after)]}
    if not all(word in beside for word in wanted.words):
        return False
    if not all(run in before + quantity.after for run in wanted.runs):
        return False
    if wanted.noun and not _same_noun(wanted, quantity):
        named = _CJK_RUN.match(wanted.noun) is not None and before.rstrip(" :=有为是共").endswith(wanted.noun)
        ended = [stem(word) for word in near if word not in GENERIC]
        expected = [stem(word) for word in wanted.noun.split()]
        if quantity.after or _is_numbered(near, before) or not (named or ended[-len(expected) :] == expected):
            return False
    if not _same_classifier(wanted, quantity):
        return False
    if quantity.glued and not wanted.noun:
        return False
    return not _is_other_value(wanted, near, before) and not _is_label(wanted, quantity, near, before)


def _is_numbered(near: list[str], before: str) -> bool:
    """Whether the word right before the number makes it the name of one thing: "row 2000"."""
    return bool(near) and near[-1] in LABELS and _NAMED.search(before.rstrip(" ")) is not None


def _is_label(wanted: Wanted, quantity: Quantity, near: list[str], before: str) -> bool:
    """A bare number that names one thing ("order 12345", 用户12345), unless just that was asked for."""
    if quantity.unit is not None or wanted.is_named:
        return False
    return _is_numbered(near, before) or before.rstrip(" #").endswith(CJK_LABELS)


def _is_other_value(wanted: Wanted, near: list[str], before: str) -> bool:
    """A number that is named as a limit, a wish or a code, unless just that was asked for."""
    if any(word in NOT_MEASURED and stem(word) not in wanted.words for word in near[-2:]):
        return True
    tail = before.rstrip(" :=")[-6:]
    return any(word in tail and not any(word in run for run in wanted.runs) for word in CJK_NOT_MEASURED)


def _hedged(text: str, quantity: Quantity, before: str) -> bool:
    near = words_of(before)
    tail = before.rstrip(" :=")[-6:]
    after = text[quantity.end : quantity.end + 12].lstrip(" ")
    return (
        any(word in HEDGES or word.endswith("n't") for word in near[-3:])
        or any(word in ENDED for word in near)
        or {"error", "after"} <= set(near)
        or any(word in tail for word in CJK_HEDGES)
        or any(word in before for word in CJK_ENDED)
        or bool(_BOUND_MARK.search(before))
        or bool(_OR_MORE.match(text, quantity.end))
        or bool(_UNENDED.match(text, quantity.end))
        or after.startswith(CJK_AFTER)
    )


def _linked(text: str, first: Quantity | None, second: Quantity | None) -> bool:
    """Whether two quantities are one statement: "5-10", "5 to 10", "5 of 7"."""
    if first is None or second is None:
        return False
    return bool(_BETWEEN.fullmatch(text[first.end : second.start]))
