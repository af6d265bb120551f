"""Working memory, prefetch, brief and check-up: the same answer on every surface that has them."""

import json
from collections.abc import Callable, Generator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest

from hindsight_memory.domain.memory import Source
from hindsight_memory.domain.trace import EventKind, OutcomeStatus
from hindsight_memory.wire.calls import BeginBody, EndBody, EventsBody, ReviewBody
from hindsight_memory.wire.health import HealthBody
from hindsight_memory.wire.memories import WriteBody
from hindsight_memory.wire.tasks import EventBody
from hindsight_memory.wire.working import BriefBody, ClearAnswer, DeskBody
from tests.surfaces.command_line import called
from tests.surfaces.python_calls import PythonCalls, async_client, client, hindsight
from tests.surfaces.surface import Surface

CANARY = "Deploys of kestrel need the flag --canary=5."
Call = Callable[..., Any]


@pytest.mark.requirement("REC-16")
def test_what_such_tasks_used_is_laid_out_when_one_begins(surface: Surface) -> None:
    memory_id = surface.write(WriteBody(content=CANARY, source=Source.USER)).memory_id
    recall = EventBody(kind=EventKind.RECALL, text="recalled", memory_ids=(memory_id,))
    act = EventBody(kind=EventKind.TOOL_CALL, name="shell", text="deploy kestrel --canary=5")
    for task_id, events in (("t1", (recall, act)), ("t2", (act,))):
        begun = surface.begin_task(BeginBody(task_id=task_id, task_type="deploy", session_id=f"of {task_id}"))
        expected = [] if task_id == "t1" else [(memory_id, CANARY)]
        assert [(one.memory_id, one.content) for one in begun.preloaded] == expected
        surface.append_events(task_id, EventsBody(events=events))
        surface.end_task(task_id, EndBody(outcome=OutcomeStatus.SUCCESS))
        surface.review(ReviewBody(task_id=task_id))
    report = surface.trace("t2").review
    assert report is not None and report.prefetch is not None
    assert (report.prefetch.preloaded, report.prefetch.hit_rate) == ([memory_id], 1.0)
    first = surface.trace("t1").review
    assert first is not None and first.prefetch is None


class Spoken:
    """The commands, with the calls of Python."""

    def __init__(self, home: Path) -> None:
        self._home = str(home)

    def call(self, name: str, *words: str, **given: Any) -> Any:
        kind, line = {
            "put_note": (DeskBody, ["working", "put"]),
            "desk": (DeskBody, ["working", "show"]),
            "clear_desk": (ClearAnswer, ["working", "clear"]),
            "brief": (BriefBody, ["brief"]),
            "health": (HealthBody, ["health"]),
        }[name]
        if "key" in given:
            words = (*words, given.pop("key"))
        options = [word for option, value in given.items() for word in (f"--{option.replace('_', '-')}", str(value))]
        outcome = called(*line, *words, *options, "--json", "--home", self._home)
        assert outcome.code == 0, outcome.err
        return kind.model_validate(outcome.json)


WAYS: dict[str, Callable[[Path], AbstractContextManager[PythonCalls]]] = {
    "embedded": hindsight,
    "client": client,
    "async-client": async_client,
}


