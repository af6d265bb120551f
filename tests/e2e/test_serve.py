"""``hsm serve`` as a process: keys, its refusals, reviews beside the calls, a graceful stop, a kill in the middle."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import threading
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from hindsight_memory.bootstrap import opened
from hindsight_memory.domain.actor import Role
from hindsight_memory.domain.keys import USUAL_ROLES, Grant
from hindsight_memory.settings import load_settings
from tests.e2e.server import PLAIN, serving
from tests.surfaces.json_lines import HSM

LINE = "Deploys of the billing service always go through the staging cluster first."
TOKEN = "hsm_" + "0f1e2d3c4b5a69788796a5b4c3d2e1f0" * 2


def hsm(*words: str, **settings: str) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, **PLAIN, **settings}
    return subprocess.run([HSM, *words], capture_output=True, text=True, env=env, check=False, timeout=60)


def key(home: Path, space: str, *roles: Role) -> str:
    """A key that another process made on the folder."""
    with opened(load_settings(environ=PLAIN, home=home)) as app:
        grant = Grant(agent="builder", spaces=(space,), roles=frozenset(roles) or USUAL_ROLES)
        return app.keys.create(app.actor, grant)[1]


@contextmanager
def caller(url: str, token: str = "", **more: Any) -> Generator[httpx.Client]:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    with httpx.Client(base_url=url, headers=headers, timeout=30, trust_env=False, **more) as client:
        yield client


def reviewed(client: httpx.Client, task_id: str) -> Any:
    """The report that the server's own reviewer makes."""
    pause = threading.Event()
    for _ in range(200):
        answer = client.get(f"/v1/reviews/{task_id}")
        if answer.status_code == 200:
            return answer.json()
        pause.wait(0.1)
    raise AssertionError(f"{task_id} was not reviewed")


def test_programs_of_this_machine_need_no_key_and_find_everything(tmp_path: Path) -> None:
    with serving(tmp_path) as url, caller(url) as client:
        written = client.post("/v1/memories", json={"content": LINE, "source": "user"}).json()
        found = client.post("/v1/search", json={"query": "staging"}).json()
        assert [hit["memory_id"] for hit in found["hits"]] == [written["memory_id"]]
        assert client.get("/healthz").json() == {"status": "ok"}
        assert client.get("/readyz").json() == {"status": "ready", "degraded": ["vectors_unavailable"]}
        assert "openapi" in client.get("/openapi.json").json()
        assert "/mcp" in client.get("/").text
    listed = json.loads(hsm("memory", "list", "--json", "--home", str(tmp_path)).stdout)
    assert [memory["content"] for memory in listed["items"]] == [LINE]


def test_a_wrong_key_is_refused_where_none_would_do(tmp_path: Path) -> None:
    with serving(tmp_path) as url, caller(url, TOKEN) as client:
        refused = client.get("/v1/stats")
    assert (refused.status_code, refused.json()["error"]["code"]) == (401, "unauthenticated")
    assert refused.headers["WWW-Authenticate"].startswith("Bearer")


@pytest.mark.requirement("REST-2")
def test_a_key_opens_its_spaces_with_its_roles_until_it_is_revoked(tmp_path: Path) -> None:
    token = key(tmp_path, "project:api", Role.READ)
    with serving(tmp_path, HSM_SERVER__REQUIRE_KEY="true") as url, caller(url, token) as client:
        assert client.get("/v1/stats").json()["space"] == "project:api"
        assert client.get("/v1/stats", params={"space": "project:b"}).status_code == 403
        assert client.post("/v1/memories", json={"content": LINE}).status_code == 403
        assert client.get("/v1/keys").status_code == 403
        with caller(url) as stranger:
            assert stranger.get("/v1/stats").status_code == 401
        key_id = json.loads(hsm("keys", "list", "--json", "--home", str(tmp_path)).stdout)["items"][0]["key_id"]
        assert hsm("keys", "revoke", key_id, "--home", str(tmp_path)).returncode == 0
        assert client.get("/v1/stats").status_code == 401


