"""What a model sends as arguments, made what it meant: cleaned, decoded, and refused by name where unknown.

Models write lists and objects as JSON inside a string, ``""`` for what they leave out, and the argument names of
other products.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any, cast

from hindsight_memory.domain.errors import Invalid, UnknownArgument
from hindsight_memory.domain.text.normal import clean
from hindsight_memory.wire.suggest import nearest


def taken(given: Mapping[str, object], schema: Mapping[str, Any], hints: Mapping[str, str]) -> dict[str, object]:
    """Return the arguments that are there. Raises UnknownArgument or Invalid, each with the argument's name.

    ``hints`` says what to do about names that are known not to exist."""
    properties: Mapping[str, Mapping[str, Any]] = schema["properties"]
    required: list[str] = schema["required"]
    present = {name: value for name, value in given.items() if value is not None}
    for name in present:
        if name not in properties:
            raise UnknownArgument(f"There is no argument {name!r}.", hint=hints.get(name) or nearest(name, properties))
    for name in required:
        if name not in present:
            raise Invalid(f"The argument {name!r} is missing.")
    clean_ones = {name: cleaned(value) for name, value in present.items()}
    for name, value in clean_ones.items():
        if _has_no_number(value):
            raise Invalid(f"{name} holds something that is no number.")
    return {
        name: _decoded(value, properties[name]) for name, value in clean_ones.items() if value != "" or name in required
    }


def cleaned(value: object) -> object:
    """Return the value with every text in it, keys too, as clean NFC."""
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, list):
        return [cleaned(one) for one in cast("list[object]", value)]
    if isinstance(value, dict):
        return {clean(str(key)): cleaned(one) for key, one in cast("dict[object, object]", value).items()}
    return value


def _has_no_number(value: object) -> bool:
    """Whether NaN or an infinity stands anywhere in the value; JSON has neither, though parsers let them pass."""
    if isinstance(value, float):
        return not math.isfinite(value)
    if isinstance(value, dict):
        return any(_has_no_number(one) for one in cast("dict[str, object]", value).values())
    return isinstance(value, list) and any(_has_no_number(one) for one in cast("list[object]", value))


def _decoded(value: object, schema: Mapping[str, Any]) -> object:
    """A list or an object that came as a string; one word for a list is a list of one."""
    kind = schema.get("type")
    if kind not in ("array", "object") or not isinstance(value, str):
        return value
    wanted = list if kind == "array" else dict
    if value[:1] in "[{":
        try:
            read = json.loads(value)
        except (ValueError, RecursionError):
            read = None
        if isinstance(read, wanted):
            return cleaned(cast(object, read))
    return [value] if kind == "array" else value
