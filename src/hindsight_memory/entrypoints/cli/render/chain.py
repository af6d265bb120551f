"""A task's decisions as one chain, drawn over its sessions."""

from __future__ import annotations

from collections.abc import Sequence

from hindsight_memory.entrypoints.cli.render.decisions import chain, verdict
from hindsight_memory.entrypoints.cli.render.memories import minute
from hindsight_memory.entrypoints.cli.render.tasks import show_task
from hindsight_memory.entrypoints.cli.terminal import Terminal
from hindsight_memory.wire.decisions import DecisionBody
from hindsight_memory.wire.tasks import GapBody, SessionBody, TraceBody


def show_chain(terminal: Terminal, trace: TraceBody) -> None:
    """Draw the chain; what is missing stands where it is missing."""
    show_task(terminal, trace.task)
    known = {one.decision_id: one for one in trace.decisions}
    for session in trace.sessions:
        terminal.line("")
        _show_session(terminal, session)
        gaps = [gap for gap in trace.gaps if gap.session_id == session.session_id]
        _show_links(terminal, [known[name] for name in session.decision_ids if name in known], gaps)
    named = {session.session_id for session in trace.sessions}
    for gap in trace.gaps:
        if gap.session_id not in named:
            terminal.line(("! ", "yellow"), gap.text)
    if not trace.decisions:
        terminal.note("No decision was recorded in this task.")


def _show_session(terminal: Terminal, session: SessionBody) -> None:
    events = len(session.sequences)
    counted = f"{events} event{'' if events == 1 else 's'}"
    span = f"{minute(session.started_at)} to {minute(session.ended_at)}"
    terminal.line((session.session_id or "(no session)", "bold"), (f"  {span} · {counted}", "dim"))


def _show_links(terminal: Terminal, decisions: Sequence[DecisionBody], gaps: Sequence[GapBody]) -> None:
    # A decision that is open says so itself.
    left = [gap for gap in gaps if gap.code != "open_intent"]
    for number, one in enumerate(decisions):
        before = [gap for gap in left if _before(gap, one)]
        for gap in before:
            _show_gap(terminal, gap)
            left.remove(gap)
        _show_link(terminal, one, last=number == len(decisions) - 1 and not left)
    for gap in left:
        _show_gap(terminal, gap)


def _show_link(terminal: Terminal, one: DecisionBody, *, last: bool) -> None:
    place = f"#{one.step} " if one.step is not None else ""
    marks = [mark for mark in (one.intent_type, "inferred" if one.inferred else "") if mark]
    terminal.line(
        verdict(one.delta, is_open=one.open),
        (f"  {place}{one.decided_at.strftime('%H:%M:%S')}Z  {' · '.join(marks)}".rstrip(), "dim"),
        (f"  {one.decision_id}", "dim"),
    )
    chain(terminal, one, "  " if last else "│ ")
    if not last:
        terminal.line(("│", "dim"))


def _show_gap(terminal: Terminal, gap: GapBody) -> None:
    terminal.line(("! ", "yellow"), (gap.text, "yellow"))


def _before(gap: GapBody, decision: DecisionBody) -> bool:
    """Whether a gap shows before a decision."""
    if gap.after_sequence is None or decision.step is None:
        return False
    return gap.after_sequence < decision.step
