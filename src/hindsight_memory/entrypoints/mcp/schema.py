"""JSON schemas of tools, as plain as the strictest client wants them.

An input schema is a flat object: no unions, no references, arrays say what they hold, no empty defaults. An output
schema names the keys of the answer and their types; what it does not name may be there too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from hindsight_memory.wire.body import Body

Schema = dict[str, Any]

_KEPT = ("type", "enum", "minimum", "maximum")
_PLAIN = {"string", "integer", "number", "boolean"}
TOOL_NAME = re.compile(r"[a-zA-Z][a-zA-Z0-9_-]{0,63}")


def arguments(body: type[Body], *, without: Iterable[str] = ()) -> dict[str, Schema]:
    """Return the schema of each argument of a body, in its order."""
    whole = body.model_json_schema()
    definitions = whole.get("$defs", {})
    left_out = set(without)
    return {
        name: _argument(raw, definitions, body.model_fields[name].description or "")
        for name, raw in whole["properties"].items()
        if name not in left_out
    }


def text(description: str) -> Schema:
    """Return the schema of an argument that is a text."""
    return {"type": "string", "description": description}


def input_schema(properties: Mapping[str, Schema], required: Iterable[str]) -> Schema:
    """Return the schema of a tool's arguments."""
    return {"type": "object", "properties": dict(properties), "required": list(required)}


def output_schema(body: type[Body], only: Iterable[str] = (), *, depth: int = 1) -> Schema:
    """Return the schema of an answer: the keys it always has (``only`` these), ``depth`` levels of them. They are not
    said to be required a second time: the list of tools is read by models and kept short."""
    whole = body.model_json_schema(mode="serialization")
    return _object(whole, whole.get("$defs", {}), set(only), depth)


def _argument(raw: Mapping[str, Any], definitions: Mapping[str, Any], description: str) -> Schema:
    plain = _resolved(raw, definitions)
    made = {key: plain[key] for key in _KEPT if key in plain}
    if made.get("type") == "array":
        item = _resolved(plain.get("items", {}), definitions)
        made["items"] = {key: item[key] for key in _KEPT if key in item} or {"type": "string"}
    if raw.get("default"):
        made["default"] = raw["default"]
    if plain.get("format") == "date-time":
        description = f"{description} ISO 8601."
    return made | {"description": description}


def _resolved(raw: Mapping[str, Any], definitions: Mapping[str, Any]) -> Mapping[str, Any]:
    """The schema without reference and without null beside one other type."""
    if "$ref" in raw:
        return _resolved(definitions[raw["$ref"].rsplit("/", 1)[-1]], definitions)
    others = [part for part in raw.get("anyOf", ()) if part.get("type") != "null"]
    return _resolved(others[0], definitions) if len(others) == 1 else raw


def _object(raw: Mapping[str, Any], definitions: Mapping[str, Any], only: set[str], depth: int) -> Schema:
    listed: Mapping[str, Any] = raw.get("properties", {})
    # A key that a body may leave out of its answer has a default.
    names = [name for name in listed if name in only or (not only and "default" not in listed[name])]
    properties = {name: _answered(listed[name], definitions, depth) for name in names}
    return {"type": "object", "properties": properties}


def _answered(raw: Mapping[str, Any], definitions: Mapping[str, Any], depth: int) -> Schema:
    plain = _resolved(raw, definitions)
    kind = plain.get("type", "object")
    if any(part.get("type") == "null" for part in raw.get("anyOf", ())):
        return {"type": [kind, "null"]}
    if kind == "array":
        item = _resolved(plain["items"], definitions)
        return {"type": "array", "items": _item(item, definitions, depth)}
    if kind == "object" and depth > 1 and "properties" in plain:
        return _object(plain, definitions, set(), depth - 1)
    return {"type": kind}


def _item(raw: Mapping[str, Any], definitions: Mapping[str, Any], depth: int) -> Schema:
    kind = raw.get("type", "object")
    if kind in _PLAIN:
        return {"type": kind}
    return _object(raw, definitions, set(), depth - 1) if depth > 1 else {"type": "object"}
