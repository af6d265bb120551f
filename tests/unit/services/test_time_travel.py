"""The two clocks: what was believed at a time, what held at one, and the ways back."""

from datetime import UTC, datetime, timedelta

import pytest

from hindsight_memory.bootstrap import App
from hindsight_memory.domain.actor import Actor, Role
from hindsight_memory.domain.errors import Forbidden, Invalid, NotFound
from hindsight_memory.domain.memory import Source, Status
from hindsight_memory.domain.proposal import ApprovalMode
from hindsight_memory.domain.verdict import Verdict
from hindsight_memory.ports.records import MemoryFilter
from hindsight_memory.services.memories import WriteRequest
from hindsight_memory.services.past import When
from hindsight_memory.services.recall import SearchRequest
from hindsight_memory.testing import FrozenClock, throw_away_app

DAY = timedelta(days=1)
PORT = "The port of staging is 9077."
NEW_PORT = "The port of staging is 8080."


def say(app: App, content: str, source: Source = Source.USER, **more: object) -> Verdict:
    return app.memories.write(app.actor, WriteRequest(content=content, source=source, **more))  # type: ignore[arg-type]


def found(app: App, query: str, **when: datetime) -> list[str]:
    hits = app.recall.search(app.actor, SearchRequest(query=query, **when)).hits  # type: ignore[arg-type]
    return [hit.memory.content for hit in hits]


def listed(app: App, when: When) -> list[str]:
    return [m.content for m in app.memories.list(app.actor, MemoryFilter(), when=when).entries]


@pytest.mark.requirement("MEM-12")
def test_a_search_as_of_a_time_gives_the_text_of_that_time_and_ranks_by_it() -> None:
    clock = FrozenClock()
    with throw_away_app(clock=clock) as app:
        changed = say(app, "The parrot in the lobby is called Rosalind.")
        say(app, "The lobby opens at seven in the morning.")
        then = clock.now()
        clock.advance(DAY)
        app.memories.update(app.actor, changed.memory_id, {"content": "Invoices are archived by the north gate."}, "")
        assert found(app, "what is the parrot called", as_of=then)[0] == "The parrot in the lobby is called Rosalind."
        assert "The parrot in the lobby is called Rosalind." not in found(app, "what is the parrot called")
        assert found(app, "archived invoices north gate", as_of=then) == []
        # The vector is that of the old text too: with it, the hit is as good as it was on that day.
        before = SearchRequest(query="what is the parrot called", as_of=then)
        best = app.recall.search(app.actor, before).hits[0]
        clock.stand_at(then)
        with throw_away_app(clock=clock) as other:
            say(other, "The parrot in the lobby is called Rosalind.")
            say(other, "The lobby opens at seven in the morning.")
            fresh = other.recall.search(other.actor, SearchRequest(query="what is the parrot called")).hits[0]
        # The statistics of words are those of today; the cosine is exact.
        assert best.signals["similarity"] == pytest.approx(fresh.signals["similarity"], abs=0.1)


@pytest.mark.requirement("MEM-12")
def test_what_was_superseded_or_forgotten_is_found_as_of_the_time_when_it_was_believed() -> None:
    clock = FrozenClock()
    with throw_away_app(clock=clock) as app:
        old = say(app, PORT)
        then = clock.now()
        clock.advance(DAY)
        new = say(app, NEW_PORT)
        clock.advance(DAY)
        app.memories.forget(app.actor, new.memory_id, "")
        assert found(app, "port of staging", as_of=then) == [PORT]
        assert found(app, "port of staging", as_of=then + DAY) == [NEW_PORT]
        assert found(app, "port of staging") == []
        assert found(app, "port of staging", as_of=then - DAY) == []
        assert listed(app, When(as_of=then)) == [PORT]
        assert listed(app, When(as_of=then + DAY)) == [NEW_PORT]
        assert app.memories.get(app.actor, old.memory_id, when=When(as_of=then)).status is Status.ACTIVE
        assert app.memories.get(app.actor, old.memory_id).status is Status.SUPERSEDED
        with pytest.raises(NotFound):
            app.memories.get(app.actor, new.memory_id, when=When(as_of=then))


@pytest.mark.requirement("MEM-12")
def test_the_clock_of_the_world_finds_what_held_then_and_not_what_holds_now() -> None:
    clock = FrozenClock(datetime(2026, 6, 1, tzinfo=UTC))
    march, july = datetime(2026, 3, 1, tzinfo=UTC), datetime(2026, 7, 1, tzinfo=UTC)
    with throw_away_app(clock=clock) as app:
        bea = say(app, "The lead of the search team is Bea.")
        say(app, "The lead of the search team is Ann.", valid_from=march)
        trial = say(app, "The trial licence of the search team allows 20 seats.", valid_until=july)
        say(app, "The search team books room 12 for its meetings.")
        clock.stand_at(datetime(2026, 8, 1, tzinfo=UTC))
        app.reviews.expire(app.actor)
        assert app.memories.get(app.actor, bea.memory_id).status is Status.SUPERSEDED
        assert app.memories.get(app.actor, trial.memory_id).status is Status.ARCHIVED
        question = "who is the lead of the search team"
        assert found(app, question)[0] == "The lead of the search team is Ann."
        assert found(app, question, valid_at=march - DAY)[0] == "The lead of the search team is Bea."
        assert "The lead of the search team is Ann." not in found(app, question, valid_at=march - DAY)
        assert "The lead of the search team is Bea." not in found(app, question, valid_at=march)
        seats = "how many seats does the trial licence allow"
        assert found(app, seats) == [] or "20 seats" not in found(app, seats)[0]
        assert "20 seats" in found(app, seats, valid_at=july - DAY)[0]
        assert all("20 seats" not in text for text in found(app, seats, valid_at=july))
        with pytest.raises(NotFound):
            app.memories.get(app.actor, trial.memory_id, when=When(valid_at=july))
        assert app.memories.get(app.actor, trial.memory_id, when=When(valid_at=march)).memory_id == trial.memory_id


