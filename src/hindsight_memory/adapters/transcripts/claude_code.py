"""Session files of Claude Code: JSON lines of messages with what the host adds around them.

The shape is that of the files it writes (``type``, ``uuid``, ``sessionId``, ``isSidechain``, ``isMeta``,
``isCompactSummary``, ``message`` in Anthropic's spelling); a session with all its prompts is one task.
Entries are taken in file order: what was done on a branch that was rewound was done nevertheless.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime

from hindsight_memory.adapters.transcripts.blocks import add_message, content_text
from hindsight_memory.adapters.transcripts.events import EventList
from hindsight_memory.adapters.transcripts.form import Reading, gathered, last_places, transcript
from hindsight_memory.adapters.transcripts.source import Row
from hindsight_memory.adapters.transcripts.values import digest, mapping, moment, sequence, string, text_of
from hindsight_memory.adapters.transcripts.words import apart, own_words
from hindsight_memory.domain.trace import EventKind
from hindsight_memory.ports.transcripts import BadLine, Transcript

_AGENT = "claude-code"
_TALK = frozenset({"user", "assistant"})
_KNOWN_MARKS = frozenset({"uuid", "sessionId", "parentUuid", "leafUuid", "isSidechain"})
# Entries that are no words of the person or the agent: state of the host, expanded commands, compaction.
_HIDDEN = ("isSidechain", "isMeta", "isCompactSummary", "isVisibleInTranscriptOnly")


class ClaudeCode:
    """The lines of a session file."""

    name = "claude-code"

    def recognises(self, value: object) -> bool:
        """An entry with a type and one of the marks that Claude Code gives each entry."""
        row = mapping(value)
        return row is not None and bool(string(row.get("type"))) and bool(_KNOWN_MARKS & row.keys())

    def count(self, reading: Reading) -> int:
        """Return the number of sessions in the file, mostly one."""
        return len(last_places(reading, _session))

    def read(self, reading: Reading) -> Iterator[Transcript | BadLine]:
        """Yield one transcript for each session; reports a file that holds nothing but a sub-agent's talk."""
        found = side = False
        for rows in gathered(reading, _session):
            if isinstance(rows, BadLine):
                yield rows
                continue
            entries = [entry for row in rows if (entry := mapping(row.value)) is not None]
            side = side or any(entry.get("isSidechain") is True for entry in entries)
            events = _events(reading, entries)
            if len(events):
                found = True
                task_id = events.session_id or digest(entries, rows[0].place)
                yield transcript(events, task_id=task_id, agent=_AGENT)
        if side and not found:
            yield BadLine(1, "only the talk of a sub-agent, which is left out; name the session's own file")


def _session(row: Row) -> str | None:
    entry = mapping(row.value)
    if entry is None or string(entry.get("type")) not in _TALK | {"attachment"}:
        return None
    return string(entry.get("sessionId"))


def _events(reading: Reading, entries: list[Mapping[str, object]]) -> EventList:
    session = next((found for entry in entries if (found := string(entry.get("sessionId")))), "")
    events = reading.events(session_id=session)
    seen: set[str] = set()
    for entry in entries:
        uuid = string(entry.get("uuid"))
        if uuid not in seen and not any(entry.get(mark) is True for mark in _HIDDEN):
            _append(events, entry, moment(entry.get("timestamp")))
        seen.update({uuid} - {""})
    return events


def _append(events: EventList, entry: Mapping[str, object], at: datetime | None) -> None:
    if entry.get("type") == "attachment":
        _append_attachment(events, mapping(entry.get("attachment")) or {}, at)
        return
    message = mapping(entry.get("message")) or {}
    if entry.get("isApiErrorMessage") is True:
        events.add(EventKind.ERROR, content_text(message.get("content")), at=at, status="error")
    elif entry.get("type") == "assistant" or _from_person(entry) or _holds_results(message):
        add_message(events, {"role": entry.get("type"), **message}, at)


def _append_attachment(events: EventList, attachment: Mapping[str, object], at: datetime | None) -> None:
    """A prompt typed while the agent worked is the person's; of all else only recalled memories are kept."""
    if attachment.get("type") == "queued_command":
        if _from_person(attachment) and attachment.get("commandMode", "prompt") == "prompt":
            events.add(EventKind.USER, own_words(content_text(attachment.get("prompt"))), at=at)
        return
    content = attachment.get("content")
    text = content_text(content) if sequence(content) is not None else text_of(content)
    for block in apart(text)[1]:
        events.add(EventKind.RECALL, block.text, at=at, recalled=block.memory_ids)


def _from_person(entry: Mapping[str, object]) -> bool:
    origin = mapping(entry.get("origin"))
    return origin is None or string(origin.get("kind")) in ("", "human")


def _holds_results(message: Mapping[str, object]) -> bool:
    blocks = sequence(message.get("content")) or ()
    return any((mapping(block) or {}).get("type") == "tool_result" for block in blocks)
