"""``POST /v1/traces``: spans as an OpenTelemetry exporter sends them."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from hindsight_memory.bootstrap import App
from hindsight_memory.domain.keys import Grant
from hindsight_memory.entrypoints.rest.policy import RestPolicy
from hindsight_memory.testing import throw_away_app
from tests.surfaces.rest import calling
from tests.unit.adapters.transcripts import spans

MOST = 100_000
JSON = {"Content-Type": "application/json"}


@pytest.fixture
def app() -> Iterator[App]:
    with throw_away_app(lexical_only=True) as made:
        yield made


@pytest.fixture
def client(app: App) -> Iterator[TestClient]:
    with calling(app, RestPolicy(reviewers=0, max_request_bytes=MOST)) as made:
        yield made


def sent(client: TestClient, request: object, **headers: str) -> Any:
    return client.post("/v1/traces", content=json.dumps(request), headers=JSON | headers)


@pytest.mark.requirement("TRACE-9")
def test_an_export_is_answered_as_the_protocol_wants_it_and_stored(client: TestClient) -> None:
    answer = sent(client, spans.export(*spans.genai()))
    assert (answer.status_code, answer.headers["content-type"]) == (200, "application/json")
    assert answer.json() == {"partialSuccess": {"rejectedSpans": 0, "errorMessage": ""}}
    trace = client.get(f"/v1/traces/{spans.TRACE}").json()
    assert [event["kind"] for event in trace["events"]] == [
        "user",
        "assistant",
        "tool_call",
        "tool_result",
        "assistant",
    ]
    assert sent(client, spans.export(*spans.genai())).status_code == 200
    assert client.get(f"/v1/traces/{spans.TRACE}").json()["events"] == trace["events"]


def test_spans_that_cannot_be_read_are_counted_in_the_answer(client: TestClient) -> None:
    answer = sent(client, spans.export(spans.genai()[0] | {"spanId": 7}, *spans.genai()[1:]))
    partial = answer.json()["partialSuccess"]
    assert (answer.status_code, partial["rejectedSpans"]) == (200, 1)
    assert "spanId" in partial["errorMessage"]


def test_an_empty_export_and_one_with_fields_of_a_newer_protocol_are_accepted(client: TestClient) -> None:
    assert sent(client, {}).status_code == 200
    assert sent(client, spans.export(*spans.genai()) | {"newer": 1}).status_code == 200


@pytest.mark.parametrize("kind", ["application/x-protobuf", "text/plain", ""])
def test_another_kind_of_body_is_told_what_to_send_instead(client: TestClient, kind: str) -> None:
    answer = client.post("/v1/traces", content=b"\x0a\x00", headers={"Content-Type": kind})
    error = answer.json()["error"]
    assert (answer.status_code, error["code"]) == (415, "unsupported_media_type")
    assert "http/json" in error["hint"]


@pytest.mark.parametrize("body", [b"{", b"[]", b'{"resourceSpans": 1}', b'{"resourceSpans": [1]}'])
def test_what_is_no_export_is_refused(client: TestClient, body: bytes) -> None:
    assert client.post("/v1/traces", content=body, headers=JSON).status_code in (400, 422)


def test_a_gzipped_export_is_read_within_the_limit(client: TestClient) -> None:
    zipped = {**JSON, "Content-Encoding": "gzip"}
    body = gzip.compress(json.dumps(spans.export(*spans.genai())).encode())
    assert client.post("/v1/traces", content=body, headers=zipped).status_code == 200
    assert client.get(f"/v1/traces/{spans.TRACE}").status_code == 200
    bomb = gzip.compress(b" " * (MOST + 1))
    assert client.post("/v1/traces", content=bomb, headers=zipped).status_code == 413
    for broken in (body[:-9], b"no gzip"):
        assert client.post("/v1/traces", content=broken, headers=zipped).status_code == 422


def test_the_resource_names_the_space(client: TestClient) -> None:
    request = spans.export(*spans.genai(), resource={"hindsight.space": "elsewhere"})
    assert sent(client, request).status_code == 200
    address = f"/v1/traces/{spans.TRACE}"
    assert [client.get(address).status_code, client.get(f"{address}?space=elsewhere").status_code] == [404, 200]


def test_a_space_that_the_key_does_not_open_is_forbidden(app: App) -> None:
    _, token = app.keys.create(app.actor, Grant(agent="ann", spaces=("mine",)))
    request = spans.export(*spans.genai(), resource={"hindsight.space": "theirs"})
    with calling(app, RestPolicy(reviewers=0)) as client:
        assert sent(client, request, Authorization=f"Bearer {token}").status_code == 403
        mine = spans.export(*spans.genai())
        assert sent(client, mine, Authorization=f"Bearer {token}").status_code == 200
