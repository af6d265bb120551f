"""Review reports for people: what was kept, what was not, and why."""

from __future__ import annotations

from collections import Counter

from hindsight_memory.domain.text.normal import one_line
from hindsight_memory.domain.verdict import VerdictKind
from hindsight_memory.entrypoints.cli.render.memories import VERDICT_STYLES, show_degraded, show_reasons
from hindsight_memory.entrypoints.cli.terminal import Terminal
from hindsight_memory.wire.reviews import ConsideredBody, DecisionsSeenBody, FailureBody, ReportBody, ReviewAnswer


def show_reviews(terminal: Terminal, answer: ReviewAnswer) -> None:
    """Show every report, then the sum."""
    for report in answer.items:
        show_report(terminal, report, brief=len(answer.items) > 1)
        terminal.line("")
    for failure in answer.failed:
        show_failure(terminal, failure)
    if not answer.items and not answer.failed:
        terminal.note("No task is waiting for a review." if not answer.waiting else "")
    if len(answer.items) > 1:
        _show_sum(terminal, answer)
    if answer.waiting:
        terminal.note(f"{answer.waiting} reviews are waiting: hsm review --all")


_MOST_LEFT_OUT = 30
"""Texts left out of one task that a person is shown."""


def show_report(terminal: Terminal, report: ReportBody, *, brief: bool = False) -> None:
    """Show one report: candidates with their verdicts, what was left out, how recalled memories did.

    ``brief`` only counts what was left out."""
    terminal.line(
        (f"Task {report.task_id}", "bold"),
        f"  {report.outcome.value}, {report.events_seen} events, by {report.reviewer}",
    )
    if not report.considered:
        terminal.line(f"  {report.why_nothing()}")
    for one in report.considered:
        _show_considered(terminal, one)
    _show_left_out(terminal, report, brief=brief)
    for use in report.uses:
        terminal.line(f"  {use.use}: {use.memory_id}")
    if report.promoted:
        terminal.line(f"  Kept for good, since they came to use: {', '.join(report.promoted)}")
    if report.prefetch:
        fit = report.prefetch
        terminal.line(f"  Laid out at its beginning: {len(fit.preloaded)}, used: {len(fit.used)} ({fit.hit_rate:.0%})")
    if report.archived:
        terminal.line(f"  Archived, since their time has run out: {', '.join(report.archived)}")
    if report.decisions:
        _show_decisions(terminal, report.decisions)
    show_degraded(terminal, report.degraded)


def _show_decisions(terminal: Terminal, seen: DecisionsSeenBody) -> None:
    if seen.extracted:
        terminal.line(f"  Decisions read out of its trace: {len(seen.extracted)}")
    if seen.closed:
        terminal.line(f"  Decisions closed as unknown, since they never got an outcome: {', '.join(seen.closed)}")
    for one in seen.consequences:
        terminal.line(
            f"  {one.effect.value} {one.memory_id}: {one.before:.2f} → {one.after:.2f}",
            (f"  by decision {one.decision_id}", "dim"),
        )


def _show_left_out(terminal: Terminal, report: ReportBody, *, brief: bool) -> None:
    if not report.left_out:
        return
    more = f": hsm task show {report.task_id}" if brief else ""
    terminal.line((f"  Left out: {len(report.left_out)}{more}", "dim"))
    if brief:
        return
    for one in report.left_out[:_MOST_LEFT_OUT]:
        text = one_line(one.text, 90)
        terminal.line((f"    - {text}: {one.reason.text} [{one.reason.code}]", "dim"))
    if len(report.left_out) > _MOST_LEFT_OUT:
        terminal.line((f"    … and {len(report.left_out) - _MOST_LEFT_OUT} more (all with --json)", "dim"))


def _show_considered(terminal: Terminal, one: ConsideredBody) -> None:
    terminal.line("  ", (f"{one.verdict.value:<11}", VERDICT_STYLES[one.verdict]), f" {one.content}")
    events = f", events {', '.join(str(n) for n in one.evidence)}" if one.evidence else ""
    terminal.line((f"    {one.memory_type.value} · {one.source.value}{events}  {one.memory_id}", "dim"))
    show_reasons(terminal, one.reasons, "    ")


def show_failure(terminal: Terminal, failure: FailureBody) -> None:
    """Show a review that failed, and how to repeat it."""
    terminal.note(("failed ", "bold red"), f"{failure.task_id}: {failure.reason}")
    terminal.note(f"  again with: hsm review {failure.task_id}")


def _show_sum(terminal: Terminal, answer: ReviewAnswer) -> None:
    verdicts = Counter(one.verdict for report in answer.items for one in report.considered)
    parts = [f"{verdicts[kind]} {kind.value}" for kind in VerdictKind if verdicts[kind]]
    left = sum(len(report.left_out) for report in answer.items)
    terminal.line(f"{len(answer.items)} tasks reviewed: {', '.join(parts) or 'nothing kept'}; {left} left out")
