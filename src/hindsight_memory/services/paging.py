"""Going through lists that reads give page by page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

from hindsight_memory.ports.pages import Page

T = TypeVar("T")


def pages(ask: Callable[[str | None], Page[T]]) -> Iterator[Page[T]]:
    """Yield all pages of a list; ``ask`` returns the one at a cursor."""
    cursor: str | None = None
    while True:
        page = ask(cursor)
        yield page
        cursor = page.next_cursor
        if cursor is None:
            return


def first(most: int, ask: Callable[[str | None], Page[T]]) -> tuple[list[T], bool]:
    """Return the ``most`` first entries of a list, and whether there are more."""
    found: list[T] = []
    for page in pages(ask):
        found += page.entries
        if len(found) >= most:
            return found[:most], len(found) > most or page.next_cursor is not None
    return found, False