def test_no_other_machine_is_let_in_before_there_is_a_key(tmp_path: Path) -> None:
    refused = hsm("serve", "--host", "0.0.0.0", "--port", "0", "--json", "--home", str(tmp_path))
    error = json.loads(refused.stdout)["error"]
    assert (refused.returncode, error["code"]) == (2, "no_keys")
    assert "hsm keys create" in error["hint"]


def test_a_container_brings_its_first_key_along(tmp_path: Path) -> None:
    with serving(tmp_path, "--host", "0.0.0.0", HSM_BOOTSTRAP_KEY=TOKEN) as url:
        here = url.replace("0.0.0.0", "127.0.0.1")
        with caller(here) as stranger:
            assert stranger.get("/v1/stats").status_code == 401
            assert stranger.get("/healthz").status_code == 200
        with caller(here, TOKEN) as client:
            body = {"agent": "builder", "spaces": ["project:api"]}
            made = client.post("/v1/keys", json=body).json()
            assert TOKEN not in client.get("/v1/keys").text
        with caller(here, made["token"]) as builder:
            assert builder.post("/v1/memories", json={"content": LINE, "source": "user"}).status_code == 200
    assert TOKEN.encode() not in b"".join(path.read_bytes() for path in tmp_path.iterdir() if path.is_file())
    assert made["token"].encode() not in b"".join(path.read_bytes() for path in tmp_path.iterdir() if path.is_file())


def test_a_first_key_that_could_be_guessed_is_refused(tmp_path: Path) -> None:
    refused = hsm("serve", "--port", "0", "--json", "--home", str(tmp_path), HSM_BOOTSTRAP_KEY="hsm_changeme")
    error = json.loads(refused.stdout)["error"]
    assert (error["code"], "changeme" in refused.stdout + refused.stderr) == ("bad_setting", False)


def test_a_port_that_is_taken_is_said(tmp_path: Path) -> None:
    with serving(tmp_path) as url:
        refused = hsm("serve", "--port", url.rpartition(":")[2], "--home", str(tmp_path))
    assert refused.returncode == 6
    assert "--port" in refused.stderr


def test_a_finished_task_is_reviewed_beside_the_calls(tmp_path: Path) -> None:
    with serving(tmp_path) as url, caller(url) as client:
        client.post("/v1/tasks", json={"task_id": "deploy/42"})
        said = {"kind": "user", "text": "Remember: release notes are always written in English."}
        client.post("/v1/traces/deploy%2F42/events", json={"events": [said]})
        client.post("/v1/tasks/deploy%2F42/end", json={"outcome": "success"})
        report = reviewed(client, "deploy%2F42")
        assert [one["verdict"] for one in report["considered"]] == ["stored"]
        again = client.post("/v1/reviews", json={"task_id": "deploy/42"}).json()
        assert again["items"][0]["task_id"] == "deploy/42"


def test_mcp_and_rest_share_one_store_and_one_identity(tmp_path: Path) -> None:
    token = key(tmp_path, "project:api")
    asked = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "tools/call",
        "params": {"name": "memory_write", "arguments": {"content": LINE, "source": "user", "visibility": "private"}},
    }
    accepts = {"Accept": "application/json, text/event-stream"}
    with serving(tmp_path, HSM_SERVER__REQUIRE_KEY="true") as url, caller(url, token) as client:
        with caller(url) as stranger:
            assert stranger.post("/mcp", json=asked, headers=accepts).status_code == 401
        done = client.post("/mcp", json=asked, headers=accepts).json()
        memory_id = done["result"]["structuredContent"]["memory_id"]
        memory = client.get(f"/v1/memories/{memory_id}").json()
    assert (memory["space"], memory["provenance"]["agent"]) == ("project:api", "builder")


