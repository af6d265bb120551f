"""``contains`` and ``absent``: whole terms in a text."""

from __future__ import annotations

import json
import re
import unicodedata
from enum import Enum

from hindsight_memory.domain.decision import Delta, Outcome
from hindsight_memory.domain.delta import numerals
from hindsight_memory.domain.delta.answers import met, unknown, violated
from hindsight_memory.domain.delta.quantities import MOST, Quantity, quantities, whole_quantity
from hindsight_memory.domain.delta.reading import readable
from hindsight_memory.domain.delta.states import has_failed
from hindsight_memory.domain.delta.worlds import in_every_world
from hindsight_memory.domain.text.normal import fold

CUT = re.compile(r"\[… [\d,]+ characters left out …\]|… \[cut\]|\[truncated\]|…\s*$")
_PIECES = re.compile(r"\d+|[^\W\d]+|[^\w\s]")
_BULLET = re.compile(r"^(?:[-*•] |\d{1,2}[.)] )")
_NEGATED = re.compile(
    r"(?:(?:\b(?:not|no|never|without|zero|0|cannot|nor|neither|stopped|failed to(?: be)?|lacks?|no longer)|n't)(?: \w+)?[ \"'`:]*|(?:没有|没|未|不|无|非|零|0 ?[个次条项]?)(?:任何|能|出现|发生|发现|被|有)?)$"
)
_DENIED = re.compile(
    r"[\"'`]? ?[:=] ?[\"'`]?(?:(?:false|none|null|nil)\b|(?:no|0|否|无|没有)(?=[\"'`]? ?(?:[,;.!)\]}、。]|$)))"
)
_WISHED = re.compile(
    r"(?:\b(?:expected|expects?|wanted|should(?: be| have| contain| return)?|must(?: be| have)?)|预期|期望|应该?[有是为]?)[ \"'`:=]*$"
)
_ASKED_AFTER = re.compile(r"的话|与否|[吗么]|\?(?![a-z0-9_=])|(?<=成功|完成|通过|失败)[之以]?后")
_ASKED_BEFORE = re.compile(r"(?:如果?|若|是否|假如|\bif(?: the| a| an)?|\bwhether(?: the| a| an)?) ?$")
_PART_OF = re.compile(r"(?:\d ?/ ?|\b(?:out )?of (?:the )?)$")
_NAME_BEFORE = re.compile(r"[^\W\d_\u2e80-\u9fff]-$")
_NAME_AFTER = re.compile(r"-[^\W\d_\u2e80-\u9fff]|\+\+|#")
_SHORTEST_PART = 3
_MOST = 200


class Found(Enum):
    """Whether a term occurs. ``UNSURE``: it does so only negated or wished for, in a longer name ("error-free"), in
    another spacing, or a number reads both ways."""

    YES = "yes"
    NO = "no"
    UNSURE = "unsure"


def contains_delta(expected: str, outcome: Outcome) -> Delta:
    """All parts occur as whole terms. ``expected``: one text, a JSON list of texts, or one part a line.

    Case, width and spacing are folded; ``test`` is not in ``testing``; Chinese terms may stand inside other Chinese
    text; a part that is a quantity also matches an equal one ("1 s" in "took 1000 ms"). Magnitude: the share of the
    parts that is missing. Unknown: ``no_value`` (no text), ``cut_text`` (a part is missing from a text that was
    shortened), ``unclear_term`` (it occurs only negated, "no errors", "success: false", as what was wished, as a part
    of a count, "1 of 6 pods", in a longer name, "foo-bar", as a plural, or only in another spacing or number form).
    """
    parts = parts_of(expected)
    if not parts or not fold(outcome.text):
        return unknown("no_value" if parts else "bad_expected", expected, outcome.text)
    found = _occurrences(parts, outcome.text)
    missing = [part for part, state in found if state is Found.NO]
    unsure = [part for part, state in found if state is Found.UNSURE]
    if missing and CUT.search(outcome.text):
        return unknown("cut_text", expected, outcome.text)
    if missing:
        return violated("contains", expected, "missing: " + " | ".join(missing), len(missing) / len(parts))
    if unsure:
        return unknown("unclear_term", expected, outcome.text)
    return met("contains", expected, outcome.text)


def absent_delta(expected: str, outcome: Outcome) -> Delta:
    """None of the parts occurs; parts and terms as in ``contains``. Magnitude: the share of the parts that occurs.
    A term that begins or ends a longer word (``error`` in "errors", "RuntimeError") is ``unclear_term``.

    An empty text lacks everything when the status or exit code says that the call went well. Unknown: ``no_value``
    (no text, nothing known), ``failed_call`` (nothing occurs, but the call failed), ``cut_text``, ``unclear_term``.
    """
    parts = parts_of(expected)
    if not parts:
        return unknown("bad_expected", expected, outcome.text)
    found = _occurrences(parts, outcome.text)
    present = [part for part, state in found if state is Found.YES]
    if present:
        return violated("absent", expected, "found: " + " | ".join(present), len(present) / len(parts))
    folded = fold(outcome.text)
    if any(state is Found.UNSURE or _in_a_word(fold(part), folded) for part, state in found):
        return unknown("unclear_term", expected, outcome.text)
    if has_failed(outcome):
        return unknown("failed_call", expected, outcome.text)
    if not folded and outcome.status != "ok" and outcome.exit_code is None:
        return unknown("no_value", expected)
    if CUT.search(outcome.text):
        return unknown("cut_text", expected, outcome.text)
    return met("absent", expected, outcome.text)


