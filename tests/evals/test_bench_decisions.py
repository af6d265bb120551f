"""The benchmark of decisions on a tiny store: its figures are there, and what it asks for is found."""

from pathlib import Path
from typing import Any

import pytest

from hindsight_memory.domain.errors import Invalid
from hindsight_memory.evals.bench_decisions import run
from hindsight_memory.evals.synthetic_decisions import Decider
from hindsight_memory.settings import load_settings
from tests.surfaces.command_line import called


@pytest.mark.timeout(60)
def test_it_measures_similar_search_records_and_outcomes(tmp_path: Path) -> None:
    settings = load_settings(environ={}, home=tmp_path / "home", embedder={"kind": "none"})
    figures: Any = run(settings, decisions=120, queries=8, records=2)
    for name in ("similar_ms", "record_ms", "record_and_similar_ms", "settle_ms"):
        assert set(figures[name]) == {"p50", "p95", "p99", "cpu_p50"}
        assert figures[name]["p50"] > 0
    assert figures["found_itself"] == 1.0
    for name in ("first_similar_ms", "build_per_second", "peak_rss_mb", "disk_mb"):
        assert figures[name] > 0


@pytest.mark.timeout(60)
def test_the_command_shows_a_table_and_throws_the_store_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HSM_EMBEDDER__KIND", "none")
    where = ("--home", str(tmp_path / "bench"))
    outcome = called("bench", "--decisions", "40", "--queries", "2", "--writes", "1", *where)
    assert outcome.code == 0
    assert "similar decisions" in outcome.out
    assert list((tmp_path / "bench").iterdir()) == []
    assert called("bench", "--decisions", "40", "--memories", "9", *where).code == 2


def test_nothing_to_measure_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Invalid):
        run(load_settings(environ={}, home=tmp_path), decisions=0)


@pytest.mark.timeout(60)
def test_made_up_decisions_are_varied_bilingual_and_the_same_for_a_seed() -> None:
    first = list(Decider(1).decisions(60, "s"))
    assert first == list(Decider(1).decisions(60, "s"))
    assert len({d.belief.text for d in first}) == 60
    assert sum(any("\u3400" <= c <= "\u9fff" for c in d.belief.text) for d in first) == 20
