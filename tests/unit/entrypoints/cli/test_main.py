"""What a wrong call answers, for people and for programs."""

import json
from pathlib import Path

import pytest

from hindsight_memory.entrypoints.cli.main import app, status_of
from hindsight_memory.entrypoints.cli.session import Session, leaf
from tests.surfaces.command_line import called


@pytest.fixture(autouse=True)
def words_alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HSM_EMBEDDER__KIND", "none")
    monkeypatch.setenv("HSM_HOME", str(tmp_path / "home"))


@pytest.mark.requirement("CLI-4")
@pytest.mark.parametrize(
    ("words", "code", "hint"),
    [
        (["serch", "x"], "unknown_argument", "'search'"),
        (["memory", "lst"], "unknown_argument", "'list'"),
        (["search", "x", "--top"], "unknown_argument", "--top-k"),
        (["search", "x", "--limit", "3"], "unknown_argument", "Use --top-k"),
        (["search", "x", "--scope", "a"], "unknown_argument", "Use --space"),
        (["write", "x", "--memory-kind", "a"], "unknown_argument", "--"),
        (["search", "x", "--top-k", "many"], "invalid", "hsm search --help"),
        (["write"], "invalid", "hsm write --help"),
        (["write", "x", "--type", "opinion"], "invalid", "hsm write --help"),
        (["search", "x", "--since", "yesterday"], "bad_time", "ISO 8601"),
        (["search", "x", "--since", "2026-01-01T10:00"], "bad_time", "offset"),
        (["--space"], "invalid", "--space=VALUE"),
        (["memory", "list", "--limit", "0"], "invalid", ""),
        (["review"], "invalid", "--all"),
        (["review", "x", "--all"], "invalid", "--all"),
        (["task", "event", "t", "--kind", "user", "--args", "[1]"], "invalid", "name"),
        (["task", "event", "t", "--kind", "user", "Deploy it."], "invalid", "hsm task event --help"),
        (["task", "event", "t"], "invalid", "hsm task event --help"),
        (["stats", "--space", "x" * 300], "bad_setting", ""),
    ],
)
def test_a_wrong_call_names_the_problem_and_exits_with_2(words: list[str], code: str, hint: str) -> None:
    plain = called(*words)
    assert (plain.code, plain.out) == (2, "")
    assert f"[{code}]" in plain.err
    assert plain.err.count("\n") <= 2
    answer = called(*words[:1], "--json", *words[1:]) if words[0] != "--space" else called("--json", *words)
    error = answer.json["error"]
    assert answer.code == 2
    assert (error["code"], set(error)) == (code, {"code", "message", "hint", "retryable"})
    assert hint in error["hint"]


@pytest.mark.requirement("CLI-8")
def test_an_unknown_setting_stops_the_start_with_the_nearest_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HSM_SPACEE", "a")
    error = called("stats", "--json").json["error"]
    assert (error["code"], error["hint"]) == ("bad_setting", "Did you mean HSM_SPACE?")


def test_what_was_given_is_named_and_not_the_setting_behind_it() -> None:
    assert called("stats", "--space", "x" * 300, "--json").json["error"]["message"].startswith("space is not valid")


@pytest.mark.parametrize("words", [["review"], ["task", "begin"], ["working", "clear"], ["eval", "regression"]])
def test_what_may_be_left_out_stands_in_one_pair_of_brackets(words: list[str]) -> None:
    assert "[[" not in called(*words, "--help").out


def test_a_fault_of_ours_is_no_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    @app.command("burst")
    @leaf
    def burst(session: Session) -> None:
        raise ZeroDivisionError("by design")

    try:
        answer = called("burst", "--json")
        assert answer.code == 1
        assert answer.json["error"]["code"] == "internal"
        assert "by design" in answer.json["error"]["message"]
        assert "Traceback" not in answer.err
        monkeypatch.setenv("HSM_DEBUG", "1")
        assert "Traceback" in called("burst").err
    finally:
        app.registered_commands.pop()


def test_stopping_exits_with_130(monkeypatch: pytest.MonkeyPatch) -> None:
    @app.command("wait")
    def wait() -> None:
        raise KeyboardInterrupt

    try:
        assert called("wait").code == 130
    finally:
        app.registered_commands.pop()


@pytest.mark.requirement("CLI-3")
def test_with_json_there_is_one_object_on_stdout(tmp_path: Path) -> None:
    runs = tmp_path / "runs.jsonl"
    rows = [
        {"task_id": "a", "kind": "user", "text": "Remember: the importer always needs Node 20."},
        {"task_id": "a", "outcome": "success"},
    ]
    runs.write_text("\n".join(json.dumps(row) for row in rows) + "\nbroken\n", encoding="utf-8")
    for words in (
        ["init"],
        ["write", "The importer listens on port 9077."],
        ["search", "port"],
        ["ingest", str(runs), "--review"],
        ["ingest", str(runs)],
        ["task", "list"],
        ["stats"],
        ["doctor"],
        ["audit", "verify"],
    ):
        outcome = called(*words, "--json")
        assert isinstance(outcome.json, dict), words
        assert outcome.code == 0


