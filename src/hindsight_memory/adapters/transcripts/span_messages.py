"""The messages that a span of a model call carries, in the spelling of chat APIs that ``blocks`` reads.

Read are the attributes ``gen_ai.input.messages`` and ``gen_ai.output.messages`` of OpenTelemetry's conventions for
generative AI (on the span or on its event ``gen_ai.client.inference.operation.details``), the message events of
their earlier form (``gen_ai.user.message``, ``gen_ai.choice`` …), OpenInference's flattened
``llm.input_messages.0.message.role`` …, and ``gen_ai.prompt.0.role`` … of instrumentations before either.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import cast

from hindsight_memory.adapters.transcripts.otlp import Span
from hindsight_memory.adapters.transcripts.values import as_json, mapping, mappings, sequence, string, text_of

Fields = Mapping[str, object]
Message = dict[str, object]
_MOST_MESSAGES = 10_000
_DETAILS = "gen_ai.client.inference.operation.details"
_ROLE_OF_MARK = {
    "gen_ai.system.message": "system",
    "gen_ai.user.message": "user",
    "gen_ai.assistant.message": "assistant",
    "gen_ai.tool.message": "tool",
}


def told(span: Span) -> list[Message]:
    """Return the conversation that was given to the model, oldest first."""
    found = _structured(span, "gen_ai.input.messages", "user")
    instructions = _parts({"role": "system", "parts": parsed(_attribute(span, "gen_ai.system_instructions"))})
    found = [*instructions, *found] if found else found
    found = found or _flat(span.attributes, "llm.input_messages", "user")
    found = found or _flat(span.attributes, "gen_ai.prompt", "user")
    found = found or [_marked(m.name, m.attributes) for m in span.marks if m.name in _ROLE_OF_MARK]
    return found or _contents(span, "gen_ai.content.prompt", "gen_ai.prompt", "user")


def answered(span: Span) -> list[Message]:
    """Return what the model answered: of several candidates all."""
    found = _structured(span, "gen_ai.output.messages", "assistant")
    found = found or _flat(span.attributes, "llm.output_messages", "assistant")
    found = found or _flat(span.attributes, "gen_ai.completion", "assistant")
    found = found or [_choice(mark.attributes) for mark in span.marks if mark.name == "gen_ai.choice"]
    return found or _contents(span, "gen_ai.content.completion", "gen_ai.completion", "assistant")


def parsed(value: object) -> object:
    """Return the value of a text that holds JSON; any other value as it is."""
    if not isinstance(value, str) or value.strip()[:1] not in ("{", "["):
        return value
    try:
        return json.loads(value, strict=False)
    except (ValueError, RecursionError):
        return value


def plain(value: object) -> str:
    """Return a value as text, JSON always in one spelling, so that the same value reads the same everywhere."""
    inner = parsed(value)
    return as_json(inner) if mapping(inner) is not None or sequence(inner) is not None else text_of(value)


def _attribute(span: Span, name: str) -> object:
    if name in span.attributes:
        return span.attributes[name]
    return next((m.attributes[name] for m in span.marks if m.name == _DETAILS and name in m.attributes), None)


def _structured(span: Span, name: str, role: str) -> list[Message]:
    entries = mappings(parsed(_attribute(span, name)))
    return [message for entry in entries for message in _parts({"role": role, **entry})]


def _parts(entry: Fields) -> list[Message]:
    """A message of parts as chat messages: one for what was said and called, one for each tool's response."""
    role = string(entry.get("role")) or "user"
    parts = mappings(entry.get("parts"))
    if not parts:
        return [{"role": role, "content": entry["content"]}] if entry.get("content") else []
    said: list[Fields] = []
    found: list[Message] = []
    for part in parts:
        response = next((part[name] for name in ("response", "result") if name in part), None)
        match string(part.get("type")):
            case "tool_call_response" | "tool_result":
                content = plain(part.get("content") if response is None else response)
                found.append({"role": "tool", "tool_call_id": string(part.get("id")), "content": content})
            case "tool_call" | "tool_use":
                called = parsed(part.get("arguments", part.get("input")))
                said.append({"type": "tool_use", "id": part.get("id"), "name": part.get("name"), "input": called or {}})
            case "reasoning" | "thinking":
                said.append({"type": "thinking", "thinking": part.get("content") or part.get("text")})
            case "text" | "":
                said.append({"type": "text", "text": part.get("content") or part.get("text")})
            case kind:
                name = string(part.get("uri")) or string(part.get("file_id"))
                said.append({"type": string(part.get("modality")) or kind, "name": name})
    return [{"role": role, "content": said}, *found] if said else found


