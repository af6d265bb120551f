"""The benchmark of reviews on few tasks: its readings are there, and its tasks are worth reviewing."""

from pathlib import Path
from typing import Any

import pytest

from hindsight_memory.domain.errors import Invalid
from hindsight_memory.evals.bench_tasks import run
from hindsight_memory.evals.synthetic_tasks import Author
from hindsight_memory.settings import load_settings
from tests.surfaces.command_line import called


@pytest.mark.timeout(60)
def test_it_reads_time_and_memory_after_each_batch(tmp_path: Path) -> None:
    settings = load_settings(environ={}, home=tmp_path / "home", embedder={"kind": "none"})
    figures: Any = run(settings, tasks=25, batch=10)
    assert [one["tasks"] for one in figures["readings"]] == [10, 20, 25]
    assert sum(one["new_events"] for one in figures["readings"]) == figures["events"] > 100
    memories = [one["memories"] for one in figures["readings"]]
    assert 0 < memories[0] < memories[-1] == figures["memories"]
    for name in ("review_s", "ingest_s", "ms_per_event", "peak_rss_mb", "disk_mb"):
        assert all(one[name] > 0 for one in figures["readings"])
    assert figures["last_over_first"] > 0
    assert figures["embedding_ms"] is None
    assert figures["audit_entries"] > 25


@pytest.mark.timeout(60)
def test_the_command_shows_a_table_and_throws_the_store_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HSM_EMBEDDER__KIND", "none")
    outcome = called("bench", "--tasks", "4", "--home", str(tmp_path / "bench"))
    assert outcome.code == 0
    assert "CPU ms/event" in outcome.out
    assert list((tmp_path / "bench").iterdir()) == []


def test_nothing_to_measure_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Invalid):
        run(load_settings(environ={}, home=tmp_path), tasks=0)
    assert called("bench", "--tasks", "4", "--memories", "4").code == 2


def test_made_up_tasks_are_varied_bilingual_and_the_same_however_they_are_batched() -> None:
    whole = list(Author(1).tasks(60))
    other = Author(1)
    assert whole == [*other.tasks(20), *other.tasks(40, first=20)]
    assert whole != list(Author(2).tasks(60))
    assert len({one.task_id for one in whole}) == 60
    assert sum(any("\u3400" <= c <= "\u9fff" for c in one.intent) for one in whole) == 30
    assert {one.outcome.value for one in whole} == {"success", "failure"}
    assert len({len(one.events) for one in whole}) > 4
