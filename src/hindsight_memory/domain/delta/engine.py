"""The entry of the delta engine: who may say what happened, and which comparison a kind of expectation means."""

from __future__ import annotations

from hindsight_memory.domain.decision import Delta, Expectation, ExpectedKind, Outcome, OutcomeSource
from hindsight_memory.domain.delta.answers import unknown
from hindsight_memory.domain.delta.exits import exit_delta
from hindsight_memory.domain.text.normal import clean


def delta_of(expectation: Expectation, outcome: Outcome | None) -> Delta:
    """Compare what was expected with what happened; pure, and never raises on any text.

    ``met`` has magnitude 0, ``violated`` one in (0, 1], ``unknown`` none. Before anything is compared: no outcome is
    ``no_outcome``; an outcome that the agent tells is ``agent_says_so``; no kind is ``no_kind``; an empty expectation
    is ``no_expected``.
    """
    if outcome is None:
        return unknown("no_outcome", expectation.text)
    if outcome.source is OutcomeSource.AGENT:
        return unknown("agent_says_so", expectation.text, outcome.text)
    if expectation.kind is None:
        return unknown("no_kind", expectation.text, outcome.text)
    expected = clean(expectation.text)
    if not expected:
        return unknown("no_expected", "", outcome.text)
    if expectation.kind is ExpectedKind.EXIT_CODE:
        return exit_delta(expected, outcome)
    return unknown("not_computed", expected, outcome.text)