def _flat(attributes: Fields, prefix: str, role: str) -> list[Message]:
    entries = mappings(_nested(attributes, prefix))
    return [_flat_message(mapping(entry.get("message")) or entry, role) for entry in entries]


def _flat_message(entry: Fields, role: str) -> Message:
    message: Message = {"role": string(entry.get("role")) or role}
    contents = [mapping(one.get("message_content")) or one for one in mappings(entry.get("contents"))]
    if contents:
        message["content"] = [{"type": "text", **one} for one in contents]
    elif entry.get("content") is not None:
        content = parsed(entry["content"])
        tool = message["role"] == "tool"
        message["content"] = plain(content) if tool else content if mappings(content) else entry["content"]
    for name in ("tool_call_id", "name"):
        if entry.get(name):
            message[name] = entry[name]
    calls = [mapping(one.get("tool_call")) or one for one in mappings(entry.get("tool_calls"))]
    if calls:
        message["tool_calls"] = calls
    return message


def _nested(attributes: Fields, prefix: str) -> object:
    """Undo the flattening of lists and objects into names with dots: ``a.0.b`` is the ``b`` of the first of ``a``."""
    root: dict[str, object] = {}
    for name, value in attributes.items():
        if not name.startswith(f"{prefix}."):
            continue
        *path, last = name.removeprefix(f"{prefix}.").split(".")
        place: dict[str, object] | None = root
        for part in path:
            held = place.setdefault(part, {})
            place = cast("dict[str, object]", held) if isinstance(held, dict) else None
            if place is None:
                break
        if place is not None:
            place.setdefault(last, value)
    return _listed(root)


def _listed(value: object) -> object:
    entries = mapping(value)
    if entries is None:
        return value
    if entries and all(name.isascii() and name.isdigit() for name in entries):
        ordered = sorted(entries, key=lambda name: (len(name.lstrip("0")), name))
        return [_listed(entries[name]) for name in ordered[:_MOST_MESSAGES]]
    return {name: _listed(one) for name, one in entries.items()}


def _marked(name: str, attributes: Fields) -> Message:
    """A message event of the earlier form; its fields stand among the attributes, or in one called ``content``."""
    role = string(attributes.get("role")) or _ROLE_OF_MARK[name]
    content = attributes.get("content", attributes.get("gen_ai.event.content"))
    inner = mapping(parsed(content))
    held: Fields = inner if inner is not None and "content" in inner else {**attributes, "content": content}
    message: Message = {"role": role, "content": plain(held.get("content")) if role == "tool" else held.get("content")}
    if calls := mappings(parsed(held.get("tool_calls"))):
        message["tool_calls"] = calls
    if identifier := string(held.get("id")):
        message["tool_call_id"] = identifier
    return message


def _choice(attributes: Fields) -> Message:
    inner = mapping(parsed(attributes.get("message"))) or mapping(parsed(attributes.get("gen_ai.event.content")))
    held = mapping((inner or {}).get("message")) or inner or attributes
    return {**_marked("gen_ai.assistant.message", held), "role": "assistant"}


def _contents(span: Span, mark: str, name: str, role: str) -> list[Message]:
    """Whole lists of messages (or one text) in a single attribute, of the span or of an event of it."""
    values: Sequence[object] = [m.attributes.get(name) for m in span.marks if m.name == mark] or [
        span.attributes.get(name)
    ]
    found: list[Message] = []
    for value in values:
        inner = parsed(value)
        if entries := mappings(inner):
            found += [{"role": role, **entry} for entry in entries]
        elif isinstance(inner, str) and inner:
            found.append({"role": role, "content": inner})
    return found
