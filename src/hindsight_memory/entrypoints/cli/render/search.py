"""Hits for people: warnings first, then hits with a bar per signal; plain when piped."""

from __future__ import annotations

from hindsight_memory.domain.memory import Status
from hindsight_memory.entrypoints.cli.render.memories import day, show_degraded
from hindsight_memory.entrypoints.cli.terminal import Terminal, bar
from hindsight_memory.wire.search import HitBody, SearchAnswer


def show_hits(terminal: Terminal, answer: SearchAnswer) -> None:
    """Show what was found, or that nothing was."""
    show_degraded(terminal, answer.degraded)
    for warning in answer.warnings:
        terminal.line(("! ", "bold red"), (warning.content, "red"), (f"  [{warning.memory_type.value}]", "dim"))
    if answer.warnings and answer.hits:
        terminal.line("")
    for rank, hit in enumerate(answer.hits, start=1):
        _show_hit(terminal, rank, hit)
    if not answer.hits:
        terminal.note("Nothing that is known answers this.")
    if answer.left_out is not None:
        _show_left_out(terminal, answer)


def _show_hit(terminal: Terminal, rank: int, hit: HitBody) -> None:
    flag = "" if hit.status is Status.ACTIVE else f" {hit.status.value}"
    terminal.line((f"{rank}. ", "dim"), (hit.content, "bold"), (flag, "yellow"))
    terminal.line(
        (f"   {hit.score:.3f}", "cyan"),
        f"  {hit.memory_type.value} · {hit.source.value} · {day(hit.last_confirmed_at)} · {hit.memory_id}",
    )
    if terminal.fancy:
        for name, value in hit.signals.items():
            terminal.line(f"   {name:<11}", (bar(value), "cyan"), f" {value:.2f}")
    else:
        terminal.line("   " + "  ".join(f"{name} {value:.2f}" for name, value in hit.signals.items()))
    for line in (hit.explanation or "").splitlines():
        terminal.line((f"   {line}", "dim"))


def _show_left_out(terminal: Terminal, answer: SearchAnswer) -> None:
    left = answer.left_out
    assert left is not None
    terminal.note(
        f"profile {answer.profile}; {left.below} candidates were not similar enough, "
        f"{left.cut} did not fit the token budget"
    )
    for hit, copies in left.collapsed.items():
        terminal.note(f"{hit} stands for {len(copies)} near-copies: {', '.join(copies)}")