@pytest.fixture(params=[*WAYS, "cli"])
def call(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Generator[Call]:
    monkeypatch.setenv("HSM_EMBEDDER__KIND", "none")
    home = tmp_path / "home"
    with hindsight(home) as store:
        store.call("write", CANARY, source="user", pinned=True)
        store.call("write", "回答一律用中文。", source="user", memory_type="preference")
    if request.param == "cli":
        yield Spoken(home).call
        return
    with WAYS[request.param](home) as driver:
        yield driver.call


@pytest.mark.requirement("TRACE-7")
def test_notes_are_put_shown_and_taken_off(call: Call) -> None:
    assert [note.key for note in call("put_note", "s-7", "plan", "1. dump  2. migrate").items] == ["plan"]
    call("put_note", "s-7", "find", "表锁在 03:00 释放")
    desk = call("desk", "s-7")
    assert [(note.key, note.content, note.memory) for note in desk.items] == [
        ("plan", "1. dump  2. migrate", None),
        ("find", "表锁在 03:00 释放", None),
    ]
    assert call("desk", "s-8").items == []
    assert call("clear_desk", "s-7", key="plan").cleared == 1
    assert call("clear_desk", "s-7").cleared == 1
    assert call("desk", "s-7").items == []


@pytest.mark.requirement("REC-17")
def test_a_brief_is_the_same_wherever_it_is_asked_for(call: Call) -> None:
    brief = call("brief", max_tokens=200)
    assert [section.name for section in brief.sections] == ["pinned", "preferences"]
    assert brief.text.splitlines() == ["## Pinned", f"- {CANARY}", "## Preferences", "- 回答一律用中文。"]
    assert brief.tokens <= 200


@pytest.mark.requirement("UP-2")
def test_a_check_up_speaks_the_language_asked_for(call: Call) -> None:
    english, chinese = call("health", lang="en"), call("health", lang="zh")
    assert [check.name for check in english.checks] == [check.name for check in chinese.checks]
    assert (english.checks[0].title, chinese.checks[0].title) == ("Never retrieved", "长期未被检索")
    assert next(check for check in english.checks if check.name == "sources").counts["user"] == 2
    assert english.grade.value == "warn"  # by words alone


@pytest.mark.parametrize(
    ("variables", "title"),
    [
        ({"LANG": "zh_CN.UTF-8"}, "长期未被检索"),
        ({"LANG": "en_GB.UTF-8"}, "Never retrieved"),
        ({"LANG": "zh_CN.UTF-8", "LC_ALL": "C"}, "Never retrieved"),
        ({}, "Never retrieved"),
    ],
)
def test_the_command_speaks_the_language_of_the_terminal(
    variables: dict[str, str], title: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert called("health", "--json", "--home", str(tmp_path)).json["checks"][0]["title"] == title


@pytest.mark.requirement("UP-2")
def test_the_page_of_a_check_up_is_markdown(tmp_path: Path) -> None:
    page = called("health", "--markdown", "--lang", "en", "--home", str(tmp_path)).out
    assert page.startswith("# Health check: default\n")
    assert "| Duplicates | ok |" in page
    both = called("health", "--markdown", "--json", "--home", str(tmp_path))
    assert (both.code, json.loads(both.out)["error"]["code"]) == (2, "invalid")


@pytest.mark.requirement("REC-16")
def test_people_read_what_was_laid_out_and_how_well_it_fitted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HSM_EMBEDDER__KIND", "none")

    def said(*words: str) -> str:
        outcome = called(*words, "--home", str(tmp_path / "home"))
        assert outcome.code == 0, outcome.err
        return outcome.out + outcome.err

    memory_id = json.loads(said("write", CANARY, "--source", "user", "--json"))["memory_id"]
    act = ("--kind", "tool_call", "--name", "shell", "--text", "deploy kestrel --canary=5")
    said("task", "begin", "t1", "--task-type", "deploy")
    said("task", "event", "t1", "--kind", "recall", "--text", "recalled", "--memory", memory_id)
    said("task", "event", "t1", *act)
    said("task", "end", "t1", "--outcome", "success")
    said("review", "t1")
    begun = said("task", "begin", "t2", "--task-type", "deploy", "--session", "s2")
    assert "Laid out, since such tasks used it before: 1" in begun
    assert CANARY in begun
    assert f"fact {memory_id}  {CANARY}" in said("working", "show", "s2")
    said("task", "event", "t2", *act)
    said("task", "end", "t2", "--outcome", "success")
    assert "Nothing lies on the desk" in said("working", "show", "s2")
    assert "Laid out at its beginning: 1, used: 1 (100%)" in said("review", "t2")
    assert said("brief").splitlines() == ["## What helped most", f"- {CANARY}"]
    assert "→ Switch it on" in said("health", "--lang", "en")
