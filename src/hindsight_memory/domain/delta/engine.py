"""The entry of the delta engine: who may say what happened, and which comparison a kind of expectation means."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType

from hindsight_memory.domain.decision import Delta, Expectation, ExpectedKind, Outcome, OutcomeSource
from hindsight_memory.domain.delta.answers import unknown
from hindsight_memory.domain.delta.equality import changed_delta, equals_delta
from hindsight_memory.domain.delta.exits import exit_delta
from hindsight_memory.domain.delta.paths import path_delta
from hindsight_memory.domain.delta.patterns import matches_delta
from hindsight_memory.domain.delta.ranges import range_delta
from hindsight_memory.domain.delta.states import status_delta
from hindsight_memory.domain.delta.terms import absent_delta, contains_delta
from hindsight_memory.domain.text.normal import clean

LONGEST = 200_000
LONGEST_EXPECTED = 20_000
"""Characters of an outcome's text and of an expectation beyond which nothing is compared."""

KINDS: Mapping[ExpectedKind, Callable[[str, Outcome], Delta]] = MappingProxyType(
    {
        ExpectedKind.EQUALS: equals_delta,
        ExpectedKind.CONTAINS: contains_delta,
        ExpectedKind.MATCHES: matches_delta,
        ExpectedKind.RANGE: range_delta,
        ExpectedKind.STATUS: status_delta,
        ExpectedKind.EXIT_CODE: exit_delta,
        ExpectedKind.JSON_PATH: path_delta,
        ExpectedKind.CHANGED: changed_delta,
        ExpectedKind.ABSENT: absent_delta,
    }
)
"""Each kind of expectation with its comparison; the docstring of each says what it takes and answers."""


def delta_of(expectation: Expectation, outcome: Outcome | None) -> Delta:
    """Compare what was expected with what happened; pure, and never raises on any text.

    ``met`` has magnitude 0, ``violated`` one in (0, 1], ``unknown`` none. Where two readings of the same texts would
    give different results the answer is ``unknown``. Before anything is compared: no outcome is ``no_outcome``; an
    outcome that the agent tells is ``agent_says_so``; no kind is ``no_kind``; an empty expectation is
    ``no_expected``; a text of more than 200,000 characters, or an expectation of
    more than 20,000, is ``too_long``. The kinds: ``KINDS``.
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
    if len(expected) > LONGEST_EXPECTED or len(outcome.text) > LONGEST:
        return unknown("too_long", expected, outcome.text)
    return KINDS[expectation.kind](expected, replace(outcome, text=clean(outcome.text)))
