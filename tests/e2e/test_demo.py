"""The demo, as a person starts it: it does real work, keeps what it claims, and leaves nothing behind."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytestmark = [pytest.mark.requirement("CLI-7"), pytest.mark.timeout(180)]


def demo(*words: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-c", "from hindsight_memory.entrypoints.cli.main import run; run()", "demo", *words]
    return subprocess.run(command, capture_output=True, encoding="utf-8", timeout=170, check=False)


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("demo") / "kept"


@pytest.fixture(scope="module")
def played(kept: Path) -> Iterator[dict[str, Any]]:
    done = demo("--json", "--keep", str(kept))
    assert done.returncode == 0, done.stdout + done.stderr
    yield json.loads(done.stdout)


def step(played: dict[str, Any], name: str) -> dict[str, Any]:
    return next(each for each in played["steps"] if each["name"] == name)


def test_every_claim_holds_within_a_minute(played: dict[str, Any]) -> None:
    assert played["ok"] is True
    assert [each["name"] for each in played["claims"] if not each["holds"]] == []
    assert len(played["claims"]) >= 6
    assert played["seconds"] < 60


def test_the_first_run_fails_under_its_belief_and_the_second_passes_at_once(played: dict[str, Any]) -> None:
    first = step(played, "first_run")["results"]
    second = step(played, "second_run")["results"]
    assert [each["passed"] for each in first["builds"]] == [False, True]
    assert [each["passed"] for each in second["builds"]] == [True]
    assert first["ruled_out"] == []
    assert second["ruled_out"][0]["ruled_out"] == [first["builds"][0]["release"]]


@pytest.mark.requirement("DEC-1", "DEC-6")
def test_the_belief_of_the_first_run_is_a_violated_decision_that_the_second_task_finds(played: dict[str, Any]) -> None:
    first, second, third = step(played, "decisions")["results"]["decisions"]
    assert first["belief"] == "datebook and billcycle are independent of each other"
    assert (first["expected"], first["delta"]["result"], first["outcome_source"]) == (
        "the build passes",
        "violated",
        "tool_result",
    )
    assert "Traceback" in first["outcome"]
    assert (second["kind"], second["delta"]["result"], third["delta"]["result"]) == ("belief_update", "met", "met")
    assert third["memory_ids"]
    found = [each["text"] for each in step(played, "second_run")["events"] if each["kind"] == "recall"]
    assert any(first["belief"] in text and "It went otherwise" in text for text in found)


def test_the_decision_of_the_second_run_rests_on_memories_of_the_first_review(played: dict[str, Any]) -> None:
    stored = step(played, "review_1")["results"]["stored"]
    used = [each["memory"]["content"] for each in step(played, "second_run")["results"]["ruled_out"]]
    assert used
    assert set(used) <= set(stored)


def test_the_builds_were_real_processes_whose_files_can_be_looked_at(played: dict[str, Any], kept: Path) -> None:
    outputs = [each["text"] for each in step(played, "first_run")["events"] if each["kind"] == "tool_result"]
    assert any("Traceback" in each and "exit code 1" in each for each in outputs)
    assert any("exit code 0" in each for each in outputs)
    pins = (kept / "session-2" / "reminders" / "pins.txt").read_text()
    assert f"datebook=={step(played, 'second_run')['results']['builds'][0]['release']}" in pins


def test_the_kept_store_answers_afterwards(played: dict[str, Any], kept: Path) -> None:
    command = [sys.executable, "-c", "from hindsight_memory.entrypoints.cli.main import run; run()", "search"]
    words = ["部署", "--json", "--home", str(kept / "memory"), "--space", "demo"]
    done = subprocess.run([*command, *words], capture_output=True, encoding="utf-8", timeout=100, check=True)
    assert "上海" in json.loads(done.stdout)["hits"][0]["content"]


def test_piped_output_is_plain_and_the_temporary_folder_is_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setenv("PYTHONUTF8", "1")
    done = demo()
    assert done.returncode == 0, done.stdout + done.stderr
    assert "\x1b[" not in done.stdout
    assert "claims held" in done.stdout
    assert os.listdir(tmp_path) == []


def test_a_folder_that_holds_something_is_not_touched(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    done = demo("--keep", str(tmp_path))
    assert done.returncode == 2
    assert "not an empty folder" in done.stderr
    assert os.listdir(tmp_path) == ["mine.txt"]
