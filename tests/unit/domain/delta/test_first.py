"""Who may say what happened."""

from datetime import UTC, datetime

import pytest

from hindsight_memory.domain.decision import DeltaResult, Expectation, ExpectedKind, Outcome, OutcomeSource
from hindsight_memory.domain.delta import delta_of

AT = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.mark.parametrize("kind", [None, *ExpectedKind])
def test_what_the_agent_says_is_no_evidence(kind: ExpectedKind | None) -> None:
    outcome = Outcome(text="0", source=OutcomeSource.AGENT, at=AT, status="ok", exit_code=0)
    delta = delta_of(Expectation(text="0", kind=kind), outcome)
    assert (delta.result, delta.magnitude, delta.reason) == (DeltaResult.UNKNOWN, None, "agent_says_so")


def test_without_an_outcome_or_a_kind_nothing_is_known() -> None:
    outcome = Outcome(text="0", source=OutcomeSource.SYSTEM, at=AT)
    assert delta_of(Expectation(text="0", kind=ExpectedKind.EQUALS), None).reason == "no_outcome"
    assert delta_of(Expectation(text="0"), outcome).reason == "no_kind"
    assert delta_of(Expectation(text=" ", kind=ExpectedKind.EQUALS), outcome).reason == "no_expected"
