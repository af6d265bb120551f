"""What rulings about disputed pairs change: a dispute that is none ends, a clear one follows the ordinary rules.

Nothing is ever removed: the most that happens is that an older statement gives way to a newer, no less trusted one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hindsight_memory.domain.memory import Memory, Status
from hindsight_memory.domain.review.compare import Comparison, Relation
from hindsight_memory.domain.review.conflict import Outcome, resolve
from hindsight_memory.domain.review.rulings import Finding, Ruling
from hindsight_memory.domain.verdict import Reason

COMPATIBLE = Reason("llm_compatible", "The LLM finds no factual contradiction; both hold.")
CONTRADICTION = Reason("llm_contradiction", "The LLM finds a factual contradiction.")


@dataclass(frozen=True, slots=True)
class Dispute:
    """A new memory and a known one that it stands against. ``fresh`` says that the known one was not disputed
    before."""

    new: Memory
    known: Memory
    fresh: bool


@dataclass(frozen=True, slots=True)
class Settlement:
    """Which memories hold again, which give way to which (``superseded``: the id that gives way, and by whom)."""

    hold: frozenset[str]
    superseded: tuple[tuple[str, str], ...]


def settlement(disputes: Sequence[Dispute], found: Sequence[Ruling]) -> Settlement:
    """Return what rulings, one for each dispute, change. A memory holds again when all its disputes are settled."""
    open_ids: set[str] = set()
    involved: set[str] = set()
    gone: dict[str, str] = {}
    for dispute, ruling in zip(disputes, found, strict=True):
        new, known = dispute.new.memory_id, dispute.known.memory_id
        involved |= {new, known}
        match ruling.finding:
            case Finding.COMPATIBLE:
                if not dispute.fresh:
                    open_ids.add(known)  # it stands against something else too
            case Finding.CONTRADICTION if _gives_way(dispute, ruling):
                gone[known] = new
            case Finding.CONTRADICTION | Finding.UNCLEAR:
                open_ids |= {new, known}
    # Nothing gives way to what is disputed itself.
    superseded = tuple((known, new) for known, new in gone.items() if new not in open_ids and new not in gone)
    open_ids |= set(gone) | {new for known, new in gone.items() if (known, new) not in superseded}
    return Settlement(frozenset(involved - open_ids), superseded)


def is_open(memory: Memory | None, asked: Memory) -> bool:
    """Whether a memory is still what was asked about."""
    return memory is not None and memory.status is Status.DISPUTED and memory.revision == asked.revision


def _gives_way(dispute: Dispute, ruling: Ruling) -> bool:
    reasons = (CONTRADICTION,)
    certain = Comparison(Relation.REPLACES, reasons, ruling.confidence)
    new = dispute.new
    return resolve(dispute.known, new.source, new.last_confirmed_at, certain).outcome is Outcome.SUPERSEDE
