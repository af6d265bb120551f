"""Counts, the audit log and the check-up for people."""

from __future__ import annotations

from hindsight_memory.domain.tiering import StorageTier
from hindsight_memory.entrypoints.cli.render.memories import minute, show_cursor
from hindsight_memory.entrypoints.cli.render.tiers import show_storage
from hindsight_memory.entrypoints.cli.terminal import Terminal, columns
from hindsight_memory.wire.upkeep import AuditList, AuditVerified, CheckupBody, Grade, InitAnswer, LlmBody, StatsBody

_GRADES = {Grade.OK: "green", Grade.WARN: "yellow", Grade.FAIL: "bold red"}


def show_stats(terminal: Terminal, stats: StatsBody) -> None:
    """Show the counts of a space."""
    terminal.line(("Space ", "bold"), (stats.space, "bold"), f"  {stats.home}  {stats.bytes_on_disk / 1e6:.1f} MB")
    for name, by in stats.counts.items():
        parts = ", ".join(f"{count:,} {value}" if value != name else f"{count:,}" for value, count in by.items())
        terminal.line(f"  {name:<9} {parts or 'none'}")
    if any(each.tier is not StorageTier.HOT for each in stats.storage):
        terminal.line("What lies where:")
        show_storage(terminal, stats.storage)
    if stats.llm is not None:
        _show_meter(terminal, stats.llm)
    if stats.pending.waiting:
        age = f", the oldest for {stats.pending.age_days:.1f} days" if stats.pending.age_days is not None else ""
        terminal.line(f"  {stats.pending.waiting:,} wait for approval{age}: hsm proposals list")
    others = [space for space in stats.spaces if space != stats.space]
    if others:
        terminal.line(f"Other spaces: {', '.join(others)}")


def _show_meter(terminal: Terminal, llm: LlmBody) -> None:
    calls = sum(one.calls for one in llm.models)
    terminal.line(f"  LLM today {llm.tokens:,} of {llm.tokens_per_day:,} tokens, {calls:,} calls{_money(llm)}")
    for one in llm.models if len(llm.models) > 1 else ():
        terminal.line(
            f"            {one.model}: {one.input_tokens:,} in, {one.output_tokens:,} out, {one.calls:,} calls"
        )
    if not llm.open:
        terminal.line(("            It is not asked now: reviews go on by rules.", "yellow"))


def _money(llm: LlmBody) -> str:
    if llm.money_per_day is not None:
        return f", {llm.money:.4f} of {llm.money_per_day:.2f} in money"
    return f", {llm.money:.4f} in money" if llm.money else ""


def show_init(terminal: Terminal, answer: InitAnswer) -> None:
    """Show where the store is and what comes next."""
    made = "Made" if answer.created else "Already here:"
    terminal.line((f"{made} {answer.home}", "bold"))
    terminal.line("Next:")
    for line in columns(
        [
            ('hsm write "Deploys go through staging first."', "say something worth knowing"),
            ('hsm search "how do we deploy?"', "find it again"),
            ("hsm ingest runs/*.jsonl", "read finished agent runs"),
            ("hsm review --all", "keep what they taught"),
            ("hsm doctor", "check this machine"),
        ]
    ):
        terminal.line(line)


def show_audit(terminal: Terminal, page: AuditList) -> None:
    """Show the log, newest first."""
    for entry in page.items:
        terminal.line(
            (f"{entry.number:>6} ", "dim"),
            f"{minute(entry.recorded_at)}  {entry.action} {entry.subject_id} by {entry.actor}",
            (f"  {entry.reason}" if entry.reason else "", "dim"),
        )
    show_cursor(terminal, page.next_cursor)


def show_verified(terminal: Terminal, answer: AuditVerified) -> None:
    """Show that the chains hold."""
    of = f" of the space {answer.space}" if answer.space else ""
    terminal.line(("ok", "green"), f"  {answer.entries:,} entries{of}: none altered, removed or reordered")


def show_checkup(terminal: Terminal, checkup: CheckupBody) -> None:
    """Show each check with its advice, then the settings in force."""
    for check in checkup.checks:
        terminal.line((f"{check.grade.value:<5}", _GRADES[check.grade]), f"{check.name:<12} {check.seen}")
        if check.advice:
            terminal.line(f"      {'':<12}→ {check.advice}")
    terminal.line("")
    terminal.line(("Settings in force", "bold"))
    for line in columns(list(checkup.settings.items())):
        terminal.line(line)