def test_of_a_long_task_a_person_sees_some_of_what_was_left_out_and_a_program_all(tmp_path: Path) -> None:
    runs = tmp_path / "runs.jsonl"
    rows = [{"task_id": "a", "kind": "user", "text": f"Please open ticket number {n}."} for n in range(80)]
    runs.write_text("\n".join(json.dumps(row) for row in [*rows, {"task_id": "a", "outcome": "success"}]))
    called("ingest", str(runs))
    every = called("review", "a", "--json").json["items"][0]["left_out"]
    shown = called("review", "a").out
    assert len(every) == 80
    assert 20 < shown.count("[request]") < 40
    assert f"and {80 - shown.count('[request]')} more" in shown


@pytest.mark.requirement("TRACE-5")
def test_reading_a_file_twice_adds_nothing_and_names_bad_lines(tmp_path: Path) -> None:
    runs = tmp_path / "runs.jsonl"
    rows = [{"task_id": "a", "kind": "user", "text": "Deploy."}, {"task_id": "a", "outcome": "success"}]
    runs.write_text(json.dumps(rows[0]) + "\n{broken\n" + json.dumps(rows[1]) + "\n", encoding="utf-8")
    first = called("ingest", str(runs), "--json").json
    again = called("ingest", str(runs), "--json").json
    assert (first["new_tasks"], first["new_events"], first["bad_lines"]) == (1, 1, 1)
    assert first["files"][0]["form"] == "hindsight"
    assert first["files"][0]["bad_lines"][0]["line"] == 2
    assert (again["tasks"], again["new_tasks"], again["new_events"]) == (1, 0, 0)
    assert first["waiting"] == again["waiting"] == 1


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    error = called("ingest", str(tmp_path), "--json").json["error"]
    assert error["code"] == "unreadable_input"
    assert "hsm ingest" in error["hint"]


def test_a_file_name_that_is_no_text_can_be_read_and_shown(tmp_path: Path) -> None:
    name = b"run-\xff.jsonl".decode("utf-8", "surrogateescape")
    (tmp_path / name).write_text('{"task_id": "a", "kind": "user", "text": "Deploy."}\n', encoding="utf-8")
    answer = called("ingest", str(tmp_path / name), "--json").json
    assert answer["files"][0]["file"].endswith("run-\ufffd.jsonl")


def test_version_and_help_need_no_store(tmp_path: Path) -> None:
    assert called("--version").out.startswith("hindsight-memory ")
    assert "Start here" in called("--help").out
    assert "Start here" in called().out
    assert not (tmp_path / "home").exists()


def test_words_without_quotes_are_one_statement() -> None:
    written = called("write", "The", "importer", "needs", "Node", "20.", "--json").json
    assert called("memory", "show", written["memory_id"], "--json").json["content"] == "The importer needs Node 20."


def test_a_person_is_told_what_was_found_and_why() -> None:
    assert status_of(["write", "The importer always needs Node 20."]) == 0
    shown = called("search", "importer")
    assert "The importer always needs Node 20." in shown.out
    assert "similarity" in shown.out
    assert "degraded" in shown.err
    assert "\x1b" not in shown.out


def test_doctor_says_what_works(tmp_path: Path) -> None:
    answer = called("doctor", "--json").json
    grades = {check["name"]: check["grade"] for check in answer["checks"]}
    assert answer["healthy"] is True
    assert grades["sqlite"] == grades["store"] == grades["audit"] == grades["privacy"] == "ok"
    assert grades["model"] == "warn"
    assert answer["settings"]["HSM_HOME"] == str(tmp_path / "home")


def test_doctor_fails_with_7_when_a_setting_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HSM_GATE__LONG_TERM", "7")
    answer = called("doctor", "--json")
    assert answer.code == 7
    assert answer.json["healthy"] is False


def test_doctor_closes_a_folder_that_others_can_read(tmp_path: Path) -> None:
    called("init")
    home = tmp_path / "home"
    home.chmod(0o755)
    before = {c["name"]: c["grade"] for c in called("doctor", "--json").json["checks"]}
    after = {c["name"]: c["grade"] for c in called("doctor", "--fix", "--json").json["checks"]}
    assert (before["privacy"], after["privacy"]) == ("warn", "ok")
    assert home.stat().st_mode & 0o777 == 0o700
