"""Reading finished agent runs from files of every known form."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from pathlib import Path

from hindsight_memory.adapters.transcripts.claude_code import ClaudeCode
from hindsight_memory.adapters.transcripts.events import EventList
from hindsight_memory.adapters.transcripts.form import Form, Reading, Rows
from hindsight_memory.adapters.transcripts.hindsight import HindsightRows
from hindsight_memory.adapters.transcripts.messages import Messages, message_list
from hindsight_memory.adapters.transcripts.runs import Runs
from hindsight_memory.adapters.transcripts.source import Row, Source
from hindsight_memory.adapters.transcripts.telemetry import Telemetry, read_export
from hindsight_memory.adapters.transcripts.values import mapping, sequence
from hindsight_memory.domain.errors import UnreadableInput
from hindsight_memory.ports.transcripts import BadLine, SpansRead, Transcript

# In this order a row is offered to them: what only one form can be, before what several could.
FORMS: tuple[Form, ...] = (
    ClaudeCode(),
    HindsightRows(),
    Runs(),
    Telemetry(),
    Messages("anthropic"),
    Messages("openai"),
)
TEXT_CAP = 64 * 1024
LONGEST = 256 * 1024 * 1024
# How many rows are looked at for one of a known form before the file is given up.
_SAMPLE = 200


class TranscriptFiles:
    """Implements ``ports.transcripts.TranscriptReader``; memory holds one task at a time, not the file."""

    def __init__(self, *, text_cap: int = TEXT_CAP, longest: int = LONGEST) -> None:
        """``text_cap``: characters kept of one tool output, head and tail around a marker. ``longest``:
        characters of a line, or of a JSON document over several lines."""
        self._text_cap = text_cap
        self._longest = longest

    def forms(self) -> tuple[str, ...]:
        """Return the names of the known forms."""
        return tuple(form.name for form in FORMS)

    def read(self, path: Path, *, form: str | None = None) -> Iterator[Transcript | BadLine]:
        """Yield what the file holds, in order; with ``form`` it is read as that, else as what its rows show.

        The file is opened, and refused with UnreadableInput, before the first transcript is asked for.
        """
        source = Source(path, longest=self._longest)
        chosen = self._detect(source) if form is None else self._named(form)
        return chosen.read(self._reading(source))

    def form(self, path: Path) -> str:
        """Return the name of the form that the file's rows show."""
        return self._detect(Source(path, longest=self._longest)).name

    def size(self, path: Path) -> int:
        """Return the number of transcripts to expect: exact for our form and sessions, else the lines."""
        source = Source(path, longest=self._longest)
        return self._detect(source).count(self._reading(source))

    def export(self, request: Mapping[str, object], at: datetime) -> SpansRead:
        """Return what an OTLP export request holds."""
        return read_export(request, lambda: EventList(self._text_cap, at))

    def _reading(self, source: Source) -> Reading:
        return Reading(
            rows=lambda: _spread(source.rows()),
            lines=source.count_lines,
            modified_at=source.modified_at,
            cap=self._text_cap,
        )

    def _named(self, name: str) -> Form:
        for form in FORMS:
            if form.name == name:
                return form
        raise UnreadableInput(f"There is no form {name!r} of transcript.", hint=self._known())

    def _detect(self, source: Source) -> Form:
        problem = ""
        for row, _ in zip(_spread(source.rows()), range(_SAMPLE), strict=False):
            if isinstance(row, BadLine):
                problem = problem or f" Line {row.number}: {row.problem}."
                continue
            if "world_id" in (mapping(row.value) or {}):
                raise UnreadableInput(
                    f"{source.path} holds evaluation worlds, not transcripts.",
                    hint="Use: hsm eval regression FILE",
                )
            for form in FORMS:
                if form.recognises(row.value):
                    return form
        raise UnreadableInput(f"{source.path} is of no known form.{problem}", hint=self._known())

    def _known(self) -> str:
        return f"Known forms: {', '.join(self.forms())}; they are described in docs/transcripts.md."


def _spread(rows: Rows) -> Iterator[Row | BadLine]:
    """Yield the entries of an array as rows of their own, unless the array is one list of messages."""
    for row in rows:
        entries = None if isinstance(row, BadLine) else sequence(row.value)
        if isinstance(row, BadLine) or entries is None or message_list(row.value):
            yield row
            continue
        for position, entry in enumerate(entries, start=1):
            if mapping(entry) is None and sequence(entry) is None:
                yield BadLine(row.number, f"entry {position} is neither a JSON object nor an array")
            else:
                yield Row(row.number, f"{row.place}.{position}", entry)
