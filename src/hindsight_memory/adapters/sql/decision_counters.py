"""The running account of what a commit changes among the decisions of a space: its sequence, its words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from sqlalchemy import Connection, bindparam, delete, select, update

from hindsight_memory.adapters.sql.dialects import Dialect
from hindsight_memory.adapters.sql.schema_decisions import decision_counts, decision_terms

_c, _t = decision_counts.c, decision_terms.c


class DecisionCounters:
    """Collects while decisions are written; ``close`` stores what was collected."""

    def __init__(self, connection: Connection, dialect: Dialect, space_key: int) -> None:
        self._connection = connection
        self._dialect = dialect
        self._space_key = space_key
        self._terms: Counter[str] = Counter()
        self._documents = 0
        self._length = 0
        connection.execute(dialect.insert_missing(decision_counts), {"space_key": space_key})
        self._sequence: int = connection.execute(_SEQUENCE, {"at_space": space_key}).scalar_one()

    def next_change(self) -> int:
        """Return the next change sequence of the space's decisions."""
        self._sequence += 1
        return self._sequence

    def text_added(self, tokens: Iterable[str], length: int) -> None:
        """Count a text that can be found from now on; ``tokens`` are its different ones."""
        self._terms.update(tokens)
        self._documents += 1
        self._length += length

    def text_removed(self, tokens: Iterable[str], length: int) -> None:
        """Take a text out of the count."""
        self._terms.subtract(tokens)
        self._documents -= 1
        self._length -= length

    def close(self) -> None:
        """Store the counts."""
        changes = {token: count for token, count in self._terms.items() if count}
        if changes:
            self._dialect.decision_texts.count_terms(self._connection, self._space_key, changes)
        fewer = [{"at_space": self._space_key, "at_token": token} for token, count in changes.items() if count < 0]
        if fewer:
            self._connection.execute(_UNUSED_TERMS, fewer)
        more = {"more_documents": self._documents, "more_length": self._length}
        self._connection.execute(_COUNT, {"at_space": self._space_key, "sequence": self._sequence, **more})


_SEQUENCE = select(_c.change_sequence).where(_c.space_key == bindparam("at_space"))
_COUNT = (
    update(decision_counts)
    .where(_c.space_key == bindparam("at_space"))
    .values(
        change_sequence=bindparam("sequence"),
        documents=_c.documents + bindparam("more_documents"),
        total_length=_c.total_length + bindparam("more_length"),
    )
)
_UNUSED_TERMS = delete(decision_terms).where(
    _t.space_key == bindparam("at_space"), _t.token == bindparam("at_token"), _t.documents <= 0
)
