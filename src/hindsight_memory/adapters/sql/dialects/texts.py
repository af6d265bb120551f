"""SQLite: the words of rows in a full-text table."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

from sqlalchemy import Connection

# So many words go into one statement, so that few different ones are kept prepared.
_MOST_WORDS = 16


class SqliteTexts:
    """One FTS5 table. See ``Texts`` for the contract of each method.

    Of the built-in tokenizers "ascii" is the one that takes every character beyond ASCII as part of a word,
    whatever Unicode version it was built with; the words are made, folded and stemmed by the application.
    Only which rows hold a word is asked of the index: no positions (detail), no lengths (columnsize)."""

    def __init__(self, table: str) -> None:
        self._create = f"""
CREATE VIRTUAL TABLE {table} USING fts5(
    words, tokenize = "ascii tokenchars '_'", detail = none, columnsize = 0
)"""
        self._put = f"INSERT INTO {table}(rowid, words) VALUES (?, ?)"
        self._drop = f"DELETE FROM {table} WHERE rowid = ?"
        self._read = f"SELECT rowid, words FROM {table} WHERE rowid IN (SELECT value FROM json_each(?))"
        # The keys come as one JSON text, which costs a fifth of thousands of rows.
        self._newest = f"""
SELECT json_group_array(rowid) FROM
(SELECT rowid FROM {table} WHERE {table} MATCH ? ORDER BY rowid DESC LIMIT ?)"""
        self._merge = f"INSERT INTO {table}({table}) VALUES ('optimize')"

    def create(self, connection: Connection) -> None:
        """Make the table."""
        connection.exec_driver_sql(self._create)

    def put(self, connection: Connection, texts: Sequence[tuple[int, str]]) -> None:
        """Insert into the table."""
        if texts:
            connection.exec_driver_sql(self._put, list(texts))

    def drop(self, connection: Connection, keys: Sequence[int]) -> None:
        """Delete from the table (its old postings go with the next merge)."""
        if keys:
            connection.exec_driver_sql(self._drop, [(key,) for key in keys])

    def read(self, connection: Connection, keys: Iterable[int]) -> dict[int, str]:
        """Read the words that the table holds."""
        return {row[0]: row[1] for row in connection.exec_driver_sql(self._read, (json.dumps(list(keys)),)).all()}

    def newest(
        self, connection: Connection, words: Sequence[tuple[str, Sequence[Sequence[str]], int]]
    ) -> list[list[int]]:
        """Ask for many words by one statement."""
        found: list[list[int]] = []
        for start in range(0, len(words), _MOST_WORDS):
            some = words[start : start + _MOST_WORDS]
            values = [value for word, marks, most in some for value in (_match(word, marks), most)]
            rows = connection.exec_driver_sql(" UNION ALL ".join([self._newest] * len(some)), tuple(values))
            found += [json.loads(row[0]) for row in rows]
        return found

    def erase_dropped(self, connection: Connection) -> None:
        """Merge all segments into one: the only way, before SQLite 3.42, that deleted words leave the file."""
        connection.exec_driver_sql(self._merge)


def _match(word: str, marks: Sequence[Sequence[str]]) -> str:
    """A word and one of each list of marks, as FTS5 asks for them."""
    either = (" OR ".join(f'"{mark}"' for mark in some) for some in marks)
    return " AND ".join((f'"{word}"', *(f"({some})" for some in either)))
