"""Numbers with their units in a text: where they stand, what they may mean, what is said beside them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice

from hindsight_memory.domain.delta import numbers, numerals
from hindsight_memory.domain.delta.durations import clock, clock_after, iso_duration
from hindsight_memory.domain.delta.quantity_words import CJK_AFTER, LABEL_STOPS
from hindsight_memory.domain.delta.reading import BLANK, ODD, without_lookalikes
from hindsight_memory.domain.delta.units import COUNT, LETTERED, SYMBOLS, TIME, UNITS, Unit, per_time, unit_named

_CJK_NUMBER = f"[{numerals.CHARACTERS}]+(?:[点點][{''.join(numerals.DIGITS)}]+)?"
_NUMBER = re.compile(
    rf"(?P<iso>(?<![A-Za-z0-9])-?P(?=[\dT])[\dYMWDTHS.,]+(?![A-Za-z0-9]))"
    rf"|(?P<percent>(?P<of>百|千|万)分之(?P<share>{_CJK_NUMBER}|\d+(?:\.\d+)?))"
    rf"|(?P<half>(?:(?P<one>\d{{1,4}}|[{''.join(numerals.DIGITS)}十])个)?半(?=小时|个小时|钟头|天|分钟))"
    rf"|(?P<digits>{numbers.TOKEN})"
    rf"|(?P<cjk>{_CJK_NUMBER})"
)
_MULTIPLIER = re.compile(rf"[{numerals.MULTIPLIERS}]+(?![分克瓦米卡字])")
_SUFFIX = re.compile(r"(?:[kK](?![A-Za-z0-9])|M(?![A-Za-z0-9])| ?(?:thousand|million|billion|trillion)(?![A-Za-z]))")
_SUFFIXES = {"k": 10**3, "m": 10**6, "thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12}
_LETTERS = re.compile(r" ?(?:per cent|[A-Za-zμ]+)(?![A-Za-z0-9_])")
_SYMBOL = re.compile(" ?(?:" + "|".join(re.escape(name) for name in SYMBOLS) + ")", re.IGNORECASE)
_PER = re.compile(r" ?(?:/| per |每) ?([A-Za-zμ]+|秒|分钟|小时|天)(?![A-Za-z])")
_MONEY_BEFORE = re.compile(
    r"(?:(?<![A-Za-z])(?:US|us)\$|HK\$|(?<![A-Za-z])\$|[€£¥₩₹]|(?<![A-Za-z])(?:USD|EUR|GBP|CNY|RMB|JPY|HKD)|人民币) ?$"
)
MOST = 500
"""Quantities that are read from one text; of a text with more, none is picked."""
_LONGEST_WHOLE = 120
_NOUN = re.compile(r" ?([A-Za-z][A-Za-z_-]*)")
_CJK_NOUN = re.compile(r" ?([\u3400-\u9fff]{1,8})")
_BAD_LEFT = frozenset(f"_#@\\/^~{BLANK}{ODD}" + ".,'")
_TIED_RIGHT = re.compile(rf"[_@\\^{BLANK}{ODD}⁄]|[.:][A-Za-z0-9_]|-[A-Za-z]")
_GLUED_TIME = re.compile(r"(?:d|h|min|m|s)(?=\d+(?:\.\d+)?(?:h|min|ms|m|s)(?![A-Za-z]))")
_MINUTE = re.compile(rf" ?分(?=[零]?(?:\d+(?:\.\d+)?|[{numerals.CHARACTERS}]+) ?秒)")
_AFTER_HOUR = re.compile(rf"(?:小时|钟头)[零又]? ?(?:\d+|[{numerals.CHARACTERS}]+)$")


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number with its unit. ``readings`` are its possible values in ``unit`` (or bare); ``start`` and ``end`` are
    its place in the readable text; ``after`` are the words behind it ("7 tests": tests)."""

    readings: tuple[Fraction, ...]
    start: int
    end: int
    unit: Unit | None = None
    after: str = ""
    glued: bool = False

    @property
    def dimension(self) -> str:
        """The unit's dimension; a bare number counts."""
        return self.unit.dimension if self.unit else COUNT

    @property
    def factor(self) -> Fraction:
        """What its unit is worth in the first world; 1 for a bare number."""
        return self.unit.factor if self.unit else Fraction(1)

    @property
    def classifier(self) -> str:
        """The word of its unit (个, 次); empty for a bare number and for other units."""
        return self.unit.word if self.unit else ""


def quantities(text: str) -> tuple[Quantity, ...]:
    """The quantities of a ``readable`` text in order, the first ``MOST``; "1 h 30 min" is one."""
    return tuple(_joined(text, sorted(islice(_found(text), MOST), key=lambda quantity: quantity.start)))


