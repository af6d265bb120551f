"""The approval queue for people."""

from __future__ import annotations

from hindsight_memory.domain.text.normal import one_line
from hindsight_memory.entrypoints.cli.render.memories import minute, show_changed, show_cursor, show_reasons
from hindsight_memory.entrypoints.cli.terminal import Terminal
from hindsight_memory.wire.proposals import (
    ApprovalModeAnswer,
    ProposalBody,
    ProposalDetail,
    ProposalList,
    ProposeAnswer,
    PurgeAnswer,
    RolledBackBody,
    SettledList,
)


def show_proposals(terminal: Terminal, page: ProposalList) -> None:
    """Show the queue."""
    if not page.items:
        terminal.note("Nothing waits.")
    for one in page.items:
        _short(terminal, one)
    show_cursor(terminal, page.next_cursor)


def _short(terminal: Terminal, one: ProposalBody) -> None:
    age = f", for {one.age_days:.1f} days" if one.age_days is not None else ""
    terminal.line((one_line(one.content, 160), "bold"))
    terminal.line(
        (f"  {one.proposal_id}  {one.kind.value} · {one.memory_type.value} · {one.source.value}", "dim"),
        (f"  {one.state.value}{age}", "yellow"),
    )
    show_reasons(terminal, one.reasons)
    if one.ruling is not None:
        word = "approved" if one.ruling.granted else "rejected"
        why = f": {one.ruling.reason}" if one.ruling.reason else ""
        terminal.line((f"  {word} by {one.ruling.actor}, {minute(one.ruling.at)}{why}", "dim"))


def show_proposal(terminal: Terminal, detail: ProposalDetail) -> None:
    """Show one proposal with its diff and its evidence."""
    _short(terminal, detail.proposal)
    terminal.line(("Would change", "bold"))
    for line in detail.diff:
        terminal.line(f"  {line}")
    for one in detail.against:
        pinned = ", pinned" if one.pinned else ""
        terminal.line(f"  {one.stance}{pinned}: {one_line(one.content, 120)}", (f"  {one.memory_id}", "dim"))
        if one.reason:
            terminal.line((f"    {one.reason}", "dim"))
    if detail.evidence:
        terminal.line((f"Evidence from task {detail.proposal.task_id}", "bold"))
    for event in detail.evidence:
        more = f" … {event.cut} more characters" if event.cut else ""
        terminal.line(f"  {event.sequence} {event.kind.value}: {one_line(event.text, 400)}{more}")


def show_settled(terminal: Terminal, answer: SettledList) -> None:
    """Show what became of proposals."""
    for one in answer.items:
        terminal.line(
            (one.proposal.state.value, "bold"),
            f"  {one.memory.memory_id} is {one.memory.status.value}: {one_line(one.memory.content, 120)}",
        )
        show_reasons(terminal, one.reasons)


def show_mode(terminal: Terminal, answer: ApprovalModeAnswer) -> None:
    """Show who decides in a space."""
    whence = "set for this space" if answer.own else "by the setting"
    terminal.line((answer.mode.value, "bold"), f"  space {answer.space}, {whence}")


def show_proposed(terminal: Terminal, answer: ProposeAnswer) -> None:
    """Show what became of candidates."""
    for one in answer.items:
        terminal.line((one.verdict.value, "bold"), f"  {one_line(one.content, 120)}", (f"  {one.memory_id}", "dim"))
        show_reasons(terminal, one.reasons)
    for left in answer.left_out:
        terminal.line(("left out", "bold"), f"  {one_line(left.text, 120)}")
        show_reasons(terminal, [left.reason])


def show_rolled_back(terminal: Terminal, memory: RolledBackBody) -> None:
    """Show the new state of a memory, and what says the same or stands against it."""
    show_changed(terminal, memory)
    for one in memory.against:
        terminal.line((f"  {one.stance}", "yellow"), f": {one_line(one.content, 120)}", (f"  {one.memory_id}", "dim"))


def show_purged(terminal: Terminal, answer: PurgeAnswer) -> None:
    """Show what was erased."""
    terminal.line(("erased", "bold"), f"  {answer.memory_id}")
