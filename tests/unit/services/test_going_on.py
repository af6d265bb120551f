"""A task that ended and goes on is looked at again; what was known of it is not."""

import pytest

from hindsight_memory.bootstrap import App
from hindsight_memory.domain.job import JobState
from hindsight_memory.domain.trace import EventKind
from hindsight_memory.services.tasks import NewEvent
from hindsight_memory.testing import throw_away_app
from tests.unit.services.tasks import begun, ended, found, reviewed

RULE = "One more thing: from now on releases need two reviewers."


def said(text: str, sequence: int | None = None) -> NewEvent:
    return NewEvent(kind=EventKind.USER, text=text, sequence=sequence)


def waiting(app: App) -> int:
    with app.records.reading() as reading:
        return len(reading.jobs(app.actor.view("default"), frozenset({JobState.QUEUED}), limit=9).entries)


@pytest.mark.parametrize("sequence", [None, 9, 3])
def test_what_is_said_after_the_end_is_reviewed_too(sequence: int | None) -> None:
    with throw_away_app() as app:
        begun(app, "t1")
        app.tasks.append(app.actor, "t1", [said("Deploy."), said("Thanks.", 4)])
        ended(app, "t1")

        app.tasks.append(app.actor, "t1", [said(RULE, sequence)])
        assert waiting(app) == 1
        reviewed(app, "t1")

        assert waiting(app) == 0
        assert len(found(app, "how many reviewers does a release need")) == 1


def test_several_late_events_are_one_review() -> None:
    with throw_away_app() as app:
        begun(app, "t1")
        ended(app, "t1", "make")
        for _ in range(3):
            app.tasks.append(app.actor, "t1", [said(RULE)])
        assert waiting(app) == 1


def test_what_is_sent_again_after_the_review_brings_no_other_one() -> None:
    with throw_away_app() as app:
        begun(app, "t1")
        app.tasks.append(app.actor, "t1", [said("Deploy.", 1), said(RULE, 2)])
        ended(app, "t1")
        app.tasks.append(app.actor, "t1", [said("Deploy.", 1), said(RULE, 2)])
        assert waiting(app) == 0


def test_a_task_that_has_not_ended_waits_for_its_end() -> None:
    with throw_away_app() as app:
        begun(app, "t1")
        app.tasks.append(app.actor, "t1", [said(RULE)])
        assert waiting(app) == 0


def test_a_repeated_review_does_not_claim_new_evidence() -> None:
    with throw_away_app() as app:
        begun(app, "t1")
        app.tasks.append(app.actor, "t1", [said(RULE)])
        ended(app, "t1")
        again = reviewed(app, "t1").considered
        begun(app, "t2")
        app.tasks.append(app.actor, "t2", [said(RULE)])
        other = ended(app, "t2").considered

        assert [reason.text for one in again for reason in one.verdict.reasons] == ["The same text is known already."]
        assert "its evidence grew" in other[0].verdict.reasons[0].text
