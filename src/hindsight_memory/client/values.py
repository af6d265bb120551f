"""Anything at all as a text or as plain JSON, within limits: what functions take and return goes into traces."""

from __future__ import annotations

import inspect
import json
import math
from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from typing import Any, cast

MOST_CHARACTERS = 250_000
"""Longest text of one event, and of one batch together."""
MOST_ENTRIES = 200
DEEPEST = 8
LONGEST_VALUE = 20_000
LONGEST_REPR = 500

# How a method's own object is called.
_OWN = ("self", "cls")


def capped(text: str, most: int = MOST_CHARACTERS) -> str:
    """Return the text; of a longer one its two ends, with a marker between them."""
    cut = len(text) - most
    if cut <= 0:
        return text
    half = most // 2
    return f"{text[:half]}\n[… {cut:,} characters left out …]\n{text[-half:]}"


def shown(value: object, most: int = MOST_CHARACTERS) -> str:
    """Return a value as a text: a string as it is, None as nothing, anything else as JSON."""
    if value is None:
        return ""
    text = value if isinstance(value, str) else json.dumps(plain(value), ensure_ascii=False)
    return capped(text, most)


def fault(error: BaseException) -> str:
    """Return an exception in one line: its class and what it says."""
    name, words = type(error).__name__, str(error).strip()
    return capped(f"{name}: {words}" if words else name, LONGEST_VALUE)


def plain(value: object, depth: int = 0) -> Any:
    """Return a value as JSON has it; what JSON has not, and what lies too deep, as its repr."""
    match value:
        case None | bool() | int():
            return value
        case float():
            return value if math.isfinite(value) else str(value)
        case str():
            return capped(value, LONGEST_VALUE)
        case Mapping() if depth < DEEPEST:
            pairs = islice(cast("Mapping[object, object]", value).items(), MOST_ENTRIES)
            return {str(name): plain(one, depth + 1) for name, one in pairs}
        case list() | tuple() | set() | frozenset() if depth < DEEPEST:
            return [plain(one, depth + 1) for one in islice(cast("Sequence[object]", value), MOST_ENTRIES)]
        case _:
            return _repr(value)


def arguments_of(function: Callable[..., Any], args: Sequence[Any], kwargs: Mapping[str, Any]) -> dict[str, Any]:
    """Return a call's arguments by their names, without the object that a method belongs to."""
    try:
        bound = inspect.signature(function).bind(*args, **kwargs)
    except (TypeError, ValueError):
        return {"args": list(args), **kwargs}  # a builtin without a signature, or a call that will fail by itself
    given = dict(bound.arguments)
    first = next(iter(given), "")
    return {name: value for name, value in given.items() if not (name == first and name in _OWN)}


def _repr(value: object) -> str:
    try:
        return capped(repr(value), LONGEST_REPR)
    except Exception:  # noqa: BLE001 - somebody's __repr__ may raise anything, and must not fail a task
        return f"<{type(value).__name__}>"
