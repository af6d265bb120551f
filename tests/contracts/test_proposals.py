"""Proposals in every record store: what waits is found, what was said is kept, what is hidden stays hidden."""

from dataclasses import replace
from datetime import timedelta

import pytest

from hindsight_memory.domain.actor import View
from hindsight_memory.domain.errors import NotFound
from hindsight_memory.domain.events import (
    ApprovalSet,
    Change,
    MemoryPurged,
    ProposalMade,
    ProposalReopened,
    ProposalSettled,
)
from hindsight_memory.domain.memory import Memory, Scope, Status
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
from hindsight_memory.domain.verdict import Reason
from hindsight_memory.ports.records import Records
from tests.contracts.making import NOW, VIEW, changed, commit, later, memory, scope, stored

EVERY_STATE = frozenset[ProposalState]()


def proposal(about: Memory, **fields: object) -> Proposal:
    """A proposal to store a pending memory; any field can be given."""
    plain = Proposal(
        proposal_id=f"p-{about.memory_id}",
        space=about.scope.space,
        kind=ProposalKind.STORE,
        memory_id=about.memory_id,
        made_at=NOW,
        reasons=(Reason("manual", "It waits."),),
    )
    return replace(plain, **fields)


def held(records: Records, memory_id: str, **fields: Scope) -> tuple[Memory, Proposal]:
    """A pending memory and its proposal, stored."""
    pending = replace(memory(memory_id, status=Status.PENDING), **fields)
    made = proposal(pending)
    commit(records, stored(pending, change=Change.HELD), ProposalMade(made))
    return pending, made


def listed(records: Records, *states: ProposalState, view: View = VIEW) -> list[str]:
    with records.reading() as reading:
        return [p.proposal_id for p in reading.proposals(view, frozenset(states), limit=10).entries]


def test_a_proposal_is_found_by_its_id_and_by_its_memory(records: Records) -> None:
    _, made = held(records, "m1")
    with records.reading() as reading:
        assert reading.proposal(VIEW, "p-m1") == made
        assert reading.proposal(VIEW, "m1") == made
        assert reading.proposal(VIEW, "m2") is None


def test_a_proposal_needs_its_memory(records: Records) -> None:
    with pytest.raises(NotFound):
        commit(records, ProposalMade(proposal(memory("m1"))))


def test_what_a_person_said_is_kept_and_can_be_taken_back(records: Records) -> None:
    pending, made = held(records, "m1")
    yes = Approval(granted=True, actor="ann", at=NOW, reason="it is so", effects=(Effect("m1", 2),))
    active = changed(pending, Change.APPROVED, status=Status.ACTIVE)
    settled = replace(made, approval=yes)
    commit(records, active, ProposalSettled(settled))
    with records.reading() as reading:
        assert reading.proposal(VIEW, "m1") == settled
    assert listed(records, ProposalState.APPROVED) == ["p-m1"]
    assert listed(records, ProposalState.WAITING) == []
    commit(records, changed(active.memory, Change.REOPENED, status=Status.PENDING), ProposalReopened(made, "no"))
    assert listed(records, ProposalState.WAITING) == ["p-m1"]
    assert records.verify_audit("alpha") == 6
    with pytest.raises(NotFound):
        commit(records, ProposalSettled(replace(settled, proposal_id="other")))


def test_the_store_and_the_domain_agree_on_where_a_proposal_stands(records: Records) -> None:
    granted = Approval(granted=True, actor="ann", at=NOW, reason="")
    number = 0
    for kind in ProposalKind:
        for status in Status:
            for approval in (None, granted, replace(granted, granted=False)):
                number += 1
                about = memory(f"m{number:03}", status=status)
                made = proposal(about, kind=kind)
                commit(records, stored(about), ProposalMade(made))
                if approval is not None:
                    commit(records, ProposalSettled(replace(made, approval=approval)))
                expected = state_of(replace(made, approval=approval), status)
                with records.reading() as reading:
                    for state in ProposalState:
                        page = reading.proposals(VIEW, frozenset({state}), limit=1000)
                        ids = {p.proposal_id for p in page.entries}
                        assert (made.proposal_id in ids) is (state is expected), (kind, status, approval, state)


def test_proposals_are_listed_newest_first_in_pages(records: Records) -> None:
    for n in range(5):
        about = memory(f"m{n}", status=Status.PENDING)
        commit(records, stored(about), ProposalMade(proposal(about, made_at=later(days=n))))
    with records.reading() as reading:
        first = reading.proposals(VIEW, EVERY_STATE, limit=3)
        second = reading.proposals(VIEW, EVERY_STATE, limit=3, cursor=first.next_cursor)
    assert [p.memory_id for p in (*first.entries, *second.entries)] == ["m4", "m3", "m2", "m1", "m0"]
    assert second.next_cursor is None


def test_it_is_counted_what_waits_and_since_when(records: Records) -> None:
    with records.reading() as reading:
        assert reading.pending(VIEW) == Pending(waiting=0, oldest_at=None)
    old, _ = held(records, "m1")
    about = memory("m2", status=Status.PENDING)
    commit(records, stored(about), ProposalMade(proposal(about, made_at=later(days=3))))
    with records.reading() as reading:
        assert reading.pending(VIEW) == Pending(waiting=2, oldest_at=NOW)
    commit(records, changed(old, Change.FORGOTTEN, status=Status.FORGOTTEN))
    with records.reading() as reading:
        assert reading.pending(VIEW) == Pending(waiting=1, oldest_at=NOW + timedelta(days=3))


@pytest.mark.requirement("INV-3")
def test_a_proposal_about_what_is_not_visible_is_not_there(records: Records) -> None:
    held(records, "m1", scope=scope(private="bob", agent="bob"))
    other = View(spaces=("beta",), agent="bob")
    assert listed(records) == []
    assert listed(records, view=other) == []
    assert listed(records, view=View(spaces=("alpha",), agent="bob")) == ["p-m1"]
    with records.reading() as reading:
        assert reading.proposal(VIEW, "p-m1") is None
        assert reading.pending(VIEW).waiting == 0
        assert [entry.subject_id for entry in reading.audit(VIEW, limit=10).entries] == []


def test_a_proposal_goes_with_the_purge_of_its_memory(records: Records) -> None:
    held(records, "m1")
    commit(records, MemoryPurged("alpha", "m1", "asked for"))
    assert listed(records) == []
    records.verify_audit()


def test_who_decides_is_kept_for_each_space(records: Records) -> None:
    with records.reading() as reading:
        assert reading.approval_mode("alpha") is None
    commit(records, ApprovalSet("alpha", ApprovalMode.RISKY, "new agents"))
    commit(records, ApprovalSet("alpha", ApprovalMode.MANUAL, "newer agents"))
    with records.reading() as reading:
        assert reading.approval_mode("alpha") is ApprovalMode.MANUAL
        assert reading.approval_mode("beta") is None
        assert [entry.reason for entry in reading.audit(VIEW, limit=10).entries] == [
            "manual: newer agents",
            "risky: new agents",
        ]
    commit(records, ApprovalSet("alpha", None, ""))
    with records.reading() as reading:
        assert reading.approval_mode("alpha") is None
    assert records.verify_audit("alpha") == 3