@pytest.mark.requirement("MEM-12")
def test_both_clocks_together_say_what_was_then_thought_to_hold() -> None:
    clock = FrozenClock()
    with throw_away_app(clock=clock) as app:
        say(app, "The summer opening hours of the lab are 07:00 to 15:00.", valid_from=clock.now() + 30 * DAY)
        learnt = clock.now()
        summer = learnt + 40 * DAY
        assert listed(app, When(as_of=learnt, valid_at=learnt)) == []
        assert len(listed(app, When(as_of=learnt, valid_at=summer))) == 1
        assert listed(app, When(as_of=learnt - DAY, valid_at=summer)) == []


def test_a_corrected_statement_never_held() -> None:
    clock = FrozenClock()
    with throw_away_app(clock=clock) as app:
        say(app, PORT)
        clock.advance(DAY)
        say(app, NEW_PORT)
        assert found(app, "port of staging", valid_at=clock.now() - DAY) == [NEW_PORT]


def test_a_list_of_the_past_is_paged_and_refuses_cursors_of_other_lists() -> None:
    clock = FrozenClock()
    with throw_away_app(clock=clock) as app:
        for n in range(5):
            clock.advance(DAY)
            say(app, f"Machine number {n} stands in hall {n * 7 + 3}.")
        when = When(as_of=clock.now())
        clock.advance(DAY)
        say(app, "Machine number 9 stands in the yard.")
        first = app.memories.list(app.actor, MemoryFilter(), limit=3, when=when)
        second = app.memories.list(app.actor, MemoryFilter(), limit=3, cursor=first.next_cursor, when=when)
        texts = [m.content for m in (*first.entries, *second.entries)]
        assert texts == [f"Machine number {n} stands in hall {n * 7 + 3}." for n in range(4, -1, -1)]
        assert second.next_cursor is None
        with pytest.raises(Invalid):
            app.memories.list(app.actor, MemoryFilter(), cursor="elsewhere", when=when)


@pytest.mark.requirement("INV-3")
def test_the_past_shows_nothing_beyond_the_walls() -> None:
    with throw_away_app() as app:
        hidden = say(app, PORT, space="other")
        kim = Actor(agent="kim", spaces=("default",))
        when = When(as_of=app.clock.now())
        assert app.memories.list(kim, MemoryFilter(), when=when).entries == ()
        assert app.recall.search(kim, SearchRequest(query=PORT, as_of=when.as_of)).hits == ()
        with pytest.raises(NotFound):
            app.memories.get(kim, hidden.memory_id, when=when)


def test_rolling_back_a_superseded_memory_makes_it_active_and_says_what_stands_against_it() -> None:
    with throw_away_app() as app:
        old = say(app, PORT)
        new = say(app, NEW_PORT)
        back = app.memories.rollback(app.actor, old.memory_id, 1)
        assert (back.status, back.superseded_by) == (Status.ACTIVE, None)
        assert [m.memory.memory_id for m in app.memories.against(app.actor, back)] == [new.memory_id]


def test_a_rollback_does_not_pass_by_the_approval() -> None:
    writer = Actor(agent="kim", any_space=True, default_space="default", roles=frozenset({Role.READ, Role.WRITE}))
    with throw_away_app() as app:
        app.proposals.set_mode(app.actor, ApprovalMode.MANUAL)
        held = say(app, PORT)
        app.memories.forget(writer, held.memory_id, "")
        assert app.memories.rollback(writer, held.memory_id, 2).status is Status.PENDING
        app.proposals.approve(app.actor, [held.memory_id])
        app.proposals.undo(app.actor, [held.memory_id])
        with pytest.raises(Forbidden):
            app.memories.rollback(writer, held.memory_id, 4)
        assert found(app, "port of staging") == []


def test_a_restored_draft_has_a_new_life_and_makes_no_copy() -> None:
    clock = FrozenClock()
    with throw_away_app(clock=clock) as app:
        one, two = say(app, "Thanks a lot!", Source.INFERRED), say(app, "thanks a lot", Source.INFERRED)
        clock.advance(10 * DAY)
        first = app.memories.restore(app.actor, one.discard_id)
        assert first.expires_at == clock.now() + 7 * DAY
        second = app.memories.restore(app.actor, two.discard_id)
        assert second.memory_id == first.memory_id
        assert len(app.memories.list(app.actor, MemoryFilter()).entries) == 1


def test_where_a_person_decides_a_restored_draft_waits_unless_a_reviewer_restores_it() -> None:
    writer = Actor(agent="kim", any_space=True, default_space="default", roles=frozenset({Role.READ, Role.WRITE}))
    with throw_away_app() as app:
        app.proposals.set_mode(app.actor, ApprovalMode.MANUAL)
        one = say(app, "Thanks a lot!", Source.INFERRED)
        restored = app.memories.restore(writer, one.discard_id)
        assert restored.status is Status.PENDING
        assert app.proposals.pending(app.actor).waiting == 1
