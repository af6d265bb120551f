"""What we give to tests keeps what it promises."""

from datetime import timedelta
from pathlib import Path

import numpy as np
import pytest

from hindsight_memory.domain.memory import Source
from hindsight_memory.services.memories import WriteRequest
from hindsight_memory.services.recall import SearchRequest
from hindsight_memory.testing import NOON, FrozenClock, ScriptedEmbedder, throw_away_app


def test_the_clock_moves_only_when_told() -> None:
    clock = FrozenClock()
    assert clock.now() == clock.now() == NOON
    clock.advance(timedelta(days=1))
    assert clock.now() - NOON == timedelta(days=1)
    clock.stand_at(NOON)
    assert clock.now() == NOON


def test_vectors_are_of_unit_length_and_follow_the_words() -> None:
    embedder = ScriptedEmbedder(alike=[("car", "automobile")])
    a, b, c = embedder.passages(["red car", "red automobile", "green tea"])
    assert np.allclose([a @ a, b @ b, c @ c], 1.0, atol=1e-5)
    assert a @ b > 0.99 > 0.5 > a @ c
    assert np.array_equal(a, ScriptedEmbedder(alike=[("car", "automobile")]).queries(["red car"])[0])
    assert np.isfinite(embedder.queries([""])).all()


def test_an_app_is_whole_and_gone_afterwards() -> None:
    with throw_away_app(embedder=ScriptedEmbedder(alike=[("car", "automobile")])) as app:
        home = app.settings.home
        request = WriteRequest(content="The company car is always parked in the yard.", source=Source.USER)
        verdict = app.memories.write(app.actor, request)
        assert app.memories.get(app.actor, verdict.memory_id).created_at == NOON
        assert len(app.recall.search(app.actor, SearchRequest(query="automobile in the yard")).hits) == 1
    assert not home.exists()


@pytest.mark.requirement("INV-8")
@pytest.mark.parametrize("lexical_only", [True, False])
def test_without_a_model_the_answer_says_so(tmp_path: Path, lexical_only: bool) -> None:
    with throw_away_app(tmp_path, lexical_only=lexical_only, embedder=ScriptedEmbedder(fails=True)) as app:
        verdict = app.memories.write(app.actor, WriteRequest(content="The importer needs Node 20.", source=Source.USER))
        found = app.recall.search(app.actor, SearchRequest(query="importer"))
        assert verdict.degraded == found.degraded == ("vectors_unavailable",)
        assert [hit.memory.memory_id for hit in found.hits] == [verdict.memory_id]
