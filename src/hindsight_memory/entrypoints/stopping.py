"""How a serving process ends when it is told to."""

from __future__ import annotations

import signal
from collections.abc import Generator
from contextlib import contextmanager


@contextmanager
def stopped_quietly() -> Generator[None]:
    """A server raises the signal that stopped it once more when it has stopped; by then there is nothing to do."""
    before = {one: signal.signal(one, _nothing) for one in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)


def _nothing(_: int, __: object) -> None:
    """A signal that was dealt with."""
