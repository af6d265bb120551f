"""What waits for a person: shown with its evidence, approved, edited, rejected, and each of them undone.

An approval looks anew, inside its transaction, at what the statement stands against: the world may have changed
since it was proposed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from hindsight_memory.domain.actor import Actor, Role, View
from hindsight_memory.domain.errors import Conflict, Invalid, NotFound, NotPossibleNow
from hindsight_memory.domain.events import ApprovalSet, Change, Indexed, ProposalReopened, ProposalSettled
from hindsight_memory.domain.lifecycle import archive, reject, reopen, supersede
from hindsight_memory.domain.memory import VISIBLE_STATUSES, Memory
from hindsight_memory.domain.proposal import (
    Approval,
    ApprovalMode,
    Effect,
    Pending,
    Proposal,
    ProposalKind,
    ProposalState,
    state_of,
)
from hindsight_memory.domain.trace import Event
from hindsight_memory.domain.verdict import Verdict
from hindsight_memory.ports.clock import Clock
from hindsight_memory.ports.records import Page, Reading, Records, Work
from hindsight_memory.services.admission import Admission
from hindsight_memory.services.batch import Batch
from hindsight_memory.services.drafting import draft_of
from hindsight_memory.services.enforcing import put_in_force
from hindsight_memory.services.neighbours import Match

_MOST = 200
_MOST_QUOTES = 8


@dataclass(frozen=True, slots=True)
class Shown:
    """A proposal with its memory, in short: ``state`` is where it stands now."""

    proposal: Proposal
    memory: Memory
    state: ProposalState


@dataclass(frozen=True, slots=True)
class Opened:
    """A proposal in full: what it stands against now, and the trace events that speak for it, oldest first."""

    shown: Shown
    against: tuple[Match, ...]
    quotes: tuple[Event, ...]
    successor: Memory | None


@dataclass(frozen=True, slots=True)
class Settled:
    """What became of one proposal; ``superseded`` are the memories that gave way to it."""

    shown: Shown
    verdict: Verdict | None = None


@dataclass(frozen=True, slots=True)
class Proposals:
    """The approval queue. ``default`` decides in spaces without a rule of their own."""

    records: Records
    admission: Admission
    clock: Clock

    @property
    def default(self) -> ApprovalMode:
        """Who decides where a space has no rule of its own."""
        return self.admission.policy.hold.mode

    def page(
        self,
        actor: Actor,
        states: frozenset[ProposalState],
        *,
        spaces: Sequence[str] = (),
        limit: int = 50,
        cursor: str | None = None,
    ) -> Page[Shown]:
        """Return a page of proposals, newest first; no states means those that wait."""
        actor.require(Role.READ)
        if not 1 <= limit <= 1000:
            raise Invalid(f"limit is {limit}; it lies between 1 and 1000.")
        view = actor.view(*spaces)
        wanted = states or frozenset({ProposalState.WAITING})
        with self.records.reading() as reading:
            page = reading.proposals(view, wanted, limit=limit, cursor=cursor)
            shown = tuple(_shown(reading, view, one) for one in page.entries)
        return Page(shown, page.next_cursor)

    def open(self, actor: Actor, named: str, space: str | None = None) -> Opened:
        """Return one proposal, by its id or its memory's, with diff and evidence. Raises NotFound."""
        actor.require(Role.READ)
        view = _view(actor, space)
        with self.records.reading() as reading:
            shown = _found(reading, view, named)
        draft = draft_of(shown.memory)
        indexed = self.admission.indexer.index([shown.memory])[0][0]
        with self.records.reading() as reading:
            against: list[Match] = []
            if shown.state is ProposalState.WAITING and shown.proposal.kind is ProposalKind.STORE:
                found = self.admission.neighbours.find(
                    reading, draft, indexed, shown.memory.scope, Batch(), VISIBLE_STATUSES
                )
                visible = reading.memories(view, [m.memory.memory_id for m in found])
                against = [m for m in found if m.memory.memory_id in visible]
            successor = reading.memory(view, shown.proposal.successor) if shown.proposal.successor else None
            quotes = _quotes(reading, view, shown.proposal)
        return Opened(shown, tuple(against), quotes, successor)

    def approve(
        self, actor: Actor, named: Sequence[str], reason: str = "", space: str | None = None, content: str = ""
    ) -> list[Settled]:
        """Say yes to proposals of one space, all or none; ``content`` is an edited wording (of one alone).

        Raises NotFound, NotPossibleNow (settled already), Invalid (the edited text is refused), Conflict (changed
        meanwhile)."""
        name = self._checked(actor, named, space)
        if content and len(named) != 1:
            raise Invalid("An edited wording is for one proposal.", hint="Approve the others apart.")
        view = actor.view(name)
        with self.records.reading() as reading:
            seen = [_found(reading, view, one) for one in named]
        ready = [self._edited(one.memory, content) for one in seen]
        batch, now = Batch(), self.clock.now()
        with self.records.work(actor.agent, name, now) as work:
            settled = [
                self._approve(work, actor, _same(work, view, one), indexed, reason, batch, now)
                for one, indexed in zip(ready_shown(seen, ready), [r[1] for r in ready], strict=True)
            ]
            batch.commit(work)
        return settled

    def reject(self, actor: Actor, named: Sequence[str], reason: str, space: str | None = None) -> list[Settled]:
        """Say no to proposals of one space, all or none, with the reason. Raises NotFound, NotPossibleNow, Invalid."""
        name = self._checked(actor, named, space)
        if not reason.strip():
            raise Invalid("A rejection needs its reason.", hint="Say in a few words why; it stands in the history.")
        view, batch, now = actor.view(name), Batch(), self.clock.now()
        with self.records.work(actor.agent, name, now) as work:
            settled = [self._reject(_found(work, view, one), actor, reason, batch, now) for one in named]
            batch.commit(work)
        return settled

    def undo(self, actor: Actor, named: Sequence[str], reason: str = "", space: str | None = None) -> list[Settled]:
        """Take back what was said to proposals of one space, all or none: they wait again.

        Raises NotFound, NotPossibleNow when there is nothing to take back, or it went on from there."""
        name = self._checked(actor, named, space)
        view, batch, now = actor.view(name), Batch(), self.clock.now()
        with self.records.reading() as reading:
            before = {one: self._before(reading, view, _found(reading, view, one)) for one in named}
        with self.records.work(actor.agent, name, now) as work:
            settled = [self._undo(work, view, _found(work, view, one), before[one], reason, batch) for one in named]
            batch.commit(work)
        return settled

    def pending(self, actor: Actor, *spaces: str) -> Pending:
        """Return how many proposals wait, and since when the oldest does."""
        actor.require(Role.READ)
        with self.records.reading() as reading:
            return reading.pending(actor.view(*spaces))

    def mode(self, actor: Actor, space: str | None = None) -> tuple[str, ApprovalMode, bool]:
        """Return the space, who decides in it, and whether that was set for it."""
        actor.require(Role.READ)
        name = actor.space(space)
        with self.records.reading() as reading:
            own = reading.approval_mode(name)
        return name, own or self.default, own is not None

    def set_mode(
        self, actor: Actor, mode: ApprovalMode | None, reason: str = "", space: str | None = None
    ) -> tuple[str, ApprovalMode, bool]:
        """Set who decides in a space; None returns it to the setting."""
        actor.require(Role.ADMIN)
        name = actor.space(space)
        with self.records.work(actor.agent, name, self.clock.now()) as work:
            if work.approval_mode(name) is not mode:
                work.commit(ApprovalSet(name, mode, reason))
        return self.mode(actor, name)

    def _checked(self, actor: Actor, named: Sequence[str], space: str | None) -> str:
        actor.require(Role.REVIEW)
        if not 1 <= len(named) <= _MOST or len(set(named)) != len(named):
            raise Invalid(f"Name 1 to {_MOST} different proposals.")
        return actor.space(space)

    def _edited(self, memory: Memory, content: str) -> tuple[Memory, Indexed]:
        """The memory in its edited wording, cleaned, inspected and indexed before the transaction."""
        if not content:
            return memory, self.admission.indexer.index([memory])[0][0]
        prepared = self.admission.prepare([replace(draft_of(memory), content=content, explicit=True, claim=None)])[0]
        if prepared.findings:
            found = prepared.findings[0]
            raise Invalid(f"The edited text was refused by the rule {found.code}: {found.text}")
        new = prepared.draft
        edited = replace(memory, content=new.content, claim=new.claim, generation=prepared.indexed.generation)
        return edited, prepared.indexed

    def _approve(
        self, work: Work, actor: Actor, one: Shown, indexed: Indexed, reason: str, batch: Batch, now: datetime
    ) -> Settled:
        _must_wait(one)
        first = len(batch.events)
        verdict: Verdict | None = None
        match one.proposal.kind:
            case ProposalKind.STORE:
                verdict = put_in_force(self.admission, work, one.memory, indexed, reason, batch, now)
            case ProposalKind.SUPERSEDE:
                given = supersede(one.memory, one.proposal.successor)
                batch.add(given, Change.SUPERSEDED, reason or "approved by a person")
            case ProposalKind.ARCHIVE:
                batch.add(archive(one.memory), Change.ARCHIVED, reason or "approved by a person")
        effects = batch.effects_since(first)
        approval = Approval(granted=True, actor=actor.agent, at=now, reason=reason, effects=effects)
        return _settle(one, approval, batch, verdict)

    def _reject(self, one: Shown, actor: Actor, reason: str, batch: Batch, now: datetime) -> Settled:
        _must_wait(one)
        first = len(batch.events)
        if one.proposal.kind is ProposalKind.STORE:
            batch.add(reject(one.memory), Change.REJECTED, reason)
        effects = batch.effects_since(first)
        return _settle(one, Approval(granted=False, actor=actor.agent, at=now, reason=reason, effects=effects), batch)

    def _before(self, reading: Reading, view: View, one: Shown) -> Mapping[str, tuple[Memory, Indexed]]:
        """The states of before the approval, by id, of the memories it changed, with their index."""
        effects = one.proposal.approval.effects if one.proposal.approval else ()
        found: dict[str, tuple[Memory, Indexed]] = {}
        for effect in effects:
            revisions = reading.revisions(view, effect.memory_id)
            state = next((r.state for r in revisions if r.number == effect.revision - 1), None)
            if state is not None:
                found[effect.memory_id] = (state, self.admission.indexer.index([state])[0][0])
        return found

    def _undo(
        self,
        work: Work,
        view: View,
        one: Shown,
        before: Mapping[str, tuple[Memory, Indexed]],
        reason: str,
        batch: Batch,
    ) -> Settled:
        approval = one.proposal.approval
        if approval is None or one.state is ProposalState.WAITING:
            raise NotPossibleNow(f"Nothing was said to the proposal {one.proposal.proposal_id!r} that could be undone.")
        said = "approval taken back" if approval.granted else "rejection taken back"
        for effect in approval.effects:
            now = work.memory(view, effect.memory_id)
            if now is None or effect.memory_id not in before:
                continue
            current = batch.current(now)
            own = effect.memory_id == one.proposal.memory_id
            if not _stands(work, view, current, effect):
                if own:
                    raise NotPossibleNow(
                        f"The memory {effect.memory_id!r} went on since: it is {current.status.value} now.",
                        hint="Its history shows what happened; roll it back there.",
                    )
                continue
            state, indexed = before[effect.memory_id]
            old = reopen(current, state)
            if replace(old, revision=current.revision) != current:
                new_text = state.content != current.content
                batch.add(old, Change.REOPENED, reason or said, indexed if new_text else None)
        reopened = replace(one.proposal, approval=None)
        batch.events.append(ProposalReopened(reopened, reason or said))
        memory = batch.current(one.memory)
        return Settled(Shown(reopened, memory, state_of(reopened, memory.status)))


