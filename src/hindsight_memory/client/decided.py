"""The decorator: each call of a function is a decision, recorded before it and settled by what it returned."""

from __future__ import annotations

import functools
import inspect
from collections.abc import AsyncGenerator, Callable, Generator, Mapping
from contextlib import aclosing
from typing import Any

from hindsight_memory.client.open_decisions import AsyncOpenDecision, Decided, OpenDecision
from hindsight_memory.client.values import MOST_ENTRIES, arguments_of, plain
from hindsight_memory.client.within import ENDED, left, next_inside, stepped
from hindsight_memory.domain.errors import Invalid

Made = tuple[str, dict[str, Any]]
"""A call: the function's name and its arguments."""
Function = Callable[..., Any]

HANDED = "decision"
"""A parameter of this name gets the open decision, with what similar ones came to."""


def decided(function: Any, open_decision: Callable[[Made], OpenDecision]) -> Any:
    """Return the function, of its own kind, so that each call is a decision. A generator's lasts until it ends; of an
    async function the store waits in a thread."""
    if inspect.iscoroutinefunction(function) or inspect.isasyncgenfunction(function):
        return _asynchronous(function, open_decision)
    if inspect.isgeneratorfunction(function):
        return _generating(function, open_decision)

    @functools.wraps(function)
    def wrapper(*args: Any, **kwargs: Any) -> Any:
        with open_decision(_made(function, args, kwargs)) as decision:
            result = function(*args, **_handed(function, args, kwargs, decision))
            decision.outcome(result)
            return result

    return _without_handed(function, wrapper)


def async_decided(function: Any, open_decision: Callable[[Made], AsyncOpenDecision]) -> Any:
    """The same for functions that are async. Raises Invalid for others, which could not wait for the server."""
    if not (inspect.iscoroutinefunction(function) or inspect.isasyncgenfunction(function)):
        raise Invalid("AsyncClient.decision decorates async functions.", hint="Client.decision decorates others.")
    return _asynchronous(function, open_decision)


def _generating(function: Function, open_decision: Callable[[Made], OpenDecision]) -> Any:
    @functools.wraps(function)
    def wrapper(*args: Any, **kwargs: Any) -> Generator[Any, Any, Any]:
        with open_decision(_made(function, args, kwargs)) as decision:
            left(decision)  # who drives the generator is not inside it
            inner = function(*args, **_handed(function, args, kwargs, decision))
            entries = _Entries()
            result = yield from stepped(inner, decision.place, entries.seen)
            decision.outcome(entries.listed if result is None else result)
            return result

    return _without_handed(function, wrapper)


def _asynchronous(function: Function, open_decision: Callable[[Made], Any]) -> Any:
    if inspect.isasyncgenfunction(function):

        @functools.wraps(function)
        async def generating(*args: Any, **kwargs: Any) -> AsyncGenerator[Any]:
            async with open_decision(_made(function, args, kwargs)) as decision:
                left(decision)
                entries = _Entries()
                async with aclosing(function(*args, **_handed(function, args, kwargs, decision))) as inner:
                    while (entry := await next_inside(inner, decision.place())) is not ENDED:
                        entries.seen(entry)
                        yield entry
                decision.outcome(entries.listed)

        return _without_handed(function, generating)

    @functools.wraps(function)
    async def wrapper(*args: Any, **kwargs: Any) -> Any:
        async with open_decision(_made(function, args, kwargs)) as decision:
            result = await function(*args, **_handed(function, args, kwargs, decision))
            decision.outcome(result)
            return result

    return _without_handed(function, wrapper)


class _Entries:
    """What a generator has yielded, as plain values and not without bound."""

    def __init__(self) -> None:
        self.listed: list[Any] = []

    def seen(self, entry: object) -> None:
        """Keep one."""
        if len(self.listed) < MOST_ENTRIES:
            self.listed.append(plain(entry))


def _made(function: Function, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Made:
    given = arguments_of(function, args, _handed(function, args, dict(kwargs), None))
    return function.__name__, {name: value for name, value in given.items() if name != HANDED}


def _handed(
    function: Function, args: tuple[Any, ...], kwargs: dict[str, Any], decision: Decided | None
) -> dict[str, Any]:
    """Return the keyword arguments, with the decision where the function has a place for it that is free."""
    if not _wants(function):
        return kwargs
    try:
        taken = inspect.signature(function).bind_partial(*args, **kwargs).arguments
    except TypeError:
        return kwargs  # a call that will fail by itself
    return kwargs if HANDED in taken else {**kwargs, HANDED: decision}


def _wants(function: Function) -> bool:
    parameter = inspect.signature(function).parameters.get(HANDED)
    return parameter is not None and parameter.kind in (parameter.POSITIONAL_OR_KEYWORD, parameter.KEYWORD_ONLY)


def _without_handed(function: Function, wrapper: Any) -> Any:
    """Show callers, and frameworks that read signatures, no parameter that they need not give."""
    if _wants(function):
        signature = inspect.signature(function)
        kept = [parameter for name, parameter in signature.parameters.items() if name != HANDED]
        wrapper.__signature__ = signature.replace(parameters=kept)
    return wrapper