def test_a_stop_lets_the_calls_end_that_are_under_way(tmp_path: Path) -> None:
    command = [HSM, "serve", "--port", "0", "--home", str(tmp_path)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env={**os.environ, **PLAIN}) as process:
        assert process.stderr is not None
        url = re.search(r"http://\S+:\d+", process.stderr.readline())
        assert url is not None
        reader = threading.Thread(target=process.stderr.read, daemon=True)
        reader.start()
        with caller(url[0]) as client, ThreadPoolExecutor(4) as pool:
            client.get("/healthz")
            items = [{"content": f"Service {n} listens on port {9000 + n}.", "source": "user"} for n in range(150)]
            under_way = pool.submit(client.post, "/v1/memories/batch", json={"items": items})
            pause = threading.Event()
            pause.wait(0.05)
            process.send_signal(signal.SIGTERM)
            assert under_way.result().status_code == 200
        assert process.wait(timeout=30) == 0
        reader.join()
    stats = json.loads(hsm("stats", "--json", "--home", str(tmp_path)).stdout)
    assert stats["counts"]["status"]["active"] == 150


@pytest.mark.requirement("REST-1")
def test_a_call_repeated_after_a_restart_gives_the_same_answer(tmp_path: Path) -> None:
    answers: list[Any] = []
    for _ in range(2):
        with serving(tmp_path) as url, caller(url) as client:
            sent = client.post(
                "/v1/memories", json={"content": LINE, "source": "user"}, headers={"Idempotency-Key": "one"}
            )
            answers.append((sent.json(), sent.headers.get("Idempotency-Replayed")))
    assert answers[0][0] == answers[1][0]
    assert [replayed for _, replayed in answers] == [None, "true"]


def test_the_log_says_what_was_done_and_nothing_of_what_was_said(tmp_path: Path) -> None:
    token = key(tmp_path, "default")
    secret = "Penguins like the quiet harbour of Ushuaia."
    command = [HSM, "serve", "--port", "0", "--home", str(tmp_path)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env={**os.environ, **PLAIN}) as process:
        assert process.stderr is not None
        first = process.stderr.readline()
        url = re.search(r"http://\S+:\d+", first)
        assert url is not None
        with caller(url[0], token) as client:
            headers = {"X-Request-Id": "trace-me"}
            memory_id = client.post("/v1/memories", json={"content": secret, "source": "user"}, headers=headers).json()[
                "memory_id"
            ]
            client.post("/v1/search", json={"query": "penguins harbour"})
            client.post("/v1/search", json={"query": "penguins", "penguins": 1})
            client.get("/v1/memories", params={"cursor": "penguins"})
            client.get("/v1/penguins")
        process.terminate()
        log = process.stderr.read()
        assert process.wait(timeout=30) == 0
    lines = [json.loads(line) for line in log.splitlines()]
    calls = [line for line in lines if line["event"] == "call"]
    assert [(line["operation"], line["status"]) for line in calls] == [
        ("memories.write", 200),
        ("search", 200),
        ("search", 400),
        ("memories.list", 400),
    ]
    write = calls[0]
    assert (write["request_id"], write["parameters"]) == ("trace-me", ["content", "source"])
    assert (write["verdicts"], write["answered"]) == (["stored"], {"memory_id": memory_id})
    assert write["duration_ms"] > 0
    assert "enguin" not in log
    assert token not in log


def test_many_calls_at_once_are_all_answered(tmp_path: Path) -> None:
    with serving(tmp_path) as url, caller(url, limits=httpx.Limits(max_connections=16)) as client:
        with ThreadPoolExecutor(16) as pool:
            writes = [
                pool.submit(client.post, "/v1/memories", json={"content": f"Host {n} is rack {n}.", "source": "user"})
                for n in range(60)
            ]
            searches = [pool.submit(client.post, "/v1/search", json={"query": f"host {n}"}) for n in range(200)]
            statuses = [one.result().status_code for one in [*writes, *searches]]
            assert set(statuses) == {200}
        stats = client.get("/v1/stats").json()
    assert sum(stats["counts"]["status"].values()) == 60