def whole_quantity(text: str) -> Quantity | None:
    """The quantity that the whole ``readable`` text is, with the noun it counts ("7 tests"), or None."""
    text = text.strip(" \n`\"'").rstrip(".。!; ")
    if len(text) > _LONGEST_WHOLE:
        return None
    if duration := clock(text) or iso_duration(text):
        return Quantity(duration, 0, len(text), UNITS["s"])
    found = quantities(text)
    if len(found) != 1 or found[0].start != 0 or text[found[0].end :].strip(" 的").lower() != found[0].after:
        return None
    return found[0]


def _joined(text: str, found: list[Quantity]) -> Iterator[Quantity]:
    """Neighbours such as "1 h 30 min" become one duration: units that get smaller, nothing but a space between."""
    held: Quantity | None = None
    last: Unit | None = None
    for quantity in found:
        if held is not None and last is not None and _continues(text, held, last, quantity):
            values = tuple(a + b for a in _in_seconds(held) for b in _in_seconds(quantity))
            held = replace(held, readings=tuple(dict.fromkeys(values)), end=quantity.end, unit=UNITS["s"])
            last = quantity.unit
            continue
        if held is not None:
            yield held
        held, last = quantity, quantity.unit if quantity.dimension == TIME else None
    if held is not None:
        yield held


def _in_seconds(quantity: Quantity) -> tuple[Fraction, ...]:
    return tuple(value * quantity.factor for value in quantity.readings)


def _continues(text: str, held: Quantity, last: Unit, quantity: Quantity) -> bool:
    between = text[held.end : quantity.start]
    smaller = quantity.dimension == TIME and quantity.unit is not None and quantity.unit.factor < last.factor
    return smaller and between in ("", " ", " and ", "零", "又") and min(quantity.readings) >= 0


def _found(text: str) -> Iterator[Quantity]:
    style = numbers.style_of(text)
    blanked = without_lookalikes(text)
    alone = blanked.strip()
    last_end = -1
    for match in _NUMBER.finditer(blanked):
        if match.start() < last_end:
            continue
        quantity = _quantity(blanked, match, style, last_end, len(alone))
        if quantity is not None:
            last_end = quantity.end
            yield quantity
    yield from (Quantity(values, start, end, UNITS["s"]) for start, end, values in clock_after(text))


def _quantity(text: str, match: re.Match[str], style: numbers.Style, last_end: int, length: int) -> Quantity | None:
    if match["iso"]:
        readings = iso_duration(match["iso"])
        return Quantity(readings, match.start(), match.end(), UNITS["s"]) if readings else None
    start, negative = _sign(text, match.start(), last_end)
    if start is None or not _free_left(text, start, last_end):
        return None
    if match["percent"]:
        return _percent(match, start)
    values, end = _values(text, match, style)
    if not values or _TIED_RIGHT.match(text, end):
        return None
    if negative:
        values = tuple(-value for value in values)
    quantity = _with_unit(text, Quantity(values, start, end))
    if quantity is None or (match["cjk"] and not _counts(match["cjk"], quantity, start, length)):
        return None
    return _whole_only(_ambiguous_list(match, quantity, start, length))


def _sign(text: str, start: int, last_end: int) -> tuple[int | None, bool]:
    """Where the number begins with its sign, and whether that is a minus; None where a dash ties it to a word."""
    if start and text[start - 1] == "负":
        return start - 1, True
    if not start or text[start - 1] not in "+-":
        return start, False
    before = text[start - 2 : start - 1] if start > 1 else ""
    if start - 1 == last_end:
        return start, False
    if before.isalnum() or before in ("_", "-", ")", BLANK):
        return None, False
    return start - 1, text[start - 1] == "-"


def _free_left(text: str, start: int, last_end: int) -> bool:
    if not start or start == last_end:
        return True
    before = text[start - 1]
    if before == "." and text[start - 2 : start - 1] == ".":
        return True
    if before == ":" and text[start - 2 : start - 1].isdigit():
        return False
    if before == "~" and not text[start - 2 : start - 1].isalpha():
        return True
    if before.isascii() and before.isalpha():
        return bool(_MONEY_BEFORE.search(text[max(0, start - 5) : start]))
    return before not in _BAD_LEFT and before != "第"


def _values(text: str, match: re.Match[str], style: numbers.Style) -> tuple[tuple[Fraction, ...], int]:
    end = match.end()
    if match["half"]:
        one = match["one"] or "零"
        whole = Fraction(one) if one.isdigit() and one.isascii() else numerals.numeral(one)
        return ((whole or Fraction(0)) + Fraction(1, 2),), end
    if match["cjk"]:
        value = numerals.numeral(match["cjk"])
        return ((value,) if value is not None else ()), end
    values = numbers.read(match["digits"], style)
    if more := _MULTIPLIER.match(text, end):
        if text[more.end() : more.end() + 1].isdigit():
            return (), end
        factor = numerals.multiplier(more.group())
        return tuple(value * factor for value in values), more.end()
    if suffix := _SUFFIX.match(text, end):
        factor = _SUFFIXES[suffix.group().strip().lower()]
        return tuple(value * factor for value in values), suffix.end()
    return values, end


