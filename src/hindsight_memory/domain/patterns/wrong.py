"""Decisions that went wrong: with confidence, or while their agent said that all was well."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from hindsight_memory.domain.decision import Decision, DeltaResult
from hindsight_memory.domain.patterns.calibration import CONFIDENT, is_known, is_violated, newest_first

_MOST = 20


@dataclass(frozen=True, slots=True)
class Judgements:
    """What agents said of their own decisions against what was computed.

    ``said_fine`` was claimed met and violated, ``said_failed`` the other way round; ``right`` claims agree with the
    delta; ``unchecked`` ones stand beside an unknown delta. ``shown`` are the newest of the first kind, at most 20."""

    said_fine: int
    said_failed: int
    right: int
    unchecked: int
    shown: tuple[Decision, ...]


def confidently_wrong(decisions: Iterable[Decision]) -> tuple[Decision, ...]:
    """Return the recorded decisions that were violated at a confidence of 0.7 or more, the gravest (confidence times
    magnitude) first, then the newest; at most 20."""
    wrong = [one for one in decisions if not one.inferred and is_violated(one) and one.confidence >= CONFIDENT]
    return tuple(sorted(wrong, key=lambda one: (-gravity(one), *newest_first(one)))[:_MOST])


def judgements(decisions: Iterable[Decision]) -> Judgements:
    """Compare what agents claimed with what was computed."""
    fine: list[Decision] = []
    failed = right = unchecked = 0
    for one in decisions:
        if one.claimed in (None, DeltaResult.UNKNOWN):
            continue
        if not is_known(one):
            unchecked += 1
        elif one.claimed is one.delta.result:
            right += 1
        elif is_violated(one):
            fine.append(one)
        else:
            failed += 1
    return Judgements(len(fine), failed, right, unchecked, tuple(sorted(fine, key=newest_first)[:_MOST]))


def gravity(decision: Decision) -> float:
    """How grave it is that it went otherwise, in [0, 1]: its confidence times the magnitude of its delta."""
    magnitude = decision.delta.magnitude
    return decision.confidence * (1.0 if magnitude is None else magnitude)
