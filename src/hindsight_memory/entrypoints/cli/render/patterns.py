"""Patterns for people: where confidence misleads, what is overlooked, what goes wrong again and again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.cells import cell_len

from hindsight_memory.domain.patterns import Measure
from hindsight_memory.domain.text.normal import one_line
from hindsight_memory.entrypoints.cli.terminal import Terminal, bar
from hindsight_memory.wire.patterns import CalibrationBody, DriftBody, FoundBody, PatternsBody, RateBody

_MOST = 10
_WIDEST = 48


def show_patterns(terminal: Terminal, answer: PatternsBody) -> None:
    """Show all that was found, a block each; what was not found is left out."""
    found = answer.patterns
    if not found.decisions:
        terminal.note("No decisions here. An agent records them: hsm decisions record")
        return
    _show_head(terminal, answer)
    _show_bins(terminal, found.calibration)
    _show_groups(terminal, "By kind of intent", found.by_intent_type)
    _show_groups(terminal, "By agent", found.by_agent)
    _block(terminal, "Confidently wrong", _wrong(found))
    _block(terminal, "Said fine, was not", _misjudged(found))
    _block(terminal, "Wrong more than once", _repeated(found))
    _block(terminal, "Blind spots: seen when it went wrong, never believed about", _blind(found))
    _block(terminal, "Tools that failed tasks left aside", _tools(found))
    _block(terminal, "Drift from week to week", map(_drift, found.drifts))
    _block(terminal, "Recorded too densely", _dense(found))


def _show_head(terminal: Terminal, answer: PatternsBody) -> None:
    found, table = answer.patterns, answer.patterns.calibration
    inferred = f", {found.inferred:,} of them read from traces" if found.inferred else ""
    terminal.line((f"{found.decisions:,} decisions", "bold"), f"{inferred}, {found.waiting:,} await their outcome")
    if answer.cut:
        terminal.note("There are more: the oldest were left out.")
    if not table.met.of:
        terminal.note("None has a known result; only a tool's result or the system makes one.")
        return
    wrong = f"{table.confidently_wrong} confidently wrong, {table.hesitantly_wrong} hesitantly"
    terminal.line(f"met {_rate(table.met)}, unknown {table.unknown.hits}/{table.unknown.of}; {wrong}")
    if table.brier is not None and table.calibration_error is not None:
        terminal.line((f"Brier score {table.brier:.3f}, calibration error {table.calibration_error:.3f}", "dim"))


def _show_bins(terminal: Terminal, table: CalibrationBody) -> None:
    if not table.bins:
        return
    terminal.line("")
    terminal.line(("Confidence against what came of it", "bold"))
    for one in table.bins:
        style = "dim" if one.met.few else "cyan"
        shown = (f"{bar(one.met.share or 0.0, 20)}", style)
        terminal.line(f"  {one.low:.1f}–{one.high:.1f}  ", shown, f"  {_rate(one.met)}")


def _show_groups(terminal: Terminal, title: str, groups: Sequence[CalibrationBody]) -> None:
    if len(groups) < 2 and not (groups and groups[0].name):
        return
    names = [one_line(one.name or "(none)", _WIDEST) for one in groups[:_MOST]]
    width = max(map(cell_len, names), default=0)
    terminal.line("")
    terminal.line((title, "bold"))
    for name, one in zip(names, groups, strict=False):
        wrong = f", {one.confidently_wrong} confidently wrong" if one.confidently_wrong else ""
        terminal.line(f"  {name}{' ' * (width - cell_len(name))}  {one.decisions:>5,}  met {_rate(one.met)}{wrong}")


def _block(terminal: Terminal, title: str, lines: Iterator[str]) -> None:
    shown = list(lines)[:_MOST]
    if shown:
        terminal.line("")
        terminal.line((title, "bold"))
    for line in shown:
        terminal.line(f"  {line}")


def _wrong(found: FoundBody) -> Iterator[str]:
    for one in found.confidently_wrong:
        magnitude = "" if one.magnitude is None else f" {one.magnitude:.2f}"
        came = one_line(one.actual or one.outcome, 60)
        delta = f"({one.result.value}{magnitude}, confidence {one.confidence:.2f})"
        yield f"{one_line(one.belief, 80)} → {one_line(one.expected, 40)} → {came} {delta}"


def _misjudged(found: FoundBody) -> Iterator[str]:
    told = found.judgements
    if told.said_fine:
        checked = told.right + told.said_fine + told.said_failed
        yield f"{told.said_fine} of {checked} claims that could be checked"
    for one in told.shown:
        yield f"{one_line(one.belief, 80)}  {one.decision_id}"


def _repeated(found: FoundBody) -> Iterator[str]:
    for one in found.repeated_beliefs:
        tasks = f", {one.tasks} tasks" if one.tasks > 1 else ""
        yield f"{one_line(one.belief, 100)}  {_of(one.violated)} violated{tasks}{_few(few=one.few)}"


def _blind(found: FoundBody) -> Iterator[str]:
    for one in found.blind_spots:
        yield f"{one_line(one.name, _WIDEST)}  in {_of(one.violated)} violated, {_of(one.met)} met{_few(few=one.few)}"


def _tools(found: FoundBody) -> Iterator[str]:
    for one in found.ignored_tools:
        kind = f" of {one_line(one.task_type, _WIDEST)}" if one.task_type else ""
        yield f"{one_line(one.name, _WIDEST)}  {one.failed} tasks{kind}, {one.used} others used it{_few(few=one.few)}"


def _drift(one: DriftBody) -> str:
    digits = "{:,.0f}" if one.measure is Measure.VOLUME else "{:.2f}"
    name = one.measure.value.replace("_", " ")
    return f"{name}: {digits.format(one.was)} in {one.before}, {digits.format(one.now)} in {one.week}"


def _dense(found: FoundBody) -> Iterator[str]:
    for one in found.too_dense:
        yield f"{one_line(one.task_id, _WIDEST)}  {one.decisions} decisions in {one.steps} steps"


def _rate(rate: RateBody) -> str:
    if rate.share is None:
        return "–"
    counts = f"{rate.hits}/{rate.of}"
    return f"{counts} (too few)" if rate.few else f"{rate.share:.0%} of {rate.of} ({rate.low:.0%}–{rate.high:.0%})"


def _of(rate: RateBody) -> str:
    return f"{rate.hits}/{rate.of}"


def _few(*, few: bool) -> str:
    return " (too few to claim)" if few else ""
