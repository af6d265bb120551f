"""SQLite: the words of decisions in a full-text table of their own."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

from sqlalchemy import Connection

# As the full-text table of memories: see there for the tokenizer.
_CREATE = """
CREATE VIRTUAL TABLE decision_text USING fts5(
    words, tokenize = "ascii tokenchars '_'", detail = none, columnsize = 0
)"""
_PUT = "INSERT INTO decision_text(rowid, words) VALUES (?, ?)"
_DROP = "DELETE FROM decision_text WHERE rowid = ?"
_READ = "SELECT rowid, words FROM decision_text WHERE rowid IN (SELECT value FROM json_each(?))"
# The keys come as one JSON text, which costs a fifth of thousands of rows.
_NEWEST = """
SELECT json_group_array(rowid) FROM
(SELECT rowid FROM decision_text WHERE decision_text MATCH ? ORDER BY rowid DESC LIMIT ?)"""
# SQLite takes no more than 500 parts in one statement.
_MOST_WORDS = 100
_MERGE = "INSERT INTO decision_text(decision_text) VALUES ('optimize')"


class SqliteDecisionTexts:
    """See ``DecisionTexts``."""

    def create(self, connection: Connection) -> None:
        """Make the FTS5 table."""
        connection.exec_driver_sql(_CREATE)

    def put(self, connection: Connection, texts: Sequence[tuple[int, str]]) -> None:
        """Insert into the FTS5 table."""
        if texts:
            connection.exec_driver_sql(_PUT, list(texts))

    def drop(self, connection: Connection, keys: Sequence[int]) -> None:
        """Delete from the FTS5 table (its old postings go with the next merge)."""
        if keys:
            connection.exec_driver_sql(_DROP, [(key,) for key in keys])

    def read(self, connection: Connection, keys: Iterable[int]) -> dict[int, str]:
        """Read the words that the FTS5 table holds."""
        return {row[0]: row[1] for row in connection.exec_driver_sql(_READ, (json.dumps(list(keys)),)).all()}

    def newest(
        self, connection: Connection, words: Sequence[tuple[str, Sequence[Sequence[str]], int]]
    ) -> list[list[int]]:
        """Ask for many words by one statement."""
        found: list[list[int]] = []
        for start in range(0, len(words), _MOST_WORDS):
            some = words[start : start + _MOST_WORDS]
            values = [value for word, marks, most in some for value in (_match(word, marks), most)]
            rows = connection.exec_driver_sql(" UNION ALL ".join([_NEWEST] * len(some)), tuple(values))
            found += [json.loads(row[0]) for row in rows]
        return found

    def erase_dropped(self, connection: Connection) -> None:
        """Merge all segments into one: so deleted words leave the file."""
        connection.exec_driver_sql(_MERGE)


def _match(word: str, marks: Sequence[Sequence[str]]) -> str:
    """A word and one of each list of marks, as FTS5 asks for them."""
    either = (" OR ".join(f'"{mark}"' for mark in some) for some in marks)
    return " AND ".join((f'"{word}"', *(f"({some})" for some in either)))
