"""``json_path``: one place of a JSON outcome against a value."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import cast

from hindsight_memory.domain.decision import Delta, Outcome
from hindsight_memory.domain.delta.answers import judged, unknown
from hindsight_memory.domain.delta.equality import text_distance
from hindsight_memory.domain.delta.json_values import canonical, difference_of, find_json, same, type_of
from hindsight_memory.domain.delta.quantities import Quantity, whole_quantity
from hindsight_memory.domain.delta.reading import readable
from hindsight_memory.domain.delta.terms import Found, holds_term
from hindsight_memory.domain.delta.worlds import beyond, decided, difference
from hindsight_memory.domain.text.normal import fold

_STEP = re.compile(
    r"""\.(?P<name>[^\W\d][\w-]*)|\[\s*(?:(?P<index>-?\d{1,9})|"(?P<double>(?:[^"\\]|\\.)*)"|'(?P<single>[^'\\]*)')\s*\]"""
)
_TEST = re.compile(
    r"(?P<op>==|!=|<=|>=|<|>|=(?!=)|≤|≥|≠|contains\b|包含|not exists\b|does not exist\b|不存在|exists\b|存在)\s*(?P<value>.*)",
    re.DOTALL | re.IGNORECASE,
)
_NAMES = {"=": "==", "≤": "<=", "≥": ">=", "≠": "!=", "包含": "contains", "存在": "exists"} | dict.fromkeys(
    ("not exists", "does not exist", "不存在"), "not exists"
)
_MISSING = object()


@dataclass(frozen=True, slots=True)
class PathTest:
    """A path from the root, an operator, and the JSON value on its right (None for the ones without)."""

    steps: tuple[str | int, ...]
    operator: str
    value: object


def path_delta(expected: str, outcome: Outcome) -> Delta:
    """One place of the JSON outcome against a value: ``$.a.b[0] == "x"``.

    Path: ``$`` with ``.name``, ``["any name"]``, ``[0]``, ``[-1]``. Operators: ``== != < <= > >= contains exists``,
    ``not exists``; none means ``exists``. The value is JSON; text may go without quotes. Types are kept apart: ``"5"``
    is not 5. Magnitude: numbers as in ``equals`` and, for an order, ``d / (d + |bound|)``; lists and objects the share
    of leaves that differ; text as in ``equals``; else 1. Unknown: ``bad_path``, ``no_json``, ``several_values``,
    ``path_missing`` (for anything but ``==``, ``exists`` and ``not exists``), ``different_types``,
    ``only_case_differs``, ``unclear_term``.
    """
    test = _read(expected)
    if test is None:
        return unknown("bad_path", expected, outcome.text)
    document = find_json(outcome.text)
    if isinstance(document, str):
        return unknown(document, expected, outcome.text)
    actual = _at(document, test.steps)
    if test.operator in ("exists", "not exists"):
        there = actual is not _MISSING
        return judged(there is (test.operator == "exists"), "json_path", expected, _shown(actual))
    if actual is _MISSING:
        if test.operator == "==":
            return judged(False, "path_missing", expected, outcome.text)
        return unknown("path_missing", expected, outcome.text)
    if test.operator == "contains":
        return _contains(test, actual, expected)
    if test.operator in ("==", "!="):
        return _equal(test, actual, expected)
    return _ordered(test, actual, expected)


def _read(expected: str) -> PathTest | None:
    text = expected.strip()
    if not text.startswith("$"):
        return None
    steps: list[str | int] = []
    position = 1
    while step := _STEP.match(text, position):
        steps.append(int(step["index"]) if step["index"] else _name(step))
        position = step.end()
    rest = text[position:].strip()
    if not rest:
        return PathTest(tuple(steps), "exists", None)
    test = _TEST.fullmatch(rest)
    if test is None:
        return None
    operator = _NAMES.get(test["op"].lower(), test["op"].lower())
    written = test["value"].strip()
    if operator.endswith("exists"):
        return PathTest(tuple(steps), operator, None) if not written else None
    if not written or re.search(r"&&|\|\|", written):
        return None
    return PathTest(tuple(steps), operator, _value(written))


