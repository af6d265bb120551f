"""The figures of ``hsm eval retrieval`` on a few corpora whose answers are known."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hindsight_memory.domain.errors import UnreadableInput
from hindsight_memory.evals import retrieval
from hindsight_memory.evals.datasets import read_corpora
from hindsight_memory.settings import Settings, load_settings

ENGLISH: dict[str, Any] = {
    "corpus_id": "e",
    "dataset": "own",
    "lang": "en",
    "memories": [
        {"id": "1", "text": "Staging listens on port 9077.", "session": "s1", "time": "2026-01-01T00:00:00"},
        {"id": "2", "text": "The canteen closes at three.", "session": "s2", "time": "2026-01-02"},
        {"id": "3", "text": "The canteen closes at three.", "session": "s3", "time": "2026-01-02"},
        {"id": "4", "text": "Maren lives in Oslo.", "speaker": "Maren", "time": "2026-01-03T00:00:00"},
        {"id": "5", "text": "Maren now lives in Bergen, no longer in Oslo.", "time": "2026-03-03T00:00:00"},
        {"id": "6", "text": " "},
    ],
    "queries": [
        {"id": "a", "text": "Which port is staging on?", "gold_ids": ["1"], "category": "fact", "time": "2026-04-01"},
        {"id": "b", "text": "When does the canteen close?", "gold_ids": ["3", "9"], "category": "fact", "time": None,
         "gold_session_ids": ["s3", "s2"]},
        {"id": "c", "text": "Where does Maren live now?", "gold_ids": ["5"], "stale_ids": ["4"], "category": "update"},
        {"id": "d", "text": "What is the cat's name?", "gold_ids": [], "category": "abstention:pets"},
        {"id": "e", "text": "Who lives in Bergen?", "gold_ids": ["1"], "category": "adversarial"},
    ],
}  # fmt: skip
CHINESE: dict[str, Any] = {
    "corpus_id": "z",
    "dataset": "own",
    "lang": "zh",
    "memories": [{"id": "1", "text": "会议在总图三楼。"}, {"id": "2", "text": "小林喜欢喝绿茶。"}],
    "queries": [{"id": "a", "text": "绿茶", "gold_ids": ["2"], "category": "fact", "time": None}],
}


def settings(tmp_path: Path) -> Settings:
    return load_settings(environ={}, home=tmp_path / "home", embedder={"kind": "none"})


def written(tmp_path: Path, *corpora: object) -> Path:
    path = tmp_path / "own.jsonl"
    path.write_text("\n".join(json.dumps(one) for one in corpora), encoding="utf-8")
    return path


def test_the_figures_of_known_corpora(tmp_path: Path) -> None:
    figures = retrieval.run([written(tmp_path, ENGLISH, CHINESE)], settings(tmp_path))
    expected = {
        "any@1": 1.0,
        "recall@10": 0.875,
        "all@10": 0.75,
        "mrr": 1.0,
        "session_any@5": 1.0,
        "fresh_over_stale": 1.0,
        "abstention": 1.0,
    }
    assert {name: figures[name] for name in expected} == expected
    assert figures["counts"] == {"corpora": 2, "memories": 8, "queries": 6, "with_gold": 5, "kept_apart": 2}
    by_category = figures["by_category"]
    assert isinstance(by_category, dict)
    assert by_category["own/adversarial"]["any@10"] == 0.0
    by_lang = figures["by_lang"]
    assert isinstance(by_lang, dict)
    assert by_lang["zh"]["recall@5"] == 1.0 and "session_any@5" not in by_lang["zh"]
    assert {"latency_ms", "ingest_per_second", "peak_rss_mb", "config", "by_dataset"} <= set(figures)


def test_runs_are_deterministic_and_a_sample_is_drawn_by_seed(tmp_path: Path) -> None:
    path = written(tmp_path, *({**CHINESE, "corpus_id": str(n)} for n in range(6)))
    drawn = [one.corpus_id for one in read_corpora([path], sample=3, seed=2)]
    assert len(drawn) == 3 and drawn == [one.corpus_id for one in read_corpora([path], sample=3, seed=2)]
    first = retrieval.run([path], settings(tmp_path / "a"), sample=2)
    second = retrieval.run([path], settings(tmp_path / "b"), sample=2)
    assert first["mrr"] == second["mrr"] and first["counts"] == second["counts"]


@pytest.mark.parametrize("line", ["no json", "[]", '{"corpus_id": "x"}', '{"corpus_id": "x", "memories": 3}'])
def test_a_line_that_is_no_corpus_is_named(tmp_path: Path, line: str) -> None:
    path = tmp_path / "own.jsonl"
    path.write_text(json.dumps(CHINESE) + "\n" + line)
    with pytest.raises(UnreadableInput, match="line 2"):
        list(read_corpora([path]))


def test_files_without_corpora_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "own.jsonl"
    path.write_text("\n")
    with pytest.raises(UnreadableInput, match="no corpora"):
        retrieval.run([path], settings(tmp_path))
