"""A large store of decisions to measure on: varied, in English and Chinese, many of a kind and no two alike."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import numpy as np

from hindsight_memory.domain.decision import (
    Belief,
    Decision,
    DecisionKind,
    Delta,
    DeltaResult,
    Expectation,
    ExpectedKind,
    Outcome,
    OutcomeSource,
)
from hindsight_memory.domain.ids import uuid7
from hindsight_memory.evals.synthetic import Writer

_START = datetime(2025, 1, 1, tzinfo=UTC)
_TYPES = 40
_AGENTS = 8
_KINDS_OF_BELIEF = 2_000
_KINDS_OF_INTENT = 1_000
_HALF = 0.5


class Decider:
    """Makes decisions. Beliefs and intents are variations of a few thousand, as those of real agents are: vectors lie
    in clusters. Deterministic by ``seed``."""

    def __init__(self, seed: int) -> None:
        self._random = np.random.default_rng(seed)
        self._writer = Writer(seed)
        self._beliefs = [self._short(number) for number in range(_KINDS_OF_BELIEF)]
        self._intents = [self._short(number) for number in range(_KINDS_OF_INTENT)]

    def decisions(self, count: int, space: str) -> Iterator[Decision]:
        """Yield ``count`` decisions with their outcome, one after the other over two years."""
        step = timedelta(days=730) / max(count, 1)
        for number in range(count):
            yield self.decision(number, space, _START + step * number)

    def decision(self, number: int, space: str, at: datetime) -> Decision:
        """Return one; ``number`` decides its language."""
        result = list(DeltaResult)[int(self._random.integers(3))]
        outcome = Outcome(text=self._writer.text(number), source=OutcomeSource.SYSTEM, at=at, status="ok")
        return Decision(
            decision_id=uuid7(at, self._random.bytes(10)),
            space=space,
            agent=f"agent-{int(self._random.integers(_AGENTS))}",
            kind=DecisionKind.BRANCH,
            intent=self._varied(self._intents, number),
            intent_type=f"type_{int(self._random.integers(_TYPES))}",
            belief=Belief(text=self._varied(self._beliefs, number)),
            observation=self._writer.text(number),
            expectation=Expectation(text=self._short(number), kind=ExpectedKind.CONTAINS),
            action=self._short(number),
            confidence=float(self._random.uniform(0.4, 1.0)),
            task_id=f"task-{number // 6}",
            session_id=f"session-{number // 12}",
            decided_at=at,
            outcome=outcome,
            delta=Delta(result=result, magnitude=None if result is DeltaResult.UNKNOWN else _HALF, reason="contains"),
            closed_at=at,
        )

    def _short(self, number: int) -> str:
        """Some five words of English, or ten characters of Chinese."""
        text = self._writer.text(number)
        chinese = any("\u3400" <= c <= "\u9fff" for c in text)
        return "".join(text.split(" ")[0])[:12] if chinese else " ".join(text.rstrip(".").split(" ")[:5])

    def _varied(self, kinds: list[str], number: int) -> str:
        """One of the kinds in the language of the number, with a word or two of its own."""
        place = int(self._random.integers(len(kinds) // 3)) * 3 + number % 3
        own = self._short(number)
        return f"{kinds[place]} {own}"[:100] if number % 3 != 2 else f"{kinds[place]}{own[:6]}"
