"""The table of the delta engine: each kind in both languages, in units and locales."""

import pytest

from tests.unit.domain.delta.misread_cases import DECIDED, NOT_MET, NOT_VIOLATED, REFUSED
from tests.unit.domain.delta.table import MET, UNKNOWN, VIOLATED, Case, compared
from tests.unit.domain.delta.text_cases import ABSENT, CONTAINS, EXIT_CODE, JSON_PATH, MATCHES, STATUS
from tests.unit.domain.delta.value_cases import CHANGED, EQUALS, RANGE

CASES = [*EQUALS, *CHANGED, *RANGE, *CONTAINS, *ABSENT, *MATCHES, *STATUS, *EXIT_CODE, *JSON_PATH, *DECIDED]


@pytest.mark.requirement("DEC-2")
@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.kind}: {case.why}")
def test_the_delta_is_what_the_table_says(case: Case) -> None:
    delta = case.delta()
    assert (delta.result, delta.reason) == (case.result, case.reason or delta.reason)
    assert {MET: delta.magnitude == 0, VIOLATED: bool(delta.magnitude), UNKNOWN: delta.magnitude is None}[delta.result]


def test_the_table_covers_both_languages_and_every_result_of_every_kind() -> None:
    assert len(CASES) >= 120
    results = {(case.kind, case.result) for case in CASES}
    assert len(results) == 3 * 9
    assert sum(any("\u4e00" <= char <= "\u9fff" for char in case.expected + case.text) for case in CASES) >= 40


@pytest.mark.requirement("DEC-2")
@pytest.mark.parametrize(("kind", "expected", "text"), [(*of, text) for of, texts in NOT_MET.items() for text in texts])
def test_what_only_looks_like_it_is_not_met(kind: str, expected: str, text: str) -> None:
    assert compared(kind, expected, text).result is not MET


@pytest.mark.requirement("DEC-2")
@pytest.mark.parametrize(
    ("kind", "expected", "text"), [(*of, text) for of, texts in NOT_VIOLATED.items() for text in texts]
)
def test_what_only_looks_otherwise_is_not_violated(kind: str, expected: str, text: str) -> None:
    assert compared(kind, expected, text).result is not VIOLATED


@pytest.mark.requirement("DEC-2")
@pytest.mark.parametrize("text", REFUSED)
@pytest.mark.parametrize(("status", "exit_code"), [("ok", None), ("", 0), ("ok", 0)])
def test_a_short_refusal_is_heard_against_a_call_that_went_well(text: str, status: str, exit_code: int | None) -> None:
    assert compared("status", "succeeds", text, status=status, exit_code=exit_code).reason == "mixed_signals"
    told = compared("status", "succeeds", "All is there. " * 20 + text, status="ok")
    assert told.result is MET, "a long text speaks of many things"
