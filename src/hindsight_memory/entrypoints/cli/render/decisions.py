"""Decisions for people: what was believed, meant and expected, what came of it, and the difference."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from hindsight_memory.domain.decision import DeltaResult
from hindsight_memory.domain.text.normal import one_line
from hindsight_memory.entrypoints.cli.render.memories import day, minute, show_cursor, show_degraded
from hindsight_memory.entrypoints.cli.terminal import Terminal, bar
from hindsight_memory.wire.decisions import (
    DecisionBody,
    DecisionList,
    DeltaBody,
    RecordedAnswer,
    SimilarAnswer,
    SimilarHit,
)

STYLES = {DeltaResult.MET: "green", DeltaResult.VIOLATED: "red", DeltaResult.UNKNOWN: "yellow"}
_MARKS = {DeltaResult.MET: "✓", DeltaResult.VIOLATED: "✗", DeltaResult.UNKNOWN: "?"}
_OPEN = ("○ open", "cyan")
_LABEL = 10
_LONGEST = 400
_LONGEST_OUTCOME = 300


def show_recorded(terminal: Terminal, answer: RecordedAnswer) -> None:
    """Show the id, the delta if there is one already, and what came of similar decisions."""
    show_degraded(terminal, answer.degraded)
    terminal.line((answer.decision_id, "bold"), "  ", verdict(answer.delta, is_open=answer.open))
    if not answer.open:
        terminal.line(f"  {difference(answer.delta)}")
    _doubts(terminal, answer.misjudged, answer.suspicious)
    if answer.similar:
        terminal.line("")
        terminal.line(("Decided like this before", "bold"))
    for rank, hit in enumerate(answer.similar, start=1):
        _show_hit(terminal, rank, hit)
    if answer.open:
        terminal.note(f"Its outcome is awaited: hsm decisions outcome {answer.decision_id}")


def show_settled(terminal: Terminal, decision: DecisionBody) -> None:
    """Show the computed delta."""
    terminal.line((decision.decision_id, "bold"), "  ", verdict(decision.delta, is_open=decision.open))
    terminal.line(f"  {difference(decision.delta)}")
    _doubts(terminal, decision.misjudged, decision.suspicious)


def show_decision(terminal: Terminal, decision: DecisionBody) -> None:
    """Show one decision in full."""
    terminal.line((decision.decision_id, "bold"), "  ", verdict(decision.delta, is_open=decision.open))
    terminal.line((f"  {about(decision)}", "dim"))
    chain(terminal, decision, "  ", full=True)
    _doubts(terminal, decision.misjudged, decision.suspicious)


def show_decisions(terminal: Terminal, page: DecisionList) -> None:
    """Show a list, two lines each."""
    if not page.items:
        terminal.note("No decisions here. An agent records them: hsm decisions record")
    for one in page.items:
        terminal.line(verdict(one.delta, is_open=one.open), f"  {one_line(one.belief, 140)}")
        terminal.line(f"  → {one_line(one.intent, 120)}", (f"  {one.decision_id}", "dim"))
        terminal.line((f"  {about(one)}", "dim"))
    show_cursor(terminal, page.next_cursor)


def show_similar(terminal: Terminal, answer: SimilarAnswer) -> None:
    """Show similar past decisions, and why they are."""
    show_degraded(terminal, answer.degraded)
    for rank, hit in enumerate(answer.hits, start=1):
        _show_hit(terminal, rank, hit)
    if not answer.hits:
        terminal.note("Nothing like it was decided before.")


def _show_hit(terminal: Terminal, rank: int, hit: SimilarHit) -> None:
    terminal.line((f"{rank}. ", "dim"), verdict(hit.delta, is_open=hit.open), "  ", (one_line(hit.belief, 140), "bold"))
    told = [("intent", hit.intent), ("expected", hit.expected), ("outcome", hit.outcome)]
    for label, value in told:
        if value:
            terminal.line((f"   {label:<{_LABEL}}", "dim"), one_line(value, 160))
    terminal.line(
        (f"   {hit.score:.3f}", "cyan"),
        f"  {' · '.join(part for part in (hit.intent_type, hit.agent, day(hit.decided_at), hit.decision_id) if part)}",
    )
    if terminal.fancy:
        for name, value in hit.signals.items():
            terminal.line(f"   {name:<11}", (bar(value), "cyan"), f" {value:.2f}")
    else:
        terminal.line("   " + "  ".join(f"{name} {value:.2f}" for name, value in hit.signals.items()))
    for reason in hit.reasons:
        terminal.line((f"   {reason.text}", "dim"))


def verdict(delta: DeltaBody, *, is_open: bool) -> tuple[str, str]:
    """Return the result as a mark and a word, with its style."""
    if is_open:
        return _OPEN
    size = f" {delta.magnitude:.2f}" if delta.magnitude is not None and delta.result is DeltaResult.VIOLATED else ""
    return f"{_MARKS[delta.result]} {delta.result.value}{size}", f"bold {STYLES[delta.result]}"


def difference(delta: DeltaBody) -> str:
    """Return the two values that were compared, and how."""
    if delta.expected or delta.actual:
        expected, actual = one_line(delta.expected, 120) or "–", one_line(delta.actual, 160) or "–"
        return f"expected {expected}, was {actual}  [{delta.reason}]"
    return f"[{delta.reason}]"


def about(decision: DecisionBody) -> str:
    """Return who decided, when and where, in one line."""
    told = (
        minute(decision.decided_at),
        decision.agent,
        decision.intent_type,
        decision.kind.value if decision.kind.value != "branch" else "",
        "inferred" if decision.inferred else "",
        f"task {decision.task_id}" if decision.task_id else "",
    )
    return " · ".join(part for part in told if part)


def parts(decision: DecisionBody, *, full: bool = False) -> Iterator[tuple[str, str]]:
    """Yield the chain of one decision, label and value: belief, intent, expected, outcome, delta; ``full`` has the
    rest too."""
    kind = f" ({decision.expected_kind.value})" if decision.expected_kind else ""
    source = f" [{decision.outcome_source.value.replace('_', ' ')}]" if decision.outcome_source else ""
    told = {
        "observed": decision.observation if full else "",
        "belief": f"{decision.belief}  ({decision.confidence:.0%} sure)",
        "options": " | ".join(decision.options) if full else "",
        "intent": decision.intent,
        "because": decision.choice_reason if full else "",
        "expected": f"{decision.expected}{kind}" if decision.expected else "",
        "action": decision.action if full else "",
        "outcome": f"{outcome_of(decision)}{source}" if decision.outcome_source else "",
        "claimed": decision.claimed.value if decision.claimed and (full or decision.misjudged) else "",
        "relied on": ", ".join(decision.memory_ids) if full else "",
        "delta": "" if decision.open else f"{verdict(decision.delta, is_open=False)[0]}: {difference(decision.delta)}",
    }
    for label, value in told.items():
        if value.strip():
            yield label, one_line(value, _LONGEST)


def outcome_of(decision: DecisionBody) -> str:
    """Return what happened in a few words, also where there is only a status or an exit code. Of a long output the
    end is shown, where the error stands, without rulers."""
    code = f"exit code {decision.exit_code}" if decision.exit_code is not None else ""
    text = " ".join(line.strip() for line in decision.outcome.splitlines() if line.strip("-=*_~#^ "))
    if len(text) > _LONGEST_OUTCOME:
        text = "…" + text[1 - _LONGEST_OUTCOME :]
    told = [code, text or ("" if code else decision.outcome_status)]
    return ": ".join(part for part in told if part)


def chain(terminal: Terminal, decision: DecisionBody, head: str, *, full: bool = False) -> None:
    """Show the parts of a decision below each other, each line behind ``head``."""
    for label, value in parts(decision, full=full):
        style = verdict(decision.delta, is_open=decision.open)[1] if label == "delta" else ""
        for line in hanging(terminal, label, value, head, style):
            terminal.line(*line)


def hanging(terminal: Terminal, label: str, value: str, head: str, style: str) -> Iterator[list[str | tuple[str, str]]]:
    """Yield lines of a label and its value; on a terminal the value is wrapped below itself, piped it stays whole."""
    margin = len(head) + _LABEL
    room = terminal.paper.width - margin
    lines = [value]
    if terminal.fancy and room >= 20:
        lines = [line.plain.rstrip() for line in Text(value).wrap(terminal.paper, room)]
    for number, line in enumerate(lines):
        yield [(head, "dim"), (f"{label if number == 0 else '':<{_LABEL}}", "dim"), (line, style)]


def _doubts(terminal: Terminal, misjudged: bool, suspicious: list[str]) -> None:
    if misjudged:
        terminal.line(("  The agent claimed otherwise; what was computed counts.", "yellow"))
    if suspicious:
        terminal.line((f"  The belief names what the observation does not: {', '.join(suspicious)}", "yellow"))
