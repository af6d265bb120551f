"""The LLM that helps a review, and the meter that counts what it costs. Both optional: no path needs them.

Never called inside a transaction, nor while something is written or searched.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Protocol

from hindsight_memory.domain.spending import Budget, Spent


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One question. The answer is wanted as JSON of ``schema`` (a JSON schema whose root is an object).

    ``batch`` says that the smaller model is good enough. ``max_tokens`` bounds the answer."""

    system: str
    text: str
    name: str
    schema: Mapping[str, object]
    max_tokens: int
    batch: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """What the model said, unchecked. Token counts are 0 when the endpoint tells none; ``cut`` says that the answer
    ended at its limit."""

    text: str
    input_tokens: int = 0
    output_tokens: int = 0
    cut: bool = False


class ReviewModel(Protocol):
    """A language model behind some endpoint. Safe to call from several threads."""

    def model_for(self, question: Question) -> str:
        """Return the name of the model that a question goes to."""
        ...

    def ask(self, question: Question) -> Reply:
        """Make exactly one call and return its answer, whatever stands in it.

        Raises LlmTimeout when no whole answer came in time, LlmBusy when the endpoint asks to come later,
        LlmRefused when it will not answer such a call (key, model, size), LlmUnusable for an answer that is none
        (empty, endless, not the protocol), LlmUnavailable for everything else. Never retries."""
        ...


class Meter(Protocol):
    """Counts spending by day (UTC) and model, over all processes of a store. Each method is a transaction."""

    def reserve(self, day: date, model: str, cost: Spent, budget: Budget) -> bool:
        """Count ``cost`` as spent if the day's budget allows it, all models together; else count nothing.

        What is reserved and never settled (a killed process) stays counted."""
        ...

    def settle(self, day: date, model: str, reserved: Spent, used: Spent) -> None:
        """Put what was used in the place of what was reserved."""
        ...

    def spent(self, day: date) -> Mapping[str, Spent]:
        """Return the day's spending by model; empty when there was none."""
        ...
