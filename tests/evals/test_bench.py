"""The benchmark on a tiny store: everything it promises to print is there, and its search finds what it asks for."""

from pathlib import Path
from typing import Any

import pytest

from hindsight_memory.domain.errors import Invalid
from hindsight_memory.evals.bench import run
from hindsight_memory.evals.synthetic import Writer, memories
from hindsight_memory.settings import load_settings
from tests.surfaces.command_line import called


@pytest.mark.requirement("REC-18")
@pytest.mark.timeout(60)
def test_it_measures_search_beside_the_bare_scan(tmp_path: Path) -> None:
    settings = load_settings(environ={}, home=tmp_path / "home", embedder={"kind": "none"})
    figures: Any = run(settings, count=300, queries=10, writes=3)
    for name in ("search_ms", "scan_ms", "write_ms"):
        assert set(figures[name]) == {"p50", "p95", "p99", "cpu_p50"}
    assert figures["hits_per_search"] >= 1
    assert figures["query_embedding_ms"] is None
    for name in ("first_search_ms", "build_per_second", "writes_per_second", "peak_rss_mb", "disk_mb"):
        assert figures[name] > 0
    assert figures["config"]["machine"]["cores"]


@pytest.mark.timeout(60)
def test_the_command_shows_a_table_and_throws_the_store_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HSM_EMBEDDER__KIND", "none")
    outcome = called("bench", "--memories", "50", "--queries", "3", "--writes", "1", "--home", str(tmp_path / "bench"))
    assert outcome.code == 0
    assert "search without embedding" in outcome.out
    assert list((tmp_path / "bench").iterdir()) == []


def test_nothing_to_measure_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Invalid):
        run(load_settings(environ={}, home=tmp_path), count=0)


def test_made_up_memories_are_varied_bilingual_and_the_same_for_a_seed() -> None:
    first = [m.content for m in memories(60, "s", Writer(1), seed=1)]
    assert first == [m.content for m in memories(60, "s", Writer(1), seed=1)]
    assert first != [m.content for m in memories(60, "s", Writer(2), seed=1)]
    assert len(set(first)) == 60
    assert sum(any("\u3400" <= c <= "\u9fff" for c in text) for text in first) == 20
