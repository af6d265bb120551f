"""What becomes of an old memory when a new statement stands against it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from hindsight_memory.domain.memory import SOURCE_WEIGHT, Memory, Source
from hindsight_memory.domain.review.compare import Comparison, Relation
from hindsight_memory.domain.verdict import Reason

# From here on a comparison is taken as clear enough to act on without a person.
_CLEAR = 0.7
_TELLS_OF_CHANGE = frozenset({"changed", "override"})


class Outcome(StrEnum):
    """What happens to the old memory. A closed set."""

    SUPERSEDE = "supersede"
    DISPUTE = "dispute"
    KEEP_BOTH = "keep_both"


@dataclass(frozen=True, slots=True)
class Resolution:
    """The outcome and its reasons: those of the comparison and that of the decision."""

    outcome: Outcome
    reasons: tuple[Reason, ...]


def resolve(old: Memory, new_source: Source, new_said_at: datetime, comparison: Comparison) -> Resolution:
    """Decide between ``old`` and a new statement that was compared with it.

    Newer, at least as trusted (``SOURCE_WEIGHT``) and clear: the old one is superseded. Less trusted, older or
    unclear: both are shown as disputed until a person decides. A user who tells of a change does not contradict
    what was verified before it, and is believed. Pinned memories are never superseded unasked.
    """
    match comparison.relation:
        case Relation.DISTINCT | Relation.SAME | Relation.REFINES:
            return Resolution(Outcome.KEEP_BOTH, comparison.reasons)
        case Relation.CONTRADICTS:
            return _with(comparison, Outcome.DISPUTE, "unclear", "It is not clear which of the two holds.")
        case Relation.REPLACES:
            return _replacement(old, new_source, new_said_at, comparison)


def _replacement(old: Memory, source: Source, said_at: datetime, comparison: Comparison) -> Resolution:
    if old.pinned:
        return _with(comparison, Outcome.DISPUTE, "pinned", "The earlier memory is pinned.")
    told = source is Source.USER and any(reason.code in _TELLS_OF_CHANGE for reason in comparison.reasons)
    if SOURCE_WEIGHT[source] < SOURCE_WEIGHT[old.source] and not told:
        return _with(comparison, Outcome.DISPUTE, "weaker_source", "The new statement has the weaker source.")
    if said_at < old.last_confirmed_at:
        return _with(comparison, Outcome.DISPUTE, "older", "The new statement was said before the stored one.")
    if comparison.certainty < _CLEAR:
        return _with(comparison, Outcome.DISPUTE, "unclear", "It is not clear which of the two holds.")
    return _with(comparison, Outcome.SUPERSEDE, "newer", "It is newer and at least as trusted.")


def _with(comparison: Comparison, outcome: Outcome, code: str, text: str) -> Resolution:
    return Resolution(outcome, (*comparison.reasons, Reason(code, text)))
