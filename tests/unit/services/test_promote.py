"""Promotion: what few see is let out to more, step by step, and never doubled."""

from collections.abc import Generator
from dataclasses import replace

import pytest

from hindsight_memory.bootstrap import App
from hindsight_memory.domain.actor import Actor
from hindsight_memory.domain.errors import Forbidden, NotFound, NotPossibleNow
from hindsight_memory.domain.memory import Source, Status, Visibility
from hindsight_memory.services.memories import WriteRequest
from hindsight_memory.services.recall import SearchRequest
from hindsight_memory.testing import ScriptedEmbedder, throw_away_app

PORT = "Staging listens on port 9077."


@pytest.fixture
def app() -> Generator[App]:
    with throw_away_app(embedder=ScriptedEmbedder()) as app:
        yield app


def agent(app: App, name: str, *groups: str) -> Actor:
    return replace(app.actor, agent=name, groups=groups)


def told(app: App, actor: Actor, visibility: Visibility = Visibility.PRIVATE, group: str = "") -> str:
    request = WriteRequest(content=PORT, source=Source.USER, visibility=visibility, group=group)
    return app.memories.write(actor, request).memory_id


def seen(app: App, actor: Actor) -> list[str]:
    return [h.memory.memory_id for h in app.recall.search(actor, SearchRequest(query="staging port")).hits]


@pytest.mark.requirement("MEM-10")
def test_a_private_memory_is_let_out_to_a_group_and_then_to_everybody(app: App) -> None:
    ann, bob, eve = agent(app, "ann", "crew"), agent(app, "bob", "crew"), agent(app, "eve")
    memory_id = told(app, ann)
    assert (seen(app, ann), seen(app, bob), seen(app, eve)) == ([memory_id], [], [])
    shared = app.memories.promote(ann, memory_id, Visibility.SHARED, "crew")
    assert (shared.scope.visibility, shared.scope.group, shared.scope.agent) == (Visibility.SHARED, "crew", "ann")
    assert (seen(app, ann), seen(app, bob), seen(app, eve)) == ([memory_id], [memory_id], [])
    app.memories.promote(bob, memory_id, Visibility.GLOBAL)
    assert seen(app, eve) == [memory_id]
    history = app.memories.history(eve, memory_id)
    assert [(r.number, r.change, r.actor) for r in history[1:]] == [(2, "promoted", "ann"), (3, "promoted", "bob")]
    assert app.records.verify_audit() > 0


def test_where_the_same_is_known_already_it_takes_the_evidence_and_nothing_is_doubled(app: App) -> None:
    ann, eve = agent(app, "ann"), agent(app, "eve")
    everybodys, own = told(app, eve, Visibility.GLOBAL), told(app, ann)
    assert everybodys != own
    standing = app.memories.promote(ann, own, Visibility.GLOBAL)
    assert (standing.memory_id, standing.evidence_count) == (everybodys, 2)
    left = app.memories.get(ann, own)
    assert (left.status, left.superseded_by) == (Status.SUPERSEDED, everybodys)
    assert seen(app, ann) == [everybodys]


def test_nobody_promotes_what_they_do_not_see_or_into_a_group_that_is_not_theirs(app: App) -> None:
    ann, eve = agent(app, "ann", "crew"), agent(app, "eve")
    memory_id = told(app, ann)
    with pytest.raises(NotFound):
        app.memories.promote(eve, memory_id, Visibility.GLOBAL)
    with pytest.raises(Forbidden):
        app.memories.promote(ann, memory_id, Visibility.SHARED, "board")
    with pytest.raises(Forbidden):
        app.memories.promote(replace(ann, roles=frozenset()), memory_id, Visibility.GLOBAL)


@pytest.mark.parametrize("to", [Visibility.PRIVATE, Visibility.SHARED, Visibility.GLOBAL])
def test_there_is_no_way_back_and_none_to_where_it_stands(app: App, to: Visibility) -> None:
    ann = agent(app, "ann", "crew")
    memory_id = told(app, ann, Visibility.GLOBAL)
    with pytest.raises(NotPossibleNow, match="no wider"):
        app.memories.promote(ann, memory_id, to, "crew")


def test_what_is_not_in_force_is_not_let_out(app: App) -> None:
    ann = agent(app, "ann")
    memory_id = told(app, ann)
    app.memories.forget(ann, memory_id, "never true")
    with pytest.raises(NotPossibleNow, match="forgotten"):
        app.memories.promote(ann, memory_id, Visibility.GLOBAL)