def _percent(match: re.Match[str], start: int) -> Quantity | None:
    share = match["share"]
    value = numerals.numeral(share) if not share[0].isdigit() else Fraction(share)
    if value is None:
        return None
    sign = -1 if start < match.start() else 1
    return Quantity((sign * value * 100 / numerals.multiplier(match["of"]),), start, match.end(), UNITS["%"])


def _with_unit(text: str, quantity: Quantity) -> Quantity | None:
    """The quantity with its unit, or with the words behind it; None where it is glued to something unknown."""
    end = quantity.end
    unit, unit_end = _unit_at(text, end)
    if unit is None and (money := _MONEY_BEFORE.search(text[max(0, quantity.start - 6) : quantity.start])):
        begins = quantity.start - len(money.group())
        if text[max(0, begins - 1) : begins] == "-":
            return None
        return replace(quantity, unit=UNITS[money.group().strip().lower()], start=begins)
    if per := _PER.match(text, unit_end):
        time = unit_named(per.group(1))
        if time is not None and time.dimension == TIME:
            return replace(quantity, unit=per_time(unit, time), end=per.end())
        return None
    if unit is not None and unit.dimension != COUNT:
        if text[unit_end : unit_end + 1] == "/":
            return None
        return replace(quantity, unit=unit, end=unit_end)
    glued = text[end : end + 1].isascii() and text[end : end + 1].isalpha()
    if text[end : end + 1] == "/" or (text[end : end + 1] == "%" and unit is None):
        return None
    after = _noun(text, unit_end)
    return replace(quantity, unit=unit, end=unit_end, after=after, glued=glued and unit is None)


def _unit_at(text: str, position: int) -> tuple[Unit | None, int]:
    if glued := _GLUED_TIME.match(text, position):
        return UNITS[glued.group()], glued.end()
    if letters := _LETTERS.match(text, position):
        name = letters.group().strip()
        if name == "per cent":
            return UNITS["%"], letters.end()
        if name.lower() in LETTERED or name[-1:] in "bB" or name.lower().endswith("bps"):
            unit = unit_named(name)
            return (unit, letters.end()) if unit else (None, position)
    if minute := _MINUTE.match(text, position):
        return UNITS["min"], minute.end()
    if text[position : position + 1] == "分" and _AFTER_HOUR.search(text[max(0, position - 12) : position]):
        return UNITS["min"], position + 1 + (text[position + 1 : position + 2] == "钟")
    if symbol := _SYMBOL.match(text, position):
        return unit_named(symbol.group().strip()), symbol.end()
    return None, position


def _noun(text: str, position: int) -> str:
    if cjk := _CJK_NOUN.match(text, position):
        return "" if cjk.group(1).startswith(CJK_AFTER) else cjk.group(1).removeprefix("的")
    words: list[str] = []
    while len(words) < 3 and (word := _NOUN.match(text, position)) and word.group(1).lower() not in LABEL_STOPS:
        words.append(word.group(1).lower())
        position = word.end()
    return " ".join(words)


def _counts(numeral: str, quantity: Quantity, start: int, length: int) -> bool:
    """Whether a Chinese numeral is meant as a number: alone, with a unit, or with places of its own."""
    if quantity.end - quantity.start == length:
        return True
    if numeral == "一" and quantity.dimension == COUNT:
        return False
    return quantity.unit is not None or (len(numeral) > 2 and any(char in numerals.MULTIPLIERS for char in numeral))


def _ambiguous_list(match: re.Match[str], quantity: Quantity, start: int, length: int) -> Quantity:
    """In running text ``1,2`` may be two numbers, and ``3 200`` too: their parts are readings as well."""
    token = match["digits"] or ""
    if quantity.end - quantity.start == length:
        return quantity
    mark = " " if " " in token else "," if "," in token and quantity.unit is None and "." not in token else ""
    if not mark or (mark == "," and re.fullmatch(r"[1-9]\d{0,2}(?:,\d{3})+", token)):
        return quantity
    parts = tuple(Fraction(part) for part in token.split(mark) if part.isdigit())
    return replace(quantity, readings=tuple(dict.fromkeys([*quantity.readings, *parts])))


def _whole_only(quantity: Quantity) -> Quantity:
    """Bytes, pieces and named things come whole: a reading with a fraction is none where another is whole."""
    if not (quantity.unit.whole if quantity.unit else quantity.after):
        return quantity
    whole = tuple(value for value in quantity.readings if value.denominator == 1)
    return replace(quantity, readings=whole) if whole else quantity
