"""The clients against a server that is a process of its own, on a connection that may be cut."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import anyio
import httpx2
import pytest
from mcp import Client as McpClient
from mcp.client.streamable_http import streamable_http_client

from hindsight_memory import AsyncClient, Client, Hindsight, Retry
from hindsight_memory.domain.errors import Forbidden, NotFound, Unauthenticated, Unavailable
from hindsight_memory.domain.trace import OutcomeStatus
from tests.e2e.server import Cutting, free_port, serving
from tests.surfaces.json_lines import HSM, JsonLines

LINE = "Deploys of the billing service always go through the staging cluster first."
FIRST_KEY = "hsm_" + "0123456789abcdef" * 4


@contextmanager
def keyed(home: Path) -> Generator[str]:
    """A server that asks everybody for a key; the first one is FIRST_KEY."""
    with serving(home, HSM_BOOTSTRAP_KEY=FIRST_KEY, HSM_SERVER__REQUIRE_KEY="true") as url:
        yield url


@contextmanager
def started_remote(url: str, key: str) -> Generator[JsonLines]:
    """``hsm mcp --remote`` as a process."""
    env = {**os.environ, "HSM_KEY": key}
    command = [HSM, "mcp", "--remote", url]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=env) as process:
        assert process.stdin is not None and process.stdout is not None
        try:
            yield JsonLines(process.stdin, process.stdout)  # pyright: ignore[reportArgumentType]
        finally:
            process.kill()


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Generator[str]:
    with serving(tmp_path_factory.mktemp("home")) as url:
        yield url


def test_what_one_client_writes_the_other_finds(url: str) -> None:
    async def found() -> list[str]:
        async with AsyncClient(url, space="found") as hs:
            return [hit.content for hit in (await hs.search("staging deploys")).hits]

    with Client(url, space="found") as hs:
        assert hs.write(LINE, source="user").memory_id
    assert anyio.run(found) == [LINE]


@pytest.mark.parametrize("memory_id", ["..", ".", "a/b", "", "记忆", "%2e", "?", "a b"])
def test_whatever_an_id_holds_it_is_one_that_does_not_exist(url: str, memory_id: str) -> None:
    with Client(url) as hs, pytest.raises(NotFound):
        hs.memory(memory_id)


def test_a_task_of_any_name_is_recorded_and_reviewed(url: str) -> None:
    with Client(url, space="tasks") as hs:
        with pytest.raises(RuntimeError), hs.task(type="deploy", task_id="发布/42 ../x") as task:
            task.event("user", "Remember: release notes are always written in English.")
            with task.tool("shell", {"cmd": "make deploy"}):
                raise RuntimeError("quota exceeded")
        trace = hs.trace(task.task_id)
        assert (len(trace.events), trace.task.outcome) == (3, OutcomeStatus.FAILURE)
        hs.review(task_id=task.task_id)
        assert hs.report(task.task_id).considered


@pytest.mark.parametrize("cuts", [1, 2])
def test_a_write_whose_answer_was_cut_off_is_stored_once(url: str, cuts: int) -> None:
    with Cutting(url, cuts) as between, Client(between.url, space=f"cut-{cuts}", retry=Retry(first_s=0.01)) as hs:
        answer = hs.write(LINE, source="user")
        assert between.requests == cuts + 1
        assert (answer.verdict, answer.existing) == ("stored", False)
        assert hs.memory(answer.memory_id).evidence_count == 1


def test_events_whose_answer_was_cut_off_are_stored_once(url: str) -> None:
    with Cutting(url, 1) as between:
        with Client(url, space="cut-events") as hs, hs.task() as task:
            pass
        with Client(between.url, space="cut-events", retry=Retry(first_s=0.01)) as hs:
            hs.append_events(task.task_id, [{"kind": "thought", "text": "one"}, {"kind": "thought", "text": "two"}])
            assert between.requests == 2
            assert [event.text for event in hs.trace(task.task_id).events] == ["one", "two"]


def test_where_nobody_listens_it_says_so_soon() -> None:
    hs = Client(f"http://127.0.0.1:{free_port()}", retry=Retry(attempts=2, first_s=0.01))
    with hs, pytest.raises(Unavailable, match="cannot be reached"):
        hs.stats()


def test_a_call_waits_for_a_server_that_is_started_again(tmp_path: Path) -> None:
    port = free_port()
    up, done = threading.Event(), threading.Event()

    def server() -> None:
        with serving(tmp_path, port=port):
            up.set()
            done.wait(60)

    with serving(tmp_path, port=port) as url:
        hs = Client(url, retry=Retry(attempts=40, first_s=0.25, most_s=0.5))
        written = hs.write(LINE, source="user")
    again = threading.Thread(target=server)
    again.start()
    try:
        assert hs.memory(written.memory_id).content == LINE
        assert up.wait(60)
    finally:
        done.set()
        again.join()
        hs.close()


def test_a_key_opens_its_space_and_no_other(tmp_path: Path) -> None:
    with keyed(tmp_path) as url:
        with Client(url) as nobody, pytest.raises(Unauthenticated):
            nobody.stats()
        with Client(url, FIRST_KEY) as admin:
            made = admin.create_key("builder", spaces="project:api", name="build server")
            admin.write(LINE, source="user", space="project:web")
            with Client(url, made.token) as hs:
                assert hs.search("staging deploys").hits == []
                assert hs.write(LINE, source="user").verdict == "stored"
                assert hs.stats().spaces == ["project:api"]
                with pytest.raises(Forbidden):
                    hs.search("staging deploys", space="project:web")
                admin.revoke_key(made.key.key_id)
                with pytest.raises(Unauthenticated):
                    hs.stats()


def test_a_folder_in_this_process_and_its_server_see_each_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HSM_EMBEDDER__KIND", "none")
    with serving(tmp_path) as url, Hindsight.open(tmp_path) as here, Client(url) as there:
        written = here.write(LINE, source="user")
        assert there.search("staging deploys").hits[0].memory_id == written.memory_id
        there.forget(written.memory_id, reason="never true")
        assert here.search("staging deploys").hits == []


def test_mcp_on_stdio_reaches_a_server_with_its_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with keyed(tmp_path / "store") as url:
        with Client(url, FIRST_KEY) as admin:
            token = admin.create_key("builder", spaces="project:api").token
        with started_remote(url, token) as client:
            client.hello()
            written = client.call("memory_write", {"content": LINE, "source": "user"})
            assert written["structuredContent"]["verdict"] == "stored"
        with started_remote(url, "hsm_wrong") as client:
            client.hello()
            refused = client.call("memory_search", {"query": "staging"})
            assert refused["isError"] and "unauthenticated" in refused["content"][0]["text"]
        with Client(url, token) as hs:
            assert [hit.content for hit in hs.search("staging deploys").hits] == [LINE]


def test_mcp_over_http_passes_each_callers_key_on(tmp_path: Path) -> None:
    async def asked(address: str, key: str) -> str:
        http = httpx2.AsyncClient(headers={"Authorization": f"Bearer {key}"} if key else {})
        async with http, McpClient(streamable_http_client(address, http_client=http)) as client:
            result = await client.call_tool("memory_search", {"query": "staging deploys"})
            return str(result.content[0])

    with keyed(tmp_path) as url, Client(url, FIRST_KEY) as admin:
        admin.write(LINE, source="user", space="project:api")
        token = admin.create_key("builder", spaces="project:api").token
        other = admin.create_key("other", spaces="project:web").token
        command = [HSM, "mcp", "--http", "--remote", url, "--port", "0"]
        with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
            assert process.stderr is not None
            try:
                address = process.stderr.readline().strip()
                assert LINE in anyio.run(asked, address, token)
                assert "Nothing found" in anyio.run(asked, address, other)
                assert "unauthenticated" in anyio.run(asked, address, "")
            finally:
                process.terminate()


def test_the_package_is_imported_without_what_is_not_used() -> None:
    heavy = "{'pydantic', 'sqlalchemy', 'numpy', 'httpx2', 'mcp'}"
    program = (
        f"import sys, hindsight_memory; assert not {heavy} & set(sys.modules); "
        "from hindsight_memory import Client; assert not {'sqlalchemy', 'numpy', 'mcp'} & set(sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_no_part_of_an_answer_waits_for_another_to_be_confirmed(url: str) -> None:
    """What was received is confirmed at once or after 40 ms; the fastest of many calls shows which is waited for."""
    with Client(url) as hs:
        took: list[float] = []
        for _ in range(20):
            began = time.perf_counter()
            hs.stats()
            took.append(time.perf_counter() - began)
    assert min(took) < 0.03
