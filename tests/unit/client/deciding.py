"""A store for the tests of decisions: time passes in it, and it fails when it is told to."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any, Unpack

import anyio

from hindsight_memory import Hindsight
from hindsight_memory.client.decision_arguments import OutcomeArguments, RecordArguments
from hindsight_memory.domain.errors import Unavailable
from hindsight_memory.testing import FrozenClock, throw_away_app
from hindsight_memory.wire.decisions import DecisionBody, RecordedAnswer

BELIEF = "datebook and billcycle are independent"


class Broken(Hindsight):
    """A store that fails at what it is told to."""

    fails: frozenset[str] = frozenset()

    def record_decision(self, intent: str, **given: Unpack[RecordArguments]) -> RecordedAnswer:
        if "record" in self.fails:
            raise Unavailable
        return super().record_decision(intent, **given)

    def settle_decision(self, decision_id: str, **given: Unpack[OutcomeArguments]) -> DecisionBody:
        if "settle" in self.fails:
            raise Unavailable
        return super().settle_decision(decision_id, **given)


class Ticking(FrozenClock):
    """A second passes whenever somebody looks, so that decisions have an order."""

    def now(self) -> datetime:
        self.advance(timedelta(seconds=1))
        return super().now()


@contextmanager
def deciding_store() -> Generator[Broken]:
    with throw_away_app(clock=Ticking()) as app:
        store = Broken(app)
        yield store
        store.close()


def listed(hs: Hindsight) -> list[DecisionBody]:
    """All decisions, oldest first."""
    return hs.decisions().items[::-1]


def only(hs: Hindsight) -> DecisionBody:
    (decision,) = listed(hs)
    return decision


def ran(work: Callable[[], Any]) -> Any:
    return anyio.run(work)
