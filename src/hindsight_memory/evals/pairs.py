"""``hsm eval pairs``: of each pair the first statement is stored, then the second is offered, in a space of its own.

What is measured is what duplicate, merge and conflict checks decide; the scorer is out of it (every draft passes,
as a fact said by the user). ``entailment`` pairs may be merged or not, so they count only for wrong supersedes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from hindsight_memory.bootstrap import App, opened
from hindsight_memory.domain.errors import ContentTooLong, EmptyContent
from hindsight_memory.domain.memory import MemoryType, Source
from hindsight_memory.domain.verdict import Verdict, VerdictKind
from hindsight_memory.evals.labelled import Labelled, drawn, read_labelled
from hindsight_memory.evals.measure import SetClock, Stopwatch, configuration
from hindsight_memory.services.memories import WriteRequest
from hindsight_memory.settings import Settings

LABELS = frozenset({"duplicate", "different", "entailment", "neutral", "contradiction", "update"})
_APART = frozenset({"different", "neutral", "contradiction"})
_NO_CHANGE = frozenset({"duplicate", "different", "neutral", "entailment"})
_START = datetime(2026, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Decided:
    """A pair and what was decided about its second statement."""

    line: Labelled
    merged: bool = False
    superseded: bool = False
    disputed: bool = False
    refused: str = ""

    @property
    def conflict(self) -> bool:
        """Whether a contradiction was found."""
        return self.superseded or self.disputed


def run(
    files: Sequence[Path],
    settings: Settings,
    *,
    sample: int | None = None,
    seed: int = 0,
    told: Callable[[int, int], None] | None = None,
) -> dict[str, object]:
    """Return the figures over all files. ``sample`` takes that many pairs of each file, drawn with ``seed``.

    ``told`` hears after each pair how many of how many are done. ``settings.home`` must be an empty or missing
    folder. Raises UnreadableInput."""
    lines = drawn(read_labelled(files, LABELS, ("a", "b")), sample, seed)
    open_gate = settings.gate.model_copy(update={"long_term": 0.0, "short_term": 0.0})
    clock, watch = SetClock(_START), Stopwatch()
    with opened(settings.model_copy(update={"gate": open_gate}), clock) as app:
        decided: list[Decided] = []
        for number, line in enumerate(lines):
            decided.append(_decide(app, clock, watch, number, line))
            if told is not None:
                told(len(decided), len(lines))
        used = configuration(app, files=[path.name for path in files], sample=sample, seed=seed)
    return report(decided) | watch.figures() | {"config": used}


def report(decided: Sequence[Decided]) -> dict[str, object]:
    """Return the metrics over everything, by data set and by language."""
    labels = {label: sum(one.line.label == label for one in decided) for label in sorted(LABELS)}
    return {
        **metrics(decided),
        "by_dataset": _grouped(decided, lambda one: one.line.dataset),
        "by_lang": _grouped(decided, lambda one: one.line.text("lang") or "?"),
        "counts": {"pairs": len(decided), "not_offered": sum(bool(one.refused) for one in decided)}
        | {label: count for label, count in labels.items() if count},
    }


def metrics(decided: Sequence[Decided]) -> dict[str, object]:
    """Return precision and recall of duplicates and conflicts and the rates of wrong merges and supersedes.

    A metric that does not apply (no such pairs, nothing found) is absent."""

    def share(hits: Callable[[Decided], bool], among: Callable[[Decided], bool]) -> float | None:
        chosen = [hits(one) for one in decided if among(one)]
        return round(sum(chosen) / len(chosen), 4) if chosen else None

    found = {
        "duplicate_precision": share(lambda d: d.line.label == "duplicate", _merged_and_judged),
        "duplicate_recall": share(lambda d: d.merged, lambda d: d.line.label == "duplicate"),
        "contradiction_precision": share(lambda d: d.line.label in {"contradiction", "update"}, lambda d: d.conflict),
        "contradiction_recall": share(lambda d: d.conflict, lambda d: d.line.label == "contradiction"),
        "update_recall": share(lambda d: d.conflict, lambda d: d.line.label == "update"),
        "false_merge_rate": share(lambda d: d.merged, lambda d: d.line.label in _APART),
        "false_supersede_rate": share(lambda d: d.superseded, lambda d: d.line.label in _NO_CHANGE),
    }
    return {name: value for name, value in found.items() if value is not None}


def _merged_and_judged(one: Decided) -> bool:
    return one.merged and one.line.label != "entailment"


def _grouped(decided: Sequence[Decided], key: Callable[[Decided], str]) -> dict[str, object]:
    groups = dict.fromkeys(key(one) for one in decided)
    return {group: metrics([one for one in decided if key(one) == group]) for group in groups}


def _decide(app: App, clock: SetClock, watch: Stopwatch, number: int, line: Labelled) -> Decided:
    space = f"pair-{number}"
    try:
        with watch.intake():
            first = app.memories.write(app.actor, _request(line.text("a"), space))
        clock.at += timedelta(minutes=1)
        with watch.call(), watch.intake():
            second = app.memories.write(app.actor, _request(line.text("b"), space))
    except (EmptyContent, ContentTooLong) as error:
        return Decided(line, refused=error.code)
    return _decided(line, first, second)


def _request(text: str, space: str) -> WriteRequest:
    return WriteRequest(
        content=text, memory_type=MemoryType.FACT, source=Source.USER, channel="user_input", space=space
    )


def _decided(line: Labelled, first: Verdict, second: Verdict) -> Decided:
    return Decided(
        line,
        merged=second.kind in (VerdictKind.EXISTING, VerdictKind.MERGED) and second.memory_id == first.memory_id,
        superseded=first.memory_id in second.superseded,
        disputed=first.memory_id in second.disputed,
    )
