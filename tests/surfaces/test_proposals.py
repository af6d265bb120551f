"""What waits for a person, the two clocks and the purge: the same case through every surface."""

from __future__ import annotations

import pytest

from hindsight_memory.domain.errors import HindsightError
from hindsight_memory.domain.memory import Source, Status
from hindsight_memory.domain.proposal import ApprovalMode, ProposalState
from hindsight_memory.domain.trace import EventKind
from hindsight_memory.domain.verdict import VerdictKind
from hindsight_memory.wire.calls import BeginBody, EventsBody, ListBody, RollbackBody
from hindsight_memory.wire.memories import WriteAnswer, WriteBody
from hindsight_memory.wire.proposals import (
    ApprovalModeBody,
    ApproveBody,
    CandidateBody,
    ProposalsBody,
    ProposeBody,
    PurgeBody,
    RejectBody,
    UndoBody,
)
from hindsight_memory.wire.search import SearchBody
from hindsight_memory.wire.tasks import EventBody
from tests.surfaces.surface import Surface, code_of

PORT = "The port of staging is 9077."
NEW_PORT = "The port of staging is 8080."
BACKUPS = "Backups run at 03:00 every night."


def write(surface: Surface, content: str) -> WriteAnswer:
    return surface.write(WriteBody(content=content, source=Source.USER))


def found(surface: Surface, query: str, **more: object) -> list[str]:
    return [hit.content for hit in surface.search(SearchBody.taken({"query": query, **more})).hits]


def manual(surface: Surface) -> None:
    answer = surface.set_approval_mode(ApprovalModeBody(mode=ApprovalMode.MANUAL))
    assert (answer.space, answer.mode, answer.own) == ("default", ApprovalMode.MANUAL, True)


@pytest.mark.requirement("REV-15")
def test_a_proposal_is_listed_shown_approved_and_undone(surface: Surface) -> None:
    old = write(surface, PORT)
    manual(surface)
    held = write(surface, NEW_PORT)
    assert held.verdict is VerdictKind.HELD
    assert found(surface, "port of staging") == [PORT]
    [listed] = surface.proposals(ProposalsBody()).items
    assert (listed.memory_id, listed.state, listed.against) == (held.memory_id, ProposalState.WAITING, [old.memory_id])
    assert [reason.code for reason in listed.reasons] == ["manual"]
    shown = surface.proposal(listed.proposal_id)
    assert [(one.memory_id, one.stance) for one in shown.against] == [(old.memory_id, "replaced")]
    assert f"- {PORT}" in shown.diff
    assert f"+ {NEW_PORT}" in shown.diff
    assert surface.stats().pending.waiting == 1
    named = (listed.proposal_id,)
    [approved] = surface.approve(ApproveBody(proposal_ids=named, reason="seen it")).items
    assert (approved.proposal.state, approved.superseded) == (ProposalState.APPROVED, [old.memory_id])
    assert found(surface, "port of staging") == [NEW_PORT]
    [undone] = surface.undo(UndoBody(proposal_ids=named)).items
    assert undone.memory.status is Status.PENDING
    assert found(surface, "port of staging") == [PORT]
    surface.verify_audit()


@pytest.mark.requirement("REV-15")
def test_proposals_are_edited_and_rejected_in_batches(surface: Surface) -> None:
    manual(surface)
    one, two = write(surface, PORT), write(surface, BACKUPS)
    edited = ApproveBody(proposal_ids=(one.memory_id,), content="The port of staging is 9078.")
    assert surface.approve(edited).items[0].memory.content == "The port of staging is 9078."
    with pytest.raises(HindsightError) as refused:
        surface.approve(ApproveBody(proposal_ids=(two.memory_id, one.memory_id)))
    assert code_of(refused.value) == "not_possible_now"
    rejected = surface.reject(RejectBody(proposal_ids=(two.memory_id,), reason="the schedule moved")).items[0]
    assert (rejected.proposal.state, rejected.memory.status) == (ProposalState.REJECTED, Status.FORGOTTEN)
    assert rejected.proposal.ruling is not None
    assert rejected.proposal.ruling.reason == "the schedule moved"
    states = ProposalsBody(state=(ProposalState.REJECTED,))
    assert [p.memory_id for p in surface.proposals(states).items] == [two.memory_id]


@pytest.mark.requirement("REV-18")
def test_candidates_of_an_agents_own_review_pass_the_same_gate(surface: Surface) -> None:
    surface.begin_task(BeginBody(task_id="t1", intent="release"))
    said = EventBody(kind=EventKind.USER, text="Releases always go through the canary cluster on port 9443.")
    surface.append_events("t1", EventsBody(events=(said,)))
    manual(surface)
    given = ("Releases always go through the canary cluster on port 9443.", "The canary cluster runs on port 7777.")
    candidates = tuple(CandidateBody(content=text, source=Source.USER) for text in given)
    answer = surface.propose("t1", ProposeBody(candidates=candidates))
    assert [(one.verdict, one.source) for one in answer.items] == [(VerdictKind.HELD, Source.USER)]
    assert [one.reason.code for one in answer.left_out] == ["ungrounded"]
    shown = surface.proposal(answer.items[0].memory_id)
    assert [(quote.sequence, quote.text) for quote in shown.evidence] == [(1, said.text)]


@pytest.mark.requirement("MEM-12")
def test_the_past_is_searched_and_listed_and_a_rollback_says_what_stands_against_it(surface: Surface) -> None:
    old = write(surface, PORT)
    then = surface.memory(old.memory_id).created_at
    new = write(surface, NEW_PORT)
    assert found(surface, "port of staging", as_of=then) == [PORT]
    listed = surface.memories(ListBody.taken({"as_of": then})).items
    assert [(m.memory_id, m.status) for m in listed] == [(old.memory_id, Status.ACTIVE)]
    assert found(surface, "port of staging", valid_at=then) == [NEW_PORT]
    back = surface.rollback(old.memory_id, RollbackBody(revision=1))
    assert back.status is Status.ACTIVE
    assert [one.memory_id for one in back.against] == [new.memory_id]


@pytest.mark.requirement("INV-2A")
def test_a_purge_has_to_be_meant_and_leaves_nothing(surface: Surface) -> None:
    kept = write(surface, PORT)
    with pytest.raises(HindsightError) as refused:
        surface.purge(kept.memory_id, PurgeBody())
    assert code_of(refused.value) == "invalid"
    assert surface.purge(kept.memory_id, PurgeBody(confirm=True)).purged
    with pytest.raises(HindsightError) as gone:
        surface.memory(kept.memory_id)
    assert code_of(gone.value) == "not_found"
    surface.verify_audit()
