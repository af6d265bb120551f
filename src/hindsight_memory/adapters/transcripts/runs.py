"""Agent runs: one task a line with its steps and its outcome (``traces/`` of the evaluation data)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from hindsight_memory.adapters.transcripts.events import EventList
from hindsight_memory.adapters.transcripts.form import Reading, transcript
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
from hindsight_memory.adapters.transcripts.words import own_words
from hindsight_memory.domain.trace import EventKind
from hindsight_memory.ports.transcripts import BadLine, Transcript

_KINDS = {
    "say": EventKind.ASSISTANT,
    "action": EventKind.TOOL_CALL,
    "observation": EventKind.TOOL_RESULT,
    **{kind.value: kind for kind in EventKind},
}
# A ReAct action names its tool in the text: Search[Albany, Georgia] (Yao et al. 2022, arXiv:2210.03629).
_REACT = re.compile(r"([A-Za-z_][\w.-]*)\[(.*)\]", re.DOTALL)


class Runs:
    """Rows with ``steps`` and ``outcome``; the row's ``id`` is the task's, ``task_id`` only its problem's."""

    name = "runs"

    def recognises(self, value: object) -> bool:
        """An object with a list of steps that have a kind."""
        row = mapping(value)
        if row is None or sequence(row.get("steps")) is None:
            return False
        steps = mappings(row["steps"])
        return all("kind" in step for step in steps) and (bool(steps) or "outcome" in row)

    def count(self, reading: Reading) -> int:
        """Return the number of lines."""
        return reading.lines()

    def read(self, reading: Reading) -> Iterator[Transcript | BadLine]:
        """Yield a transcript for each row; a step of an unknown kind is reported and left out."""
        for row in reading.rows():
            if isinstance(row, BadLine):
                yield row
                continue
            fields = mapping(row.value)
            if fields is None or sequence(fields.get("steps")) is None:
                yield BadLine(row.number, "no task with steps")
                continue
            start = moment(fields.get("started_at"))
            events = reading.events(started_at=start, session_id=first_string(fields, "session_id"))
            for step in mappings(fields["steps"]):
                if (problem := _append(events, step)) is not None:
                    yield BadLine(row.number, problem)
            _append_lessons(events, fields)
            yield transcript(
                events,
                task_id=first_string(fields, "id", "task_id") or digest(fields, row.place),
                agent=string(fields.get("agent")),
                task_type=string(fields.get("task_type")),
                intent=text_of(fields.get("intent")),
                outcome=outcome(fields.get("outcome")),
                ended_at=moment(fields.get("ended_at")),
            )


def _append(events: EventList, step: Mapping[str, object]) -> str | None:
    kind = _KINDS.get(string(step.get("kind")))
    text, name = text_of(step.get("text")), string(step.get("name"))
    at = moment(step.get("at"))
    match kind:
        case None:
            return f"unknown kind of step {string(step.get('kind'))!r}; known: {', '.join(_KINDS)}"
        case EventKind.TOOL_CALL:
            args = arguments(step.get("args"))
            react = None if name or args else _REACT.fullmatch(text)
            events.call(react[1] if react else name, args, text=text, at=at)
        case EventKind.TOOL_RESULT:
            events.result(text, name=name, status=string(step.get("status")), at=at)
        case EventKind.USER:
            events.add(kind, own_words(text), name=name, at=at)
        case _:
            events.add(kind, text, name=name, at=at)
    return None


def _append_lessons(events: EventList, fields: Mapping[str, object]) -> None:
    """What the agent itself wrote down after the run: its thoughts, not anybody's facts."""
    for lesson in sequence(fields.get("lessons")) or ():
        events.add(EventKind.THOUGHT, text_of(lesson), name="lesson")
