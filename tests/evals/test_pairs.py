"""The figures of ``hsm eval pairs`` on a few pairs whose answers are known."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hindsight_memory.domain.errors import UnreadableInput
from hindsight_memory.evals import pairs
from hindsight_memory.settings import Settings, load_settings

PAIRS = [
    ("duplicate", "en", "Tests must pass before merging.", "The tests must pass before merging!"),
    ("duplicate", "en", "The canteen closes early.", "Lunch is over sooner than elsewhere."),
    ("different", "en", "Ann lives in Paris.", "Anna lives in Paris."),
    ("neutral", "zh", "用户喜欢喝茶", "用户喜欢喝咖啡"),
    ("entailment", "zh", "部署前必须先备份数据库。", "部署前必须先备份数据库"),
    ("update", "en", "The deadline is March 3.", "The deadline moved to March 10."),
    ("update", "zh", "支付服务的负责人是王伟", "支付服务的负责人改成了李娜"),
    ("contradiction", "en", "A boy is climbing the fence.", "There is no boy climbing the fence."),
    ("contradiction", "en", "The canteen closes early.", "The canteen is open all night."),
]


def settings(tmp_path: Path) -> Settings:
    return load_settings(environ={}, home=tmp_path / "home", embedder={"kind": "none"})


def test_the_figures_of_known_pairs(tmp_path: Path) -> None:
    path = tmp_path / "mine.jsonl"
    rows = ({"id": str(n), "label": p[0], "lang": p[1], "a": p[2], "b": p[3]} for n, p in enumerate(PAIRS))
    path.write_text("\n".join(json.dumps(row) for row in rows))
    figures = pairs.run([path], settings(tmp_path))
    expected = {
        "duplicate_precision": 1.0,
        "duplicate_recall": 0.5,
        "contradiction_precision": 1.0,
        "contradiction_recall": 0.5,
        "update_recall": 1.0,
        "false_merge_rate": 0.0,
        "false_supersede_rate": 0.0,
    }
    assert {name: figures[name] for name in expected} == expected
    assert figures["by_dataset"] == {"mine": expected}
    languages = figures["by_lang"]
    assert isinstance(languages, dict)
    # No duplicates in Chinese: what does not apply is absent.
    assert languages["zh"] == {
        "contradiction_precision": 1.0,
        "update_recall": 1.0,
        "false_merge_rate": 0.0,
        "false_supersede_rate": 0.0,
    }
    counts = figures["counts"]
    assert isinstance(counts, dict)
    assert counts["pairs"] == len(PAIRS)


def test_a_file_without_pairs_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_text('{"a": "x", "label": "duplicate"}\n')
    with pytest.raises(UnreadableInput, match="line 1"):
        pairs.run([path], settings(tmp_path))


def test_a_long_run_tells_how_far_it_has_come(tmp_path: Path) -> None:
    path = tmp_path / "two.jsonl"
    rows = ({"id": str(n), "label": p[0], "lang": p[1], "a": p[2], "b": p[3]} for n, p in enumerate(PAIRS[:2]))
    path.write_text("\n".join(json.dumps(row) for row in rows))
    heard: list[tuple[int, int]] = []
    pairs.run([path], settings(tmp_path), told=lambda done, total: heard.append((done, total)))
    assert heard == [(1, 2), (2, 2)]
