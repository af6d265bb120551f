"""One message of a chat API as events: content parts and blocks, tool calls and their results.

OpenAI's and Anthropic's spellings are both understood wherever they stand, since gateways and frameworks mix
them (their API references: roles, ``tool_calls``, content parts, content blocks, ``is_error``).
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from hindsight_memory.adapters.transcripts.events import EventList
from hindsight_memory.adapters.transcripts.values import (
    arguments,
    first_string,
    mapping,
    mappings,
    sequence,
    string,
    text_of,
)
from hindsight_memory.adapters.transcripts.words import apart, own_words, without_reminders
from hindsight_memory.domain.text.normal import clean
from hindsight_memory.domain.trace import EventKind

Fields = Mapping[str, object]

_TEXTS = frozenset({"text", "input_text", "output_text", "summary_text"})
_THOUGHTS = frozenset({"thinking", "reasoning"})
_UNSHOWN = frozenset({"redacted_thinking", "encrypted_content"})


def add_message(events: EventList, message: Fields, at: datetime | None) -> bool:
    """Append the events of one message, in the order they happened in; False when its role is unknown."""
    match message.get("role") or message.get("type"):
        case "system" | "developer":
            add_system(events, message.get("content"), at)
        case "user" | "human":
            _add_user(events, message, at)
        case "assistant" | "ai" | "model":
            _add_assistant(events, message, at)
        case "tool" | "function" | "function_call_output":
            _add_result(events, message, at)
        case "function_call":
            _add_call(events, message, at)
        case "reasoning":
            events.add(EventKind.THOUGHT, content_text(message.get("summary")), at=at)
        case _:
            return False
    return True


def add_system(events: EventList, content: object, at: datetime | None) -> None:
    """Keep of a system prompt only what was recalled into it: nobody in the task said the rest."""
    for block in apart(content_text(content))[1]:
        events.add(EventKind.RECALL, block.text, at=at, recalled=block.memory_ids)


def content_text(content: object) -> str:
    """Return the text of a content field: a string, a list of parts, or any other value as JSON.

    What is no text leaves its name: ``[image]``, ``[file: report.pdf]``.
    """
    parts = sequence(content)
    if parts is None:
        part = mapping(content)
        return text_of(content) if part is None else _part_text(part)
    texts = (_part_text(part) if (part := mapping(each)) is not None else text_of(each) for each in parts)
    return "\n".join(filter(None, texts))


def _part_text(part: Fields) -> str:
    kind = string(part.get("type"))
    if kind in _TEXTS or (not kind and isinstance(part.get("text"), str)):
        return text_of(part.get("text"))
    if kind == "refusal":
        return text_of(part.get("refusal"))
    if not kind:
        return text_of(part)
    held = mapping(part.get("file")) or mapping(part.get("source")) or {}
    name = first_string(part, "title", "filename", "name") or first_string(held, "filename", "url")
    label = kind.removeprefix("input_").removesuffix("_url")
    return f"[{label}: {name}]" if name else f"[{label}]"


def _add_user(events: EventList, message: Fields, at: datetime | None) -> None:
    words: list[str] = []
    speaker = string(message.get("name"))

    def flush() -> None:
        events.add(EventKind.USER, "\n\n".join(words), at=at, name=speaker)
        words.clear()

    blocks = mappings(message.get("content"))
    if not blocks:
        words.append(own_words(content_text(message.get("content"))))
    for block in blocks:
        if string(block.get("type")).endswith("tool_result"):
            flush()
            _add_result(events, block, at)
        elif own := own_words(_part_text(block)):
            words.append(own)
    flush()


def _add_assistant(events: EventList, message: Fields, at: datetime | None) -> None:
    said: list[str] = []

    def flush() -> None:
        events.add(EventKind.ASSISTANT, "\n\n".join(filter(None, said)), at=at)
        said.clear()

    reasoning = first_string(message, "reasoning_content", "reasoning", "thinking")
    events.add(EventKind.THOUGHT, reasoning, at=at)
    blocks = mappings(message.get("content"))
    if not blocks:
        said.append(content_text(message.get("content")))
    for block in blocks:
        kind = string(block.get("type"))
        if kind in _UNSHOWN:
            continue
        if kind not in _THOUGHTS and not kind.endswith(("tool_use", "tool_result")):
            said.append(_part_text(block))
            continue
        flush()
        if kind in _THOUGHTS:
            events.add(EventKind.THOUGHT, text_of(block.get("thinking") or block.get("text")), at=at)
        elif kind.endswith("tool_use"):
            _add_call(events, block, at)
        else:
            _add_result(events, block, at)
    said.append(text_of(message.get("refusal")))
    flush()
    for call in mappings(message.get("tool_calls")):
        _add_call(events, call, at)
    if (legacy := mapping(message.get("function_call"))) is not None:
        _add_call(events, legacy, at)


def _add_call(events: EventList, call: Fields, at: datetime | None) -> None:
    inner = mapping(call.get("function")) or mapping(call.get("custom")) or call
    args = next((inner[name] for name in ("arguments", "input", "args") if name in inner), None)
    events.call(string(inner.get("name")), arguments(args), call_id=first_string(call, "call_id", "id"), at=at)


def _add_result(events: EventList, result: Fields, at: datetime | None) -> None:
    content = result["output"] if "output" in result else result.get("content")
    failed = result.get("is_error") is True or string(result.get("status")) in ("error", "failed")
    # Anthropic's results say so when they are errors; OpenAI's say nothing.
    status = "error" if failed else "ok" if "tool_use_id" in result else ""
    events.result(
        clean(without_reminders(content_text(content))),
        call_id=first_string(result, "tool_use_id", "tool_call_id", "call_id"),
        name=string(result.get("name")),
        status=status,
        at=at,
    )
