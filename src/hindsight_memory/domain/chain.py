"""The chain of a task: its sessions in order, each with its events and decisions, and what is missing between them.

The order never trusts a clock further than it must: inside a session it is that of the sequence, and only the
sessions among themselves are ordered by time. What does not fit is named, not mended.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise

from hindsight_memory.domain.calls import calls_of
from hindsight_memory.domain.decision import Decision
from hindsight_memory.domain.trace import Event, Trace

LONG_SILENCE = timedelta(days=1)
_LAST = 2**63


@dataclass(frozen=True, slots=True)
class Gap:
    """Something that is missing or does not fit. ``after_sequence`` is the event after which it shows (0: before
    the first; None: at no event); ``session_id`` the session it concerns.

    Codes: ``missing_events`` · ``session_without_events`` (announced, nothing came) · ``time_runs_back`` inside a
    session · ``sessions_overlap`` · ``long_silence`` of more than a day between sessions · ``open_intent`` ·
    ``call_without_result`` · ``archive_unreadable`` (they are there, their file cannot be read).
    """

    code: str
    text: str
    after_sequence: int | None = None
    session_id: str = ""


@dataclass(frozen=True, slots=True)
class SessionPart:
    """One session's share of a task. Times are the earliest and the latest of its events (of its decisions when
    it has no events)."""

    session_id: str
    started_at: datetime
    ended_at: datetime
    events: tuple[Event, ...]
    decisions: tuple[Decision, ...]


@dataclass(frozen=True, slots=True)
class Chain:
    """A task's sessions, earliest first, and its gaps."""

    sessions: tuple[SessionPart, ...]
    gaps: tuple[Gap, ...]

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """All decisions in the order of the chain."""
        return tuple(decision for part in self.sessions for decision in part.decisions)


def chain_of(trace: Trace, decisions: Sequence[Decision]) -> Chain:
    """Return the chain of a task from its trace and its decisions, whatever order they arrived in.

    Sessions stand by the time of their first event (ties: its sequence, then the session's id). A decision
    belongs to the session of the event at its step, else to the session it names; inside, decisions stand by
    step, those without one last, by time and id.
    """
    events = sorted(trace.events, key=lambda event: event.sequence)
    placed = _by_session(events, decisions)
    parts = sorted((_part(name, *held) for name, held in placed.items()), key=_place)
    return Chain(tuple(parts), tuple(_gaps(trace, events, parts)))


def _by_session(
    events: Sequence[Event], decisions: Iterable[Decision]
) -> dict[str, tuple[list[Event], list[Decision]]]:
    placed: dict[str, tuple[list[Event], list[Decision]]] = {}
    session_at: dict[int, str] = {}
    for event in events:
        placed.setdefault(event.session_id, ([], []))[0].append(event)
        session_at[event.sequence] = event.session_id
    for decision in decisions:
        name = session_at.get(decision.step or 0, decision.session_id)
        placed.setdefault(name, ([], []))[1].append(decision)
    return placed


def _part(name: str, events: list[Event], decisions: list[Decision]) -> SessionPart:
    times = [event.at for event in events] or [decision.decided_at for decision in decisions]
    ordered = sorted(decisions, key=lambda d: (d.step or _LAST, d.decided_at, d.decision_id))
    return SessionPart(name, min(times), max(times), tuple(events), tuple(ordered))


def _place(part: SessionPart) -> tuple[datetime, int, str]:
    if not part.events:
        return part.started_at, _LAST, part.session_id
    return part.events[0].at, part.events[0].sequence, part.session_id


def _gaps(trace: Trace, events: Sequence[Event], parts: Sequence[SessionPart]) -> Iterable[Gap]:
    yield from _lost_events(trace)
    yield from _missing_events(events, {sequence for lost in trace.lost for sequence in lost.sequences})
    yield from _missing_sessions(trace, parts)
    for part in parts:
        yield from _clock_gaps(part)
    yield from _between(parts)
    for part in parts:
        yield from _unfinished(part)


def _lost_events(trace: Trace) -> Iterable[Gap]:
    for lost in trace.lost:
        first, last = min(lost.sequences), max(lost.sequences)
        what = f"Event {first}" if first == last else f"{len(lost.sequences)} events from {first} to {last}"
        yield Gap("archive_unreadable", f"{what} cannot be read. {lost.reason}", first - 1)


def _missing_events(events: Sequence[Event], lost: Collection[int]) -> Iterable[Gap]:
    before, session = 0, events[0].session_id if events else ""
    for event in events:
        while before + 1 in lost:
            before += 1
        if event.sequence > before + 1:
            first, last = before + 1, event.sequence - 1
            while last in lost:
                last -= 1
            what = f"Event {first} is" if first == last else f"Events {first} to {last} are"
            yield Gap("missing_events", f"{what} missing.", before, session)
        before, session = event.sequence, event.session_id


def _missing_sessions(trace: Trace, parts: Sequence[SessionPart]) -> Iterable[Gap]:
    seen = {part.session_id for part in parts if part.events}
    for session in sorted(set(trace.task.session_ids) - seen):
        yield Gap("session_without_events", f"No event of session {session} has come in.", None, session)


def _clock_gaps(part: SessionPart) -> Iterable[Gap]:
    for before, event in pairwise(part.events):
        if event.at < before.at:
            yield Gap(
                "time_runs_back",
                f"Event {event.sequence} is stamped {_span(before.at - event.at)} before the event it follows.",
                before.sequence,
                part.session_id,
            )


def _between(parts: Sequence[SessionPart]) -> Iterable[Gap]:
    """What lies between a session and all that began before it."""
    latest: SessionPart | None = None
    for part in (part for part in parts if part.events):
        if latest is not None:
            after = latest.events[-1].sequence
            if part.started_at < latest.ended_at:
                text = f"{_name(part)} began before {_name(latest, inside=True)} had ended."
                yield Gap("sessions_overlap", text, after, part.session_id)
            elif (silence := part.started_at - latest.ended_at) > LONG_SILENCE:
                text = f"{_span(silence)} of silence before {_name(part, inside=True)}."
                yield Gap("long_silence", text[0].upper() + text[1:], after, part.session_id)
        latest = part if latest is None or part.ended_at > latest.ended_at else latest


def _unfinished(part: SessionPart) -> Iterable[Gap]:
    for call in calls_of(part.events):
        if call.result is None:
            text = f"The call of {call.event.name or 'a tool'} at event {call.event.sequence} has no result."
            yield Gap("call_without_result", text, call.event.sequence, part.session_id)
    for decision in part.decisions:
        if decision.is_open:
            text = f"Decision {decision.decision_id} still waits for its outcome."
            yield Gap("open_intent", text, decision.step, part.session_id)


def _name(part: SessionPart, *, inside: bool = False) -> str:
    if part.session_id:
        return f"{'session' if inside else 'Session'} {part.session_id}"
    return f"{'the' if inside else 'The'} session without an id"


_UNITS: Mapping[str, timedelta] = {
    "day": timedelta(days=1),
    "hour": timedelta(hours=1),
    "minute": timedelta(minutes=1),
    "second": timedelta(seconds=1),
}


def _span(length: timedelta) -> str:
    """A duration in its largest whole unit: ``3 days``, ``1 hour``, ``less than a second``."""
    for unit, one in _UNITS.items():
        if count := length // one:
            return f"{count} {unit}{'s' if count > 1 else ''}"
    return "less than a second"
