"""A sweep for people: what became of which memory, and why."""

from __future__ import annotations

from hindsight_memory.entrypoints.cli.terminal import Terminal
from hindsight_memory.wire.sweep import SweepAnswer


def show_sweep(terminal: Terminal, answer: SweepAnswer) -> None:
    """Show each deed, then the sum."""
    for act in answer.acts:
        beside = f" ({act.other_id})" if act.other_id else ""
        terminal.line("  ", (f"{act.deed.value:<11}", "bold"), f" {act.memory_id}{beside}: {act.reason}")
    changed = f"{len(answer.acts)} changes" if answer.acts else "nothing to change"
    terminal.line(f"{answer.looked_at} memories of {answer.space} compared, {changed}.")
    if answer.more:
        terminal.note("Older ones were left for later: a larger --limit, or --until.")
