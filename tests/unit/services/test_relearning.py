"""What was forgotten or rejected: it comes back only with new evidence, and then to a person."""

from datetime import timedelta

import pytest

from hindsight_memory.domain.errors import Invalid
from hindsight_memory.domain.memory import Status
from hindsight_memory.domain.proposal import ApprovalMode
from hindsight_memory.domain.trace import EventKind, OutcomeStatus
from hindsight_memory.entrypoints.reviewing import review_task
from hindsight_memory.ports.records import MemoryFilter
from hindsight_memory.services.tasks import NewEvent
from hindsight_memory.testing import FrozenClock, throw_away_app
from tests.unit.services.approving import found, get, say, set_mode, tell, waiting


@pytest.mark.requirement("INV-5")
def test_a_rejected_text_is_not_proposed_again_by_a_review_of_the_same_evidence() -> None:
    clock = FrozenClock()
    with throw_away_app(clock=clock) as app:
        set_mode(app, ApprovalMode.MANUAL)
        text = "Please remember: deploys always go through the canary cluster first."
        tell(app, "t1", text)
        [one] = app.proposals.page(app.actor, frozenset()).entries
        with pytest.raises(Invalid):
            app.proposals.reject(app.actor, [one.proposal.proposal_id], " ")
        app.proposals.reject(app.actor, [one.proposal.proposal_id], "we gave that up")
        assert get(app, one.memory.memory_id).status is Status.FORGOTTEN
        app.tasks.append(app.actor, "t1", [NewEvent(kind=EventKind.ASSISTANT, text="Done.")])
        review_task(app, app.actor, "t1", "default")
        assert waiting(app) == []
        clock.advance(timedelta(days=1))
        tell(app, "t2", text)
        assert len(waiting(app)) == 1
        app.proposals.undo(app.actor, [one.proposal.proposal_id])
        assert get(app, one.memory.memory_id).status is Status.PENDING


@pytest.mark.requirement("INV-5")
def test_what_was_forgotten_and_is_told_in_another_task_waits_for_a_person() -> None:
    clock = FrozenClock()
    text = "Deploys always go through the canary cluster first."
    with throw_away_app(clock=clock) as app:
        tell(app, "t1", text)
        [memory] = app.memories.list(app.actor, MemoryFilter()).entries
        clock.advance(timedelta(days=1))
        app.memories.forget(app.actor, memory.memory_id, "not true any more")
        # An old trace that is read late is no new evidence.
        app.tasks.begin(app.actor, task_id="t0")
        old = NewEvent(kind=EventKind.USER, text=text, at=clock.now() - timedelta(days=9))
        app.tasks.append(app.actor, "t0", [old])
        app.tasks.end(app.actor, "t0", OutcomeStatus.SUCCESS)
        review_task(app, app.actor, "t0", "default")
        assert waiting(app) == []
        clock.advance(timedelta(days=1))
        tell(app, "t2", text)
        assert waiting(app) == [memory.content]
        assert found(app, "canary cluster") == []
        # Who says it again explicitly is obeyed.
        again = say(app, memory.content)
        assert found(app, "canary cluster") == [memory.content]
        assert waiting(app) == []
        assert again.memory_id != memory.memory_id


@pytest.mark.requirement("INV-5")
def test_a_wish_to_remember_that_was_forgotten_is_only_obeyed_when_it_is_a_new_one() -> None:
    clock = FrozenClock()
    text = "Please remember: deploys always go through the canary cluster first."
    with throw_away_app(clock=clock) as app:
        tell(app, "t1", text)
        [memory] = app.memories.list(app.actor, MemoryFilter()).entries
        clock.advance(timedelta(days=1))
        app.memories.forget(app.actor, memory.memory_id, "not true any more")
        app.tasks.append(app.actor, "t1", [NewEvent(kind=EventKind.ASSISTANT, text="Done.")])
        review_task(app, app.actor, "t1", "default")
        assert (found(app, "canary cluster"), waiting(app)) == ([], [])
        clock.advance(timedelta(days=1))
        tell(app, "t2", text)
        assert found(app, "canary cluster") == [memory.content]
