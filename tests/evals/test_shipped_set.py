"""The regression set that is shipped is sound, and one's own is drafted from transcripts."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from hindsight_memory.domain.errors import UnreadableInput
from hindsight_memory.evals import regression
from hindsight_memory.evals.labelling import draft, telling
from hindsight_memory.evals.regression_scores import Shown, breached
from hindsight_memory.evals.worlds import ALREADY_KNOWN, SHIPPED, Statement, World, read_worlds
from hindsight_memory.settings import load_settings
from tests.surfaces.command_line import called

WORLDS = [world for path in SHIPPED for world in read_worlds(path)]
each_world = pytest.mark.parametrize("world", WORLDS, ids=lambda world: world.world_id)
ASKED = "Deploy to staging. Always deploy with make deploy, never by hand."
RUN: list[dict[str, Any]] = [
    {"kind": "user", "text": ASKED, "at": "2026-03-02T09:00:00Z"},
    {"kind": "tool_call", "name": "shell", "args": {"cmd": "make deploy"}},
    {"kind": "tool_result", "name": "shell", "text": "quota exceeded: 5 of 5 pods", "status": "error"},
    {"kind": "assistant", "text": "Staging has a limit of 5 pods, so the deployment failed."},
    {"outcome": "failure"},
]


@pytest.mark.requirement("CLI-6A")
def test_the_set_is_large_enough_and_half_in_each_language() -> None:
    tasks = Counter[str]()
    for world in WORLDS:
        tasks[world.lang] += len(world.tasks)
    assert len(WORLDS) >= 12
    assert sum(tasks.values()) >= 60
    assert tasks["en"] == tasks["zh"]
    assert len({world.space for world in WORLDS}) == len({world.world_id for world in WORLDS}) == len(WORLDS)
    whys = {f.why for world in WORLDS for task in world.tasks for f in task.forbidden}
    assert whys >= {"one-off", "secret", "injected instruction", "assistant guess contradicted later", ALREADY_KNOWN}
    assert sum(bool(probe.stale) for world in WORLDS for probe in world.probes) >= 10
    assert sum(probe.expect_empty for world in WORLDS for probe in world.probes) >= 10


@each_world
def test_what_is_labelled_stands_in_the_trace(world: World) -> None:
    for task in world.tasks:
        texts = [event["text"] for event in task.raw["events"]]
        for wanted in task.expected:
            assert any(wanted.met_by(text) for text in texts), wanted.key
        for other in (*task.forbidden, *task.neutral):
            assert other.met_by("\n".join(texts)), other.key


@each_world
def test_an_example_says_its_own_thing_and_nothing_forbidden(world: World) -> None:
    for task in world.tasks:
        for raw in task.raw["expected"]:
            assert raw["key"] in world.keys(raw["example"])
        forbidden = [f for other in world.tasks for f in other.forbidden]
        said = [Shown("m", raw["example"]) for raw in task.raw["expected"]]
        assert [f.key for f in forbidden if any(breached(world, f, [one]) for one in said)] == []


@each_world
def test_every_question_is_about_what_was_said_by_then(world: World) -> None:
    places = {task.task_id: place for place, task in enumerate(world.tasks)}
    assert len({probe.query for probe in world.probes}) == len(world.probes)
    for probe in world.probes:
        told = {s.key for task in world.tasks[: places[probe.after_task] + 1] for s in (*task.expected, *task.neutral)}
        assert {*probe.gold, *probe.acceptable, *probe.stale} <= told
        assert bool(probe.gold) != probe.expect_empty


@each_world
def test_time_goes_on(world: World) -> None:
    at = ""
    for task in world.tasks:
        for time in (task.raw["started_at"], *(event["at"] for event in task.raw["events"])):
            assert time >= at
            at = time


def transcript(folder: Path, name: str = "runs", **more: Any) -> Path:
    path = folder / f"{name}.jsonl"
    lines = [json.dumps({"task_id": "deploy-17", **line, **more}, ensure_ascii=False) for line in RUN]
    path.write_text("\n".join(lines) + "\n{broken\n", encoding="utf-8")
    return path


@pytest.mark.requirement("CLI-6A")
def test_transcripts_become_a_draft_that_can_be_run(tmp_path: Path) -> None:
    out = tmp_path / "set.jsonl"
    settings = load_settings(home=tmp_path / "a", embedder={"kind": "none"})
    drafted = draft([transcript(tmp_path), transcript(tmp_path, "runs2")], out, settings)
    assert (drafted.worlds, drafted.tasks, drafted.bad_lines) == (2, 2, 2)
    worlds = read_worlds(out)
    assert [world.world_id for world in worlds] == ["runs", "runs2"]
    task = worlds[0].tasks[0]
    examples = [raw["example"] for raw in task.raw["expected"]]
    assert any("make deploy" in text for text in examples)
    assert all(one.met_by(text) for one, text in zip(task.expected, examples, strict=True))
    assert [event["text"] for event in task.raw["events"]] == [line.get("text", "") for line in RUN[:-1]]
    assert task.raw["outcome"] == "failure"
    figures = regression.run([out], load_settings(home=tmp_path / "b", embedder={"kind": "none"}))
    assert figures["write_accuracy"] == figures["write_precision"] == 1.0


def test_a_draft_never_takes_the_place_of_a_file(tmp_path: Path) -> None:
    out = tmp_path / "set.jsonl"
    out.write_text("mine", encoding="utf-8")
    with pytest.raises(UnreadableInput):
        draft([transcript(tmp_path)], out, load_settings(home=tmp_path / "a", embedder={"kind": "none"}))
    assert out.read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize(
    "content",
    [
        "Staging has a limit of 5 pods, so the deployment failed.",
        "Deploys of kestrel need `--canary=5`.",
        "回答一律用中文，不超过三句。",
        "住宿标准是一线城市每晚不超过 600 元。",
        "OK",
        "5",
    ],
)
def test_a_statement_is_known_by_its_own_parts(content: str) -> None:
    groups = telling(content)
    assert groups and all(groups)
    assert Statement("k", tuple(tuple(group) for group in groups)).met_by(content)
    assert not Statement("k", tuple(tuple(group) for group in groups)).met_by("nothing of it 7")


@pytest.mark.requirement("CLI-6")
def test_the_command_runs_the_shipped_set_without_files_and_drafts_with_init(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HSM_EMBEDDER__KIND", "none")
    figures = called("eval", "regression", "--sample", "2", "--json")
    assert (figures.code, figures.json["counts"]["worlds"]) == (0, 2)
    assert {name.split(".")[0] for name in figures.json["config"]["files"]} == {"regression-en", "regression-zh"}
    out = str(tmp_path / "set.jsonl")
    drafted = called("eval", "regression", "init", str(transcript(tmp_path)), "--out", out, "--json")
    assert (drafted.code, drafted.json["tasks"], drafted.json["out"]) == (0, 1, out)
    assert called("eval", "regression", out, "--json").json["counts"]["tasks"] == 1
    for_people = called("eval", "regression", "init", str(transcript(tmp_path)), "--out", out + "2")
    assert "correct it" in for_people.err


@pytest.mark.parametrize(
    "words",
    [
        ("init",),
        ("init", "x.jsonl"),
        ("init", "--out", "y.jsonl"),
        ("init", "absent.jsonl", "--out", "y.jsonl"),
        ("--out", "y.jsonl"),
    ],
)
def test_a_call_that_lacks_something_is_refused(
    words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    outcome = called("eval", "regression", *words, "--json")
    assert outcome.code == 2
    assert outcome.json["error"]["hint"] or outcome.json["error"]["message"]
    assert list(tmp_path.iterdir()) == []
