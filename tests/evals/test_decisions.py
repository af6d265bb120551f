"""The figures of ``hsm eval decisions`` on a few runs whose decisions are known."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hindsight_memory.evals import decisions
from hindsight_memory.settings import load_settings

REFUSED = "Error: voucher_77 is not valid"


def row(number: int, intent: str, result: str, *, success: bool) -> dict[str, Any]:
    return {
        "id": f"run_{number}",
        "intent": intent,
        "steps": [
            {"kind": "user", "text": "Pay with the voucher."},
            {"kind": "action", "name": "pay_order", "args": {"order": "8812", "method": "voucher_77"}},
            {"kind": "observation", "name": "pay_order", "text": result},
            {"kind": "say", "text": "That was it."},
            {"kind": "say", "text": "Bye."},
        ],
        "outcome": {"success": success},
    }


ROWS = [
    row(1, "a", REFUSED, success=False),
    row(2, "b", REFUSED, success=False),
    row(3, "c", '{"paid": true}', success=False),
    row(4, "d", '{"paid": true}', success=True),
    row(5, "e", '{"paid": true}', success=True),
    row(6, "f", REFUSED, success=True),
]


def run(tmp_path: Path, rows: list[dict[str, Any]], **more: int) -> dict[str, Any]:
    file = tmp_path / "runs.jsonl"
    file.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    home = tmp_path / f"home-{len(list(tmp_path.iterdir()))}"
    return decisions.run([file], load_settings(environ={}, home=home), **more)


def test_the_figures_of_known_runs(tmp_path: Path) -> None:
    figures = run(tmp_path, ROWS)
    assert figures["decisions_per_task"] == 0.5
    assert figures["share_of_steps"] == round(3 / 18, 4)
    assert (figures["violations_per_failed"], figures["violations_per_succeeded"]) == (0.6667, 0.3333)
    assert figures["difference"] == 0.3333
    assert figures["difference_low"] < 0.3333 < figures["difference_high"]
    counts = figures["counts"]
    assert (counts["tasks"], counts["tasks_failure"], counts["tasks_success"], counts["steps"]) == (6, 3, 3, 18)
    assert (counts["decisions_violated"], counts["kind_violation"]) == (3, 3)


def test_runs_of_one_problem_are_drawn_together(tmp_path: Path) -> None:
    alike = [each | {"intent": "a" if each["outcome"]["success"] else "b"} for each in ROWS]
    apart, together = run(tmp_path, ROWS), run(tmp_path, alike)
    assert apart["difference"] == together["difference"]
    # Two problems, one of each outcome: every draw that holds both is the whole.
    assert (together["difference_low"], together["difference_high"]) == (0.3333, 0.3333)


def test_runs_of_one_outcome_give_no_difference(tmp_path: Path) -> None:
    assert "difference" not in run(tmp_path, ROWS[:3])


@pytest.mark.parametrize("count", [1, 2, 99])
def test_decisions_are_drawn_to_be_read_and_the_same_ones_again(tmp_path: Path, count: int) -> None:
    first, again = (run(tmp_path, ROWS, draw=count, seed=4)["drawn"] for _ in range(2))
    assert first == again
    assert len(first) == min(count, 3)
    assert first[0]["belief"] == "pay_order accepts voucher_77"
