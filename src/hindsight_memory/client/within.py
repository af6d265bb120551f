"""Where a decision belongs that does not say so: the task, or the decision, inside of which it is made."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import partial
from typing import Any


@dataclass(frozen=True, slots=True)
class Place:
    """An open task or decision. ``calls`` is the store that it is in, ``owner`` what was opened."""

    calls: object
    owner: object
    task_id: str
    session_id: str
    space: str | None


_OPEN: ContextVar[tuple[Place, ...]] = ContextVar("hindsight_memory_open", default=())


def entered(place: Place) -> None:
    """What is decided from here on is decided there, in this thread or asynchronous task and what it starts."""
    _OPEN.set((*_OPEN.get(), place))


def left(owner: object) -> None:
    """The end of ``entered``; elsewhere than where it began it does no harm."""
    _OPEN.set(tuple(place for place in _OPEN.get() if place.owner is not owner))


def place_in(calls: object) -> Place | None:
    """Return the innermost open task or decision of this store that has a task."""
    return next((place for place in reversed(_OPEN.get()) if place.calls is calls and place.task_id), None)


@contextmanager
def inside(place: Place) -> Generator[None]:
    """``entered`` and ``left`` in a block."""
    before = _OPEN.set((*_OPEN.get(), place))
    try:
        yield
    finally:
        _OPEN.reset(before)


def stepped(
    inner: Generator[Any, Any, Any], place: Callable[[], Place], seen: Callable[[object], None] = lambda _: None
) -> Generator[Any, Any, Any]:
    """Drive a generator so that its own code is inside the place, and the code that drives it is not; ``seen`` is
    told what it yields."""
    step = partial(next, inner)
    while True:
        try:
            with inside(place()):
                entry = step()
        except StopIteration as ended:
            return ended.value
        seen(entry)
        try:
            said = yield entry
        except GeneratorExit:
            with inside(place()):
                inner.close()
            raise
        except BaseException as error:  # noqa: BLE001 - it is the inner one's
            step = partial(inner.throw, error)
        else:
            step = partial(inner.send, said)


ENDED = object()
"""What ``next_inside`` returns when nothing more is yielded."""


async def next_inside(inner: AsyncGenerator[Any], place: Place) -> Any:
    """Return what an async generator yields next, or ``ENDED``. Its own code is inside the place, and the code that
    drives it is not."""
    with inside(place):
        try:
            return await anext(inner)
        except StopAsyncIteration:
            return ENDED
