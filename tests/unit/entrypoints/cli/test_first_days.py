"""What goes wrong in the first days: each has an answer that says what to do."""

from pathlib import Path

import pytest

from hindsight_memory.adapters.sql.dialects.sqlite import FILE_NAME
from tests.surfaces.command_line import called


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("HSM_EMBEDDER__KIND", "none")
    monkeypatch.setenv("HSM_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def grades() -> dict[str, str]:
    answer = called("doctor", "--json")
    assert answer.code == 7
    assert all(check["advice"] for check in answer.json["checks"] if check["grade"] != "ok")
    return {check["name"]: check["grade"] for check in answer.json["checks"]}


def test_doctor_goes_on_at_a_file_that_is_damaged(home: Path) -> None:
    called("init")
    (home / FILE_NAME).write_bytes(b"this is not a database at all, just some text " * 100)
    seen = grades()
    assert (seen["store"], seen["model"], seen["disk"], seen["privacy"]) == ("fail", "warn", "ok", "ok")


def test_doctor_goes_on_where_no_folder_can_be(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("HSM_HOME", str(tmp_path / "file" / "below"))
    seen = grades()
    assert (seen["store"], seen["disk"]) == ("fail", "ok")


def test_doctor_reports_damage_that_it_meets_on_the_way(home: Path) -> None:
    called("write", "Staging listens on port 9077.")
    whole = (home / FILE_NAME).read_bytes()
    first = whole[: 4096 * 2]
    (home / FILE_NAME).write_bytes(first + b"\x00" * (len(whole) - len(first)))
    assert "fail" in grades().values()


def test_a_folder_that_cannot_be_is_no_reason_to_try_again(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    answer = called("stats", "--home", str(tmp_path / "file" / "below"), "--json")
    assert answer.code == 2
    assert answer.json["error"]["code"] == "store_unusable"
    assert answer.json["error"]["retryable"] is False
    assert "--home" in answer.json["error"]["hint"]


@pytest.mark.parametrize(
    "words",
    [
        ["--space", "a", "write", "x y", "--space", "b"],
        ["write", "x y", "--space=a", "--space=b"],
        ["search", "x", "--home", "one", "--home", "two"],
    ],
)
def test_two_spaces_or_folders_for_one_command_are_refused(words: list[str]) -> None:
    answer = called(*words, "--json")
    assert answer.code == 2
    assert "more than once" in answer.json["error"]["message"]


def test_a_word_that_looks_like_an_option_may_stand_behind_the_dashes() -> None:
    assert called("write", "--space", "a", "--", "--space", "is", "an", "option", "--space").code == 0


def test_a_rollback_says_what_its_option_is_called() -> None:
    error = called("memory", "rollback", "m1", "--revision", "1", "--json").json["error"]
    assert error["hint"] == "Did you mean --to?"


def test_a_brief_of_facts_does_not_say_that_nothing_is_known() -> None:
    called("write", "Staging listens on port 9077.", "--type", "fact")
    shown = called("brief")
    assert "Nothing for a brief" in shown.err
    assert "hsm search" in shown.err


def test_a_review_that_keeps_nothing_says_why() -> None:
    called("task", "begin", "t1")
    called("task", "event", "t1", "--kind", "assistant", "--text", "Hello!")
    called("task", "end", "t1", "--outcome", "success")
    assert "Nothing to keep: it states no preference" in called("review", "t1").out
    called("task", "begin", "t2")
    called("task", "end", "t2", "--outcome", "success")
    assert "Nothing to keep: the task has no events." in called("review", "t2").out


def test_signs_alone_are_refused_as_what_they_are() -> None:
    assert "only signs" in called("write", "🎉🎉").err
