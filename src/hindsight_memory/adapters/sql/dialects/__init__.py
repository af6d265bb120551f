"""What differs between databases: connections, locks, errors, full text, and inserts that meet a row."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import timedelta
from typing import Protocol

from sqlalchemy import ColumnElement, Connection, Engine, Insert, Table

from hindsight_memory.adapters.sql.archive import ArchiveFiles


@dataclass(frozen=True, slots=True)
class Weighed:
    """A full-text word, what it weighs, how many rows hold it at most, and how many, the newest, are looked at."""

    word: str
    weight: float
    held_by: int
    postings: int


class Texts(Protocol):
    """The words of rows by their keys. A word is a token under the key of its scope or space, as ``Dialect.word``
    makes it."""

    def put(self, connection: Connection, texts: Sequence[tuple[int, str]]) -> None:
        """Store the words (joined by spaces) of new rows."""
        ...

    def drop(self, connection: Connection, keys: Sequence[int]) -> None:
        """Take the words of rows out of the index."""
        ...

    def read(self, connection: Connection, keys: Iterable[int]) -> dict[int, str]:
        """Return the stored words by row."""
        ...

    def newest(
        self, connection: Connection, words: Sequence[tuple[str, Sequence[Sequence[str]], int]]
    ) -> list[list[int]]:
        """Return for each word, marks and number so many keys of the newest rows, at most, newest first, that hold the
        word and of each list of marks one."""
        ...

    def erase_dropped(self, connection: Connection) -> None:
        """Make sure that nothing of dropped texts is left in the index."""
        ...


class Dialect(Protocol):
    """One kind of database, open. Its errors arrive as StoreBusy, StoreFull, Corrupt or Unavailable.

    A full-text word is a token under the key of its scope (``word``), so that a search sees postings of the
    scopes it names and of no other.
    """

    reader: Engine
    """Connections whose transactions see one state and cannot write."""
    writer: Engine
    """Connections whose transactions hold the write lock from their start."""
    patience: timedelta
    """How long a writer waits for the lock."""
    archive: ArchiveFiles
    """The files that lie beside the database."""

    @property
    def memory_texts(self) -> Texts:
        """The full text of memories."""
        ...

    @property
    def decision_texts(self) -> Texts:
        """The full text of decisions."""
        ...

    def building(self) -> AbstractContextManager[None]:
        """Hold the one lock under which a store is built or brought up to date."""
        ...

    def create_text_index(self, connection: Connection) -> None:
        """Make the full-text tables of a new store."""
        ...

    def next_row_key(self, connection: Connection) -> int:
        """Return the first of as many free keys of ``memories`` as the transaction may need."""
        ...

    def insert_missing(self, table: Table) -> Insert:
        """Return an insert that leaves rows alone which are there already."""
        ...

    def count_terms(self, connection: Connection, terms: Table, space_key: int, changes: Mapping[str, int]) -> None:
        """Add to the ``documents`` of a table by token, with new rows where there are none."""
        ...

    def word(self, scope_key: int, token: str) -> str:
        """Return the full-text word of a token (of ``fts_token``) in a scope."""
        ...

    def number(self, statement: str, values: tuple[object, ...]) -> int:
        """Return the number that one statement reads, on its own and as quickly as can be; 0 without a row."""
        ...

    def heaviest(
        self,
        connection: Connection,
        words: Sequence[Weighed],
        wanted: ColumnElement[bool],
        scope_keys: Sequence[int],
        limit: int,
    ) -> list[tuple[int, str]]:
        """Return key and memory id of wanted rows of ``memories`` by the sum of the weights of the words in them.

        ``wanted`` names its scopes by the parameter ``scope_keys``. Ties go to shorter texts, then to newer rows
        (where very many are equal, to newer rows first).
        """
        ...

    def after_purge(self) -> None:
        """Remove what a purge left behind in files beside the database, as far as readers allow it now."""
        ...

    def close(self) -> None:
        """Release all connections."""
        ...
