"""What a ``range`` expectation allows: ``>= 5``, ``10..20 MB``, ``between 3 and 4``, ``不超过 3 秒``, ``10 ± 2``."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from fractions import Fraction

from hindsight_memory.domain.delta.picking import Wanted, wanted_of
from hindsight_memory.domain.delta.quantities import Quantity, quantities
from hindsight_memory.domain.delta.reading import readable
from hindsight_memory.domain.delta.units import COUNT, SHARE

_Q = "\ue000"
# Words for a bound become its sign; the longer ones come first, so that "no more than" is not "more than".
_SIGNS = (
    (
        "≥",
        r"at least|(?:no|not) (?:less|fewer|lower) than|(?:greater|more|higher) than or equal(?: to)?|not (?:under|below)"
        r"|minimum(?: of)?\b|\bmin\b(?=\W)|>=|=>|大于等于|大于或等于|高于或等于|不少于|不低于|不小于|至少|最少|最低|不短于",
    ),
    (
        "≤",
        r"at most|(?:no|not) (?:more|greater|higher|longer|later) than|less than or equal(?: to)?|not (?:over|above|exceed)"
        r"|up to|maximum(?: of)?\b|\bmax\b(?=\W)|within\b|<=|=<|小于等于|小于或等于|低于或等于|不多于|不超过|不高于|不大于|不长于|最多|至多"
        r"|最高",
    ),
    (">", r"(?:more|greater|higher|longer) than|\bover\b|\babove\b|\bexceed(?:s|ing)?\b|超过|大于|多于|高于|长于"),
    ("<", r"(?:less|fewer|lower|shorter) than|\bunder\b|\bbelow\b|小于|少于|低于|不到|不足|未满|短于"),
    ("⊒", rf"(?<={_Q}) ?(?:\+|及以上|或以上|以上|(?:or|and) (?:more|above|higher|over|greater)\b)"),
    ("⊑", rf"(?<={_Q}) ?(?:及以下|或以下|以下|以内|之内|(?:or|and) (?:less|fewer|below|lower|under)\b)"),
)
_WORDS = tuple((sign, re.compile(pattern)) for sign, pattern in _SIGNS)
_REFUSED = re.compile(r"\b(?:not|no|never|except|outside|or|unless)\b|n't|不|没|未|非|或|除|!=|≠|[≥≤<>⊒⊑=\ue000|±~≈]")
_BESIDE = r"([^\ue000≥≤<>⊒⊑]*?)"
_ONE = re.compile(rf"{_BESIDE} ?([≥≤<>]|==?) ?{_Q}(.*)")
_AFTER = re.compile(rf"{_BESIDE} ?{_Q} ?([⊒⊑])(.*)")
_SPAN = re.compile(
    rf"{_BESIDE} ?(?:(?:between|from|介于|在|从) ?)?{_Q}(?: ?(?:-|~|\.\.\.?) ?| (?:to|and) | ?(?:到|至|和|与) ?){_Q}(?: ?之间)?(.*)"
)
_INTERVAL = re.compile(rf"{_BESIDE} ?(?:in |∈ ?)?([\[(]) ?{_Q} ?[,;] ?{_Q} ?([\])])(.*)")
_TOLERANCE = re.compile(rf"{_BESIDE} ?{_Q} ?(?:±|\+/-|\+-) ?{_Q}(.*)")
_BOTH = re.compile(rf"{_BESIDE} ?([≥≤<>]) ?{_Q} ?(?:and|且|并且|&&|,|;|but)? ?([≥≤<>]) ?{_Q}(.*)")
_CHAIN = re.compile(rf"{_Q} ?([≤<]) ?{_BESIDE} ?([≤<]) ?{_Q}(.*)")
_OPPOSITE = {"≥": "≤", ">": "<", "≤": "≥", "<": ">"}


@dataclass(frozen=True, slots=True)
class Bounds:
    """The allowed values from ``low`` to ``high``; an open end excludes its bound. At least one of them is there."""

    wanted: Wanted
    low: Quantity | None = None
    high: Quantity | None = None
    low_open: bool = False
    high_open: bool = False


def bounds_of(expected: str) -> Bounds | None:
    """Read a range expectation; None when it is none that can be computed with."""
    text = readable(expected).rstrip(" .。;")
    found = quantities(text)
    if len(found) not in (1, 2):
        return None
    skeleton = _skeleton(text, found)
    if len(found) == 1:
        return _from_one(skeleton, found[0])
    first, second = _alike(*found)
    if first.dimension != second.dimension:
        return _tolerance(skeleton, first, second)
    return _from_two(skeleton, first, second)


def _skeleton(text: str, found: tuple[Quantity, ...]) -> str:
    parts: list[str] = []
    position = 0
    for quantity in found:
        parts += [text[position : quantity.start], _Q]
        position = quantity.end
    skeleton = "".join([*parts, text[position:]]).lower()
    for sign, words in _WORDS:
        skeleton = words.sub(sign, skeleton)
    return re.sub(r"\s+", " ", skeleton).strip()


def _from_one(skeleton: str, quantity: Quantity) -> Bounds | None:
    match = _ONE.fullmatch(skeleton) or _AFTER.fullmatch(skeleton)
    if match is None:
        return None
    beside, sign, rest = match.groups()
    wanted = _wanted(quantity, beside, rest)
    if wanted is None:
        return None
    if sign in ("=", "=="):
        return Bounds(wanted, quantity, quantity)
    return _bounds(wanted, {"⊒": "≥", "⊑": "≤"}.get(sign, sign), quantity)


def _from_two(skeleton: str, first: Quantity, second: Quantity) -> Bounds | None:
    if match := _INTERVAL.fullmatch(skeleton):
        beside, opens, closes, rest = match.groups()
        wanted = _wanted(second, beside, rest)
        return Bounds(wanted, first, second, opens == "(", closes == ")") if wanted else None
    if match := _SPAN.fullmatch(skeleton):
        wanted = _wanted(second, match.group(1), match.group(2))
        return Bounds(wanted, first, second) if wanted else None
    if match := _BOTH.fullmatch(skeleton):
        beside, one, other, rest = match.groups()
    elif match := _CHAIN.fullmatch(skeleton):
        one, beside, other, rest = match.groups()
        one = _OPPOSITE[one]
    else:
        return _tolerance(skeleton, first, second)
    wanted = _wanted(second, beside, rest)
    if wanted is None or (one in "≥>") is (other in "≥>"):
        return None
    low, high = ((first, one), (second, other)) if one in "≥>" else ((second, other), (first, one))
    return Bounds(wanted, low[0], high[0], low[1] == ">", high[1] == "<")


def _bounds(wanted: Wanted, sign: str, quantity: Quantity) -> Bounds:
    if sign in "≥>":
        return Bounds(wanted, low=quantity, low_open=sign == ">")
    return Bounds(wanted, high=quantity, high_open=sign == "<")


def _tolerance(skeleton: str, middle: Quantity, width: Quantity) -> Bounds | None:
    """``10 ± 2 ms`` and ``10 ms ± 5%``."""
    match = _TOLERANCE.fullmatch(skeleton)
    if match is None or len(middle.readings) != 1 or len(width.readings) != 1:
        return None
    value, part = middle.readings[0], width.readings[0]
    if width.dimension == SHARE != middle.dimension and width.unit:
        part = abs(value) * part * width.unit.factor
    elif width.dimension == middle.dimension:
        if width.unit and middle.unit:
            part = part * width.unit.factor / middle.unit.factor
    else:
        return None
    wanted = _wanted(middle if middle.after or not width.after else width, match.group(1), match.group(2))
    if wanted is None or part < 0:
        return None
    return Bounds(wanted, _at(middle, value - part), _at(middle, value + part))


def _at(quantity: Quantity, value: Fraction) -> Quantity:
    return replace(quantity, readings=(value,))


def _alike(first: Quantity, second: Quantity) -> tuple[Quantity, Quantity]:
    """``10-20 MB``: a unit or noun that stands once belongs to both."""
    if first.unit is None and second.unit is not None and second.dimension != SHARE:
        first = replace(first, unit=second.unit)
    elif second.unit is None and first.unit is not None and first.dimension not in (SHARE, COUNT):
        second = replace(second, unit=first.unit)
    elif first.unit is None and second.unit is not None:
        return first, second
    return first, second if second.after else replace(second, after=first.after)


def _wanted(quantity: Quantity, beside: str, rest: str) -> Wanted | None:
    """What to look for; None when the words beside the quantity say more than a name."""
    rest = rest.strip()
    after = quantity.after
    if after and rest.startswith(after):
        rest = rest[len(after) :]
    names = f"{beside} {rest}"
    if _REFUSED.search(names):
        return None
    return wanted_of(quantity, names)
