"""A task's chain at the edge: its sessions in order, and what is missing between them."""

from __future__ import annotations

from datetime import datetime

from hindsight_memory.domain.chain import Gap, SessionPart
from hindsight_memory.wire.body import Body


class SessionBody(Body):
    """One session's share of a task: the sequences of its events, and its decisions in order. Times are the first and
    the last of its events."""

    session_id: str
    started_at: datetime
    ended_at: datetime
    sequences: list[int]
    decision_ids: list[str]

    @classmethod
    def of(cls, part: SessionPart) -> SessionBody:
        """Return the body of a session."""
        return cls(
            session_id=part.session_id,
            started_at=part.started_at,
            ended_at=part.ended_at,
            sequences=[event.sequence for event in part.events],
            decision_ids=[decision.decision_id for decision in part.decisions],
        )


class GapBody(Body):
    """Something that is missing or does not fit; ``after_sequence`` is the event behind which it shows."""

    code: str
    text: str
    after_sequence: int | None
    session_id: str

    @classmethod
    def of(cls, gap: Gap) -> GapBody:
        """Return the body of a gap."""
        return cls(code=gap.code, text=gap.text, after_sequence=gap.after_sequence, session_id=gap.session_id)
