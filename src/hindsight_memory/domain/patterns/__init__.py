"""Patterns over decisions: where confidence misleads, what is overlooked, what is believed wrongly again and again.

Pure, and independent of the order in which the decisions come. Every share carries its interval; what rests on fewer
than five is marked ``few``, and nothing is claimed from it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from hindsight_memory.domain.decision import Decision
from hindsight_memory.domain.patterns.blind_spots import BlindSpot, blind_spots
from hindsight_memory.domain.patterns.calibration import (
    CONFIDENT,
    Bin,
    Calibration,
    Grouping,
    by_agent,
    by_intent_type,
    calibration,
    is_violated,
)
from hindsight_memory.domain.patterns.density import Density, too_dense
from hindsight_memory.domain.patterns.drift import Drift, Measure, Span, WeekSeen, drifts, weeks_of
from hindsight_memory.domain.patterns.rates import FEW, Mean, Rate, rate
from hindsight_memory.domain.patterns.repeats import RepeatedBelief, repeated_beliefs
from hindsight_memory.domain.patterns.tools import IgnoredTool, TaskTools, ignored_tools, tools_of
from hindsight_memory.domain.patterns.wrong import Judgements, confidently_wrong, judgements

__all__ = [
    "CONFIDENT",
    "FEW",
    "Bin",
    "BlindSpot",
    "Calibration",
    "Density",
    "Drift",
    "Grouping",
    "IgnoredTool",
    "Judgements",
    "Mean",
    "Measure",
    "Patterns",
    "Rate",
    "RepeatedBelief",
    "Span",
    "TaskSeen",
    "TaskTools",
    "WeekSeen",
    "densities",
    "patterns_of",
    "rate",
    "tools_of",
]


@dataclass(frozen=True, slots=True)
class TaskSeen:
    """What is looked at of one task's trace: its tools and its steps."""

    tools: TaskTools
    steps: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Patterns:
    """What a number of decisions has in common. ``inferred`` of ``decisions`` were read out of logged traces, and
    ``inferred_violated`` of these were violated: they count among blind spots and repeats, never in calibration.
    ``tasks`` is how many traces were looked at."""

    decisions: int
    inferred: Rate
    inferred_violated: int
    waiting: int
    overall: Calibration
    by_intent_type: tuple[Calibration, ...]
    by_agent: tuple[Calibration, ...]
    confidently_wrong: tuple[Decision, ...]
    judgements: Judgements
    blind_spots: tuple[BlindSpot, ...]
    repeated: tuple[RepeatedBelief, ...]
    ignored_tools: tuple[IgnoredTool, ...]
    weeks: tuple[WeekSeen, ...]
    drifts: tuple[Drift, ...]
    tasks: int
    dense: tuple[Density, ...]


def patterns_of(decisions: Sequence[Decision], tasks: Sequence[TaskSeen], span: Span) -> Patterns:
    """Return what these decisions and the tasks they were made in have in common."""
    inferred = [one for one in decisions if one.inferred]
    weeks = weeks_of(decisions, span)
    return Patterns(
        decisions=len(decisions),
        inferred=rate(len(inferred), len(decisions)),
        inferred_violated=sum(map(is_violated, inferred)),
        waiting=sum(one.is_open for one in decisions),
        overall=calibration(decisions),
        by_intent_type=by_intent_type(decisions),
        by_agent=by_agent(decisions),
        confidently_wrong=confidently_wrong(decisions),
        judgements=judgements(decisions),
        blind_spots=blind_spots(decisions),
        repeated=repeated_beliefs(decisions),
        ignored_tools=ignored_tools([task.tools for task in tasks]),
        weeks=weeks,
        drifts=drifts(weeks),
        tasks=len(tasks),
        dense=too_dense(densities(decisions, tasks)),
    )


def densities(decisions: Sequence[Decision], tasks: Sequence[TaskSeen]) -> tuple[Density, ...]:
    """Return how dense the record of each task is; what was read out of a trace is none of its record."""
    recorded = Counter((one.space, one.task_id) for one in decisions if not one.inferred)
    steps = {(task.tools.space, task.tools.task_id): task.steps for task in tasks}
    return tuple(
        Density(space, task_id, recorded[space, task_id], count) for (space, task_id), count in sorted(steps.items())
    )
