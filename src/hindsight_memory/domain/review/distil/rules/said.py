"""What the user said that lasts: things to remember, preferences, facts, limits. One rule per type."""

from __future__ import annotations

from collections.abc import Iterator

from hindsight_memory.domain.memory import MemoryType, Source
from hindsight_memory.domain.review.distil.idea import Idea, Reading, Statement
from hindsight_memory.domain.review.distil.weigh import KEEP, user_strength, user_type
from hindsight_memory.domain.review.distil.wording import content_of


def _idea(statement: Statement, kind: MemoryType, rule: str, strength: float) -> Idea:
    return Idea(
        text=content_of(statement),
        type=kind,
        source=Source.USER,
        strength=strength,
        rule=rule,
        at=statement.event.at,
        evidence=statement.evidence,
        explicit=statement.explicit,
        certainty=0.9,
        bare=statement.text,
    )


def _lasting(reading: Reading, kind: MemoryType, rule: str) -> Iterator[Idea]:
    for statement in reading.said:
        strength = user_strength(statement)
        seen = statement.seen
        pointing = seen.borrowed and not (seen.durable or seen.change)
        kept = strength >= KEEP and not (statement.explicit or seen.one_off or pointing)
        if kept and user_type(statement) is kind:
            yield _idea(statement, kind, rule, strength)


def remember(reading: Reading) -> Iterator[Idea]:
    """What the user asked to remember, whatever its type."""
    for statement in reading.said:
        if statement.explicit and not statement.seen.question and not statement.seen.borrowed:
            yield _idea(statement, user_type(statement), "remember", 0.4 + user_strength(statement))


def preference(reading: Reading) -> Iterator[Idea]:
    """How the user wants things done lastingly."""
    return _lasting(reading, MemoryType.PREFERENCE, "preference")


def fact(reading: Reading) -> Iterator[Idea]:
    """How things are, and decisions, as stated by the user."""
    return _lasting(reading, MemoryType.FACT, "fact")


def dead_end(reading: Reading) -> Iterator[Idea]:
    """What the user says does not work or is not worth another try."""
    return _lasting(reading, MemoryType.NEGATIVE, "dead_end")


def boundary(reading: Reading) -> Iterator[Idea]:
    """Limits, permissions, quotas and windows stated by the user."""
    return _lasting(reading, MemoryType.BOUNDARY, "boundary")
