"""The decorator: each call of a function is a task, with its arguments, what it returned, and its outcome."""

from __future__ import annotations

import functools
import inspect
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import aclosing, asynccontextmanager
from typing import Any

from anyio import CancelScope
from anyio.to_thread import run_sync

from hindsight_memory.client.async_tasks import AsyncOpenTask
from hindsight_memory.client.tasks import OpenTask
from hindsight_memory.client.values import arguments_of
from hindsight_memory.client.within import ENDED, entered, left, next_inside, stepped
from hindsight_memory.domain.errors import Invalid

Made = tuple[str, dict[str, Any]]
"""A call: the function's name and its arguments."""
Function = Callable[..., Any]


def recorded(function: Any, open_task: Callable[[Made], OpenTask]) -> Any:
    """Return the function, of its own kind, so that each call is a task. A generator's task lasts until it ends; of
    an async function begin and end wait in a thread."""
    if inspect.iscoroutinefunction(function) or inspect.isasyncgenfunction(function):
        return _asynchronous(function, lambda made: _threaded(open_task(made)))
    if inspect.isgeneratorfunction(function):
        return _generating(function, open_task)

    @functools.wraps(function)
    def wrapper(*args: Any, **kwargs: Any) -> Any:
        made = _made(function, args, kwargs)
        with open_task(made) as task, task.recording.tool(*made) as call:
            result = function(*args, **kwargs)
            call.result(result)
            return result

    return wrapper


def async_recorded(function: Any, open_task: Callable[[Made], AsyncOpenTask]) -> Any:
    """The same for functions that are async. Raises Invalid for others, which could not wait for the server."""
    if not (inspect.iscoroutinefunction(function) or inspect.isasyncgenfunction(function)):
        raise Invalid("AsyncClient.traced decorates async functions.", hint="Client.traced decorates others.")
    return _asynchronous(function, open_task)


def _generating(function: Function, open_task: Callable[[Made], OpenTask]) -> Any:
    @functools.wraps(function)
    def wrapper(*args: Any, **kwargs: Any) -> Generator[Any, Any, Any]:
        made = _made(function, args, kwargs)
        with open_task(made) as task, task.recording.tool(*made) as call:
            left(task)  # who drives the generator is not inside its task
            result = yield from stepped(function(*args, **kwargs), task.place)
            call.result(result)
            return result

    return wrapper


def _asynchronous(function: Function, open_task: Callable[[Made], Any]) -> Any:
    if inspect.isasyncgenfunction(function):

        @functools.wraps(function)
        async def generating(*args: Any, **kwargs: Any) -> AsyncGenerator[Any]:
            made = _made(function, args, kwargs)
            async with open_task(made) as task, aclosing(function(*args, **kwargs)) as entries:
                left(task)
                with task.recording.tool(*made):
                    while (entry := await next_inside(entries, task.place())) is not ENDED:
                        yield entry

        return generating

    @functools.wraps(function)
    async def wrapper(*args: Any, **kwargs: Any) -> Any:
        made = _made(function, args, kwargs)
        async with open_task(made) as task:
            with task.recording.tool(*made) as call:
                result = await function(*args, **kwargs)
                call.result(result)
                return result

    return wrapper


@asynccontextmanager
async def _threaded(task: OpenTask) -> AsyncGenerator[OpenTask]:
    """Begin and end a task without holding up the event loop."""
    await run_sync(task.__enter__)
    entered(task.place())  # the thread had a context of its own
    try:
        yield task
    except BaseException as error:
        left(task)
        with CancelScope(shield=True):
            await run_sync(task.__exit__, type(error), error, error.__traceback__)
        raise
    left(task)
    await run_sync(task.__exit__, None, None, None)


def _made(function: Function, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Made:
    return function.__name__, arguments_of(function, args, kwargs)
