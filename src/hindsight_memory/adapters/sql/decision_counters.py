"""The running account of what a commit changes among the decisions of a space: its sequence, its words."""

from __future__ import annotations

from sqlalchemy import Connection, bindparam, select, update

from hindsight_memory.adapters.sql.dialects import Dialect
from hindsight_memory.adapters.sql.schema_decisions import decision_counts, decision_terms
from hindsight_memory.adapters.sql.text_account import TextAccount

_c = decision_counts.c


class DecisionCounters:
    """Collects while decisions are written; ``close`` stores what was collected."""

    def __init__(self, connection: Connection, dialect: Dialect, space_key: int) -> None:
        self._connection = connection
        self._dialect = dialect
        self._space_key = space_key
        self.texts = TextAccount()
        connection.execute(dialect.insert_missing(decision_counts), {"space_key": space_key})
        self._sequence: int = connection.execute(_SEQUENCE, {"at_space": space_key}).scalar_one()

    def next_change(self) -> int:
        """Return the next change sequence of the space's decisions."""
        self._sequence += 1
        return self._sequence

    def close(self) -> None:
        """Store the counts."""
        self.texts.store_terms(self._connection, self._dialect, decision_terms, self._space_key)
        more = {"more_documents": self.texts.documents, "more_length": self.texts.length}
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
