"""Calibration by hand: every number of these tables can be computed on paper."""

import pytest

from hindsight_memory.domain.patterns import patterns_of
from hindsight_memory.domain.patterns.calibration import Grouping, by_agent, by_intent_type, calibration
from hindsight_memory.domain.patterns.wrong import confidently_wrong, judgements
from tests.unit.domain.patterns.making import EVER, MET, UNKNOWN, VIOLATED, decided

pytestmark = pytest.mark.requirement("DEC-8")

SIX = [
    decided(MET, 0.9),
    decided(MET, 0.9),
    decided(VIOLATED, 0.9),
    decided(VIOLATED, 0.7),
    decided(MET, 0.5),
    decided(VIOLATED, 0.5),
]


def test_the_reliability_table_says_how_often_each_confidence_was_right() -> None:
    found = calibration([*SIX, decided(UNKNOWN, 0.9), decided(None, 0.9)])
    assert [(one.low, one.high, one.met.hits, one.met.of) for one in found.bins] == [
        (0.5, 0.6, 1, 2),
        (0.7, 0.8, 0, 1),
        (0.9, 1.0, 2, 3),
    ]
    assert (found.met.hits, found.met.of) == (3, 6)
    # (0.01 + 0.01 + 0.81 + 0.49 + 0.25 + 0.25) / 6
    assert found.brier == pytest.approx(1.82 / 6)
    # 3/6 · |0.9 - 2/3| + 1/6 · |0.7 - 0| + 2/6 · |0.5 - 1/2|
    assert found.error == pytest.approx(0.5 * (0.9 - 2 / 3) + 0.7 / 6)
    assert (found.confidently_wrong, found.hesitantly_wrong) == (2, 1)


def test_unknown_results_are_neither_met_nor_violated_and_their_share_is_shown() -> None:
    known, more = calibration(SIX), calibration([*SIX, decided(UNKNOWN, 0.1), decided(UNKNOWN), decided(None)])
    assert (more.met, more.brier, more.bins) == (known.met, known.brier, known.bins)
    assert (more.unknown.hits, more.unknown.of, more.waiting, more.decisions) == (2, 8, 1, 9)


def test_fewer_than_five_known_results_claim_nothing() -> None:
    found = calibration(SIX[:4])
    assert (found.met.few, found.brier, found.error) == (True, None, None)
    assert calibration(SIX[:5]).brier is not None
    assert calibration([]).met.of == 0


def test_the_confidence_of_a_rule_is_not_the_agents() -> None:
    found = calibration([*SIX, decided(VIOLATED, 0.9, inferred=True)])
    assert (found.met.of, found.confidently_wrong) == (6, 2)
    assert confidently_wrong([decided(VIOLATED, 0.9, inferred=True)]) == ()


def test_a_confidence_on_an_edge_belongs_above_it() -> None:
    found = calibration([decided(MET, value) for value in (0.0, 0.1, 0.3, 0.6, 0.7, 1.0)])
    assert [one.low for one in found.bins] == [0.0, 0.1, 0.3, 0.6, 0.7, 0.9]


def test_each_intent_type_and_each_agent_has_its_own_table() -> None:
    decisions = [decided(intent_type="deploy", agent="a")] * 2 + [decided(VIOLATED, intent_type="search", agent="b")]
    kinds, agents = by_intent_type(decisions), by_agent(decisions)
    assert [(one.by, one.name, one.met.hits, one.met.of) for one in kinds] == [
        (Grouping.INTENT_TYPE, "deploy", 2, 2),
        (Grouping.INTENT_TYPE, "search", 0, 1),
    ]
    assert [one.name for one in agents] == ["a", "b"]


def test_the_gravest_of_the_confidently_wrong_come_first() -> None:
    mild, grave = decided(VIOLATED, 0.9, magnitude=0.2), decided(VIOLATED, 0.75, magnitude=1.0)
    assert confidently_wrong([mild, decided(VIOLATED, 0.69), decided(MET, 0.9), grave]) == (grave, mild)


def test_claims_are_held_against_what_was_computed() -> None:
    fine = decided(VIOLATED, claimed=MET)
    found = judgements(
        [
            fine,
            decided(MET, claimed=VIOLATED),
            decided(MET, claimed=MET),
            decided(UNKNOWN, claimed=MET),
            decided(VIOLATED),
            decided(VIOLATED, claimed=UNKNOWN),
        ]
    )
    assert (found.said_fine, found.said_failed, found.right, found.unchecked) == (1, 1, 1, 1)
    assert found.shown == (fine,)


def test_no_decisions_have_no_patterns() -> None:
    found = patterns_of([], [], EVER)
    assert (found.decisions, found.weeks, found.drifts, found.blind_spots, found.repeated) == (0, (), (), (), ())
    assert found.overall.bins == ()
