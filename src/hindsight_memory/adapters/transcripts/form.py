"""What a form of transcript is: it recognises its rows and reads them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from hindsight_memory.adapters.transcripts.events import EventList
from hindsight_memory.adapters.transcripts.source import Row
from hindsight_memory.domain.trace import OutcomeStatus
from hindsight_memory.ports.transcripts import BadLine, Transcript

Rows = Iterable[Row | BadLine]


@dataclass(frozen=True, slots=True)
class Reading:
    """A file to be read: ``rows`` starts it anew, ``lines`` counts its lines, ``modified_at`` is its time,
    ``cap`` the limit of characters for one tool output."""

    rows: Callable[[], Rows]
    lines: Callable[[], int]
    modified_at: datetime
    cap: int

    def events(self, *, started_at: datetime | None = None, session_id: str = "") -> EventList:
        """Return an empty list of events of a task."""
        return EventList(self.cap, self.modified_at, started_at, session_id)


class Form(Protocol):
    """One form of transcript."""

    @property
    def name(self) -> str:
        """How it is called in ``read(form=…)`` and in messages."""
        ...

    def recognises(self, value: object) -> bool:
        """Whether a JSON value is a row of this form, if no form before it recognised it."""
        ...

    def count(self, reading: Reading) -> int:
        """Return about how many transcripts there are."""
        ...

    def read(self, reading: Reading) -> Iterator[Transcript | BadLine]:
        """Yield the transcripts of the rows in order."""
        ...


def transcript(
    events: EventList,
    *,
    task_id: str,
    agent: str = "",
    task_type: str = "",
    intent: str = "",
    outcome: tuple[OutcomeStatus, str] = (OutcomeStatus.UNKNOWN, ""),
    ended_at: datetime | None = None,
) -> Transcript:
    """Return the finished transcript; its intent is the first request and its end the last event's time,
    where the file does not say."""
    finished = events.finish()
    return Transcript(
        task_id=task_id,
        session_id=events.session_id,
        agent=agent,
        task_type=task_type,
        intent=intent or events.first_request,
        outcome=outcome[0],
        outcome_evidence=outcome[1],
        started_at=events.begins_at,
        ended_at=ended_at or (max(event.at for event in finished) if finished else None),
        events=finished,
        cut=sum(event.truncated for event in finished),
    )


def gathered(reading: Reading, key: Callable[[Row], str | None]) -> Iterator[list[Row] | BadLine]:
    """Yield the rows of each task, as soon as its last row has been read.

    A first pass notes where each task ends: tasks that stand one after the other are held one at a time.
    """
    last = last_places(reading, key)
    open_tasks: dict[str, list[Row]] = {}
    for row in reading.rows():
        if isinstance(row, BadLine):
            yield row
        elif (task := key(row)) is not None:
            open_tasks.setdefault(task, []).append(row)
            if last[task] == row.place:
                yield open_tasks.pop(task)


def last_places(reading: Reading, key: Callable[[Row], str | None]) -> dict[str, str]:
    """Return the place of the last row of each task, tasks in order of their first row."""
    last: dict[str, str] = {}
    for row in reading.rows():
        if isinstance(row, Row) and (task := key(row)) is not None:
            last[task] = row.place
    return last
