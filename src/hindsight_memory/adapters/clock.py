"""The clock of the machine."""

from __future__ import annotations

from datetime import UTC, datetime


class SystemClock:
    """Tells the time of the machine."""

    def now(self) -> datetime:
        """Return the current time, in UTC."""
        return datetime.now(UTC)
