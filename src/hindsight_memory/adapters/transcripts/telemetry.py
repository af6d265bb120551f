"""Spans of agents as tasks: OpenTelemetry's conventions for generative AI, and OpenInference.

One conversation or session (``gen_ai.conversation.id``, ``session.id``) is one task, else one trace is. A span of a
model call tells its whole conversation; a tool's span shows a call that a model's answer showed before. What is
seen several times is kept once (``domain.sightings``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import NamedTuple

from hindsight_memory.adapters.transcripts.blocks import add_message
from hindsight_memory.adapters.transcripts.events import EventList
from hindsight_memory.adapters.transcripts.form import Reading
from hindsight_memory.adapters.transcripts.otlp import Span, is_export, spans_of
from hindsight_memory.adapters.transcripts.span_messages import Message, answered, parsed, plain, told
from hindsight_memory.adapters.transcripts.values import arguments, mapping, mappings, string
from hindsight_memory.domain.sightings import Seen, Sighting, fresh
from hindsight_memory.domain.trace import EventKind, OutcomeStatus
from hindsight_memory.ports.transcripts import BadLine, SpansRead, Transcript

_CONVERSATIONS = ("gen_ai.conversation.id", "session.id")
_SPACE = "hindsight.space"
_OPERATIONS = {
    "chat": "model",
    "text_completion": "model",
    "generate_content": "model",
    "execute_tool": "tool",
    "invoke_agent": "agent",
    "create_agent": "agent",
    "invoke_workflow": "agent",
    "retrieval": "search",
}
_KINDS = {"LLM": "model", "TOOL": "tool", "AGENT": "agent", "CHAIN": "agent", "RETRIEVER": "search"}
_MOST_PROBLEMS = 5
_LONGEST_ID = 256  # of a task; a conversation with a longer one goes by its traces


class Telemetry:
    """Export requests in OTLP/JSON: one in a file, or one a line."""

    name = "otel"

    def recognises(self, value: object) -> bool:
        """An object with resource spans."""
        return is_export(value)

    def count(self, reading: Reading) -> int:
        """Return the number of requests."""
        return reading.lines()

    def read(self, reading: Reading) -> Iterator[Transcript | BadLine]:
        """Yield the tasks of all requests in the file, after the last one: spans of one task may be in any."""
        spans: list[Span] = []
        for row in reading.rows():
            if isinstance(row, BadLine):
                yield row
            elif is_export(row.value):
                for problem in _taken(mapping(row.value) or {}, spans):
                    yield BadLine(row.number, problem)
            else:
                yield BadLine(row.number, "no export request (resourceSpans)")
        yield from (transcript for _, transcript in tasks_of(spans, reading.events))


def _taken(request: Mapping[str, object], spans: list[Span]) -> Iterator[str]:
    """Add the spans of a request to those that are there; yields what is wrong with others."""
    for one in spans_of(request):
        if isinstance(one, str):
            yield one
        else:
            spans.append(one)


def read_export(request: Mapping[str, object], events: Callable[[], EventList]) -> SpansRead:
    """Return what one export request holds; spans that are none are counted."""
    spans: list[Span] = []
    problems = list(_taken(request, spans))
    found = tuple(tasks_of(spans, events))
    return SpansRead(found, len(problems), " ".join(dict.fromkeys(problems[:_MOST_PROBLEMS])))


def tasks_of(spans: Sequence[Span], events: Callable[[], EventList]) -> Iterator[tuple[str, Transcript]]:
    """Yield each task of some spans, with the space that its resource names (``hindsight.space``; mostly none)."""
    named: dict[str, str] = {}
    for span in spans:
        name = span.text(*_CONVERSATIONS)
        if name and len(name) <= _LONGEST_ID:
            named.setdefault(span.trace_id, name)
    groups: dict[tuple[str, str], list[Span]] = {}
    for span in spans:
        space = string(span.resource.get(_SPACE))
        groups.setdefault((space, named.get(span.trace_id, span.trace_id)), []).append(span)
    for (space, task_id), held in groups.items():
        transcript = _Task(events()).read(held)
        if transcript is not None:
            yield space, replace(transcript, task_id=task_id)


class _Read(NamedTuple):
    """A span with what it is of (``model``, ``tool``, ``agent``, ``search``; empty: of no agent) and its messages."""

    span: Span
    kind: str
    told: Sequence[Message]
    answered: Sequence[Message]


def _read(span: Span) -> _Read:
    kind = _KINDS.get(span.text("openinference.span.kind").upper()) or _OPERATIONS.get(
        span.text("gen_ai.operation.name")
    )
    if kind == "tool":
        return _Read(span, kind, (), ())
    before, after = told(span), answered(span)
    if kind is None:
        kind = "model" if before or after else ""
    return _Read(span, kind, before, after)


@dataclass(slots=True)
class _Task:
    """Reads the spans of one task into sightings."""

    events: EventList
    seen: list[tuple[Seen, int]] = field(default_factory=list[tuple[Seen, int]])
    tellings: int = 0
    asked: set[str] = field(default_factory=set[str])
    returned: set[str] = field(default_factory=set[str])

    def read(self, spans: Sequence[Span]) -> Transcript | None:
        """Return the transcript; None when no span of it is of an agent."""
        ordered = sorted(spans, key=lambda span: (span.started_at, span.span_id))
        reads = [_read(span) for span in ordered]
        if not any(read.kind for read in reads):
            return None
        session = next((name for span in ordered if (name := span.text(*reversed(_CONVERSATIONS)))), "")
        self.events.session_id = session
        self.events.started_at = ordered[0].started_at
        self._note_calls(reads)
        talks = any(read.kind == "model" and (read.told or read.answered) for read in reads)
        for read in reads:
            self._add(read, talks=talks)
        sightings = tuple(
            Sighting(event, how, telling) for event, (how, telling) in zip(self.events.finish(), self.seen, strict=True)
        )
        first = tuple(replace(event, sequence=n) for n, event in enumerate(fresh((), sightings), start=1))
        roots = [span for span in ordered if not span.parent_id]
        problem = roots[-1].problem if roots else ""
        return Transcript(
            task_id="",
            session_id=session,
            agent=_agent(ordered),
            intent=self.events.first_request,
            outcome=OutcomeStatus.FAILURE if problem else OutcomeStatus.UNKNOWN,
            outcome_evidence=problem,
            started_at=ordered[0].started_at,
            ended_at=max(span.ended_at for span in ordered),
            events=first,
            cut=sum(event.truncated for event in first),
            sightings=sightings,
            trace_ids=tuple(dict.fromkeys(span.trace_id for span in ordered)),
            complete=bool(roots),
        )

    def _note_calls(self, reads: Iterable[_Read]) -> None:
        """Which calls (by id) a model's answer shows, and of which a tool's span shows the result."""
        for span, kind, before, after in reads:
            if kind == "tool":
                if _call_id(span) and (_result(span) or span.problem):
                    self.returned.add(_call_id(span))
                continue
            for message in (*before, *after):
                blocks = [*mappings(message.get("tool_calls")), *mappings(message.get("content"))]
                self.asked |= {string(block.get("id")) for block in blocks} - {""}

    def _add(self, read: _Read, *, talks: bool) -> None:
        span, kind, before, after = read
        match kind:
            case "model":
                self._tell(before, span.started_at)
                self._note(Seen.HAPPENED, after, span.ended_at)
            case "agent":
                self._tell(before or ([] if talks else _value(span, "input.value", "user")), span.started_at)
                self._tell(after or ([] if talks else _value(span, "output.value", "assistant")), span.ended_at)
            case "tool" | "search":
                self._add_call(span, kind)
                return
            case _:
                return
        if span.problem:
            self.events.add(
                EventKind.ERROR, _problem(span), at=span.ended_at, name=span.text("error.type"), status="error"
            )
            self._mark(Seen.TOLD if kind == "agent" else Seen.HAPPENED)

    def _tell(self, messages: Sequence[Message], at: datetime) -> None:
        self.tellings += 1
        kept = [message for message in messages if string(message.get("tool_call_id")) not in self.returned]
        self._note(Seen.TOLD, kept, at)

    def _note(self, how: Seen, messages: Sequence[Message], at: datetime) -> None:
        for message in messages:
            if not add_message(self.events, message, at):
                add_message(self.events, {**message, "role": "user"}, at)
        self._mark(how)

    def _add_call(self, span: Span, kind: str) -> None:
        name = _tool(span, kind)
        given = arguments(parsed(_first(span, "gen_ai.tool.call.arguments", "tool.parameters", "input.value")))
        result = _result(span)
        if kind == "search":
            query = _first(span, "gen_ai.retrieval.query.text", "input.value")
            given = {"query": plain(query)} if query else {}
            result = result or _documents(span)
        if not given and not result and not span.problem:
            return  # Contents were not recorded: there is nothing to learn from a bare name.
        self.events.call(name, given, call_id=_call_id(span), at=span.started_at)
        if _call_id(span) in self.asked:
            self.events.drop_last()
        else:
            self._mark(Seen.STARTED)
        status = "error" if span.problem else ""
        self.events.result(result or _problem(span), name=name, status=status, at=span.ended_at)
        self._mark(Seen.HAPPENED)

    def _mark(self, how: Seen) -> None:
        self.seen += [(how, self.tellings)] * (len(self.events) - len(self.seen))


def _first(span: Span, *names: str) -> object:
    return next((span.attributes[name] for name in names if span.attributes.get(name) not in (None, "")), None)


def _tool(span: Span, kind: str) -> str:
    if kind == "search":
        return span.text("gen_ai.data_source.id") or span.name or "retrieve"
    return span.text("gen_ai.tool.name", "tool.name") or span.name.removeprefix("execute_tool").strip() or "tool"


def _call_id(span: Span) -> str:
    return span.text("gen_ai.tool.call.id", "tool_call.id", "tool.id")


def _result(span: Span) -> str:
    value = _first(span, "gen_ai.tool.call.result", "output.value")
    return "" if value is None else plain(value)


def _documents(span: Span) -> str:
    """The contents of the documents that were retrieved, one after the other."""
    prefix = "retrieval.documents."
    names = sorted(n for n in span.attributes if n.startswith(prefix) and n.endswith(".document.content"))
    found = [plain(span.attributes[name]) for name in names]
    return "\n\n".join(found) or plain(span.attributes.get("gen_ai.retrieval.documents") or "")


def _value(span: Span, name: str, role: str) -> list[Message]:
    """What went into or came out of an agent, when it is words and not the arguments of a function."""
    text = span.text(name)
    kind = span.text(name.replace(".value", ".mime_type"))
    return [{"role": role, "content": text}] if text and parsed(text) == text and "json" not in kind else []


def _problem(span: Span) -> str:
    """What went wrong: the exception's own words, else what the status says."""
    for mark in span.marks:
        if mark.name == "exception":
            parts = [string(mark.attributes.get(f"exception.{part}")) for part in ("type", "message")]
            return ": ".join(filter(None, parts)) or span.problem
    return span.problem


def _agent(spans: Sequence[Span]) -> str:
    named = (span.text("gen_ai.agent.name", "agent.name") for span in spans)
    services = (string(span.resource.get("service.name")) for span in spans)
    return next((name for name in (*named, *services) if name and not name.startswith("unknown_service")), "")