def ready_shown(seen: Sequence[Shown], ready: Sequence[tuple[Memory, Indexed]]) -> list[Shown]:
    """The proposals with their memories as they are to be approved."""
    return [replace(one, memory=memory) for one, (memory, _) in zip(seen, ready, strict=True)]


def _same(work: Work, view: View, one: Shown) -> Shown:
    """The proposal as the transaction sees it; its memory may not have changed since it was prepared."""
    now = _found(work, view, one.proposal.proposal_id)
    if now.memory.revision != one.memory.revision:
        raise Conflict(f"The memory {one.memory.memory_id!r} was changed at the same time.")
    return replace(now, memory=replace(one.memory, usage=now.memory.usage, last_used_at=now.memory.last_used_at))


def _stands(work: Work, view: View, current: Memory, effect: Effect) -> bool:
    """Whether a memory is still where the approval put it; evidence may have grown."""
    made = next((r.state for r in work.revisions(view, current.memory_id) if r.number == effect.revision), None)
    return (
        made is not None
        and (current.status, current.superseded_by) == (made.status, made.superseded_by)
        and current.content == made.content
    )


def _settle(one: Shown, approval: Approval, batch: Batch, verdict: Verdict | None = None) -> Settled:
    proposal = replace(one.proposal, approval=approval)
    batch.events.append(ProposalSettled(proposal))
    memory = batch.current(one.memory)
    return Settled(Shown(proposal, memory, state_of(proposal, memory.status)), verdict)


