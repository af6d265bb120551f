"""The description is the truth: calls made from it at random meet no fault and nothing that it does not say."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from hindsight_memory.domain.actor import Role
from hindsight_memory.domain.keys import Grant
from hindsight_memory.entrypoints.rest.app import rest_app
from hindsight_memory.entrypoints.rest.calls import Call
from hindsight_memory.entrypoints.rest.policy import RestPolicy
from hindsight_memory.entrypoints.rest.routes import CALLS
from hindsight_memory.entrypoints.rest.serving import desk_of
from hindsight_memory.testing import throw_away_app

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
EXAMPLES = 12


@pytest.fixture(scope="module")
def credential(request: pytest.FixtureRequest) -> Iterator[tuple[Any, str]]:
    """The application, and a key for all that it offers."""
    with throw_away_app() as app:
        grant = Grant(agent="fuzz", spaces=("default",), groups=("crew",), roles=frozenset(Role))
        _, token = app.keys.create(app.actor, grant)
        yield rest_app(desk_of(app, RestPolicy(hosts=("testserver",), reviewers=0))), token


@pytest.fixture(scope="module")
def described(credential: tuple[Any, str]) -> Any:
    return schemathesis.openapi.from_asgi("/openapi.json", credential[0])


@pytest.mark.requirement("REST-1")
@pytest.mark.timeout(60)
@pytest.mark.parametrize("call", CALLS, ids=lambda call: call.name)
def test_no_call_meets_a_fault_or_an_answer_that_is_not_described(
    call: Call, described: Any, credential: tuple[Any, str]
) -> None:
    operation = described[f"/v1{call.path}"][call.method]
    headers = {"Authorization": f"Bearer {credential[1]}"}

    @settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck))
    @given(case=st.one_of(*(operation.as_strategy(generation_mode=mode) for mode in GenerationMode)))
    def made_up(case: schemathesis.Case) -> None:
        case.call_and_validate(headers=headers, checks=CHECKS)

    made_up()
