"""What a review decided about a task, and why."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from hindsight_memory.domain.consequences import Consequence
from hindsight_memory.domain.memory import MemoryType, Source
from hindsight_memory.domain.trace import OutcomeStatus
from hindsight_memory.domain.verdict import Reason, Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class Considered:
    """A candidate that reached the gate, with its verdict. ``evidence`` are event sequences of the trace."""

    content: str
    type: MemoryType
    source: Source
    evidence: tuple[int, ...]
    verdict: Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftOut:
    """Something that was looked at and is no candidate."""

    text: str
    evidence: tuple[int, ...]
    reason: Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class UseFound:
    """What the trace shows about a memory that was recalled: ``used_helped``, ``used``, ``harmed`` or ``ignored``."""

    memory_id: str
    use: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionsSeen:
    """What a review did about the decisions of a task: open ones it ``closed`` as unknown, ones it ``extracted`` from
    what was only logged, and their ``consequences`` on memories, those of earlier reviews of the task first."""

    closed: tuple[str, ...] = ()
    extracted: tuple[str, ...] = ()
    consequences: tuple[Consequence, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewReport:
    """Every choice of one review. ``archived`` are memories that had expired, ``promoted`` short-term ones that came
    to use and stay, ``preloaded`` those that were laid out when the task began,
    ``llm_tokens`` what an LLM was paid in both directions."""

    task_id: str
    space: str
    agent: str
    outcome: OutcomeStatus
    events_seen: int
    reviewed_at: datetime
    reviewer: str = "rules"
    considered: tuple[Considered, ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    uses: tuple[UseFound, ...] = ()
    archived: tuple[str, ...] = ()
    promoted: tuple[str, ...] = ()
    preloaded: tuple[str, ...] = ()
    degraded: tuple[str, ...] = ()
    llm_tokens: int = 0
    decisions: DecisionsSeen = DecisionsSeen()

    @property
    def prefetch_hit_rate(self) -> float | None:
        """The share of what was preloaded that the task used, in [0, 1]; None when nothing was."""
        used = {one.memory_id for one in self.uses if one.use != "ignored"}
        return len(used & set(self.preloaded)) / len(self.preloaded) if self.preloaded else None
