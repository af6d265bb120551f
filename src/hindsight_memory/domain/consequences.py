"""What a decision's end means for the memories it relied on, and what is to be learnt from it.

A violated, confident decision lowers their confidence and yields a draft of what was wrong; a met one confirms them;
an unknown one does nothing. The bounds are ours (docs/decisions/008): no source gives such a formula.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from hindsight_memory.domain.decision import Decision, DeltaResult
from hindsight_memory.domain.memory import Draft, Memory, MemoryType, Provenance, Source
from hindsight_memory.domain.patterns.calibration import CONFIDENT, is_violated
from hindsight_memory.domain.patterns.wrong import gravity
from hindsight_memory.domain.text import cues
from hindsight_memory.domain.text.language import is_chinese
from hindsight_memory.domain.usage import Use

_LONGEST_PART = 160
_DRAFTS = 2
RULE = "violated_decision"
"""Names the rule in the reasons of a draft."""


@dataclass(frozen=True, slots=True)
class ConsequencePolicy:
    """``confident_from``: from this confidence on a decision has consequences. ``drop``: the most that one decision
    takes; ``most``: the most that one review takes of one memory; ``floor``: nothing is lowered below it.
    ``inferred_share``: what a decision counts that was only read out of a trace."""

    confident_from: float = CONFIDENT
    drop: float = 0.15
    most: float = 0.3
    floor: float = 0.2
    inferred_share: float = 0.5


class Effect(StrEnum):
    """What a decision did to a memory it relied on. ``kept``: it is pinned, or at its floor, and stays."""

    LOWERED = "lowered"
    CONFIRMED = "confirmed"
    KEPT = "kept"


@dataclass(frozen=True, slots=True, kw_only=True)
class Consequence:
    """One effect of one decision on one memory, with the memory's confidence before and after."""

    decision_id: str
    memory_id: str
    effect: Effect
    before: float
    after: float


def is_telling(decision: Decision, policy: ConsequencePolicy) -> bool:
    """Whether it was violated although the agent was confident."""
    return is_violated(decision) and decision.confidence >= policy.confident_from


def lowered(memory: Memory, decision: Decision, taken: float, policy: ConsequencePolicy) -> float:
    """Return the memory's confidence after a violated decision that relied on it.

    It loses ``drop · magnitude · confidence of the decision`` (times ``inferred_share`` for an inferred one), never
    more than ``most`` in a review, of which ``taken`` is gone, never below ``floor``. A pinned memory loses nothing."""
    if memory.pinned:
        return memory.confidence
    share = policy.inferred_share if decision.inferred else 1.0
    loss = min(policy.drop * gravity(decision) * share, max(0.0, policy.most - taken))
    return max(min(memory.confidence, policy.floor), round(memory.confidence - loss, 4))


def relied(decisions: Sequence[Decision]) -> Mapping[str, Use]:
    """Return what the task did with the memories its decisions relied on: each counts as used; it harmed where one
    of them was violated, else helped where one was met."""
    uses: dict[str, Use] = {}
    for decision in decisions:
        use = _USES[decision.delta.result]
        for memory_id in decision.memory_ids:
            known = uses.get(memory_id, use)
            uses[memory_id] = max(known, use, key=_GRAVITY.__getitem__)
    return uses


def lessons(decisions: Sequence[Decision], task_type: str, policy: ConsequencePolicy) -> list[Draft]:
    """Return drafts of what recorded decisions taught that were confident and wrong, the gravest two.

    Inferred ones give none: what their traces show is distilled from the traces themselves."""
    wrong = [each for each in decisions if is_telling(each, policy) and not each.inferred]
    wrong.sort(key=lambda each: (-gravity(each), each.decided_at, each.decision_id))
    return [_lesson(each, task_type) for each in wrong[:_DRAFTS]]


def _lesson(decision: Decision, task_type: str) -> Draft:
    said = _sentence(decision)
    outcome = decision.outcome
    shown = f"{decision.delta.actual} {outcome.text if outcome else ''}"
    kind = MemoryType.BOUNDARY if cues.hard_limit(shown) else MemoryType.NEGATIVE
    steps = (decision.step, outcome.event if outcome else None)
    return Draft(
        content=said,
        said_at=outcome.at if outcome else decision.decided_at,
        # The system itself compared expected and actual: that it went otherwise is verified.
        source=Source.VERIFIED,
        type=kind,
        confidence=decision.confidence,
        provenance=Provenance(
            task_id=decision.task_id,
            session_id=decision.session_id,
            step=decision.step,
            agent=decision.agent,
            channel="review",
            task_type=task_type,
        ),
        reasons=(RULE,),
        evidence=tuple(sorted({step for step in steps if step is not None})),
    )


def _sentence(decision: Decision) -> str:
    """One statement that stands alone, in the language of the belief."""
    belief, intent = _part(decision.belief.statement), _part(decision.intent)
    outcome = decision.outcome
    actual = _part(decision.delta.actual or (outcome.text if outcome else ""))
    expected = _part(decision.expectation.text)
    if is_chinese(decision.belief.statement):
        return f"“{belief}”这一假设不成立：{intent}时预期{expected}，实际结果是{actual}。"
    return f"The assumption that {belief} was wrong: {intent} was expected to give {expected}, but gave {actual}."


def _part(text: str) -> str:
    one_line = " ".join(text.split()).rstrip(".。;；")
    return one_line if len(one_line) <= _LONGEST_PART else one_line[: _LONGEST_PART - 1] + "…"


_USES = {
    DeltaResult.MET: Use.USED_HELPED,
    DeltaResult.VIOLATED: Use.HARMED,
    DeltaResult.UNKNOWN: Use.USED,
}
_GRAVITY = {Use.IGNORED: 0, Use.USED: 1, Use.USED_HELPED: 2, Use.HARMED: 3}
