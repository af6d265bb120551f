"""Message lists of chat APIs: OpenAI chat completions and responses, Anthropic messages, and mixtures of them.

One reader serves both, since gateways and frameworks mix the two: what a message is can be told from its own
fields (OpenAI and Anthropic API references: roles, ``tool_calls``, content blocks, ``is_error``).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence

from hindsight_memory.adapters.transcripts.events import EventList
from hindsight_memory.adapters.transcripts.form import Reading, transcript
from hindsight_memory.adapters.transcripts.source import Row
from hindsight_memory.adapters.transcripts.values import (
    arguments,
    digest,
    first_string,
    mapping,
    mappings,
    moment,
    outcome,
    sequence,
    string,
    text_of,
)
from hindsight_memory.adapters.transcripts.words import apart, own_words, without_reminders
from hindsight_memory.domain.trace import EventKind
from hindsight_memory.ports.transcripts import BadLine, Transcript

_ROLES = frozenset({"system", "developer", "user", "assistant", "tool", "function"})
_RESPONSE_TYPES = frozenset({"message", "function_call", "function_call_output", "reasoning"})
_ANTHROPIC_BLOCKS = frozenset({"tool_use", "tool_result", "thinking", "redacted_thinking"})
_TIMES = ("timestamp", "created_at", "created", "at", "time")
_IDS = ("task_id", "conversation_id", "thread_id", "session_id", "trace_id", "id")
_TEXT_TYPES = frozenset({"text", "input_text", "output_text", "summary_text"})


class Messages:
    """Lists of messages; one list a row, or one message a row of a single conversation."""

    def __init__(self, name: str) -> None:
        """``name`` is ``openai`` or ``anthropic``: which of the two spellings this instance recognises."""
        self.name = name

    def recognises(self, value: object) -> bool:
        """A list of messages (bare or under ``messages``) or a message; a plain one counts as OpenAI's."""
        messages = message_list(value)
        row = mapping(value)
        if not messages and row is not None and is_message(row):
            messages = [row]
        if not messages:
            return False
        anthropic = (row is not None and "system" in row) or any(map(_is_anthropic, messages))
        return anthropic == (self.name == "anthropic")

    def count(self, reading: Reading) -> int:
        """Return the number of rows, or one when the file is one conversation, a message a row."""
        first = next((row for row in reading.rows() if isinstance(row, Row)), None)
        return 1 if first is not None and not message_list(first.value) else reading.lines()

    def read(self, reading: Reading) -> Iterator[Transcript | BadLine]:
        """Yield a transcript for each list, and one for all messages that stand alone in their rows."""
        alone: list[Mapping[str, object]] = []
        place = ""
        for row in reading.rows():
            if isinstance(row, BadLine):
                yield row
            elif messages := message_list(row.value):
                yield conversation(reading, messages, mapping(row.value) or {}, row.place)
            elif (message := mapping(row.value)) is not None and is_message(message):
                place = place or row.place
                alone.append(message)
            else:
                yield BadLine(row.number, "neither a message nor a list of messages")
        if alone:
            yield conversation(reading, alone, {}, place)


def is_message(value: Mapping[str, object]) -> bool:
    """Whether an object is a message: it has a role, or is an entry of an OpenAI response."""
    if value.get("role") in _ROLES:
        return "content" in value or "tool_calls" in value or "function_call" in value or "refusal" in value
    return value.get("type") in _RESPONSE_TYPES and bool({"call_id", "summary", "content"} & value.keys())


def message_list(value: object) -> list[Mapping[str, object]]:
    """Return the messages of a list, or of an object that holds one; empty if it is neither."""
    row = mapping(value)
    held = value if row is None else row.get("messages", row.get("input"))
    messages = mappings(held)
    return messages if messages and all(map(is_message, messages)) else []


def conversation(
    reading: Reading, messages: Sequence[Mapping[str, object]], row: Mapping[str, object], place: str
) -> Transcript:
    """Return the transcript of one message list; ``row`` is what stands around it."""
    start = next((found for name in ("started_at", *_TIMES) if (found := moment(row.get(name)))), None)
    events = reading.events(started_at=start, session_id=first_string(row, "session_id"))
    add_system(events, row.get("system"))
    for message in messages:
        add_message(events, message)
    return transcript(
        events,
        task_id=first_string(row, *_IDS) or digest(list(messages), place),
        agent=first_string(row, "agent", "agent_id"),
        task_type=first_string(row, "task_type"),
        intent=first_string(row, "intent"),
        outcome=outcome(row.get("outcome")),
        ended_at=moment(row.get("ended_at")),
    )


def add_system(events: EventList, content: object) -> None:
    """Keep of a system prompt only what was recalled into it: it is neither the user's nor the agent's."""
    _, blocks = apart(content_text(content))
    for block in blocks:
        events.add(EventKind.RECALL, block.text, recalled=block.memory_ids)


def add_message(events: EventList, message: Mapping[str, object]) -> None:
    """Append the events of one message, in the order in which they happened."""
    at = next((found for name in _TIMES if (found := moment(message.get(name)))), None)
    adder = _MessageAdder(events, message, at)
    match message.get("role", message.get("type")):
        case "system" | "developer":
            add_system(events, message.get("content"))
        case "user":
            adder.user()
        case "assistant":
            adder.assistant()
        case "tool" | "function" | "function_call_output":
            adder.tool()
        case "function_call":
            adder.call(message, "call_id")
        case "reasoning":
            adder.thought(content_text(message.get("summary")))
        case _:
            return


class _MessageAdder:
    """Appends the parts of one message, all at its time."""

    def __init__(self, events: EventList, message: Mapping[str, object], at: object) -> None:
        self._events = events
        self._message = message
        self._at = moment(at) if isinstance(at, str) else at if at is not None else None

    def user(self) -> None:
        """A user's message: their words, and results of tools in between."""
