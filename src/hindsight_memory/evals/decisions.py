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
        "by_dataset": _by_dataset(runs, seed),
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
    with their difference and its 95 % interval."""
    steps = sum(steps_of(one.trace.events) for one in runs)
    count = sum(len(one.decisions) for one in runs)
    found: dict[str, object] = {
        "decisions_per_task": round(count / max(1, len(runs)), 4),
        "share_of_steps": round(count / max(1, steps), 4),
    }
    means = _means(runs)
    bounds = interval(runs, seed)
    if means is not None and bounds is not None:
        found |= {
            "violations_per_failed": round(means[0], 4),
            "violations_per_succeeded": round(means[1], 4),
            "difference": round(means[0] - means[1], 4),
            "difference_low": round(bounds[0], 4),
            "difference_high": round(bounds[1], 4),
        }
    return found


def interval(runs: Sequence[Run], seed: int) -> tuple[float, float] | None:
    """Return the 95 % interval of the difference in violations between failed and succeeded tasks, by bootstrap.

    Runs of the same problem (the same data set and intent) are no independent evidence: problems are drawn, each
    with all its runs. None when not both outcomes are there."""
    problems: dict[tuple[str, str], list[Run]] = {}
    for position, one in enumerate(runs):
        problems.setdefault((one.dataset, one.trace.task.intent or str(position)), []).append(one)
    held = [_sums(group) for group in problems.values()]
    if not held:
        return None
    chance = random.Random(seed)
    differences: list[float] = []
    for _ in range(RESAMPLES):
        drawn = chance.choices(held, k=len(held))
        failed, violated, succeeded, others = (sum(part) for part in zip(*drawn, strict=True))
        if failed and succeeded:
            differences.append(violated / failed - others / succeeded)
    return (percentile(differences, 2.5), percentile(differences, 97.5)) if differences else None


def _sums(runs: Sequence[Run]) -> tuple[int, int, int, int]:
    """How many failed, their violations, how many succeeded, and theirs."""
    failed = [one.violated for one in runs if one.trace.task.outcome is OutcomeStatus.FAILURE]
    succeeded = [one.violated for one in runs if one.trace.task.outcome is OutcomeStatus.SUCCESS]
    return len(failed), sum(failed), len(succeeded), sum(succeeded)


def _means(runs: Sequence[Run]) -> tuple[float, float] | None:
    failed, violated, succeeded, others = _sums(runs)
    return (violated / failed, others / succeeded) if failed and succeeded else None


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


def _by_dataset(runs: Sequence[Run], seed: int) -> dict[str, object]:
    names = dict.fromkeys(one.dataset for one in runs)
    return {name: rates([one for one in runs if one.dataset == name], seed) for name in names}
