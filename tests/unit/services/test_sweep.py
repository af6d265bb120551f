"""The sweep: existing memories among themselves; nothing is lost, nothing is done twice."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from uuid import UUID

import pytest

from hindsight_memory.bootstrap import App
from hindsight_memory.domain.actor import Actor, Role
from hindsight_memory.domain.errors import Forbidden, Invalid
from hindsight_memory.domain.events import Change, MemoryChanged
from hindsight_memory.domain.memory import Memory, MemoryType, Source, Status
from hindsight_memory.domain.proposal import ApprovalMode, ProposalKind, ProposalState
from hindsight_memory.domain.review.swept import Deed, Swept
from hindsight_memory.services.memories import WriteRequest
from hindsight_memory.testing import FrozenClock, throw_away_app

PORT = "The staging gateway listens on port 9077."


def put(app: App, *texts: str, **fields: object) -> list[Memory]:
    """Store memories as they are, a minute apart, past every check: what older programs left behind."""
    first = app.memories.write(app.actor, WriteRequest(content="A pattern for memories.", source=Source.USER))
    pattern = app.memories.get(app.actor, first.memory_id)
    app.memories.forget(app.actor, pattern.memory_id, "only a pattern")
    made: list[Memory] = []
    for number, text in enumerate(texts):
        at = pattern.created_at + timedelta(minutes=number)
        identity = str(UUID(int=UUID(pattern.memory_id).int + 1 + number))
        memory = replace(
            pattern,
            memory_id=identity,
            content=text,
            type=MemoryType.FACT,
            created_at=at,
            last_confirmed_at=at,
            claim=None,
            **fields,
        )
        made.append(memory)
    indexed, _ = app.upkeep.indexer.index(made)
    with app.records.work("test", pattern.scope.space, app.clock.now()) as work:
        work.commit(*[MemoryChanged(m, Change.STORED, "", i) for m, i in zip(made, indexed, strict=True)])
    return made


def now(app: App, memory: Memory) -> Memory:
    return app.memories.get(app.actor, memory.memory_id)


def deeds(swept: Swept) -> list[tuple[Deed, str, str]]:
    return [(act.deed, act.memory_id, act.other_id) for act in swept.acts]


def states(app: App, memories: Sequence[Memory]) -> list[Memory]:
    return [now(app, memory) for memory in memories]


@pytest.mark.requirement("REV-8")
def test_copies_become_one_memory_with_the_evidence_and_tags_of_all() -> None:
    with throw_away_app() as app:
        first, second = put(app, PORT, "the staging gateway  listens on port 9077")
        tagged = app.memories.update(app.actor, first.memory_id, {"tags": ("net",)}, "labelled")
        swept = app.sweep.run(app.actor)
        assert swept.acts[0].deed is Deed.MERGED
        kept, part = (now(app, m) for m in (second, first))
        assert (part.status, part.superseded_by) == (Status.SUPERSEDED, kept.memory_id)
        assert kept.status is Status.ACTIVE
        assert (kept.evidence_count, kept.tags) == (2, tagged.tags)


def test_a_second_sweep_changes_nothing() -> None:
    with throw_away_app() as app:
        memories = put(
            app,
            PORT,
            "the staging gateway listens on port 9077",
            "the staging gateway has moved, it listens on port 9717 now",
            "Lunch is at noon.",
        )
        first = app.sweep.run(app.actor)
        before = states(app, memories)
        second = app.sweep.run(app.actor)
        assert len(first.acts) == 2
        assert (second.acts, states(app, memories)) == ((), before)


def test_what_an_update_left_standing_gives_way_everywhere() -> None:
    with throw_away_app() as app:
        old, also_old, new = put(
            app,
            "Uploads to the media bucket are capped at 10 MB.",
            "The media bucket takes uploads of 10 MB at most.",
            "The cap for uploads to the media bucket was raised to 50 MB.",
        )
        app.sweep.run(app.actor)
        assert [now(app, m).superseded_by for m in (old, also_old)] == [new.memory_id] * 2
        assert now(app, new).status is Status.ACTIVE


def test_similar_things_with_other_names_are_left_alone() -> None:
    with throw_away_app() as app:
        memories = put(
            app,
            "Ann Lindqvist is the contact of Fjord Physio.",
            "Anna Lindquist is the contact of Fjord Physio.",
            "The orders table has 12 million rows.",
            "The customers table now has 3 million rows.",
        )
        assert app.sweep.run(app.actor).acts == ()
        assert all(m.status is Status.ACTIVE for m in states(app, memories))


def test_being_similar_is_not_handed_on_in_this_sweep_or_the_next() -> None:
    with throw_away_app(lexical_only=True) as app:
        memories = put(
            app,
            "We keep the nightly backups of the shop.",
            "We keep the nightly backups of the shop because auditors ask.",
            "We keep the nightly backups of the shop as lawyers insist.",
        )
        assert [app.sweep.run(app.actor).acts for _ in range(2)] == [(), ()]
        assert all(m.status is Status.ACTIVE for m in states(app, memories))


def test_what_says_the_same_and_more_takes_the_place_of_the_shorter_one() -> None:
    with throw_away_app(lexical_only=True) as app:
        short, full = put(
            app,
            "We keep the nightly backups of the shop.",
            "We keep the nightly backups of the shop because auditors ask.",
        )
        assert deeds(app.sweep.run(app.actor)) == [(Deed.MERGED, short.memory_id, full.memory_id)]


def test_a_merge_is_undone_by_rollback_and_stays_undone() -> None:
    with throw_away_app() as app:
        first, second = put(app, PORT, "the staging gateway listens on port 9077")
        app.sweep.run(app.actor)
        app.memories.rollback(app.actor, first.memory_id, first.revision)
        app.memories.rollback(app.actor, second.memory_id, second.revision)
        assert app.sweep.run(app.actor).acts == ()
        assert [m.status for m in states(app, [first, second])] == [Status.ACTIVE] * 2
        assert [m.content for m in states(app, [first, second])] == [first.content, second.content]


@pytest.mark.requirement("MEM-7")
def test_a_pinned_memory_changes_only_by_a_proposal_that_is_made_once() -> None:
    with throw_away_app() as app:
        pinned, new = put(app, PORT, "the staging gateway has moved, it listens on port 9717 now")
        app.memories.update(app.actor, pinned.memory_id, {"pinned": True}, "pinned")
        swept = app.sweep.run(app.actor)
        assert deeds(swept) == [(Deed.PROPOSED, pinned.memory_id, new.memory_id)]
        assert now(app, pinned).status is Status.ACTIVE
        assert app.sweep.run(app.actor).acts == ()
        (waiting,) = app.proposals.page(app.actor, frozenset({ProposalState.WAITING})).entries
        assert waiting.proposal.kind is ProposalKind.SUPERSEDE
        app.proposals.approve(app.actor, [waiting.proposal.proposal_id])
        assert now(app, pinned).superseded_by == new.memory_id


def test_where_a_person_decides_on_everything_the_sweep_only_proposes() -> None:
    with throw_away_app() as app:
        memories = put(app, PORT, "the staging gateway listens on port 9077")
        app.proposals.set_mode(app.actor, ApprovalMode.MANUAL)
        assert [act.deed for act in app.sweep.run(app.actor).acts] == [Deed.PROPOSED]
        assert all(m.status is Status.ACTIVE for m in states(app, memories))


def test_a_weaker_source_disputes_and_does_not_replace() -> None:
    with throw_away_app() as app:
        old, new = put(app, "The retry limit of the mailer is 5.", "The retry limit of the mailer is 8.")
        with app.records.work("test", old.scope.space, app.clock.now()) as work:
            doubted = replace(new, source=Source.INFERRED, revision=new.revision + 1)
            work.commit(MemoryChanged(doubted, Change.UPDATED, "", None))
        app.sweep.run(app.actor)
        assert [m.status for m in states(app, [old, new])] == [Status.DISPUTED] * 2
        assert app.sweep.run(app.actor).acts == ()


def test_what_has_run_out_is_archived() -> None:
    clock = FrozenClock()
    with throw_away_app(clock=clock) as app:
        (memory,) = put(app, PORT, expires_at=clock.now() + timedelta(hours=1))
        clock.advance(timedelta(hours=2))
        assert deeds(app.sweep.run(app.actor)) == [(Deed.ARCHIVED, memory.memory_id, "")]
        assert now(app, memory).status is Status.ARCHIVED


@pytest.mark.requirement("REV-16")
def test_only_the_newest_of_the_period_are_looked_at() -> None:
    with throw_away_app() as app:
        memories = put(app, *(f"Shelf {letter} holds {letter} parts." for letter in "KLMN"))
        swept = app.sweep.run(app.actor, limit=2)
        assert (swept.looked_at, swept.more) == (2, True)
        until = memories[1].last_confirmed_at
        assert app.sweep.run(app.actor, until=until).looked_at == 1
        with pytest.raises(Invalid):
            app.sweep.run(app.actor, limit=0)


def test_another_space_and_another_agents_private_memories_are_not_touched() -> None:
    with throw_away_app() as app:
        memories = put(app, PORT, "the staging gateway listens on port 9077")
        stranger = Actor(agent="stranger", spaces=("elsewhere",), default_space="elsewhere",
                         roles=frozenset({Role.REVIEW, Role.READ}))  # fmt: skip
        assert app.sweep.run(stranger).looked_at == 0
        reader = replace(stranger, roles=frozenset({Role.READ}))
        with pytest.raises(Forbidden):
            app.sweep.run(reader)
        assert all(m.status is Status.ACTIVE for m in states(app, memories))
