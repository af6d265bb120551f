"""JSON as comparable values: exact numbers, key order irrelevant, types kept apart."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import cast

_MARKS = re.compile(r"[\[{]")
_MOST_STARTS = 40
_LONGEST = 1_000_000
_NUMBER = re.compile(r"(-?\d{1,100})(?:\.(\d{1,100}))?(?:[eE]([+-]?\d{1,3}))?")


class _Refused(ValueError):
    """A constant or a doubled key that has no one meaning."""


class OddNumber(str):
    """A number of JSON that is too large to compute with; equal only to the same writing."""

    __slots__ = ()


def is_container_text(text: str) -> bool:
    """Whether a text is a JSON object or list."""
    return text.strip()[:1] in ("{", "[") and isinstance(canonical(text), dict | list)


def canonical(text: str) -> object:
    """The JSON value of a whole text, numbers as ``Fraction``; None when it is no JSON, or is ``null`` alone.

    Doubled keys and NaN are refused: they have no one meaning.
    """
    if len(text) > _LONGEST:
        return None
    try:
        return cast("object", _DECODER.decode(text.strip()))
    except (ValueError, RecursionError):
        return None


def find_json(text: str) -> object | str:
    """The JSON object or list of a text: all of it, or the one that stands in it (in a fence, after a prefix).

    ``no_json`` or ``several_values`` as a string where there is none or more than one.
    """
    whole = canonical(text)
    if isinstance(whole, dict | list):
        return cast("object", whole)
    found: list[object] = []
    position, starts = 0, 0
    while (mark := _MARKS.search(text, position)) and starts < _MOST_STARTS and len(text) <= _LONGEST:
        starts += 1
        try:
            value, position = cast("tuple[object, int]", _DECODER.raw_decode(text, mark.start()))
            found.append(value)
        except (ValueError, RecursionError):
            position = mark.end()
    if starts == _MOST_STARTS or len(found) != 1:
        return "several_values" if len(found) > 1 else "no_json"
    return found[0]


def same(one: object, other: object) -> bool:
    """Whether two canonical values are the same; ``true`` is not 1 and "1" is not 1."""
    return difference_of(one, other) == 0


def difference_of(expected: object, actual: object) -> float:
    """The share of leaves (each with its path) that only one of the two has; 0 when they are the same."""
    one, other = (Counter(_leaves(value, ())) for value in (expected, actual))
    union = (one | other).total()
    return 1 - (one & other).total() / union if one != other else 0.0


def type_of(value: object) -> str:
    """The JSON type of a canonical value."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, Fraction | OddNumber):
        return "number"
    if isinstance(value, str):
        return "string"
    return "object" if isinstance(value, dict) else "list"


def _leaves(value: object, path: tuple[object, ...]) -> Iterator[tuple[object, ...]]:
    pending: list[tuple[object, tuple[object, ...]]] = [(value, path)]
    while pending:
        held, place = pending.pop()
        if isinstance(held, dict) and held:
            pending += [(inner, (*place, key)) for key, inner in cast("dict[str, object]", held).items()]
        elif isinstance(held, list) and held:
            pending += [(inner, (*place, index)) for index, inner in enumerate(cast("list[object]", held))]
        elif isinstance(held, dict | list):
            yield place, type_of(cast("object", held)), None
        else:
            yield place, type_of(held), held


def _number(text: str) -> Fraction | OddNumber:
    found = _NUMBER.fullmatch(text)
    if found is None:
        return OddNumber(text)
    whole, decimals, exponent = found.group(1), found.group(2) or "", int(found.group(3) or 0)
    return Fraction(int(whole + decimals), 10 ** len(decimals)) * Fraction(10) ** exponent


def _constant(text: str) -> object:
    raise _Refused(text)


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    held = dict(pairs)
    if len(held) != len(pairs):
        raise _Refused("doubled key")
    return held


_DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_float=_number, parse_int=_number, parse_constant=_constant)
