"""Density: decisions against the steps of their task. Records are sparse; where every step is one, none stands out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from hindsight_memory.domain.patterns.rates import FEW

TOO_DENSE = 0.35
"""About 5 to 7 decisions in 20 steps are right; more than this share is too dense."""
_MOST = 20


@dataclass(frozen=True, slots=True)
class Density:
    """How many decisions were recorded in a task of how many steps (tool calls and turns of the agent)."""

    space: str
    task_id: str
    decisions: int
    steps: int

    @property
    def share(self) -> float:
        """Decisions per step; above 1 where there are more of them than steps."""
        return self.decisions / self.steps if self.steps else 0.0

    @property
    def few(self) -> bool:
        """Whether there are too few steps for a claim."""
        return self.steps < FEW

    @property
    def too_dense(self) -> bool:
        """Whether it is denser than a record should be."""
        return not self.few and self.share > TOO_DENSE


def too_dense(tasks: Iterable[Density]) -> tuple[Density, ...]:
    """Return the tasks that are recorded too densely, the densest first; at most 20."""
    dense = [one for one in tasks if one.too_dense]
    return tuple(sorted(dense, key=lambda one: (-one.share, -one.decisions, one.space, one.task_id))[:_MOST])
