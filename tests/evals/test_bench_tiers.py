"""The benchmark of the archive on few decisions: its figures are there, and all of them were archived."""

from pathlib import Path
from typing import Any

import pytest

from hindsight_memory.domain.errors import Invalid
from hindsight_memory.evals.bench_tiers import run
from hindsight_memory.settings import load_settings
from tests.surfaces.command_line import called


@pytest.mark.timeout(60)
def test_it_archives_all_and_fetches_some(tmp_path: Path) -> None:
    settings = load_settings(environ={}, home=tmp_path / "home", embedder={"kind": "none"})
    figures: Any = run(settings, decisions=300, fetches=5)
    assert figures["hot"]["hot_mb"] > figures["archive"]["archive_mb"] > 0
    assert figures["hot"]["files"] == 0
    assert figures["archive"]["files"] == 1
    assert "hot_mb" not in figures["archive"]
    assert figures["archive"]["store_used_mb"] < figures["hot"]["store_used_mb"]
    for name in ("fetch_ms", "task_ms", "similar_by_words_ms"):
        assert figures[name]["p50"] > 0


@pytest.mark.timeout(60)
def test_the_command_shows_a_table_and_throws_the_store_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HSM_EMBEDDER__KIND", "none")
    outcome = called("bench", "--archive", "100", "--home", str(tmp_path / "bench"))
    assert outcome.code == 0
    assert "into the archive" in outcome.out
    assert list((tmp_path / "bench").iterdir()) == []


def test_nothing_to_measure_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Invalid):
        run(load_settings(environ={}, home=tmp_path), decisions=0)
    assert called("bench", "--archive", "4", "--memories", "4").code == 2
