"""Use cases on decisions: record one before it is carried out, say what happened, look at similar ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from hindsight_memory.domain.actor import Actor, Role, View
from hindsight_memory.domain.decision import Belief, Decision, OutcomeSource
from hindsight_memory.domain.decision_words import decision_tokens, line
from hindsight_memory.domain.errors import AlreadySettled, EmptyQuery, Invalid, NotFound, QueryTooLong
from hindsight_memory.domain.events import (
    DecisionChange,
    DecisionChanged,
    DecisionIndexed,
    DomainEvent,
    EventsAppended,
)
from hindsight_memory.domain.ids import uuid7
from hindsight_memory.domain.likeness import SimilarDecision
from hindsight_memory.domain.text.normal import clean
from hindsight_memory.domain.trace import Event, EventKind
from hindsight_memory.ports.clock import Clock
from hindsight_memory.ports.decisions import DecisionFilter
from hindsight_memory.ports.records import Page, Reading, Records, Work
from hindsight_memory.services.decision_drafting import checked_outcome, drafted, outcome_of, same_outcome, settled
from hindsight_memory.services.decision_requests import (
    OutcomeRequest,
    Recorded,
    RecordRequest,
    SimilarAnswer,
    SimilarRequest,
    typed,
)
from hindsight_memory.services.decision_search import ARCHIVED_BY_WORDS, Asked, DecisionSearch

__all__ = [
    "Decisions",
    "OutcomeRequest",
    "RecordRequest",
    "Recorded",
    "SimilarAnswer",
    "SimilarDecision",
    "SimilarRequest",
]

MOST_SIMILAR = 50
_MOST_QUERY = 2_000
_NO_TASK = "Begin it first, or leave task_id out."


@dataclass(frozen=True, slots=True)
class Decisions:
    """The decision service. The delta is computed here, by the system; text is cleaned and secrets are redacted
    before anything is stored."""

    records: Records
    search: DecisionSearch
    clock: Clock
    entropy: Callable[[int], bytes]

    def record(self, actor: Actor, request: RecordRequest) -> Recorded:
        """Store a decision, open or with its outcome, and return it with the similar ones that were there before.

        In one commit: the decision, how it is found, its event in the task's trace, the audit entry. Raises Invalid,
        NotFound for an unknown task, SpaceRequired, Forbidden."""
        actor.require(Role.WRITE)
        now = self.clock.now()
        name = actor.space(request.space)
        decision_id = uuid7(now, self.entropy(10))
        decision = drafted(request, decision_id=decision_id, space=name, agent=actor.agent, now=now)
        if request.outcome is not None:
            checked_outcome(request.outcome, decision.task_id)
        if not 0 <= request.top_k <= MOST_SIMILAR:
            raise Invalid(f"top_k is {request.top_k}; it lies between 0 and {MOST_SIMILAR}.")
        view = actor.view(name)
        (indexed,), degraded = self.search.indexed([decision])
        similar = self._before(view, decision, request.top_k)
        with self.records.work(actor.agent, name, now) as work:
            stored, happened = self._placed(work, view, decision)
            if request.outcome is not None:
                stored = self._ended(work, view, stored, request.outcome, now)
                indexed = _with_outcome(stored, indexed)
            changed = DecisionChanged(stored, DecisionChange.RECORDED, stored.delta.result.value, indexed)
            work.commit(changed, *happened)
        return Recorded(stored, similar, degraded)

    def settle(self, actor: Actor, decision_id: str, request: OutcomeRequest, space: str | None = None) -> Decision:
        """Give a decision its outcome. The same outcome again changes nothing.

        One that the review closed without an outcome may still get it. Raises NotFound, Invalid, and AlreadySettled
        when it has another outcome already."""
        actor.require(Role.WRITE)
        now = self.clock.now()
        name = actor.space(space)
        view = actor.view(name)
        with self.records.work(actor.agent, name, now) as work:
            decision = _found(work.decision(view, decision_id), decision_id)
            ended = self._ended(work, view, decision, request, now)
            if decision.outcome is not None:
                if ended.outcome is not None and same_outcome(decision, ended.outcome, ended.claimed):
                    return decision
                raise AlreadySettled(
                    f"Decision {decision_id!r} has another outcome already; its delta is {decision.delta.result.value}."
                )
            indexed = DecisionIndexed(decision_tokens(ended), None, None, "")
            work.commit(DecisionChanged(ended, DecisionChange.SETTLED, ended.delta.result.value, indexed))
        return ended

    def get(self, actor: Actor, decision_id: str, space: str | None = None) -> Decision:
        """Return one decision. Raises NotFound."""
        actor.require(Role.READ)
        with self.records.reading() as reading:
            return _found(reading.decision(actor.view(space or ""), decision_id), decision_id)

    def page(
        self,
        actor: Actor,
        wanted: DecisionFilter,
        spaces: Sequence[str] = (),
        *,
        limit: int = 50,
        cursor: str | None = None,
    ) -> Page[Decision]:
        """Return a page of decisions, newest first. Raises Invalid for a bad cursor or limit."""
        actor.require(Role.READ)
        with self.records.reading() as reading:
            return reading.decisions(actor.view(*spaces), typed(wanted), limit=limit, cursor=cursor)

    def of_task(self, actor: Actor, task_id: str, space: str | None = None) -> tuple[Decision, ...]:
        """Return the decisions of a task, oldest first; none for a task without any."""
        actor.require(Role.READ)
        with self.records.reading() as reading:
            return tuple(reading.decisions_of_task(actor.view(space or ""), task_id))

    def similar(self, actor: Actor, request: SimilarRequest) -> SimilarAnswer:
        """Return past decisions that are similar, with why and how they ended; nothing similar gives none.

        Raises EmptyQuery, QueryTooLong, Invalid, SpaceRequired, Forbidden."""
        actor.require(Role.READ)
        sides = [clean(text) for text in (request.query, request.belief, request.intent)]
        query, belief, intent = sides
        if not any(sides):
            raise EmptyQuery(hint="Give query, belief or intent.")
        longest = max(map(len, sides))
        if longest > _MOST_QUERY:
            raise QueryTooLong(f"The query has {longest:,} characters; the limit is {_MOST_QUERY:,}.")
        if not 1 <= request.top_k <= MOST_SIMILAR:
            raise Invalid(f"top_k is {request.top_k}; it lies between 1 and {MOST_SIMILAR}.")
        believed, intended, degraded = self.search.questions(Belief(text=belief or query), intent or query)
        wanted = DecisionFilter(
            intent_types=frozenset(request.intent_types),
            agents=frozenset(request.agents),
            results=frozenset(request.results),
            since=request.since,
            until=request.until,
        )
        asked = Asked(
            words=" ".join(text for text in sides if text),
            belief=believed,
            intent=intended,
            wanted=typed(wanted),
            same_type="",
            limit=request.top_k,
            sides=frozenset(name for name, said in (("belief", belief or query), ("intent", intent or query)) if said),
            one_text=bool(query) and not belief and not intent,
        )
        view = actor.view(*request.spaces)
        with self.records.reading() as reading:
            if not degraded and reading.some_archived(view, asked.wanted):
                degraded = (ARCHIVED_BY_WORDS,)
            return SimilarAnswer(self.search.find(reading, view, asked), degraded)

    def _before(self, view: View, decision: Decision, top_k: int) -> tuple[SimilarDecision, ...]:
        """The similar ones that are there before it is stored, so that it never finds itself."""
        if not top_k:
            return ()
        beside = (decision.observation, decision.action)
        believed, intended, _ = self.search.questions(decision.belief, decision.intent, *beside)
        words = (decision.belief.statement, decision.intent, decision.intent_type.replace("_", " "))
        asked = Asked(
            words=" ".join(words),
            belief=believed,
            intent=intended,
            wanted=DecisionFilter(),
            same_type=decision.intent_type,
            limit=top_k,
        )
        with self.records.reading() as reading:
            return self.search.find(reading, view, asked)

    def _placed(self, work: Work, view: View, decision: Decision) -> tuple[Decision, Sequence[DomainEvent]]:
        """The decision at its place in its task's trace, and the event that stands there. Nobody relies on a memory
        that they do not see: such ids are left out."""
        if decision.memory_ids:
            seen = work.memories(view, decision.memory_ids)
            decision = replace(decision, memory_ids=tuple(each for each in decision.memory_ids if each in seen))
        if not decision.task_id:
            return decision, ()
        if work.task(view, decision.task_id) is None:
            raise NotFound(f"There is no task {decision.task_id!r} here.", hint=_NO_TASK)
        sequence = work.next_sequence(view, decision.task_id)
        event = Event(
            sequence=sequence,
            kind=EventKind.DECISION,
            text=line(decision),
            at=decision.decided_at,
            name=decision.intent_type,
            args={"decision_id": decision.decision_id},
            session_id=decision.session_id,
            memory_ids=decision.memory_ids,
        )
        placed = decision if decision.step is not None else replace(decision, step=sequence)
        return placed, (EventsAppended(decision.space, decision.task_id, (event,)),)

    def _ended(
        self, reading: Reading, view: View, decision: Decision, request: OutcomeRequest, now: datetime
    ) -> Decision:
        source, claimed = checked_outcome(request, decision.task_id)
        event: Event | None = None
        if source is OutcomeSource.TOOL_RESULT and request.outcome_event is not None:
            event = reading.event(view, decision.task_id, request.outcome_event)
        return settled(decision, outcome_of(request, source, event, now), claimed, now)


def _found(decision: Decision | None, decision_id: str) -> Decision:
    if decision is None:
        raise NotFound(f"There is no decision {decision_id!r} here.")
    return decision


def _with_outcome(decision: Decision, indexed: DecisionIndexed) -> DecisionIndexed:
    return replace(indexed, tokens=decision_tokens(decision))
