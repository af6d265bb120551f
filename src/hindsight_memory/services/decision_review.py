"""What a review does about the decisions of its task: it reads those that were only logged, closes what never got an
outcome, and lets the ends of decisions have their consequences on the memories they relied on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from hindsight_memory.domain.actor import View
from hindsight_memory.domain.consequences import (
    Consequence,
    ConsequencePolicy,
    Effect,
    is_telling,
    lessons,
    lowered,
    relied,
)
from hindsight_memory.domain.decision import Decision, DeltaResult
from hindsight_memory.domain.events import Change, DecisionChange, DecisionChanged, DecisionIndexed
from hindsight_memory.domain.extraction import extracted
from hindsight_memory.domain.lifecycle import LIVE, confirm, expiry_of, weaken
from hindsight_memory.domain.memory import Draft, Memory, MemoryType
from hindsight_memory.domain.report import DecisionsSeen, LeftOut, ReviewReport
from hindsight_memory.domain.review.distil.idea import REASONS
from hindsight_memory.domain.trace import Trace
from hindsight_memory.domain.usage import Use
from hindsight_memory.domain.verdict import Reason
from hindsight_memory.ports.records import Work
from hindsight_memory.services.batch import Batch
from hindsight_memory.services.decision_search import DecisionSearch

_LEARNT = frozenset({MemoryType.NEGATIVE, MemoryType.BOUNDARY})
_TOLD = Reason("told_by_decision", "A recorded decision tells the same with what was expected and what happened.")
_BEYOND = Reason("limit", REASONS["limit"])


@dataclass(frozen=True, slots=True)
class Seen:
    """What looking at a task's decisions gave, before anything is written."""

    known: tuple[Decision, ...] = ()
    fresh: tuple[tuple[Decision, DecisionIndexed], ...] = ()
    drafts: tuple[Draft, ...] = ()
    degraded: tuple[str, ...] = ()

    @property
    def uses(self) -> Mapping[str, Use]:
        """What the task did with the memories that its decisions relied on."""
        return relied(self.known)

    def joined(self, drafts: Sequence[Draft], limit: int) -> tuple[list[Draft], tuple[LeftOut, ...]]:
        """Return the drafts of decisions, then those that were distilled, ``limit`` in all, and what is left out: a
        lesson that quotes an outcome which a decision tells of, and what goes beyond the limit."""
        told = {step for draft in self.drafts for step in draft.evidence}
        twins = [d for d in drafts if d.type in _LEARNT and told & set(d.evidence)]
        every = [*self.drafts, *(d for d in drafts if d not in twins)]
        left = [_left_out(d, _TOLD) for d in twins] + [_left_out(d, _BEYOND) for d in every[limit:]]
        return every[:limit], tuple(left)


@dataclass(frozen=True, slots=True)
class DecisionReview:
    """Looks back over the decisions of a task."""

    search: DecisionSearch
    policy: ConsequencePolicy
    short_ttl_days: float

    def look(self, trace: Trace, known: Sequence[Decision]) -> Seen:
        """Read the decisions that were only logged, and index them; before the transaction, since it embeds."""
        fresh = extracted(trace, known)
        indexed, degraded = self.search.indexed(fresh)
        return Seen(
            known=tuple(known),
            fresh=tuple(zip(fresh, indexed, strict=True)),
            drafts=tuple(lessons(known, trace.task.task_type, self.policy)),
            degraded=degraded,
        )

    def carry_out(
        self, work: Work, view: View, trace: Trace, seen: Seen, before: ReviewReport | None, now: datetime, batch: Batch
    ) -> DecisionsSeen:
        """Add to ``batch`` what follows, and return what was done. A decision acts on a memory once, however often its
        task is reviewed (``before`` is its last report)."""
        done = before.decisions.consequences if before else ()
        stored = {each.decision_id: each for each in work.decisions_of_task(view, trace.task.task_id)}
        closed = self._close(trace, stored, now, batch)
        fresh = [pair for pair in seen.fresh if pair[0].decision_id not in stored]
        for decision, indexed in fresh:
            reason = decision.delta.result.value
            batch.events.append(DecisionChanged(decision, DecisionChange.EXTRACTED, reason, indexed))
        acted = {(each.decision_id, each.memory_id) for each in done}
        new = self._consequences(work, view, trace, list(stored.values()), acted, now, batch)
        return DecisionsSeen(
            closed=tuple(closed),
            extracted=tuple(decision.decision_id for decision, _ in fresh),
            consequences=(*done, *new),
        )

    def _close(self, trace: Trace, stored: Mapping[str, Decision], now: datetime, batch: Batch) -> list[str]:
        """Close what is open although the task has ended; its delta stays unknown."""
        if trace.task.ended_at is None:
            return []
        waiting = [each for each in stored.values() if each.is_open]
        for decision in waiting:
            closed = replace(decision, closed_at=now)
            batch.events.append(DecisionChanged(closed, DecisionChange.CLOSED, decision.delta.reason))
        return [each.decision_id for each in waiting]

    def _consequences(
        self,
        work: Work,
        view: View,
        trace: Trace,
        decisions: Sequence[Decision],
        acted: set[tuple[str, str]],
        now: datetime,
        batch: Batch,
    ) -> list[Consequence]:
        named = list(dict.fromkeys(i for each in decisions for i in each.memory_ids))
        known = work.memories(view, named)
        taken: dict[str, float] = {}
        found: list[Consequence] = []
        for decision in decisions:
            for memory_id in decision.memory_ids:
                if memory_id not in known or (decision.decision_id, memory_id) in acted:
                    continue
                memory = batch.current(known[memory_id])
                after = self._acted_on(memory, decision, trace, taken.get(memory_id, 0.0), now, batch)
                if after is None:
                    continue
                taken[memory_id] = taken.get(memory_id, 0.0) + max(0.0, memory.confidence - after.confidence)
                found.append(_consequence(decision, memory, after))
        return found

    def _acted_on(
        self, memory: Memory, decision: Decision, trace: Trace, taken: float, now: datetime, batch: Batch
    ) -> Memory | None:
        """The memory after a decision that relied on it; None where the decision says nothing about it."""
        if memory.status not in LIVE:
            return None
        if is_telling(decision, self.policy):
            less = lowered(memory, decision, taken, self.policy)
            if less < memory.confidence:
                batch.add(weaken(memory, less), Change.WEAKENED, f"decision {decision.decision_id} violated")
            return batch.current(memory)
        task_id = trace.task.task_id
        if decision.delta.result is DeltaResult.MET and not decision.inferred and task_id not in memory.witnesses:
            at = decision.outcome.at if decision.outcome else now
            until = expiry_of(memory.type, memory.tier, now, self.short_ttl_days)
            firmer = confirm(memory, said_at=at, source=memory.source, witness=task_id, expires_at=until)
            batch.add(firmer, Change.CONFIRMED, f"decision {decision.decision_id} met")
            return firmer
        return None


def _left_out(draft: Draft, reason: Reason) -> LeftOut:
    return LeftOut(text=draft.content, evidence=draft.evidence, reason=reason)


def _consequence(decision: Decision, before: Memory, after: Memory) -> Consequence:
    effect = Effect.KEPT
    if after.revision != before.revision:
        effect = Effect.LOWERED if decision.delta.result is DeltaResult.VIOLATED else Effect.CONFIRMED
    return Consequence(
        decision_id=decision.decision_id,
        memory_id=before.memory_id,
        effect=effect,
        before=before.confidence,
        after=after.confidence,
    )
