"""A draft's numbers, names and identifiers must stand in its trace."""

import pytest

from hindsight_memory.domain.memory import Draft
from hindsight_memory.domain.review.grounding import Grounded, Ungrounded, grounding
from hindsight_memory.domain.trace import Trace
from tests.unit.domain.review.traces import START, told, trace


def check(content: str, seen: Trace) -> Grounded | Ungrounded:
    return grounding(Draft(content=content, said_at=START), seen)


def test_a_statement_of_the_trace_is_grounded_in_its_events() -> None:
    seen = told("Uploads to `media-box` are capped at 5,000 rows.")
    assert check("media-box takes at most 5000 rows", seen) == Grounded((6,))


@pytest.mark.parametrize("content", ["media-box takes 6000 rows", "Rashid owns it, says Rashid", "预发端口是 9077"])
def test_an_invented_particular_is_named(content: str) -> None:
    result = check(content, told("Uploads to `media-box` are capped at 5,000 rows."))
    assert isinstance(result, Ungrounded)
    assert result.missing


def test_a_number_inside_a_longer_one_is_no_ground() -> None:
    assert isinstance(check("the port is 907", told("the port is 9077")), Ungrounded)


def test_recalled_text_is_no_ground_but_resolved_dates_need_none() -> None:
    assert isinstance(check("the port is 9077", trace(("recall", "the port is 9077"))), Ungrounded)
    assert isinstance(
        check("since yesterday (2026-03-01) it is closed", told("since yesterday it is closed")), Grounded
    )
