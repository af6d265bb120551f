"""What came of a decision is compared as a whole, however little of it is kept."""

from __future__ import annotations

import pytest

from hindsight_memory.domain.decision import DeltaResult, ExpectedKind, OutcomeSource
from hindsight_memory.services.decision_drafting import MOST_OUTCOME
from hindsight_memory.services.decisions import OutcomeRequest, RecordRequest
from hindsight_memory.testing import throw_away_app


@pytest.mark.requirement("DEC-2")
@pytest.mark.parametrize(
    ("kind", "result"), [(ExpectedKind.CONTAINS, DeltaResult.MET), (ExpectedKind.ABSENT, DeltaResult.VIOLATED)]
)
def test_what_stands_in_the_middle_of_a_long_outcome_counts_though_it_is_cut(
    kind: ExpectedKind, result: DeltaResult
) -> None:
    with throw_away_app(lexical_only=True) as app:
        asked = RecordRequest(intent="Build.", belief_text="The build is fine.", expected="E404", expected_kind=kind)
        decision_id = app.decisions.record(app.actor, asked).decision.decision_id
        said = f"{'word ' * 2_000}E404 {'word ' * 2_000}"
        outcome = OutcomeRequest(outcome=said, outcome_source=OutcomeSource.SYSTEM)
        settled = app.decisions.settle(app.actor, decision_id, outcome)
        assert settled.delta.result is result
        assert settled.outcome is not None
        assert "E404" not in settled.outcome.text
        assert len(settled.outcome.text) < MOST_OUTCOME + 100
        assert app.decisions.settle(app.actor, decision_id, outcome) == settled
