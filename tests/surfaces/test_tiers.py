"""What lies in the archive is found on every surface, and each can count it."""

from datetime import timedelta
from pathlib import Path

import pytest

from hindsight_memory.bootstrap import opened
from hindsight_memory.domain.decision import OutcomeSource
from hindsight_memory.domain.tiering import Kept, StorageTier
from hindsight_memory.domain.trace import EventKind, OutcomeStatus
from hindsight_memory.settings import load_settings
from hindsight_memory.testing import FrozenClock
from hindsight_memory.wire.calls import BeginBody, EndBody, EventsBody, UpdateBody
from hindsight_memory.wire.decisions import DecisionsBody, RecordBody
from hindsight_memory.wire.memories import WriteBody
from hindsight_memory.wire.tasks import EventBody
from hindsight_memory.wire.tiers import RetierAnswer
from tests.surfaces.command_line import called
from tests.surfaces.python_calls import async_client, client, hindsight
from tests.surfaces.surface import Surface

PYTHON = {"embedded": hindsight, "client": client, "async-client": async_client}


def fill(surface: Surface) -> tuple[str, str]:
    """Keep a decision of a task with two events, and a memory with two states; returns the ids of both."""
    surface.begin_task(BeginBody(task_id="t1", intent="upgrade A", session_id="s1"))
    said = EventBody(kind=EventKind.USER, text="Upgrade A to 2.0, please. 请升级。")
    surface.append_events("t1", EventsBody(events=(said, said)))
    body = RecordBody(
        intent="upgrade A alone",
        belief_text="A and B are independent",
        task_id="t1",
        outcome="the build fails",
        outcome_source=OutcomeSource.AGENT,
    )
    decision_id = surface.record_decision(body).decision_id
    surface.end_task("t1", EndBody(outcome=OutcomeStatus.FAILURE))
    memory_id = surface.write(WriteBody(content="The port of the staging database is 5433.")).memory_id
    surface.update(memory_id, UpdateBody(content="The port of the staging database is 5434.", reason="it moved"))
    return decision_id, memory_id


def age(home: Path, days: float) -> None:
    """Run the tiers as they will run after that many days."""
    with opened(load_settings(home=home), embedder=None) as app:
        now = app.clock.now()
    with opened(load_settings(home=home), FrozenClock(now + timedelta(days=days)), embedder=None) as app:
        app.tiers.retier(app.actor)


@pytest.mark.requirement("DEC-10")
def test_what_is_archived_is_read_as_before_and_counted(surface: Surface, tmp_path: Path) -> None:
    decision_id, memory_id = fill(surface)

    def all_of_it() -> object:
        trace = surface.trace("t1")
        return (
            trace.events,
            trace.decisions,
            trace.gaps,
            surface.read_decision(decision_id),
            surface.decisions(DecisionsBody(task_id="t1")).items,
            surface.history(memory_id),
        )

    before = all_of_it()
    for days, tier in ((10, StorageTier.WARM), (100, StorageTier.ARCHIVE)):
        age(tmp_path / "home", days)
        assert all_of_it() == before
        lies = {(each.kind, each.tier): each.rows for each in surface.stats().storage}
        assert lies == {
            (Kept.DECISIONS, tier): 1,
            (Kept.TRACES, tier): 3,
            (Kept.REVISIONS, tier): 1,
            (Kept.REVISIONS, StorageTier.HOT): 1,
        }
    assert all(each.bytes > 0 for each in surface.stats().storage)
    assert surface.verify_audit().verified


@pytest.mark.requirement("DEC-10")
def test_a_harmed_file_shows_as_a_gap_that_names_it(surface: Surface, tmp_path: Path) -> None:
    decision_id, _ = fill(surface)
    age(tmp_path / "home", 100)
    for file in (tmp_path / "home" / "archive").iterdir():
        file.write_bytes(b"nothing")
    trace = surface.trace("t1")
    assert trace.task.task_id == "t1"
    (gap,) = (gap for gap in trace.gaps if gap.code == "archive_unreadable")
    assert "traces-" in gap.text
    assert "decisions-" in surface.read_decision(decision_id).intent


@pytest.mark.parametrize("way", [*PYTHON, "cli"])
def test_a_run_answers_what_it_moved(way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HSM_EMBEDDER__KIND", "none")
    monkeypatch.setenv("HSM_TIERS__HOT_DAYS", "0")
    monkeypatch.setenv("HSM_TIERS__WARM_DAYS", "0")
    home = tmp_path / "home"
    with hindsight(home) as surface:
        fill(surface)
    if way == "cli":
        outcome = called("retier", "--json", "--home", str(home))
        assert outcome.code == 0, outcome.err
        answer = RetierAnswer.model_validate(outcome.json)
    else:
        with PYTHON[way](home) as python:
            answer = python.call("retier", limit=1000)
    moved = {(each.kind, each.tier): each.rows for each in answer.moved}
    assert moved == {(kind, tier): {Kept.TRACES: 3}.get(kind, 1) for kind in Kept for tier in list(StorageTier)[1:]}
    assert not answer.more