def parts_of(expected: str) -> tuple[str, ...]:
    """The parts of a list: a JSON list of texts and numbers, lines, or the one text."""
    lines = [_BULLET.sub("", line.strip()) for line in expected.split("\n")]
    if expected.lstrip().startswith("["):
        try:
            listed: object = json.loads(expected)
        except (ValueError, RecursionError):
            listed = None
        if isinstance(listed, list) and all(isinstance(part, str | int | float) for part in listed):  # pyright: ignore
            lines = [str(part) for part in listed]  # pyright: ignore
    return tuple(dict.fromkeys(line for line in lines if fold(line)))[:_MOST]


def holds_term(term: str, text: str) -> Found:
    """Whether one term occurs in a text as a whole."""
    return _occurrences((term,), text)[0][1]


def whole_term(term: str, *, loose: bool = False) -> re.Pattern[str]:
    """The pattern that finds a folded term where no word or number goes on at its edges; ``loose`` in any spacing."""
    pieces = _PIECES.findall(term) if loose else [term]
    return re.compile(_edge(term[0], "<") + r"\s?".join(map(re.escape, pieces)) + _edge(term[-1], ""))


def _edge(char: str, side: str) -> str:
    if char.isdigit():
        return r"(?<![\d])(?<![\d][.,])(?<![a-z_])" if side else r"(?![.,]?\d)(?![a-z_])"
    if not (char.isalnum() or char == "_") or _is_cjk(char):
        return ""
    return rf"(?{side}![^\W\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff])"


def _is_cjk(char: str) -> bool:
    return unicodedata.category(char) == "Lo" and "\u2e80" <= char <= "\ufaff"


def _occurrences(parts: tuple[str, ...], text: str) -> list[tuple[str, Found]]:
    folded = fold(text)
    held: list[tuple[Quantity, ...]] = []

    def amounts() -> tuple[Quantity, ...]:
        if not held:
            held.append(quantities(readable(text)))
        return held[0]

    def state(part: str) -> Found:
        term = fold(part)
        places = list(whole_term(term).finditer(folded))
        if places:
            return Found.YES if any(_is_said(term, folded, place) for place in places) else Found.UNSURE
        quantity = whole_quantity(readable(part))
        if quantity is not None and (found := _equal_amount(quantity, amounts())) is not Found.NO:
            return found
        plural = term[-1].isalpha() and whole_term(f"{term}s").search(folded)
        return Found.UNSURE if plural or whole_term(term, loose=True).search(folded) else Found.NO

    return [(part, state(part)) for part in parts]


def _is_said(term: str, folded: str, place: re.Match[str]) -> bool:
    """Whether a place says the term itself: not denied, not wished for, no part of a longer name or of a count."""
    lead = folded[max(0, place.start() - 24) : place.start()]
    if _NEGATED.search(lead) or _WISHED.search(lead) or _DENIED.match(folded, place.end()):
        return False
    if _ASKED_BEFORE.search(lead) or _ASKED_AFTER.match(folded, place.end()):
        return False
    if term[0] in numerals.CHARACTERS and lead[-1:] and lead[-1:] in numerals.CHARACTERS:
        return False
    if term[0].isdigit() and _PART_OF.search(lead):
        return False
    begins = term[0].isalpha() and _NAME_BEFORE.search(lead)
    return not begins and not (term[-1].isalpha() and _NAME_AFTER.match(folded, place.end()))


def _in_a_word(term: str, folded: str) -> bool:
    """Whether the term begins or ends a longer word: ``error`` in "errors" and "runtimeerror", not ``cat`` in
    "concatenate"."""
    if len(term) < _SHORTEST_PART or not term.isascii():
        return False
    first, last = (r"(?<!\d)" if term[0].isdigit() else ""), (r"(?!\d)" if term[-1].isdigit() else "")
    held = re.escape(term)
    return re.search(rf"(?<![a-z0-9]){held}{last}|{first}{held}(?![a-z0-9])", folded) is not None


def _equal_amount(quantity: Quantity, amounts: tuple[Quantity, ...]) -> Found:
    unsure = False
    for other in amounts:
        if other.dimension != quantity.dimension or (quantity.after and other.after != quantity.after):
            continue
        equal = {one == two for one, two in in_every_world((quantity, other))}
        if equal == {True}:
            return Found.YES
        unsure = unsure or True in equal
    return Found.UNSURE if unsure or len(amounts) >= MOST else Found.NO
