"""Desks, briefs and check-ups for people."""

from __future__ import annotations

from hindsight_memory.domain.health import Grade
from hindsight_memory.domain.health_words import GRADES, TITLES
from hindsight_memory.domain.text.normal import one_line
from hindsight_memory.entrypoints.cli.terminal import Terminal
from hindsight_memory.wire.health import HealthBody
from hindsight_memory.wire.working import BriefBody, ClearAnswer, DeskBody, RecalledBody

_STYLES = {Grade.OK: "green", Grade.WARN: "yellow", Grade.BAD: "bold red"}


def show_desk(terminal: Terminal, desk: DeskBody) -> None:
    """Show the notes in order."""
    if not desk.items:
        terminal.note(f"Nothing lies on the desk of {desk.session_id}.")
    for note in desk.items:
        name = f"{note.memory.memory_type.value} {note.memory.memory_id}" if note.memory else note.key
        terminal.line((name, "bold"), f"  {one_line(note.content, 200)}")


def show_cleared(terminal: Terminal, answer: ClearAnswer) -> None:
    """Show how much was taken off."""
    terminal.line(f"{answer.cleared} taken off the desk of {answer.session_id}")


def show_preloaded(terminal: Terminal, memories: list[RecalledBody]) -> None:
    """Show what was laid out when a task began."""
    if memories:
        terminal.line((f"  Laid out, since such tasks used it before: {len(memories)}", "dim"))
    for memory in memories:
        terminal.line((f"    {memory.memory_type.value:<10} ", "cyan"), one_line(memory.content, 200))


def show_brief(terminal: Terminal, brief: BriefBody) -> None:
    """Show a brief as it is given to an agent."""
    if not brief.sections:
        terminal.note(
            "Nothing for a brief yet: nothing is pinned, no preference, limit or failure is known, and no memory has"
            " helped. What is known is found by: hsm search"
        )
    for line in brief.text.splitlines():
        terminal.line((line, "bold") if line.startswith("## ") else line)
    if brief.left_off:
        terminal.note(f"{brief.left_off} more did not fit into the tokens allowed.")


def show_health(terminal: Terminal, health: HealthBody) -> None:
    """Show each check with its measure and advice."""
    words = GRADES[health.lang]
    terminal.line((f"{TITLES[health.lang]}: {', '.join(health.spaces)}", "bold"), f"  {words[health.grade]}")
    for check in health.checks:
        terminal.line((f"{words[check.grade]}  ", _STYLES[check.grade]), (check.title, "bold"), f"  {check.measure}")
        if check.advice:
            terminal.line(f"    → {check.advice}")
