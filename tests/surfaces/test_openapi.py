"""The description is the truth: calls made from it at random meet no fault and nothing that it does not say."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis import checks as general
from schemathesis.specs.openapi import checks as described_by

from hindsight_memory.domain.actor import Role
from hindsight_memory.domain.keys import Grant
from hindsight_memory.entrypoints.rest.app import rest_app
from hindsight_memory.entrypoints.rest.calls import Call
from hindsight_memory.entrypoints.rest.policy import RestPolicy
from hindsight_memory.entrypoints.rest.routes import CALLS
from hindsight_memory.entrypoints.rest.serving import desk_of
from hindsight_memory.testing import throw_away_app

# The library says little about the types of what it makes.
MAKER: Any = schemathesis
CHECKS: list[Any] = [
    cast("Any", general).not_a_server_error,
    cast("Any", described_by).status_code_conformance,
    cast("Any", described_by).content_type_conformance,
    cast("Any", described_by).response_schema_conformance,
]
EXAMPLES = 12
SLOW = [HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large]


@pytest.fixture(scope="module")
def credential(request: pytest.FixtureRequest) -> Iterator[tuple[Any, str]]:
    """The application, and a key for all that it offers."""
    with throw_away_app() as app:
        grant = Grant(agent="fuzz", spaces=("default",), groups=("crew",), roles=frozenset(Role))
        _, token = app.keys.create(app.actor, grant)
        yield rest_app(desk_of(app, RestPolicy(hosts=("testserver",), reviewers=0))), token


@pytest.fixture(scope="module")
def described(credential: tuple[Any, str]) -> Any:
    return MAKER.openapi.from_asgi("/openapi.json", credential[0])


@pytest.mark.requirement("REST-1")
@pytest.mark.timeout(60)
@pytest.mark.parametrize("call", CALLS, ids=lambda call: call.name)
def test_no_call_meets_a_fault_or_an_answer_that_is_not_described(
    call: Call, described: Any, credential: tuple[Any, str]
) -> None:
    operation = described[f"/v1{call.path}"][call.method]
    headers = {"Authorization": f"Bearer {credential[1]}"}

    @settings(
        max_examples=EXAMPLES,
        suppress_health_check=SLOW,
    )
    @given(case=st.one_of(*(operation.as_strategy(generation_mode=mode) for mode in GenerationMode)))
    def made_up(case: Any) -> None:
        case.call_and_validate(headers=headers, checks=CHECKS)

    made_up()
