"""Calendar weeks (ISO 8601): Monday 00:00 UTC to the next Monday, named like ``2026-W48``."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from hindsight_memory.domain.errors import Invalid

LENGTH = timedelta(days=7)
_NAME = re.compile(r"(\d{4})-?[Ww](\d{1,2})", re.ASCII)


@dataclass(frozen=True, slots=True, order=True)
class Week:
    """A week. ``year`` is that of its Thursday, as ISO 8601 counts."""

    year: int
    number: int

    @classmethod
    def of(cls, at: datetime) -> Week:
        """Return the week that a time lies in."""
        year, number, _ = at.astimezone(UTC).isocalendar()
        return cls(year, number)

    @classmethod
    def named(cls, name: str) -> Week:
        """Return the week of this name. Raises Invalid for what names none."""
        found = _NAME.fullmatch(name.strip())
        try:
            if found is None:
                raise ValueError(name)
            week = cls(int(found[1]), int(found[2]))
            date.fromisocalendar(week.year, week.number, 1)
        except ValueError:
            raise Invalid(f"{name[:40]!r} names no week.", hint="A week is written like 2026-W48.") from None
        return week

    @property
    def start(self) -> datetime:
        """Its first instant."""
        monday = date.fromisocalendar(self.year, self.number, 1)
        return datetime(monday.year, monday.month, monday.day, tzinfo=UTC)

    @property
    def end(self) -> datetime:
        """The first instant after it (of the last week there is: its last)."""
        start, last = self.start, datetime.max.replace(tzinfo=UTC)
        return start + LENGTH if start <= last - LENGTH else last

    def back(self, weeks: int) -> Week:
        """Return the week that lies so many before it; the first there is where there are not so many."""
        first = datetime(1, 1, 1, tzinfo=UTC)
        return Week.of(self.start - LENGTH * weeks) if self.start - first >= LENGTH * weeks else Week.of(first)

    def __str__(self) -> str:
        """Return its name."""
        return f"{self.year:04d}-W{self.number:02d}"
