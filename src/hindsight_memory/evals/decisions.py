"""``hsm eval decisions``: the decisions that extraction reads out of raw agent runs, and how they go with the outcome.

Runs are taken in as ``hsm ingest`` takes them and read back from the store. Nothing here tells whether a decision
that was read out is right: ``draw`` gives some of them, drawn with the seed, for people to read.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from hindsight_memory.bootstrap import App, opened
from hindsight_memory.domain.decision import Decision, DeltaResult
from hindsight_memory.domain.extraction import extracted
from hindsight_memory.domain.extraction.moves import steps_of
from hindsight_memory.domain.trace import OutcomeStatus, Trace
from hindsight_memory.evals.measure import Stopwatch, configuration, percentile
from hindsight_memory.ports.transcripts import BadLine
from hindsight_memory.settings import EmbedderSettings, Settings

RESAMPLES = 10_000
_SHOWN = 300  # characters of an outcome that a drawn decision shows


@dataclass(frozen=True, slots=True)
class Run:
    """One task and what was read out of it."""

    dataset: str
    trace: Trace
    decisions: tuple[Decision, ...]

    @property
    def violated(self) -> int:
        """How many of its decisions broke their expectation."""
        return sum(decision.delta.result is DeltaResult.VIOLATED for decision in self.decisions)


def run(
    files: Sequence[Path], settings: Settings, *, sample: int | None = None, seed: int = 0, draw: int = 0
) -> dict[str, object]:
    """Return the figures over all files. ``sample`` takes that many tasks of each file and ``draw`` lists that many
    decisions, both drawn with ``seed``; ``settings.home`` must be an empty or missing folder.

    Raises UnreadableInput."""
    watch = Stopwatch()
    without_model = settings.model_copy(update={"embedder": EmbedderSettings(kind="none", cache_dir=None)})
    with opened(without_model) as app:
        runs = [one for file in files for one in _read(app, watch, file, sample, seed)]
        used = configuration(app, files=[path.name for path in files], sample=sample, seed=seed)
    drawn = {"drawn": _drawn(runs, draw, seed)} if draw else {}
    return report(runs, seed) | drawn | watch.figures() | {"config": used}


def report(runs: Sequence[Run], seed: int) -> dict[str, object]:
    """Return the figures of some runs, and of each data set."""
    return {
        **rates(runs, seed),
        "by_dataset": _grouped(runs, lambda one: one.dataset, seed),
        "counts": {
            "tasks": len(runs),
            **{f"tasks_{status}": sum(one.trace.task.outcome is status for one in runs) for status in OutcomeStatus},
            "steps": sum(steps_of(one.trace.events) for one in runs),
            **_counted(runs, lambda decision: f"decisions_{decision.delta.result}"),
            **_counted(runs, lambda decision: f"kind_{decision.kind}"),
            "misjudged": sum(decision.misjudged for one in runs for decision in one.decisions),
        },
    }


def rates(runs: Sequence[Run], seed: int) -> dict[str, object]:
    """Return decisions per task and per step, and violations per task where the task failed and where it succeeded
    with their difference and its 95 % interval (bootstrap over tasks, each group by itself, by percentiles)."""
    steps = sum(steps_of(one.trace.events) for one in runs)
    count = sum(len(one.decisions) for one in runs)
    found: dict[str, object] = {
        "decisions_per_task": round(count / max(1, len(runs)), 4),
        "share_of_steps": round(count / max(1, steps), 4),
    }
    failed = [one.violated for one in runs if one.trace.task.outcome is OutcomeStatus.FAILURE]
    succeeded = [one.violated for one in runs if one.trace.task.outcome is OutcomeStatus.SUCCESS]
    if failed and succeeded:
        low, high = interval(failed, succeeded, seed)
        found |= {
            "violations_per_failed": round(_mean(failed), 4),
            "violations_per_succeeded": round(_mean(succeeded), 4),
            "difference": round(_mean(failed) - _mean(succeeded), 4),
            "difference_low": round(low, 4),
            "difference_high": round(high, 4),
        }
    return found


def interval(first: Sequence[int], second: Sequence[int], seed: int) -> tuple[float, float]:
    """Return the 95 % bootstrap interval of the difference of two means."""
    chance = random.Random(seed)
    differences = [
        _mean(chance.choices(first, k=len(first))) - _mean(chance.choices(second, k=len(second)))
        for _ in range(RESAMPLES)
    ]
    return percentile(differences, 2.5), percentile(differences, 97.5)


def _read(app: App, watch: Stopwatch, file: Path, sample: int | None, seed: int) -> list[Run]:
    found = [one for one in app.transcripts.read(file) if not isinstance(one, BadLine)]
    if sample is not None and sample < len(found):
        found = random.Random(seed).sample(found, sample)
    dataset = file.name.partition(".")[0]
    runs: list[Run] = []
    for one in found:
        with watch.intake():
            task_id = app.tasks.ingest(app.actor, one, dataset).task_id
        trace = app.tasks.trace(app.actor, task_id, dataset)
        with watch.call():
            decisions = extracted(trace)
        runs.append(Run(dataset, trace, decisions))
    return runs


def _drawn(runs: Sequence[Run], count: int, seed: int) -> list[dict[str, object]]:
    found = [(one, decision) for one in runs for decision in one.decisions]
    chosen = random.Random(seed).sample(found, min(count, len(found)))
    return [_shown(one, decision) for one, decision in chosen]


def _shown(one: Run, decision: Decision) -> dict[str, object]:
    expectation, outcome = decision.expectation, decision.outcome
    return {
        "task": decision.task_id,
        "step": decision.step,
        "kind": decision.kind,
        "intent_type": decision.intent_type,
        "intent": decision.intent,
        "belief": decision.belief.statement,
        "expected": expectation.text[:_SHOWN],
        "expected_kind": expectation.kind,
        "outcome": outcome.text[:_SHOWN] if outcome else "",
        "delta": decision.delta.result,
        "reason": decision.delta.reason,
        "claimed": decision.claimed,
        "confidence": decision.confidence,
        "options": list(decision.options),
        "choice_reason": decision.choice_reason,
        "task_outcome": one.trace.task.outcome,
    }


def _counted(runs: Sequence[Run], key: Callable[[Decision], str]) -> Mapping[str, int]:
    return dict(sorted(Counter(key(decision) for one in runs for decision in one.decisions).items()))


def _grouped(runs: Sequence[Run], key: Callable[[Run], str], seed: int) -> dict[str, object]:
    groups = dict.fromkeys(key(one) for one in runs)
    return {group: rates([one for one in runs if key(one) == group], seed) for group in groups}


def _mean(values: Sequence[int]) -> float:
    return sum(values) / len(values)
