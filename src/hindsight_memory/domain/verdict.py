"""What the write gate says about a draft: a closed set of verdicts, each with reasons."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from hindsight_memory.domain.memory import Scores


class VerdictKind(StrEnum):
    """The closed set of answers to a write."""

    STORED = "stored"
    SHORT_TERM = "short_term"
    EXISTING = "existing"
    MERGED = "merged"
    HELD = "held"
    DISCARDED = "discarded"
    QUARANTINED = "quarantined"


@dataclass(frozen=True, slots=True)
class Reason:
    """A stable code and a sentence for people."""

    code: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """The final answer to one draft. ``memory_id`` is empty only when ``discarded``.

    ``superseded`` and ``disputed`` name memories that this one replaced or stands against.
    """

    kind: VerdictKind
    memory_id: str
    reasons: tuple[Reason, ...]
    scores: Scores | None = None
    existing: bool = False
    superseded: tuple[str, ...] = ()
    disputed: tuple[str, ...] = ()
    discard_id: str = ""
    degraded: tuple[str, ...] = ()
