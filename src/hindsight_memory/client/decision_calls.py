"""Decisions as calls of Python, plain and awaited, with the decorator and the block around what is decided."""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec, TypeVar, Unpack

from hindsight_memory.client import decision_asks as asks
from hindsight_memory.client.arguments import InSpace, SpaceBody
from hindsight_memory.client.asks import an_id
from hindsight_memory.client.decided import async_decided, decided
from hindsight_memory.client.decision_arguments import (
    DecidingArguments,
    DecidingOptions,
    DecisionsArguments,
    OutcomeArguments,
    PatternsArguments,
    RecordArguments,
    SimilarArguments,
    WeeklyArguments,
)
from hindsight_memory.client.open_decisions import AsyncOpenDecision, OpenDecision
from hindsight_memory.client.steering import AwaitedSending
from hindsight_memory.wire.api import Api
from hindsight_memory.wire.decisions import (
    DecisionBody,
    DecisionList,
    DecisionsBody,
    OutcomeBody,
    RecordBody,
    RecordedAnswer,
    SimilarAnswer,
    SimilarBody,
)
from hindsight_memory.wire.patterns import PatternsBody, PatternsQuery
from hindsight_memory.wire.weekly import WeeklyBody, WeeklyQuery

P = ParamSpec("P")
R = TypeVar("R")


class DecisionCalls:
    """A part of ``Calls``: what was believed and expected, and what came of it."""

    _api: Api

    def record_decision(self, intent: str, **given: Unpack[RecordArguments]) -> RecordedAnswer:
        """Record what is about to be done and why; returns its id, and how similar decisions ended. With an outcome
        both at once."""
        return self._api.record_decision(RecordBody.taken({"intent": intent, **given}))

    def settle_decision(self, decision_id: str, **given: Unpack[OutcomeArguments]) -> DecisionBody:
        """Give an open decision its outcome; the delta is computed, never said."""
        return self._api.settle_decision(an_id(decision_id, "decision_id"), OutcomeBody.taken(given))

    def read_decision(self, decision_id: str, **given: Unpack[InSpace]) -> DecisionBody:
        """Return one decision. (``decision`` is the decorator.)"""
        return self._api.read_decision(an_id(decision_id, "decision_id"), SpaceBody.taken(given).space)

    def decisions(self, **given: Unpack[DecisionsArguments]) -> DecisionList:
        """Return a page of decisions, newest first."""
        return self._api.decisions(DecisionsBody.taken(given))

    def similar_decisions(self, query: str = "", **given: Unpack[SimilarArguments]) -> SimilarAnswer:
        """Return past decisions with a like belief and intent, and how they ended; failures come first among equals.
        ``query`` stands for ``belief`` and ``intent`` where these are not given."""
        return self._api.similar_decisions(SimilarBody.taken({"query": query, **given}))

    def patterns(self, **given: Unpack[PatternsArguments]) -> PatternsBody:
        """Return what many decisions have in common: calibration, blind spots, repeats, ignored tools, drift."""
        return self._api.patterns(PatternsQuery.taken(given))

    def weekly_report(self, **given: Unpack[WeeklyArguments]) -> WeeklyBody:
        """Return the report of a week, the running one unless ``week`` names another; with ``format="markdown"`` or
        ``"html"`` its ``page`` too."""
        return self._api.weekly_report(WeeklyQuery.taken(given))

    def decision(
        self, intent: str = "", **given: Unpack[DecidingArguments]
    ) -> Callable[[Callable[P, R]], Callable[P, R]]:
        """Decorate a function, a generator or their async kinds: each call is a decision, settled by what it returns
        or raises. A parameter named ``decision`` gets the open decision, with ``similar`` past ones. A store that
        fails never fails the function."""
        options = DecidingOptions.checked({"intent": intent, **given}, named=True)
        return lambda function: decided(function, lambda made: OpenDecision(self, options.named(*made)))

    def deciding(self, intent: str, **given: Unpack[DecidingArguments]) -> OpenDecision:
        """Record a decision around a with-block, or an async one: ``similar`` past ones before it, an exception or
        what is said with ``outcome`` after it."""
        return OpenDecision(self, DecidingOptions.checked({"intent": intent, **given}))


class AwaitedDecisionCalls:
    """A part of ``AsyncClient``: ``DecisionCalls``, awaited."""

    @property
    def _sends(self) -> AwaitedSending:
        raise NotImplementedError

    async def record_decision(self, intent: str, **given: Unpack[RecordArguments]) -> RecordedAnswer:
        """Record what is about to be done and why; returns its id, and how similar decisions ended. With an outcome
        both at once."""
        return await self._sends.send(asks.record_decision(RecordBody.taken({"intent": intent, **given})))

    async def settle_decision(self, decision_id: str, **given: Unpack[OutcomeArguments]) -> DecisionBody:
        """Give an open decision its outcome; the delta is computed, never said."""
        return await self._sends.send(asks.settle_decision(decision_id, OutcomeBody.taken(given)))

    async def read_decision(self, decision_id: str, **given: Unpack[InSpace]) -> DecisionBody:
        """Return one decision. (``decision`` is the decorator.)"""
        return await self._sends.send(asks.read_decision(decision_id, SpaceBody.taken(given).space))

    async def decisions(self, **given: Unpack[DecisionsArguments]) -> DecisionList:
        """Return a page of decisions, newest first."""
        return await self._sends.send(asks.decisions(DecisionsBody.taken(given)))

    async def similar_decisions(self, query: str = "", **given: Unpack[SimilarArguments]) -> SimilarAnswer:
        """Return past decisions with a like belief and intent, and how they ended; failures come first among equals.
        ``query`` stands for ``belief`` and ``intent`` where these are not given."""
        return await self._sends.send(asks.similar_decisions(SimilarBody.taken({"query": query, **given})))

    async def patterns(self, **given: Unpack[PatternsArguments]) -> PatternsBody:
        """Return what many decisions have in common: calibration, blind spots, repeats, ignored tools, drift."""
        return await self._sends.send(asks.patterns(PatternsQuery.taken(given)))

    async def weekly_report(self, **given: Unpack[WeeklyArguments]) -> WeeklyBody:
        """Return the report of a week, the running one unless ``week`` names another; with ``format="markdown"`` or
        ``"html"`` its ``page`` too."""
        return await self._sends.send(asks.weekly_report(WeeklyQuery.taken(given)))

    def decision(
        self, intent: str = "", **given: Unpack[DecidingArguments]
    ) -> Callable[[Callable[P, R]], Callable[P, R]]:
        """Decorate an async function or generator: each call is a decision, settled by what it returns or raises. A
        parameter named ``decision`` gets the open decision, with ``similar`` past ones."""
        options = DecidingOptions.checked({"intent": intent, **given}, named=True)
        return lambda function: async_decided(function, lambda made: AsyncOpenDecision(self, options.named(*made)))

    def deciding(self, intent: str, **given: Unpack[DecidingArguments]) -> AsyncOpenDecision:
        """Record a decision around an ``async with`` block: ``similar`` past ones before it, an exception or what is
        said with ``outcome`` after it."""
        return AsyncOpenDecision(self, DecidingOptions.checked({"intent": intent, **given}))
