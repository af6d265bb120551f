"""The time."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol


class Clock(Protocol):
    """Tells the time as an aware UTC datetime; never goes back by more than clock correction does."""

    def now(self) -> datetime:
        """Return the current time, in UTC."""
        ...
