"""Message lists of chat APIs: OpenAI completions and responses, Anthropic messages, and mixtures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

from hindsight_memory.adapters.transcripts.blocks import add_message, add_system
from hindsight_memory.adapters.transcripts.form import Reading, transcript
from hindsight_memory.adapters.transcripts.source import Row
from hindsight_memory.adapters.transcripts.values import (
    digest,
    first_string,
    mapping,
    mappings,
    moment,
    outcome,
    string,
)
from hindsight_memory.ports.transcripts import BadLine, Transcript

_ROLES = frozenset({"system", "developer", "user", "human", "assistant", "ai", "model", "tool", "function"})
_RESPONSE_TYPES = frozenset({"function_call", "function_call_output", "reasoning"})
_HELD = frozenset({"content", "tool_calls", "function_call", "refusal"})
_ANTHROPIC_BLOCKS = frozenset({"tool_use", "tool_result", "thinking", "redacted_thinking"})
_TIMES = ("timestamp", "created_at", "created", "at", "time")
_IDS = ("task_id", "conversation_id", "thread_id", "trace_id", "session_id", "id")


class Messages:
    """Lists of messages; one list a row, or one message a row of a single conversation."""

    def __init__(self, name: str) -> None:
        """``name`` is ``openai`` or ``anthropic``: whose spelling it recognises. Either reads both."""
        self.name = name

    def recognises(self, value: object) -> bool:
        """A list of messages (bare or under ``messages``) or a message; a plain one counts as OpenAI's."""
        row = mapping(value)
        messages = message_list(value) or ([row] if row is not None and is_message(row) else [])
        anthropic = (row is not None and "system" in row) or any(map(_is_anthropic, messages))
        return bool(messages) and anthropic == (self.name == "anthropic")

    def count(self, reading: Reading) -> int:
        """Return the number of rows, or one when the file is one conversation, a message a row."""
        first = next((row for row in reading.rows() if isinstance(row, Row)), None)
        return 1 if first is not None and not message_list(first.value) else reading.lines()

    def read(self, reading: Reading) -> Iterator[Transcript | BadLine]:
        """Yield a transcript for each list, and one for all messages that stand alone in their rows."""
        alone: list[Mapping[str, object]] = []
        first: Row | None = None
        for row in reading.rows():
            if isinstance(row, BadLine):
                yield row
            elif messages := message_list(row.value):
                yield from _conversation(reading, messages, mapping(row.value) or {}, row)
            elif (message := mapping(row.value)) is not None and is_message(message):
                first = first or row
                alone.append(message)
            else:
                yield BadLine(row.number, "neither a message nor a list of messages")
        if first is not None:
            yield from _conversation(reading, alone, {}, first)


def is_message(value: Mapping[str, object]) -> bool:
    """Whether an object is a message: it has a role, or is an entry of an OpenAI response."""
    if string(value.get("role")) in _ROLES:
        return bool(_HELD & value.keys())
    return string(value.get("type")) in _RESPONSE_TYPES and bool({"call_id", "summary"} & value.keys())


def message_list(value: object) -> list[Mapping[str, object]]:
    """Return the messages of a list, or of an object that holds one; empty if it is neither."""
    row = mapping(value)
    messages = mappings(value if row is None else row.get("messages"))
    known = any(map(is_message, messages)) and all("role" in each or is_message(each) for each in messages)
    return messages if known else []


def _is_anthropic(message: Mapping[str, object]) -> bool:
    blocks = mappings(message.get("content"))
    return any(string(block.get("type")) in _ANTHROPIC_BLOCKS for block in blocks)


def _conversation(
    reading: Reading, messages: Sequence[Mapping[str, object]], around: Mapping[str, object], row: Row
) -> Iterator[Transcript | BadLine]:
    events = reading.events(
        started_at=_time(around, "started_at", *_TIMES), session_id=first_string(around, "session_id")
    )
    add_system(events, around.get("system"), None)
    for message in messages:
        if not add_message(events, message, _time(message, *_TIMES)):
            yield BadLine(row.number, f"a message of unknown role {string(message.get('role'))!r}")
    yield transcript(
        events,
        task_id=first_string(around, *_IDS) or digest(list(messages), row.place),
        agent=first_string(around, "agent", "agent_id"),
        task_type=first_string(around, "task_type"),
        intent=first_string(around, "intent"),
        outcome=outcome(around.get("outcome")),
        ended_at=moment(around.get("ended_at")),
    )


def _time(fields: Mapping[str, object], *names: str) -> datetime | None:
    return next((found for name in names if (found := moment(fields.get(name)))), None)
