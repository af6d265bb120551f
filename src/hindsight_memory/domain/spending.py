"""What an LLM may cost and has cost: tokens, calls and, where prices are known, money."""

from __future__ import annotations

import math
from dataclasses import dataclass

_ASCII_PER_TOKEN = 2.5
_TOKENS_PER_OTHER = 1.5


@dataclass(frozen=True, slots=True)
class Spent:
    """Calls, tokens in and out, and money in millionths of the currency that the prices are in."""

    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    micros: int = 0

    @property
    def tokens(self) -> int:
        """Tokens in both directions."""
        return self.input_tokens + self.output_tokens

    def plus(self, other: Spent) -> Spent:
        """Return the sum."""
        return Spent(
            self.calls + other.calls,
            self.input_tokens + other.input_tokens,
            self.output_tokens + other.output_tokens,
            self.micros + other.micros,
        )

    def minus(self, other: Spent) -> Spent:
        """Return the difference; its parts may be negative."""
        negated = Spent(-other.calls, -other.input_tokens, -other.output_tokens, -other.micros)
        return self.plus(negated)


@dataclass(frozen=True, slots=True)
class Prices:
    """Money for a million tokens in and out; 0 means unknown or free."""

    input: float = 0.0
    output: float = 0.0

    def cost(self, input_tokens: int, output_tokens: int) -> Spent:
        """Return what one call with these tokens costs, money rounded up."""
        micros = math.ceil(input_tokens * self.input + output_tokens * self.output)
        return Spent(1, input_tokens, output_tokens, micros)


@dataclass(frozen=True, slots=True)
class Budget:
    """The most that may be spent. ``micros_per_day`` is in millionths of the currency; None means no limit."""

    tokens_per_review: int
    tokens_per_day: int
    micros_per_day: int | None = None


def estimated_tokens(text: str) -> int:
    """Return how many tokens a text has at most, roughly: more than models that know its language make of it."""
    plain = sum(c.isascii() for c in text)
    return math.ceil(plain / _ASCII_PER_TOKEN + (len(text) - plain) * _TOKENS_PER_OTHER)
