"""The sweep at the edge."""

from __future__ import annotations

from datetime import datetime

from pydantic import Field

from hindsight_memory.domain.errors import Invalid
from hindsight_memory.domain.review.swept import Deed, Swept
from hindsight_memory.wire.body import Body
from hindsight_memory.wire.moment import Moment, moment


class SweepBody(Body):
    """Which memories to compare with all of their space: those last said in a period, the newest first."""

    since: Moment | None = Field(default=None, description="From when on they were last said.")
    until: Moment | None = Field(default=None, description="Before when they were last said.")
    limit: int = Field(default=200, ge=1, le=1000, description="How many, the newest first.")
    space: str | None = Field(default=None, description="The space.")


def swept_range(time_range: str, space: str | None) -> SweepBody:
    """The sweep that ``since/until`` asks for; either may be empty. Raises Invalid, BadTime."""
    since, slash, until = (part.strip() for part in time_range.partition("/"))
    if not slash or not (since or until):
        raise Invalid(
            f"{time_range[:80]!r} is no time range.", hint="since/until, such as 2026-05-01/2026-06-01 or 2026-05-01/"
        )
    return SweepBody(since=moment(since) if since else None, until=moment(until) if until else None, space=space)


class ActBody(Body):
    """One deed: which memory, and the one it gave way to or stands against (empty when it ran out)."""

    deed: Deed
    memory_id: str
    other_id: str
    reason: str


class SweepAnswer(Body):
    """What a sweep did. ``more``: older memories of the period were left for later."""

    space: str
    swept_at: datetime
    looked_at: int
    more: bool
    acts: list[ActBody]

    @classmethod
    def of(cls, swept: Swept) -> SweepAnswer:
        """Return the body of a sweep."""
        return cls(
            space=swept.space,
            swept_at=swept.swept_at,
            looked_at=swept.looked_at,
            more=swept.more,
            acts=[
                ActBody(deed=act.deed, memory_id=act.memory_id, other_id=act.other_id, reason=act.reason)
                for act in swept.acts
            ],
        )
