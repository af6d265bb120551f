"""The tables of decisions."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Float, ForeignKey, Index, Integer, LargeBinary, String, Table, Text, desc, text

from hindsight_memory.adapters.sql.columns import UtcDateTime
from hindsight_memory.adapters.sql.schema import counter, space_key
from hindsight_memory.adapters.sql.schema_spending import metadata
from hindsight_memory.adapters.sql.states import State


def _decision_key() -> Column[int]:
    owner = ForeignKey("decisions.decision_key", ondelete="CASCADE")
    return Column("decision_key", Integer, owner, primary_key=True, autoincrement=False)


# What is filtered and counted; what it says is ``state``, which names its place when it lies in the archive.
# ``belief_subject`` and ``belief_relation`` are folded, so that the same belief is found however it was written.
# ``audit_number`` is the entry of the space's chain whose content hash covers ``state`` with ``salt``.
# ``change_sequence`` is that of ``decision_counts``.
decisions = Table(
    "decisions",
    metadata,
    Column("decision_key", Integer, primary_key=True, autoincrement=False),
    Column("decision_id", Text, nullable=False, unique=True),
    space_key(),
    Column("task_id", Text, nullable=False),
    Column("session_id", Text, nullable=False),
    Column("step", Integer),
    Column("agent", Text, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("intent_type", Text, nullable=False),
    Column("decided_at", UtcDateTime, nullable=False),
    Column("result", String(16), nullable=False),
    Column("magnitude", Float),
    Column("confidence", Float, nullable=False),
    Column("open", Boolean, nullable=False),
    Column("inferred", Boolean, nullable=False),
    Column("misjudged", Boolean, nullable=False),
    Column("belief_subject", Text, nullable=False),
    Column("belief_relation", Text, nullable=False),
    Column("tier", String(16), nullable=False, server_default="hot"),
    Column("generation", Text, nullable=False),
    Column("length", Integer, nullable=False),
    Column("change_sequence", Integer, nullable=False),
    Column("audit_number", Integer, nullable=False),
    Column("salt", LargeBinary, nullable=False),
    Column("state", State),
)
Index("decisions_by_age", decisions.c.space_key, desc(decisions.c.decided_at), decisions.c.decision_id)
Index("decisions_by_type", decisions.c.space_key, decisions.c.intent_type, decisions.c.decided_at)
# It also answers how many there are of each.
Index("decisions_by_result", decisions.c.space_key, decisions.c.open, decisions.c.result, decisions.c.decided_at)
Index("decisions_by_change", decisions.c.space_key, decisions.c.change_sequence)
Index(
    "decisions_by_task",
    decisions.c.task_id,
    decisions.c.space_key,
    sqlite_where=text("task_id != ''"),
    postgresql_where=text("task_id != ''"),
)
Index(
    "decisions_open",
    decisions.c.space_key,
    decisions.c.decided_at,
    sqlite_where=text("open = 1"),
    postgresql_where=text("open"),
)

# Which memories a decision relied on: names only, which may be those of memories that are gone.
decision_memories = Table(
    "decision_memories",
    metadata,
    Column("memory_id", Text, primary_key=True),
    _decision_key(),
    sqlite_with_rowid=False,
)
Index("decision_memories_by_decision", decision_memories.c.decision_key)

decision_vectors = Table(
    "decision_vectors",
    metadata,
    _decision_key(),
    Column("generation", Text, primary_key=True),
    Column("belief", LargeBinary, nullable=False),
    Column("intent", LargeBinary, nullable=False),
)

# As for the memories of a space: how often its decisions changed, how many can be found by text, their length
# together in tokens, and how many of them hold a token.
decision_counts = Table(
    "decision_counts",
    metadata,
    space_key(primary_key=True),
    counter("change_sequence"),
    counter("documents"),
    counter("total_length"),
)
decision_terms = Table(
    "decision_terms",
    metadata,
    space_key(primary_key=True),
    Column("token", Text, primary_key=True),
    Column("documents", Integer, nullable=False),
    sqlite_with_rowid=False,
)
