"""What a review may still ask of the LLM: the budget before each call, the meter after it, and the pause after a
failure, so that an endpoint that is away is not asked again for every task."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta

from hindsight_memory.domain.errors import LlmBudgetSpent, LlmUnavailable
from hindsight_memory.domain.spending import Budget, Prices, Spent, estimated_tokens
from hindsight_memory.ports.clock import Clock
from hindsight_memory.ports.reviewer import Meter, Question, Reply, ReviewModel


class ReviewBudgetSpent(Exception):
    """The review has no tokens left for another call; the day may have."""


@dataclass(slots=True)
class Purse:
    """What one review has spent. ``renew`` is called before each call, to keep the review's lease."""

    renew: Callable[[], None] = lambda: None
    spent: Spent = Spent()


@dataclass(slots=True)
class _Pause:
    until: datetime | None = None
    cause: LlmUnavailable | None = None
    lock: threading.Lock = field(default_factory=threading.Lock)


@dataclass(frozen=True, slots=True)
class Allowance:
    """Asks the model as far as the budget goes. ``pause`` follows a failure. ``overhead`` are tokens that
    each call costs beside its texts."""

    model: ReviewModel
    meter: Meter
    clock: Clock
    budget: Budget
    prices: Mapping[str, Prices]
    pause: timedelta = timedelta(minutes=1)
    overhead: int = 64
    _pause: _Pause = field(default_factory=_Pause)

    def ask(self, question: Question, purse: Purse) -> Reply:
        """Make one call within the budgets; what it may cost at most is counted before, what it did cost after.

        Raises ReviewBudgetSpent, or LlmUnavailable (also during a pause, and LlmBudgetSpent)."""
        self._raise_in_pause()
        name = self.model.model_for(question)
        price = self.prices.get(name, Prices())
        asked = estimated_tokens(question.system) + estimated_tokens(question.text) + self.overhead
        most = price.cost(asked, question.max_tokens)
        if purse.spent.tokens + most.tokens > self.budget.tokens_per_review:
            raise ReviewBudgetSpent
        purse.renew()
        day = self.clock.now().date()
        if not self.meter.reserve(day, name, most, self.budget):
            spent = LlmBudgetSpent()
            self.leave_alone(spent)
            raise spent
        purse.spent = purse.spent.plus(most)
        try:
            reply = self.model.ask(question)
        except LlmUnavailable as error:
            # What it cost is not known: it stays counted as the most it can have cost.
            self.leave_alone(error)
            raise
        used = price.cost(reply.input_tokens or asked, reply.output_tokens or _written(reply, question))
        self.meter.settle(day, name, most, used)
        purse.spent = purse.spent.minus(most).plus(used)
        return reply

    def open(self) -> bool:
        """Whether a call may be made now: no pause, and something of the day's budget is left."""
        try:
            self._raise_in_pause()
        except LlmUnavailable:
            return False
        _, models = self.today()
        tokens, micros = (sum(s.tokens for s in models.values()), sum(s.micros for s in models.values()))
        most = self.budget.micros_per_day
        return tokens < self.budget.tokens_per_day and (most is None or micros < most)

    def today(self) -> tuple[date, Mapping[str, Spent]]:
        """Return the day (UTC) and what each model has cost on it."""
        day = self.clock.now().date()
        return day, self.meter.spent(day)

    def leave_alone(self, cause: LlmUnavailable) -> None:
        """Ask nothing more until the pause is over."""
        with self._pause.lock:
            self._pause.until, self._pause.cause = self.clock.now() + self.pause, cause

    def _raise_in_pause(self) -> None:
        with self._pause.lock:
            until, cause = self._pause.until, self._pause.cause
        if until is not None and cause is not None and self.clock.now() < until:
            raise type(cause)(cause.message)


def _written(reply: Reply, question: Question) -> int:
    return min(question.max_tokens, estimated_tokens(reply.text))
