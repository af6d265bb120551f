"""The tiers for people: what was moved, and what lies where."""

from __future__ import annotations

from collections.abc import Sequence

from hindsight_memory.domain.tiering import StorageTier
from hindsight_memory.entrypoints.cli.terminal import Terminal
from hindsight_memory.wire.tiers import RetierAnswer, StorageBody

_INTO = {StorageTier.WARM: "compressed", StorageTier.ARCHIVE: "moved into the archive"}
_ROWS = {"decisions": "decisions", "traces": "events of traces", "revisions": "old revisions"}


def show_retier(terminal: Terminal, answer: RetierAnswer) -> None:
    """Show what came into which tier."""
    for each in answer.moved:
        terminal.line(f"  {each.rows:>9,} {_ROWS[each.kind.value]} {_INTO[each.tier]}")
    if not answer.moved:
        terminal.line(f"Nothing of {answer.space} has come of age.")
    if answer.more:
        terminal.note("There is more: run it again.")


def show_storage(terminal: Terminal, storage: Sequence[StorageBody]) -> None:
    """Show what lies where, a line for each kind."""
    for kind in dict.fromkeys(each.kind for each in storage):
        parts = ", ".join(
            f"{each.rows:,} {each.tier.value} ({size(each.bytes)})" for each in storage if each.kind is kind
        )
        terminal.line(f"  {kind.value:<9} {parts}")


def size(count: int) -> str:
    """Bytes in the unit that fits: ``820 B``, ``1.5 kB``, ``12.0 MB``."""
    amount, units = float(count), ["B", "kB", "MB", "GB", "TB"]
    while amount >= 1000 and len(units) > 1:
        amount /= 1000
        units.pop(0)
    return f"{amount:.0f} B" if units[0] == "B" else f"{amount:.1f} {units[0]}"
