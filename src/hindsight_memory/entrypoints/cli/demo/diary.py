"""What the demo's agent does while it works: it tells its trace, and asks the memory."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from hindsight_memory.bootstrap import App
from hindsight_memory.domain.decision import Decision, DeltaResult, OutcomeSource
from hindsight_memory.domain.likeness import SimilarDecision
from hindsight_memory.domain.memory import MemoryType
from hindsight_memory.domain.trace import Event, EventKind, OutcomeStatus
from hindsight_memory.entrypoints.cli.demo.stage import Stage
from hindsight_memory.entrypoints.cli.demo.workshop import ToolAnswer
from hindsight_memory.services.decisions import OutcomeRequest, RecordRequest, SimilarRequest
from hindsight_memory.services.recall import SearchRequest
from hindsight_memory.services.tasks import NewEvent


@dataclass(frozen=True, slots=True)
class Recalled:
    """A memory that a search gave to the agent."""

    memory_id: str
    type: MemoryType
    content: str
    score: float


@dataclass(slots=True)
class Diary:
    """One task's trace, written event by event through the public services, and shown on the stage."""

    app: App
    stage: Stage
    space: str
    task_id: str
    session_id: str
    recalled: list[Recalled] = field(default_factory=list[Recalled])
    result_at: int = 0
    """Where the last tool's result stands in the trace."""

    def begin(self, request: str, task_type: str) -> None:
        """Begin the task with what the user asked."""
        self.app.tasks.begin(
            self.app.actor,
            task_id=self.task_id,
            task_type=task_type,
            intent=request,
            session_id=self.session_id,
            space=self.space,
        )
        self.say(EventKind.USER, request)

    def say(self, kind: EventKind, text: str) -> None:
        """Note what was asked, thought, decided or said."""
        self._append(NewEvent(kind=kind, text=text))
        self.stage.event(kind, text)

    def use(self, tool: str, args: dict[str, object], answer: ToolAnswer) -> ToolAnswer:
        """Note a tool's call and what it gave back."""
        call = f"{tool}({', '.join(f'{name}={value}' for name, value in args.items())})"
        status = "ok" if answer.ok else "error"
        *_, result = self._append(
            NewEvent(kind=EventKind.TOOL_CALL, text=call, name=tool, args=args),
            NewEvent(kind=EventKind.TOOL_RESULT, text=answer.text, name=tool, status=status),
        )
        self.result_at = result.sequence
        self.stage.event(EventKind.TOOL_CALL, call)
        self.stage.event(EventKind.TOOL_RESULT, answer.text, failed=not answer.ok)
        return answer

    def search(self, query: str) -> list[Recalled]:
        """Ask the memory; what it gives is noted as recalled, so that the review sees what it was worth."""
        answer = self.app.recall.search(self.app.actor, SearchRequest(query=query, spaces=(self.space,), top_k=5))
        found = {hit.memory.memory_id: hit for hit in (*answer.warnings, *answer.hits)}
        known = [
            Recalled(memory_id, hit.memory.type, hit.memory.content, hit.score) for memory_id, hit in found.items()
        ]
        text = "\n".join(f"[{each.type}] {each.content}" for each in known) or "nothing is known"
        self._append(NewEvent(kind=EventKind.RECALL, text=text, memory_ids=tuple(found)))
        self.stage.event(EventKind.RECALL, f"{query}\n{text}")
        self.recalled += known
        return known

    def decided_before(self, belief: str, intent: str) -> tuple[SimilarDecision, ...]:
        """Ask when something like this was decided, and how it ended."""
        wanted = SimilarRequest(belief=belief, intent=intent, top_k=1, spaces=(self.space,))
        found = self.app.decisions.similar(self.app.actor, wanted).hits
        for one in found:
            past = one.decision
            text = f"decided in {past.task_id}: {past.belief.statement}\n{' '.join(why.text for why in one.reasons)}"
            self.stage.event(EventKind.RECALL, text, failed=past.delta.result is DeltaResult.VIOLATED)
        return found

    def decide(self, request: RecordRequest) -> Decision:
        """Record a decision before it is carried out; it becomes an event of the trace."""
        placed = replace(request, task_id=self.task_id, session_id=self.session_id, space=self.space, top_k=0)
        decision = self.app.decisions.record(self.app.actor, placed).decision
        text = f"Belief: {decision.belief.statement} ({decision.confidence:.0%} sure)\nIntent: {decision.intent}"
        self.stage.event(EventKind.DECISION, f"{text}\nExpected: {decision.expectation.text}")
        return decision

    def settle(self, decision: Decision) -> Decision:
        """Give a decision its outcome: the last tool's result. The delta is computed from it."""
        outcome = OutcomeRequest(outcome_source=OutcomeSource.TOOL_RESULT, outcome_event=self.result_at)
        settled = self.app.decisions.settle(self.app.actor, decision.decision_id, outcome, self.space)
        delta = settled.delta
        text = f"Delta: {delta.result}, expected {delta.expected!r}, was {delta.actual!r}"
        self.stage.event(EventKind.DECISION, text, failed=delta.result is DeltaResult.VIOLATED)
        return settled

    def end(self, outcome: OutcomeStatus, evidence: str) -> None:
        """End the task with its outcome and what shows it."""
        self.app.tasks.end(self.app.actor, self.task_id, outcome, evidence=evidence, space=self.space)

    def _append(self, *events: NewEvent) -> tuple[Event, ...]:
        stamped = [
            NewEvent(
                kind=event.kind,
                text=event.text,
                name=event.name,
                args=event.args,
                status=event.status,
                session_id=self.session_id,
                memory_ids=event.memory_ids,
            )
            for event in events
        ]
        return self.app.tasks.append(self.app.actor, self.task_id, stamped, space=self.space)
