"""The check-up of a store (体检): what is counted, how each measure is graded, and what to do about it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum


class Grade(StrEnum):
    """How a measure came out."""

    OK = "ok"
    WARN = "warn"
    BAD = "bad"


LONG_UNUSED = timedelta(days=30)
"""Age from which a memory that no task ever recalled counts as unretrieved."""
WEEK = timedelta(days=7)


@dataclass(frozen=True, slots=True, kw_only=True)
class Census:
    """Counts of one space or several. ``active`` are memories in force; ``of_age`` those of them that are older than
    ``LONG_UNUSED``. ``discarded`` counts drafts of the last week."""

    active: int = 0
    short_term: int = 0
    of_age: int = 0
    unretrieved: int = 0
    disputed: int = 0
    by_source: Mapping[str, int] = field(default_factory=dict[str, int])
    this_week: int = 0
    week_before: int = 0
    same_text: int = 0
    without_vector: int = 0
    overdue: int = 0
    quarantined: int = 0
    failed_jobs: int = 0
    waiting_jobs: int = 0
    discarded: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """What the check-up looked at: counts, near-copies among the newest memories, what waits for a person, and how
    many of the ``recorded_tasks`` (those with decisions of the last two weeks) are recorded too densely."""

    census: Census
    looked_at: int = 0
    near_copies: int = 0
    pending: int = 0
    oldest_pending: datetime | None = None
    oldest_job: datetime | None = None
    recorded_tasks: int = 0
    dense_tasks: int = 0
    forgotten_intents: int = 0
    confident: int = 0
    confidently_wrong: int = 0
    has_model: bool = True
    now: datetime


@dataclass(frozen=True, slots=True)
class Finding:
    """One measure: ``value`` is a number (a share in [0, 1], a count, days), ``counts`` what it is made of."""

    name: str
    value: float
    grade: Grade
    counts: Mapping[str, float]


def check(seen: Seen) -> list[Finding]:
    """Return all findings, always in the same order."""
    return [judge(seen) for judge in _CHECKS]


def _share(part: float, whole: float) -> float:
    return part / whole if whole else 0.0


def _graded(value: float, warn: float, bad: float) -> Grade:
    return Grade.BAD if value >= bad else Grade.WARN if value >= warn else Grade.OK


_FEW = 20
"""Below this many a share says nothing yet."""


def _share_graded(part: int, whole: int, warn: float, bad: float) -> tuple[float, Grade]:
    value = _share(part, whole)
    return value, Grade.OK if whole < _FEW else _graded(value, warn, bad)


def _unretrieved(seen: Seen) -> Finding:
    c = seen.census
    value, grade = _share_graded(c.unretrieved, c.of_age, 0.5, 0.8)
    return Finding("unretrieved", value, grade, {"unretrieved": c.unretrieved, "of_age": c.of_age})


def _conflicts(seen: Seen) -> Finding:
    c = seen.census
    in_force = c.active + c.disputed
    grade = Grade.OK if not c.disputed else _graded(_share(c.disputed, max(in_force, _FEW)), 0.0, 0.1)
    return Finding("conflicts", c.disputed, grade, {"disputed": c.disputed, "active": c.active})


def _sources(seen: Seen) -> Finding:
    by = seen.census.by_source
    inferred, every = by.get("inferred", 0), sum(by.values())
    value, grade = _share_graded(inferred, every, 0.5, 0.75)
    return Finding("sources", value, grade, {"inferred": inferred, "active": every, **dict(sorted(by.items()))})


def _growth(seen: Seen) -> Finding:
    c = seen.census
    value = _share(c.this_week, max(c.week_before, 1))
    eager = c.this_week >= 5 * _FEW
    grade = _graded(value, 3.0, 10.0) if eager and c.week_before else Grade.OK
    return Finding("growth", value, grade, {"this_week": c.this_week, "week_before": c.week_before})


def _duplicates(seen: Seen) -> Finding:
    copies = seen.near_copies + seen.census.same_text
    value = _share(copies, max(seen.looked_at, _FEW))
    grade = Grade.OK if not copies else _graded(value, 0.01, 0.05)
    return Finding("duplicates", value, grade, {"copies": copies, "looked_at": seen.looked_at})


def _index(seen: Seen) -> Finding:
    c = seen.census
    in_force = c.active + c.disputed
    if not seen.has_model:
        return Finding("index", 0.0, Grade.WARN if in_force else Grade.OK, {"without_vector": in_force, "model": 0})
    value = 1.0 - _share(c.without_vector, in_force)
    grade = Grade.OK if not c.without_vector else Grade.BAD if value < 0.9 else Grade.WARN
    return Finding("index", value, grade, {"without_vector": c.without_vector, "in_force": in_force})


def _pending(seen: Seen) -> Finding:
    days = (seen.now - seen.oldest_pending) / timedelta(days=1) if seen.oldest_pending else 0.0
    grade = _graded(days, 3.0, 14.0) if seen.pending else Grade.OK
    return Finding("pending", round(max(days, 0.0), 1), grade, {"pending": seen.pending})


def _overdue(seen: Seen) -> Finding:
    c = seen.census
    grade = Grade.OK if not c.overdue else _graded(_share(c.overdue, max(c.active, _FEW)), 0.0, 0.1)
    return Finding("overdue", c.overdue, grade, {"overdue": c.overdue, "active": c.active})


def _quarantine(seen: Seen) -> Finding:
    c = seen.census
    grade = Grade.OK if not c.quarantined else _graded(_share(c.quarantined, max(c.active, _FEW)), 0.0, 0.2)
    return Finding("quarantine", c.quarantined, grade, {"quarantined": c.quarantined})


def _jobs(seen: Seen) -> Finding:
    c = seen.census
    hours = (seen.now - seen.oldest_job) / timedelta(hours=1) if seen.oldest_job else 0.0
    late = _graded(hours, 24.0, 24.0 * 7)
    grade = max(late, _graded(c.failed_jobs, 1, 20), key=list(Grade).index)
    return Finding("jobs", c.failed_jobs, grade, {"failed": c.failed_jobs, "waiting": c.waiting_jobs})


def _discards(seen: Seen) -> Finding:
    c = seen.census
    offered = c.discarded + c.this_week
    value, grade = _share_graded(c.discarded, offered, 0.7, 0.95)
    return Finding("discards", value, grade, {"discarded": c.discarded, "offered": offered})


_FEW_TASKS = 5


def _density(seen: Seen) -> Finding:
    value = _share(seen.dense_tasks, seen.recorded_tasks)
    grade = Grade.OK if seen.recorded_tasks < _FEW_TASKS else _graded(value, 0.2, 0.6)
    return Finding("density", value, grade, {"dense": seen.dense_tasks, "tasks": seen.recorded_tasks})


def _open_intents(seen: Seen) -> Finding:
    grade = Grade.OK if not seen.forgotten_intents else _graded(seen.forgotten_intents, 1, 20)
    return Finding("open_intents", seen.forgotten_intents, grade, {"open": seen.forgotten_intents})


def _confidence(seen: Seen) -> Finding:
    value, grade = _share_graded(seen.confidently_wrong, seen.confident, 0.3, 0.5)
    return Finding("confidence", value, grade, {"wrong": seen.confidently_wrong, "confident": seen.confident})


_CHECKS: tuple[Callable[[Seen], Finding], ...] = (
    _unretrieved,
    _conflicts,
    _sources,
    _growth,
    _duplicates,
    _index,
    _pending,
    _overdue,
    _quarantine,
    _jobs,
    _discards,
    _density,
    _open_intents,
    _confidence,
)


def worst(findings: list[Finding]) -> Grade:
    """Return the worst grade; ok when nothing was found."""
    return max((f.grade for f in findings), key=list(Grade).index, default=Grade.OK)