def _must_wait(one: Shown) -> None:
    if one.state is not ProposalState.WAITING:
        raise NotPossibleNow(
            f"The proposal {one.proposal.proposal_id!r} does not wait any more: it is {one.state.value}.",
            hint="Undo what was said to it first." if one.proposal.approval else "",
        )


def _found(reading: Reading, view: View, named: str) -> Shown:
    proposal = reading.proposal(view, named)
    if proposal is None:
        raise NotFound(f"There is no proposal {named!r} here.")
    return _shown(reading, view, proposal)


def _shown(reading: Reading, view: View, proposal: Proposal) -> Shown:
    memory = reading.memory(view, proposal.memory_id)
    assert memory is not None  # a proposal is only visible with its memory
    return Shown(proposal, memory, state_of(proposal, memory.status))


def _quotes(reading: Reading, view: View, proposal: Proposal) -> tuple[Event, ...]:
    if not proposal.task_id or not proposal.evidence:
        return ()
    trace = reading.trace(view, proposal.task_id)
    if trace is None or trace.task.space != proposal.space:
        return ()
    return tuple(e for e in trace.events if e.sequence in proposal.evidence)[:_MOST_QUOTES]


def _view(actor: Actor, space: str | None) -> View:
    return actor.view(space) if space else actor.view()
