"""The running account of the texts of a space that a commit adds and takes away."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

from sqlalchemy import Connection, Delete, Table, bindparam, delete

from hindsight_memory.adapters.sql.dialects import Dialect


class TextAccount:
    """Collects while texts are written; ``store_terms`` stores how many of them hold which token.

    ``documents`` and ``length`` are by how much the number of texts and their tokens together have grown."""

    def __init__(self) -> None:
        self.documents = 0
        self.length = 0
        self._terms: Counter[str] = Counter()

    def added(self, tokens: Iterable[str], length: int) -> None:
        """Count a text that can be found from now on; ``tokens`` are its different ones."""
        self._terms.update(tokens)
        self.documents += 1
        self.length += length

    def removed(self, tokens: Iterable[str], length: int) -> None:
        """Take a text out of the count."""
        self._terms.subtract(tokens)
        self.documents -= 1
        self.length -= length

    def store_terms(self, connection: Connection, dialect: Dialect, terms: Table, space_key: int) -> None:
        """Add to the ``documents`` of a table of tokens; those that no text holds any more are dropped."""
        changes = {token: count for token, count in self._terms.items() if count}
        if not changes:
            return
        dialect.count_terms(connection, terms, space_key, changes)
        fewer = [{"at_space": space_key, "at_token": token} for token, count in changes.items() if count < 0]
        if fewer:
            connection.execute(_unused(terms), fewer)


@lru_cache
def _unused(terms: Table) -> Delete:
    this = terms.c.space_key == bindparam("at_space"), terms.c.token == bindparam("at_token")
    return delete(terms).where(*this, terms.c.documents <= 0)
