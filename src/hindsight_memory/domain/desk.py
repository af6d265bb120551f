"""The task's desk: working memory of one session, small, ordered, exact."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta


@dataclass(frozen=True, slots=True)
class Desk:
    """Whose desk it is: one agent's, in one session, in one space. No other session, agent or space sees it."""

    space: str
    agent: str
    session_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """What lies on a desk under ``key``. A note about a memory (``memory_id``) holds no text of it: what it says is
    read when the desk is shown, so that a changed, forgotten or purged memory never stays there."""

    key: str
    content: str = ""
    memory_id: str = ""
    put_at: datetime


@dataclass(frozen=True, slots=True)
class DeskPolicy:
    """How much fits on a desk, and how long one that nobody clears is kept after the last note."""

    notes: int = 50
    max_characters: int = 4_000
    kept: timedelta = timedelta(hours=24)