def _name(step: re.Match[str]) -> str:
    if step["double"] is not None:
        value = canonical(f'"{step["double"]}"')
        return value if isinstance(value, str) else step["double"]
    return step["name"] or step["single"] or ""


def _value(written: str) -> object:
    """The JSON value, or the text without the quotes that JSON does not know."""
    value = canonical(written)
    if value is not None or written == "null":
        return value
    if len(written) > 1 and written[0] == written[-1] == "'":
        return written[1:-1]
    return written


def _at(document: object, steps: tuple[str | int, ...]) -> object:
    held = document
    for step in steps:
        if isinstance(step, str) and isinstance(held, dict):
            held = cast("dict[str, object]", held).get(step, _MISSING)
        elif isinstance(step, int) and isinstance(held, list):
            listed = cast("list[object]", held)
            held = listed[step] if -len(listed) <= step < len(listed) else _MISSING
        else:
            return _MISSING
    return held


def _equal(test: PathTest, actual: object, expected: str) -> Delta:
    kinds = {type_of(test.value), type_of(actual)}
    if kinds in ({"string", "number"}, {"string", "boolean"}):
        return unknown("different_types", expected, _shown(actual))
    equal = same(test.value, actual)
    if not equal and isinstance(test.value, str) and isinstance(actual, str) and fold(test.value) == fold(actual):
        return unknown("only_case_differs", expected, actual)
    if test.operator == "!=":
        return judged(not equal, "json_path", expected, _shown(actual))
    return judged(equal, "json_path", expected, _shown(actual), 0.0 if equal else _distance(test.value, actual))


def _distance(wanted: object, actual: object) -> float:
    if isinstance(wanted, Fraction) and isinstance(actual, Fraction):
        return float(difference(wanted, actual))
    if isinstance(wanted, str) and isinstance(actual, str):
        return text_distance(wanted, actual)
    if isinstance(wanted, dict | list) and isinstance(actual, dict | list):
        return difference_of(cast("object", wanted), cast("object", actual))
    return 1.0


def _contains(test: PathTest, actual: object, expected: str) -> Delta:
    if isinstance(actual, list):
        there = any(same(test.value, element) for element in cast("list[object]", actual))
        return judged(there, "json_path", expected, _shown(cast("object", actual)))
    if isinstance(actual, dict) and isinstance(test.value, str):
        return judged(test.value in actual, "json_path", expected, _shown(cast("object", actual)))
    if isinstance(actual, str) and isinstance(test.value, str) and test.value.strip():
        found = holds_term(test.value, actual)
        if found is Found.UNSURE:
            return unknown("unclear_term", expected, _shown(actual))
        return judged(found is Found.YES, "json_path", expected, _shown(actual))
    return unknown("different_types", expected, _shown(cast("object", actual)))


def _ordered(test: PathTest, actual: object, expected: str) -> Delta:
    limit, value = _amount(test.value), _amount(actual)
    if limit is None or value is None or limit.dimension != value.dimension or limit.after != value.after:
        return unknown("different_types", expected, _shown(actual))
    below = test.operator in ("<", "<=")

    def excess(values: tuple[Fraction, ...]) -> Fraction | None:
        distance = values[1] - values[0] if below else values[0] - values[1]
        if distance < 0 or (distance == 0 and "=" in test.operator):
            return None
        return beyond(distance, abs(values[0]) or Fraction(1))

    return decided((limit, value), excess, "json_path", expected, _shown(actual))


def _amount(value: object) -> Quantity | None:
    if isinstance(value, Fraction):
        return Quantity((value,), 0, 0)
    if isinstance(value, str) and type_of(value) == "string":
        quantity = whole_quantity(readable(value))
        return quantity if quantity is not None and quantity.unit is not None else None
    return None


def _shown(value: object) -> str:
    if value is _MISSING:
        return "(not there)"
    if isinstance(value, Fraction):
        return (
            str(value.numerator) if value.denominator == 1 else f"{float(value):.12g}" if abs(value) < 10**300 else "…"
        )
    if isinstance(value, dict | list):
        return f"{type_of(cast('object', value))} of {len(cast('list[object]', value))}"
    return "null" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
